"""What tests run on 127.0.0.1: free ports and private brokers."""

import os
import pathlib
import random
import signal
import socket
import subprocess
import time

# Before a command: a test that crashes takes along what it started.
MORTAL = ("setpriv", "--pdeathsig", "KILL")


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


def wait_for_listener(port, process=None, seconds=150):
    """Until a connection is taken there; a process that ends instead ends the wait."""
    end = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError as error:
            if time.monotonic() > end or (process and process.poll() is not None):
                raise RuntimeError(f"nobody listens on port {port}") from error
            time.sleep(0.02)


class Broker:
    """A private mosquitto; in its folder are its log and what it persists.

    `settings` are more lines of mosquitto.conf, below the listener. They may change between a stop and a start.
    """

    def __init__(self, folder, settings=""):
        self.folder, self.settings = pathlib.Path(folder), settings
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port, self.process = free_port(), None

    def start(self):
        """Returns when it takes connections."""
        conf, log = self.folder / "mosquitto.conf", self.folder / "mosquitto.log"
        # Started as root, mosquitto would become a user who may not write here.
        own = f"user root\nallow_anonymous true\npersistence_location {self.folder}/\nlistener {self.port} 127.0.0.1\n"
        conf.write_text(own + self.settings)
        # A user's own path knows no /usr/sbin on Debian.
        command = [*MORTAL, "mosquitto", "-c", conf]
        environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}
        with open(log, "ab") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment)
        try:
            wait_for_listener(self.port, self.process)
        except RuntimeError as error:
            raise RuntimeError(f"mosquitto did not start: {log.read_text()[-2000:]}") from error
        return self

    def stop(self, how=signal.SIGTERM):
        if self.process:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def kill(self):
        self.stop(signal.SIGKILL)
