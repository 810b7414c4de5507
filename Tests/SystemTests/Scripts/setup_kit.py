"""What the parts of setup.py share: mosquittos as their owners have them, somebody at a terminal, and a look at the page."""

import base64
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pexpect

from loopback import MORTAL, free_port, wait_for_listener

part, loam, sources, folder = sys.argv[1:5]
root = pathlib.Path(folder)
mosquitto_dir, config = root / "mosquitto", root / "etc" / "loam.yaml"
port, page_port, web_port = free_port(), free_port(), free_port()
environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin", "TERM": "xterm-256color"}
recording = open(root / "terminal.txt", "a")


def check(truth, what):
    if not truth:
        recording.flush()
        seen = (root / "terminal.txt").read_text()[-6000:]
        raise SystemExit(f"{part}: {what}\n{seen}")


def until(what, found, seconds=60.0):
    end = time.monotonic() + seconds
    while not (value := found()):
        check(time.monotonic() < end, f"{what}: not within {seconds} s")
        time.sleep(0.05)
    return value


class Mosquitto:
    """A mosquitto that reads the folder's settings, as Debian's does /etc/mosquitto. `lines`: what its owner has written."""

    def __init__(self, lines=""):
        (mosquitto_dir / "conf.d").mkdir(parents=True)
        text = f"user root\npersistence true\npersistence_location {root}/\nlog_dest stderr\n{lines}include_dir {mosquitto_dir}/conf.d\n"
        (mosquitto_dir / "mosquitto.conf").write_text(text)
        self.log = root / "mosquitto.log"
        self.start()

    def start(self):
        owns = any((mosquitto_dir / "conf.d").iterdir()) or "listener" in (mosquitto_dir / "mosquitto.conf").read_text()
        words = ["mosquitto", "-c", str(mosquitto_dir / "mosquitto.conf")] + ([] if owns else ["-p", str(port)])
        with open(self.log, "ab") as said:
            self.process = subprocess.Popen([*MORTAL, *words], stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment)
        wait_for_listener(port, self.process)

    def restart(self):
        self.stop()
        self.start()

    def reload(self):
        self.process.send_signal(signal.SIGHUP)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Gateway:
    """Somebody like zigbee2mqtt: stays connected, and publishes."""

    def __init__(self, *words, listens=True):
        self.words, self.said = ["-p", str(port), *words], root / "gateway.txt"
        if listens:
            command = [*MORTAL, "stdbuf", "-oL", "mosquitto_sub", *self.words, "-d", "-t", "zigbee2mqtt/#"]
            with open(self.said, "ab") as said:
                self.process = subprocess.Popen(command, stdout=said, stderr=said)
            until("the gateway is connected", lambda: "Subscribed" in self.said.read_text())

    def publish(self, topic, payload, *more):
        """As soon as the broker lets it: one that was told to read its accounts anew does it a moment later."""
        command = ["mosquitto_pub", *self.words, "-q", "1", "-t", topic, "-m", json.dumps(payload), *more]
        until("the gateway publishes", lambda: subprocess.run(command, capture_output=True).returncode == 0)

    def check_never_left(self):
        text = self.said.read_text()
        check(self.process.poll() is None and text.count("sending CONNECT") == 1, f"the gateway was put out:\n{text}")


def said_by(*words):
    """A command that asks nothing: its exit code and what it said."""
    ended = subprocess.run(
        [loam, "setup", "--config", config, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120
    )
    recording.write(f"$ loam setup {' '.join(map(str, words))}\n{ended.stdout}{ended.stderr}(exit {ended.returncode})\n")
    return ended.returncode, " ".join((ended.stdout + ended.stderr).split())


class Terminal:
    """`loam setup` with somebody in front of it."""

    def __init__(self, *words):
        arguments = ["setup", "--config", str(config), *map(str, words)]
        recording.write(f"$ loam {' '.join(arguments)}\n")
        self.child = pexpect.spawn(loam, arguments, encoding="utf8", timeout=60, dimensions=(50, 100), env=environment)
        self.child.logfile_read = recording

    def sees(self, pattern):
        try:
            # A line is broken between words where it gets too long.
            self.child.expect(pattern.replace(" ", r"\s+"))
        except (pexpect.EOF, pexpect.TIMEOUT):
            check(False, f"the terminal does not show '{pattern}'")

    def types(self, text=""):
        self.child.send(text + "\r")

    def ends(self, code=0):
        self.sees_end()
        self.child.close()
        check(self.child.exitstatus == code, f"it ended with {self.child.exitstatus}, not {code}")

    def sees_end(self):
        try:
            self.child.expect(pexpect.EOF)
        except pexpect.TIMEOUT:
            check(False, "it does not end")


class Programs:
    """Bridge and web process with the config that was written, but for the web's own port and page."""

    def __enter__(self):
        (root / "page").mkdir(exist_ok=True)
        (root / "page" / "index.html").write_text("<!doctype html>")
        copy = root / "web.yaml"
        copy.write_text(config.read_text().replace("\nweb:\n", f"\nweb:\n  port: {web_port}\n  page_folder: {root}/page\n"))
        own = {**environment, "STATE_DIRECTORY": str(root / "state")}
        log = open(root / "programs.log", "ab")
        self.processes = [
            subprocess.Popen([*MORTAL, loam, verb, "--config", path], env=own, stdout=log, stderr=log)
            for verb, path in (("run", config), ("web", copy))
        ]
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)

    def look(self, path):
        """A document of the web process; `None`: it does not serve it yet."""
        token = (config.parent / "web-token").read_text().strip()
        word = base64.b64encode(f"loam:{token}".encode()).decode()
        request = urllib.request.Request(f"http://127.0.0.1:{web_port}{path}", headers={"Authorization": f"Basic {word}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except (urllib.error.URLError, ConnectionError):
            return None

    def plant(self, name, say):
        """The plant's state, once the page would show a value of it. `say`: its probe speaks, until the bridge has heard it."""

        def shown():
            say()
            plants = (self.look("/api/v1/plants") or {}).get("plants", [])
            return next((p for p in plants if p["id"] == name and p.get("state", {}).get("moisture")), None)

        return until(f"{name} is on the page\n{(root / 'programs.log').read_text()[-3000:]}", shown)


def files():
    """Everything that setup may have written, with its content, mode and owner."""
    paths = [p for top in (mosquitto_dir, config.parent) if top.exists() for p in sorted(top.rglob("*")) if p.is_file()]
    return {p: (p.read_bytes(), p.stat().st_mode & 0o7777, p.stat().st_uid) for p in paths}


def check_secrets():
    for path in sorted(config.parent.glob("*password")) + [config.parent / "web-token"]:
        check(path.stat().st_mode & 0o7777 == 0o600, f"{path} can be read by others")
        check(path.read_text().strip() not in config.read_text(), f"the secret of {path} stands in the config")


def check_same(before, what):
    after = files()
    changed = sorted({p for p in before.keys() | after.keys() if before.get(p) != after.get(p)})
    check(not changed, f"{what} changed {[str(p) for p in changed]}")


def shown(text):
    """Without colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", text)
