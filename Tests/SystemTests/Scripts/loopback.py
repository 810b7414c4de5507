"""What tests run on 127.0.0.1: free ports and private brokers."""

import fcntl
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import tempfile
import time

# Before a command: a test that crashes takes along what it started.
MORTAL = ("setpriv", "--pdeathsig", "KILL")


PORTS = range(12_000, 32_000)


def free_port():
    """A port that nobody has, and that no other test gets for long: they all count on in one file, TestKit's LoopbackPort among them.

    Below the kernel's own range: there any outgoing connection may take it first. A program may need a minute until it listens.
    """
    with open(f"{tempfile.gettempdir()}/loam-test-ports-{os.getuid()}", "a+") as counter:
        fcntl.flock(counter, fcntl.LOCK_EX)
        counter.seek(0)
        text = counter.read()
        port = int(text) if text.isdigit() else random.choice(PORTS)
        while True:
            port = port + 1 if port + 1 in PORTS else PORTS.start
            with socket.socket() as s:
                try:
                    s.bind(("127.0.0.1", port))
                except OSError:
                    continue
            counter.truncate(0)
            counter.write(str(port))
            return port


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


DEPLOY = pathlib.Path(__file__).resolve().parents[3] / "deploy"
ACCOUNTS = ("loam", "loam-web", "loam-push", "zigbee2mqtt", "home-assistant", "anna-phone", "anna-watch", "bo-phone")
# What an owner adds for what stands in no list of ours.
OWN_TREES = ("garden", "probe", "pots", "shellies", "ecowitt2mqtt", "spBv1.0", "wild", "bed-node", "pipe", "STATE")


def password(account):
    return f"pw-{account}"


def logged_in(client, account):
    """A client of paho that will come as this account."""
    client.username_pw_set(account, password(account))
    return client


def reaching(text, folder, port=None):
    """A config that names no broker of its own, with the one in it that has this folder, by way of another port where that is given."""
    reach = (pathlib.Path(folder) / "reach").read_text()
    return text.replace("port: 1883", re.sub(r"port: \d+", f"port: {port}", reach) if port else reach)


def reach_in(folder, port=None):
    """The same, for a config that is written as JSON."""
    words = dict(pair.split(": ") for pair in reaching("port: 1883", folder, port).split(", "))
    return {"host": "127.0.0.1", **words, "port": int(words["port"])}


class Broker:
    """A private mosquitto in the world that we ship: the settings, access rules and accounts of `deploy`. In its folder are its log and what it
    persists.

    Bridges and devices come to its `door`, as in a house: an account's client id is its name. At `port` are the tests' own hands, which need no
    account, choose their ids and may do everything. `settings` are more lines of mosquitto.conf, below the listeners; they may change between a
    stop and a start. `because` is the reason why a test needs a world without a door.
    """

    def __init__(self, folder, settings="", accounts=(), because=None, base="plants/v1"):
        self.folder, self.settings, self.because = pathlib.Path(folder), settings, because
        self.accounts, self.base = dict.fromkeys((*ACCOUNTS, *accounts)), base
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port, self.process = free_port(), None
        self.door = self.port if because else free_port()
        more = "" if because else f", username: loam, password_file: {self.folder}/password, commands_socket: {self.folder}/loam.sock"
        (self.folder / "reach").write_text(f"port: {self.door}{more}")

    def shipped(self):
        passwords, rules, own = self.folder / "passwd", self.folder / "acl", self.folder / "password"
        if not passwords.exists():
            passwords.write_text("".join(f"{account}:{password(account)}\n" for account in self.accounts))
            subprocess.run(["mosquitto_passwd", "-U", passwords], check=True)
        own.write_text(password("loam"))
        trees = "".join(f"topic readwrite {tree}/#\n" for tree in OWN_TREES)
        text = (DEPLOY / "loam.acl").read_text().replace("plants/v1", self.base).replace("user loam\n", f"user loam\n{trees}")
        rules.write_text(f"topic readwrite #\ntopic readwrite $SYS/#\n{text}")
        text = (DEPLOY / "mosquitto.conf").read_text().replace("allow_anonymous false", "allow_anonymous true")
        text = text.replace("/etc/mosquitto/loam.passwd", str(passwords)).replace("/etc/mosquitto/loam.acl", str(rules))
        text = text.replace("listener 1883", f"listener {self.door} 127.0.0.1").replace(
            "/run/mosquitto/loam.sock", str(self.folder / "loam.sock")
        )
        return re.sub(r"listener 9001\n.*\n.*\n", "", text)

    def start(self):
        """Returns when it takes connections."""
        conf, log = self.folder / "mosquitto.conf", self.folder / "mosquitto.log"
        # Started as root, mosquitto would become a user who may not write here.
        own = f"user root\npersistence_location {self.folder}/\n"
        own += "allow_anonymous true\n" if self.because else f"persistence true\n{self.shipped()}\n"
        conf.write_text(f"{own}listener {self.port} 127.0.0.1\n{self.settings}")
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
        if found := self.clean_starts():
            raise RuntimeError(f"the bridge threw away what the broker kept for it: {found}")

    def kill(self):
        self.stop(signal.SIGKILL)

    def clean_starts(self, account="loam"):
        """Of a client that keeps its session: each throws away what the broker kept for it."""
        log = (self.folder / "mosquitto.log").read_text()
        return re.findall(rf".* as {account} \(p\d, c1.*", log)
