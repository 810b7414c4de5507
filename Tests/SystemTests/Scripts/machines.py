"""Machines with a garden each, one on a copy of the other's store, and their ways to a broker."""

import contextlib
import os
import pathlib
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading

from garden_phone import CONFIG
from loopback import MORTAL, free_port, reaching

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
STANDS_BY = "has the garden: this one says nothing to anybody until that one is gone"
HERE = pathlib.Path(__file__).parent


class Line:
    """A way to the broker. Cut off, it carries nothing, and neither end is told. Broken, only the near end is told, and nobody new gets through."""

    def __init__(self, port):
        self.port, self.target, self.whole = free_port(), port, threading.Event()
        self.whole.set()
        self.is_broken, self.nears, self.fars = False, [], []
        self.door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            near, _ = self.door.accept()
            if self.is_broken:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except ConnectionRefusedError:
                # The broker starts anew.
                near.close()
                continue
            self.nears.append(near)
            self.fars.append(far)
            threading.Thread(target=self.carry, args=(near, far), daemon=True).start()

    def breaks(self):
        self.is_broken = True
        for near in self.nears:
            with contextlib.suppress(OSError):
                near.shutdown(socket.SHUT_RDWR)

    def heals(self):
        self.is_broken = False

    def carry(self, near, far):
        ends = {near: far, far: near}
        while True:
            readable, _, _ = select.select(list(ends), [], [])
            self.whole.wait()
            for end in readable:
                try:
                    data = end.recv(65_536)
                    ends[end].sendall(data)
                except OSError:
                    data = b""
                if not data:
                    near.close()
                    if not self.is_broken:
                        far.close()
                    return


class Machine:
    """A machine with a garden's store; the next one begins on a copy of it. Its clock is off by so many seconds, and `by` is its line to the broker.

    It comes with the account that all have; one that has a client id of its own comes as a stranger.
    """

    def __init__(self, name, broker, client_id=None, clock=0, by=None):
        self.name, self.folder, self.process, self.clock = name, FOLDER / name, None, clock
        self.folder.mkdir()
        text = CONFIG.read_text()
        if client_id:
            text = text.replace("port: 1883", f"port: {(by or broker).port}, client_id: {client_id}")
        else:
            text = reaching(text, broker.folder, by and by.port)
        (self.folder / "garden.yaml").write_text(text + f"store: {{path: {self.folder}/store}}\n")

    def start(self):
        self.log = open(self.folder / "loam.log", "ab")
        command = [*MORTAL, LOAM, "run", "--config", self.folder / "garden.yaml"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=self.environment())
        return self

    def environment(self):
        if not self.clock:
            return None
        (self.folder / "clock").write_bytes(struct.pack("<qq", self.clock * 1000, 0))
        (self.folder / "durable").mkdir(exist_ok=True)
        shim = self.folder / "machine.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, HERE / "machine.c", "-ldl"], check=True)
        return {**os.environ, "MACHINE": str(self.folder), "LD_PRELOAD": str(shim)}

    def copy(self, of):
        """As a replica has it: at one moment."""
        of.process.send_signal(signal.SIGSTOP)
        # But for the door by which that machine asks how the bridge does.
        shutil.copytree(of.folder / "store", self.folder / "store", ignore=shutil.ignore_patterns("*.sock"))
        of.process.send_signal(signal.SIGCONT)

    def said(self, words, times=1):
        return (self.folder / "loam.log").read_text().count(words) >= times

    def stands_by(self, times=1):
        return self.said(STANDS_BY, times) and self.process.poll() is None

    def seconds(self):
        """Of processor time, so far."""
        words = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        return self.process.wait(20)

    def is_in_charge(self, phone):
        """The last status is of this machine's last start."""
        return (phone.docs.get("bridge/status") or {}).get("online") and self.said("subscriptions granted")
