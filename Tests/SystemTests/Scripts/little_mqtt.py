"""A small MQTT 5 client of plain sockets: what a flood needs and no library gives. Without keep-alive: who waits says nothing."""

import select
import socket
import struct


def text(s):
    b = s.encode()
    return struct.pack(">H", len(b)) + b


def packet(first, body):
    n, length = len(body), bytearray()
    while True:
        length.append(n % 128 | (128 if n > 127 else 0))
        n //= 128
        if not n:
            return bytes([first]) + bytes(length) + body


def publication(topic, payload, qos=0, number=0, retain=False):
    return packet(0x30 | qos << 1 | retain, text(topic) + (struct.pack(">H", number) if qos else b"") + b"\0" + payload)


class Client:
    """Blocks in `take` only. Acknowledges what arrives at QoS 1."""

    def __init__(self, port, name, filters=(), clean=True, account=None, password=None, host="127.0.0.1", expiry=0):
        self.name, self.buffer, self.messages, self.number, self.reasons = name, b"", [], 0, []
        self.socket = socket.create_connection((host, port)) if isinstance(port, int) else socket.socket(socket.AF_UNIX)
        if not isinstance(port, int):
            self.socket.connect(port)
        else:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        flags = (2 if clean else 0) | (0x80 if account else 0) | (0x40 if password else 0)
        properties = struct.pack(">BBI", 5, 0x11, expiry)
        body = text("MQTT") + bytes([5, flags, 0, 0]) + properties + text(name)
        body += (text(account) if account else b"") + (text(password) if password else b"")
        self.socket.sendall(packet(0x10, body))
        self.connack = self.until(0x20)
        if self.connack[1] != 0:
            raise ConnectionError(f"{name}: refused with {self.connack[1]}")
        for topic in filters:
            self.socket.sendall(packet(0x82, b"\0\1\0" + text(topic) + b"\1"))
            self.until(0x90)

    def until(self, kind, seconds=150):
        """The body of the next packet of that kind; messages before it are kept."""
        while True:
            for first, body in self.read(seconds):
                if first & 0xF0 == kind:
                    return body

    def read(self, seconds):
        if not select.select([self.socket], [], [], seconds)[0]:
            raise TimeoutError(self.name)
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError(f"{self.name}: closed, {self.reasons}")
        self.buffer += data
        found = []
        while len(self.buffer) > 1:
            n, shift, i = 0, 0, 1
            while i < len(self.buffer):
                n |= (self.buffer[i] & 127) << shift
                shift, i = shift + 7, i + 1
                if self.buffer[i - 1] < 128:
                    break
            else:
                break
            if len(self.buffer) < i + n:
                break
            found.append((self.buffer[0], self.buffer[i : i + n]))
            self.buffer = self.buffer[i + n :]
        for first, body in found:
            if first & 0xF0 == 0x30:
                self.arrived(first, body)
            elif first & 0xF0 == 0xE0:
                self.reasons.append(body[0] if body else 0)
        return found

    def arrived(self, first, body):
        n = struct.unpack(">H", body[:2])[0]
        topic, rest = body[2 : 2 + n].decode(), body[2 + n :]
        if first & 6:
            self.socket.sendall(packet(0x40, rest[:2]))
            rest = rest[2:]
        # Properties of ours are shorter than 128 bytes.
        self.messages.append((topic, rest[1 + rest[0] :], bool(first & 1)))

    def take(self, seconds):
        """What has arrived, waiting at most so long for the first."""
        if not self.messages:
            try:
                self.read(seconds)
            except TimeoutError:
                return []
        taken, self.messages = self.messages, []
        return taken

    def send(self, topic, payload, retain=False):
        """At QoS 1; the PUBACK is not waited for."""
        self.number = self.number % 65535 + 1
        self.socket.sendall(publication(topic, payload, 1, self.number, retain))

    def close(self):
        self.socket.close()

    def leave(self):
        """Says goodbye; returns when the broker has let go."""
        self.socket.sendall(b"\xe0\0")
        self.socket.settimeout(60)
        while self.socket.recv(1 << 16):
            pass
        self.close()
