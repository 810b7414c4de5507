"""The real bridge and the real mosquitto with its plugin, and phones, for the tests of phones that are let in by QR code.

The settings are those of deploy, with the lines in them that switch the plugin on.
"""

import contextlib
import glob
import json
import os
import pathlib
import re
import secrets
import struct
import subprocess
import sys
import time
import urllib.parse
import uuid

import paho.mqtt.client as mqtt

from loopback import MORTAL, free_port, wait_for_listener

loam, sources, folder = sys.argv[1:4]
deploy, scripts = pathlib.Path(sources) / "deploy", pathlib.Path(__file__).parent
port, web_port, BASE, YEAR = free_port(), free_port(), "plants/v1", 365 * 86_400
known = []  # secrets and passwords: none may stand on the disk or in a log


def place(name):
    return f"{folder}/{name}"


def check(truth, what):
    if not truth:
        raise SystemExit(f"enrol: {what}\n{open(place('loam.log')).read()[-3000:]}")


def until(what, found, seconds=90.0):
    """The first true value of `found`, and how long it took."""
    begun = time.monotonic()
    while time.monotonic() < begun + seconds:
        value = found()
        if value:
            return value, time.monotonic() - begun
        time.sleep(0.005)
    return check(False, f"{what}: not within {seconds} s")


def plugin_file():
    """What the plugin has written down, whole: the broker writes it while others read."""

    def whole():
        with contextlib.suppress(json.JSONDecodeError):
            return json.loads(pathlib.Path(place("accounts.json")).read_text())
        return None

    return until("the plugin's file is whole", whole)[0]


def start_broker(has_accounts=False):
    """`has_accounts`: those that are in the plugin's file stay there."""
    passwords = place("passwd")
    pathlib.Path(passwords).write_text("".join(f"{n}:pw-{n}\n" for n in ("loam", "anna-phone", "zigbee2mqtt")))
    subprocess.run(["mosquitto_passwd", "-U", passwords], check=True)
    rights = (deploy / "loam.acl").read_text().replace("#topic readwrite $CONTROL", "topic readwrite $CONTROL")
    pathlib.Path(place("acl")).write_text(rights)
    if not has_accounts:
        pathlib.Path(place("accounts.json")).write_text((deploy / "accounts.json").read_text())
    plugin = glob.glob("/usr/lib/*/mosquitto_dynamic_security.so")[0]
    text = (deploy / "mosquitto.conf").read_text().replace("#plugin", "plugin")
    text = re.sub("/usr/lib/.*/mosquitto_dynamic_security.so", plugin, text)
    for before, after in [
        ("/etc/mosquitto/loam.passwd", passwords),
        ("/etc/mosquitto/loam.acl", place("acl")),
        ("/var/lib/mosquitto/loam-accounts.json", place("accounts.json")),
        ("listener 1883", f"listener {port} 127.0.0.1"),
        ("listener 9001", f"listener {web_port} 127.0.0.1"),
        ("/run/mosquitto/loam.sock", place("loam.sock")),
    ]:
        check(before in text, f"mosquitto.conf lacks {before}")
        text = text.replace(before, after)
    pathlib.Path(place("mosquitto.conf")).write_text(text + "\nuser root\n")
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}
    with open(place("mosquitto.log"), "ab") as said:
        broker = subprocess.Popen([*MORTAL, "mosquitto", "-v", "-c", place("mosquitto.conf")], stdout=said, stderr=said, env=environment)
    wait_for_listener(port, broker)
    return broker


ahead = {"wall": 0}


def now():
    """By the bridge's clock."""
    return int(time.time() + ahead["wall"])


def set_clock(wall, uptime):
    """Seconds added to the bridge's clocks."""
    ahead["wall"] = wall
    with open(place("clock"), "r+b") as file:
        file.write(struct.pack("<qq", int(wall * 1000), int(uptime * 1000)))


def start_bridge():
    pathlib.Path(place("boot")).write_text(f"{uuid.uuid4()}\n")
    environment = {**os.environ, "LD_PRELOAD": place("machine.so"), "MACHINE": folder}
    with open(place("loam.log"), "ab") as said:
        bridge = subprocess.Popen([*MORTAL, loam, "run", "--config", config], stdout=said, stderr=said, env=environment)
    return bridge


def end(bridge):
    bridge.terminate()
    check(bridge.wait(30) == 0, "the bridge did not end well")


def command(*words):
    ended = subprocess.run([loam, *words, "--config", config], capture_output=True, text=True, timeout=90)
    return ended


