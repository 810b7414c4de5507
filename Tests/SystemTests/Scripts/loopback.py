"""Ports on 127.0.0.1."""

import random
import socket


def free_port():
    """A port that nobody had a moment ago. Below the kernel's own range: there any outgoing connection may take it first."""
    while True:
        port = random.randrange(12_000, 32_000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
