"""A machine whose time stands still until a test moves it: `loam run` as it is shipped, a broker with the shipped settings, and who is there.

Nothing is waited for by the wall clock. A second passes when the test says so, and the next one not before everybody has said and heard
all that there was: the bridge sleeps, and nothing is on its way. So a day has the same words each time, however busy the computer is.
"""

import datetime
import mmap
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import time
import zoneinfo

import little_mqtt
from loopback import MORTAL, free_port, wait_for_listener

DEPLOY = pathlib.Path(__file__).resolve().parents[3] / "deploy"
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")


class ShippedBroker:
    """Mosquitto with the settings and rules of `deploy`. Each account's password is its name."""

    def __init__(self, folder, accounts):
        self.folder, self.port = pathlib.Path(folder), free_port()
        self.folder.mkdir()
        passwords = self.folder / "passwd"
        passwords.write_text("".join(f"{name}:{name}\n" for name in accounts))
        path = os.environ["PATH"] + ":/usr/sbin"
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True, env={**os.environ, "PATH": path})
        text = (DEPLOY / "mosquitto.conf").read_text().replace("/etc/mosquitto/loam.passwd", str(passwords))
        text = text.replace("/etc/mosquitto/loam.acl", str(DEPLOY / "loam.acl"))
        text = text.replace("listener 1883", f"listener {self.port} 127.0.0.1").replace(
            "listener 9001", f"listener {free_port()} 127.0.0.1"
        )
        text = text.replace("/run/mosquitto/loam.sock", str(self.folder / "loam.sock"))
        conf = self.folder / "mosquitto.conf"
        # Started as root, mosquitto would become a user who may not write here.
        conf.write_text(f"{text}\nuser root\npersistence true\npersistence_location {self.folder}/\n")
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*MORTAL, "mosquitto", "-c", conf], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path}
            )
        wait_for_listener(self.port, self.process)

    def stop(self):
        self.process.kill()
        self.process.wait()


class Clock:
    """The time of the machine; see stepped_clock.c."""

    def __init__(self, path, wall):
        path.write_bytes(struct.pack("<qqqqq", wall * 1000, 86_400_000, 0, -1, 0))
        with open(path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), 40)

    def read(self):
        return struct.unpack("<qqqqq", self.page)

    @property
    def now(self):
        return self.read()[0] // 1000

    def move(self, seconds):
        wall, uptime, *_ = self.read()
        # The time since boot last: it is what the bridge waits for.
        self.page[0:8] = struct.pack("<q", wall + seconds * 1000)
        self.page[8:16] = struct.pack("<q", uptime + seconds * 1000)

    def awake(self):
        self.page[24:32] = struct.pack("<q", -1)


class Person(little_mqtt.Client):
    """A connected client that can ask whether all was said."""

    def round_trip(self):
        """The broker answers behind everything that it had for this client before."""
        self.socket.sendall(b"\xc0\0")
        self.until(0xD0)


class Machine:
    """`heard(client, topic, payload, is_retained)` is called with what reaches a client, in order."""

    def __init__(self, loam, folder, wall, accounts):
        self.loam, self.folder, self.process = loam, pathlib.Path(folder), None
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.broker = ShippedBroker(self.folder / "broker", ["loam", *accounts])
        (self.folder / "secret").write_text("loam\n")
        self.clock = Clock(self.folder / "clock", wall)
        self.shim = self.folder / "stepped_clock.so"
        source = pathlib.Path(__file__).with_name("stepped_clock.c")
        compiler = shutil.which("cc") or shutil.which("clang") or "cc"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", self.shim, source, "-ldl"], check=True)
        self.clients, self.heard = {}, None

    @property
    def now(self):
        return self.clock.now

    def written(self, seconds=None, form="%H:%M:%S"):
        return datetime.datetime.fromtimestamp(self.now if seconds is None else seconds, BERLIN).strftime(form)

    def config(self, text):
        own = f"broker:\n  host: 127.0.0.1\n  port: {self.broker.port}\n  username: loam\n  password_file: {self.folder}/secret\n"
        own += f"  keep_alive: 60min\nstore: {{path: {self.folder}/store}}\n"
        (self.folder / "loam.yaml").write_text(own + text)

    def connect(self, name, filters):
        self.clients[name] = Person(self.broker.port, name, filters, clean=False, account=name, password=name, expiry=86400)

    def start(self):
        self.clock.awake()
        environment = {**os.environ, "CLOCK": str(self.folder / "clock"), "LD_PRELOAD": str(self.shim)}
        with open(self.folder / "bridge.log", "ab") as log:
            command = [*MORTAL, self.loam, "run", "--config", self.folder / "loam.yaml"]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment)

    def end(self, how=signal.SIGKILL):
        """What it said before is heard first. One that takes its leave waits for its time to pass."""
        self.settle()
        self.process.send_signal(how)
        while (code := self.process.poll()) is None:
            time.sleep(0.02)
            if how == signal.SIGTERM:
                self.clock.move(1)
        self.process = None
        self.settle()
        return code

    def settle(self):
        """Until nobody has anything to say: the broker has nothing for anybody, the bridge sleeps in this very moment and was not woken
        by what the broker had for it, and the broker has nothing for anybody after that."""
        while True:
            before = self.clock.read()
            count = self.listen()
            # A look that began before the broker spoke says nothing: the second one counts.
            looks = self.clock.read()[4] + 2
            while self.sleeps_since(before) and self.clock.read()[4] < looks:
                time.sleep(0.0005)
            count += self.listen()
            if count == 0 and (self.process is None or self.sleeps_since(before)):
                return

    def sleeps_since(self, before):
        """Whether the bridge went to sleep before that, in this very moment of its time, and has not been woken."""
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"the bridge ended: {(self.folder / 'bridge.log').read_text()[-2000:]}")
        now = self.clock.read()
        return self.process is not None and now[2] == before[2] and now[3] == now[1] == before[1]

    def listen(self):
        """How many messages there were."""
        count = 0
        for name, client in list(self.clients.items()):
            client.round_trip()
            messages, client.messages = client.messages, []
            count += len(messages)
            for topic, payload, is_retained in messages:
                self.heard(name, topic, payload, is_retained)
        return count

    def stop(self):
        for client in self.clients.values():
            client.close()
        if self.process:
            self.process.kill()
            self.process.wait()
        self.broker.stop()