class Phone:
    """A phone with paho: what a link says, and a password that it makes itself."""

    def __init__(self, device, password):
        self.device, self.password, self.heard, self.client = device, password, [], None

    def connect(self, password=None):
        """The broker's answer: 0, or why not. `None`: none."""
        self.leave()
        answers, self.is_there, self.granted = [], False, []
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, self.device, protocol=mqtt.MQTTv5, reconnect_on_failure=False)
        client.username_pw_set(self.device, password or self.password)
        client.on_connect = lambda c, u, f, code, p: answers.append(code)
        client.on_disconnect = lambda *a: setattr(self, "is_there", False)
        client.on_message = lambda c, u, m: self.heard.append((time.monotonic(), m.topic, m.payload))
        client.on_subscribe = lambda c, u, mid, codes, p: self.granted.extend(codes)
        self.is_there = True
        client.connect("127.0.0.1", port)
        client.loop_start()
        until("the broker answers a phone", lambda: answers or not self.is_there)
        if answers and not answers[0].is_failure:
            self.client = client
            return 0
        client.loop_stop()
        return str(answers[0]) if answers else "closed"

    def leave(self):
        if self.client:
            self.client.disconnect()
            self.client.loop_stop()
            self.client = None

    def say(self, kind, document, device=None):
        self.client.publish(f"{BASE}/d/{device or self.device}/up/{kind}", json.dumps(document), qos=1)

    def join(self, link):
        """As a phone does that has scanned the link."""
        check(self.connect(link["secret"]) == 0, f"{self.device} could not come with its secret")
        known.extend([link["secret"], self.password])
        self.say("join", {"v": 1, "password": self.password})
        until("the broker ends the invitation", lambda: not self.is_there)
        check(self.connect() == 0, f"{self.device} could not come with its own password")
        self.listen(f"{BASE}/bridge/+", f"{BASE}/state/+/+", f"{BASE}/d/{self.device}/dn/+")
        self.say("hello", {"v": 1, "device": self.device, "kind": "phone", "ts": now()})

    def listen(self, *topics):
        self.granted = []
        self.client.subscribe([(topic, 1) for topic in topics])
        until("the subscriptions are answered", lambda: len(self.granted) == len(topics))
        return [not code.is_failure for code in self.granted]

    def ask(self, kind, document):
        """The bridge's ack or reply."""
        document = {"v": 1, "id": str(uuid.uuid4()), **document}
        self.say(kind, document)

        def answer():
            for _, topic, payload in self.heard:
                if topic.startswith(f"{BASE}/d/{self.device}/dn/") and payload and json.loads(payload).get("re") == document["id"]:
                    return json.loads(payload)

        return until(f"{self.device} gets an answer to its {kind}", answer)[0] | {"asked": document["id"]}

    def answers_reminder(self):
        press = {"category": "WATERING_REMINDER", "action": "water_later", "plant": "aloe", "at": now()}
        return self.ask("action", press)["code"]

    def invite(self, **content):
        """Lets a device in from a phone."""
        ack = self.ask("account", {"do": "invite", "content": content, "at": now()})
        if ack["code"] != "accepted":
            return ack["code"]
        return self.link(ack["asked"])

    def link(self, message):
        question = {"kind": "interactive", "identifier": "invitation", "content": {"message": message}, "ts": now()}
        reply = self.ask("msg", question)
        return read(reply["content"]["link"]) if "content" in reply else reply["code"]


def read(link):
    fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))
    check(link.startswith("loam://join?") and fields["port"] == str(port), f"not a link: {link}")
    return fields


def scan(printed):
    """What a camera sees on the terminal: the half blocks as a picture, read by zbarimg."""
    rows = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in printed.splitlines() if line.startswith("\x1b[38;5;16;48;5;231m")]
    pixels = []
    for row in rows:
        for dark in ("▀█", "▄█"):
            line = [0 if cell in dark else 255 for cell in row for _ in range(4)]
            pixels += [line] * 4
    picture = place("code.pgm")
    with open(picture, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (len(pixels[0]), len(pixels)) + b"".join(bytes(line) for line in pixels))
    seen = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    return seen.stdout.strip()


def add(name, *words):
    """What the code says that `loam device add` shows, as soon as the broker obeys."""
    added, _ = until(
        f"{name} is invited",
        lambda: (a := command("device", "add", name, "--person", "anna", *words)).returncode == 0 and a,
        60,
    )
    return read(scan(added.stdout))


def let_in(link):
    phone = phone_for(link)
    phone.join(link)
    return phone


def phone_for(link):
    return Phone(link["device"], secrets.token_urlsafe(24))


def counts(link):
    """Whether the broker takes the secret."""
    phone = phone_for(link)
    answer = phone.connect(link["secret"])
    phone.leave()
    return answer == 0


def retained(topic):
    heard = subprocess.run(
        ["mosquitto_sub", "--unix", place("loam.sock"), "-u", "loam", "-P", "pw-loam", "-t", topic, "-C", "1", "-W", "1"],
        capture_output=True,
        text=True,
    )
    return heard.stdout.strip()


def broker_log():
    return pathlib.Path(place("mosquitto.log")).read_text()


def dries():
    publish = ["mosquitto_pub", "-p", str(port), "-u", "zigbee2mqtt", "-P", "pw-zigbee2mqtt", "-q", "1"]
    subprocess.run([*publish, "-t", "zigbee2mqtt/aloe", "-m", '{"soil_moisture":18}'], check=True)


pathlib.Path(place("password")).write_text("pw-loam\n")
pathlib.Path(place("clock")).write_bytes(bytes(16))
pathlib.Path(place("durable")).mkdir(exist_ok=True)
subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", place("machine.so"), scripts / "machine.c", "-ldl"], check=True)
config = place("enrol.yaml")


def write_config(has_accounts=True):
    reach = f"port: {port}, username: loam, password_file: {place('password')}, commands_socket: {place('loam.sock')}"
    reach += f", accounts: {{host: 127.0.0.1, port: {port}}}" if has_accounts else ""
    text = (scripts / "enrol.yaml").read_text().replace("port: 1883", reach)
    pathlib.Path(config).write_text(text + f"store: {{path: {place('store')}}}\n")


write_config()
