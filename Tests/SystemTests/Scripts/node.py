"""ESPHome's firmware (Tests/Producers/esphome_build.py) at work: a process that is started, killed and started again, the pin that it moves, and its broker."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

from loopback import MORTAL, Broker

PIN = re.compile(rb"Setting pin 5 to (HIGH|LOW)")


class HouseBroker(Broker):
    """Ours, with the lines that an owner adds for a node."""

    def __init__(self, folder, settings=""):
        super().__init__(folder, settings, accounts=("greenhouse",))

    def shipped(self):
        text, rules = super().shipped(), self.folder / "acl"
        own = "".join(f"\nuser {account}\ntopic readwrite greenhouse/#\n" for account in ("loam", "greenhouse"))
        rules.write_text(rules.read_text() + own)
        return text


class Node:
    """`openings` are the times, on the monotonic clock, from which and to which the pin was high, and for how long meanwhile this computer had
    no processor for the node. A node without power holds no pin. `turned` is told of each turn of the pin."""

    def __init__(self, program, folder, port, **environment):
        self.program, self.folder, self.process = pathlib.Path(program).absolute(), pathlib.Path(folder), None
        self.environment = {**os.environ, "BROKER_PORT": str(port), "HOME": str(folder), **environment}
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock, self.openings, self.high_since, self.turned = threading.Lock(), [], None, lambda is_high: None

    def measures(self, **values):
        """What the pins show from now on; `None`: nothing is plugged in."""
        for name, value in values.items():
            file = self.folder / name
            if value is None:
                file.unlink(missing_ok=True)
            else:
                file.with_suffix(".new").write_text(f"{value}\n")
                file.with_suffix(".new").rename(file)

    def start(self):
        self.process = subprocess.Popen(
            [*MORTAL, "stdbuf", "-oL", self.program],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
        return self

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()
        self._turn(False)

    def _listen(self, lines):
        with open(self.folder / "log", "ab", 0) as log:
            for line in lines:
                if found := PIN.search(line):
                    self._turn(found[1] == b"HIGH")
                log.write(line)

    def _waited(self):
        """Seconds for which the node, or this thread, which listens to it, was ready to run and did not. A chip has a processor of its own."""
        total = 0
        for task in (self.process.pid, "thread-self"):
            with contextlib.suppress(OSError):
                total += int(pathlib.Path(f"/proc/{task}/schedstat").read_text().split()[1])
        return total / 1e9

    def _turn(self, is_high):
        with self.lock:
            now = time.monotonic()
            if is_high and self.high_since is None:
                self.high_since, self.waited = now, self._waited()
            elif not is_high and self.high_since is not None:
                self.openings.append((self.high_since, now, max(0, self._waited() - self.waited)))
                self.high_since = None
        self.turned(is_high)

    @property
    def is_open(self):
        with self.lock:
            return self.high_since is not None
