"""A way to a broker on which everything takes its time."""

import collections
import contextlib
import socket
import threading
import time

from loopback import free_port


class SlowLine:
    """What goes in comes out `delay` seconds later, as much as there is. `came` says when words reached the near end.

    `left` counts the bytes that the near end has sent, however busy the machine is: at which of them words came or left.
    """

    def __init__(self, port, delay=0.0):
        self.port, self.target, self.delay, self.marks = free_port(), port, delay, {}
        self.left, self.came_at, self.sought, self.left_at = 0, {}, None, []
        self.door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            near, _ = self.door.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except ConnectionRefusedError:
                # The broker starts anew.
                near.close()
                continue
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, sink in ((near, far), (far, near)):
                waiting, news = collections.deque(), threading.Condition()
                threading.Thread(target=self.hear, args=(source, waiting, news, source is near), daemon=True).start()
                threading.Thread(target=self.say, args=(sink, waiting, news, sink is near), daemon=True).start()

    def hear(self, source, waiting, news, is_near):
        data, rest = b".", b""
        while data:
            try:
                data = source.recv(1 << 16)
            except OSError:
                data = b""
            if is_near:
                # A pattern may lie over the border of two pieces.
                whole = rest + data
                ends = [found.end() for found in self.sought.finditer(whole)] if self.sought else []
                self.left_at += [self.left - len(rest) + end for end in ends]
                self.left, rest = self.left + len(data), whole[max(ends, default=0) :][-80:]
            with news:
                waiting.append((time.monotonic() + self.delay, data))
                news.notify()

    def say(self, sink, waiting, news, is_near):
        while True:
            with news:
                while not waiting:
                    news.wait()
                due, data = waiting.popleft()
            time.sleep(max(0, due - time.monotonic()))
            if not data:
                with contextlib.suppress(OSError):
                    sink.shutdown(socket.SHUT_RDWR)
                return
            for words in list(self.marks) if is_near else ():
                if words in data and self.marks[words] is None:
                    self.marks[words], self.came_at[words] = time.monotonic(), self.left
            with contextlib.suppress(OSError):
                sink.sendall(data)

    def watch(self, words):
        self.marks[words] = None

    def came(self, words):
        return self.marks[words]
