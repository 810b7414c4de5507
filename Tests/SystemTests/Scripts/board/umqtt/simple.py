"""Of umqtt.simple what Examples/MicroPython uses, over a socket, for MicroPython on a computer; the real one is not to be had from a
package registry in a form that installs here. The same names, the same order, MQTT 3.1.1."""

import select
import socket
import struct


def text(s):
    s = s if isinstance(s, bytes) else s.encode()
    return struct.pack("!H", len(s)) + s


class MQTTClient:
    def __init__(self, client_id, server, port=0, user=None, password=None, keepalive=0, ssl=None):
        self.address, self.names, self.keepalive = socket.getaddrinfo(server, port)[0][-1], (client_id, user, password), keepalive

    def set_callback(self, f):
        self.callback = f

    def connect(self, clean_session=True):
        self.socket, self.poll = socket.socket(), select.poll()
        self.socket.connect(self.address)
        self.poll.register(self.socket, select.POLLIN)
        self.send(
            0x10, text("MQTT") + bytes([4, 0xC0 | clean_session << 1]) + struct.pack("!H", self.keepalive) + b"".join(map(text, self.names))
        )
        if self.until(0x20)[1]:
            raise OSError("refused")

    def send(self, first, body):
        n, length = len(body), bytearray()
        while True:
            length.append(n % 128 | (128 if n > 127 else 0))
            n //= 128
            if not n:
                break
        self.socket.write(bytes([first]) + length + body)

    def ping(self):
        self.send(0xC0, b"")

    def publish(self, topic, msg, retain=False, qos=0):
        self.send(0x30 | retain, text(topic) + msg)

    def subscribe(self, topic, qos=0):
        self.send(0x82, b"\0\1" + text(topic) + bytes([qos]))
        self.until(0x90)

    def until(self, kind):
        while True:
            first, body = self.wait_msg()
            if first == kind:
                return body

    def exactly(self, size):
        data = self.socket.read(size) if size else b""
        if len(data) < size:
            raise OSError("closed")
        return data

    def wait_msg(self):
        first, size, shift = self.exactly(1)[0], 0, 0
        while True:
            byte = self.exactly(1)[0]
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        body = self.exactly(size)
        if first & 0xF0 == 0x30:
            n = struct.unpack("!H", body)[0]
            topic, rest = body[2 : 2 + n], body[2 + n :]
            if first & 6:
                self.send(0x40, rest[:2])
                rest = rest[2:]
            self.callback(topic, rest)
        return first, body

    def check_msg(self):
        if self.poll.poll(0):
            self.wait_msg()
