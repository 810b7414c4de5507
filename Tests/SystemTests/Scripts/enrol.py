"""Phones that are let in by QR code: enrol.py LOAM SOURCES FOLDER.

The real bridge and the real mosquitto with its plugin, with the settings of deploy and the lines in them that switch the plugin on. What is
refused is refused by the broker itself, unless it says otherwise.
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


def until(what, found, seconds=15.0):
    """The first true value of `found`, and how long it took."""
    begun = time.monotonic()
    while time.monotonic() < begun + seconds:
        value = found()
        if value:
            return value, time.monotonic() - begun
        time.sleep(0.005)
    return check(False, f"{what}: not within {seconds} s")


def start_broker():
    passwords = place("passwd")
    pathlib.Path(passwords).write_text("".join(f"{n}:pw-{n}\n" for n in ("loam", "anna-phone", "zigbee2mqtt")))
    subprocess.run(["mosquitto_passwd", "-U", passwords], check=True)
    rights = (deploy / "loam.acl").read_text().replace("#topic readwrite $CONTROL", "topic readwrite $CONTROL")
    pathlib.Path(place("acl")).write_text(rights)
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


def set_clock(wall, uptime):
    """Seconds added to the bridge's clocks."""
    with open(place("clock"), "r+b") as file:
        file.write(struct.pack("<qq", int(wall * 1000), int(uptime * 1000)))


def start_bridge():
    pathlib.Path(place("boot")).write_text(f"{uuid.uuid4()}\n")
    environment = {**os.environ, "LD_PRELOAD": place("machine.so"), "MACHINE": folder}
    with open(place("loam.log"), "ab") as said:
        bridge = subprocess.Popen([*MORTAL, loam, "run", "--config", config], stdout=said, stderr=said, env=environment)
    return bridge


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
        self.say("hello", {"v": 1, "device": self.device, "kind": "phone", "ts": int(time.time())})

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
        press = {"category": "WATERING_REMINDER", "action": "water_later", "plant": "aloe", "at": int(time.time())}
        return self.ask("action", press)["code"]

    def invite(self, **content):
        """Lets a device in from a phone."""
        ack = self.ask("account", {"do": "invite", "content": content, "at": int(time.time())})
        if ack["code"] != "accepted":
            return ack["code"]
        return self.link(ack["asked"])

    def link(self, message):
        question = {"kind": "interactive", "identifier": "invitation", "content": {"message": message}, "ts": int(time.time())}
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
reach = f"port: {port}, username: loam, password_file: {place('password')}, commands_socket: {place('loam.sock')}"
reach += f", accounts: {{host: 127.0.0.1, port: {port}}}"
text = (scripts / "enrol.yaml").read_text().replace("port: 1883", reach)
pathlib.Path(config).write_text(text + f"store: {{path: {place('store')}}}\n")

with contextlib.ExitStack() as stack:
    stack.callback(start_broker().kill)
    bridge = start_bridge()
    stack.callback(lambda: bridge.kill())

    # It lets nobody in before it knows that no other bridge is in charge.
    added, _ = until(
        "the bridge lets somebody in",
        lambda: (a := command("device", "add", "Kitchen phone", "--person", "anna")).returncode == 0 and a,
        60,
    )
    dries()
    link = read(scan(added.stdout))
    check(scan(added.stdout) in added.stdout, f"the code and the text differ: {added.stdout}")
    check(re.fullmatch("kitchen-phone-[a-z]{4}", link["device"]), f"its name: {link}")

    # Scanned, joined, answered.
    begun = time.monotonic()
    kitchen = phone_for(link)
    kitchen.join(link)
    check(kitchen.answers_reminder() == "accepted", "the new phone's answer was not taken")
    took = time.monotonic() - begun
    check(took < 2, f"scan to first answer took {took:.2f} s")
    print(f"from the scan to the first answer {took * 1000:.0f} ms")

    # Used twice, and by whoever looked over the shoulder: the broker knows no such password.
    check("ot authorized" in str(Phone(link["device"], link["secret"]).connect()), "the secret counted twice")
    # Its own tree and nobody else's.
    # mosquitto grants any subscription where it has an acl_file; what counts is what comes of it.
    kitchen.listen(f"{BASE}/d/+/dn/#", "#", "$CONTROL/#")
    kitchen.client.publish("$CONTROL/dynamic-security/v1", '{"commands":[{"command":"listClients"}]}', qos=1)
    until(
        "the broker refuses its order",
        lambda: (
            f"Denied PUBLISH from {kitchen.device} (d0, q1, r0, m" in broker_log()
            and "$CONTROL" in broker_log().split("Denied PUBLISH")[-1][:90]
        ),
    )
    check("kitchen-phone" in command("device", "list").stdout, "it is not listed")
    check(
        kitchen.ask("account", {"do": "revoke", "content": {"device": link["device"]}, "at": int(time.time())})["code"] == "forbidden",
        "an actor revokes",
    )

    # A viewer sees and may not answer; that is the bridge's to refuse, and the broker's that it speaks for another.
    viewer_link = read(scan(command("device", "add", "Wall", "--person", "anna", "--role", "viewer").stdout))
    viewer = phone_for(viewer_link)
    viewer.join(viewer_link)
    check(viewer.answers_reminder() == "forbidden", "a viewer answers")
    viewer.say("action", {"v": 1, "id": str(uuid.uuid4())}, device=link["device"])
    until("the broker refuses", lambda: f"Denied PUBLISH from {viewer.device}" in broker_log())

    # An operator of the config lets in an operator for a time; that one lets in nobody.
    anna = Phone("anna-phone", "pw-anna-phone")
    check(anna.connect() == 0, "the operator of the config cannot come")
    anna.listen(f"{BASE}/d/anna-phone/dn/+")
    guest_link = anna.invite(name="Gärtner", person="anna", role="operator", until=int(time.time()) + 3600)
    guest = phone_for(guest_link)
    guest.join(guest_link)
    check(guest.invite(name="Friend", person="anna", role="viewer") == "forbidden", "a guest lets others in")
    check(anna.invite(name="X", person="nobody", role="viewer") == "bad_value", "for a person who is not there")

    # An operator who was let in for good makes no operators, and whom it invited goes with it.
    second_link = anna.invite(name="Second", person="anna", role="operator")
    second = phone_for(second_link)
    second.join(second_link)
    check(second.invite(name="Third", person="anna", role="operator") == "forbidden", "operators multiply")
    open_link = second.invite(name="Open", person="anna", role="actor")
    check(counts(open_link), "the invitation does not count")
    check(anna.link(str(uuid.uuid4())) == "unknown_message", "a secret for whoever asks")
    check(command("device", "revoke", second_link["device"]).returncode == 0, "not revoked")
    until("the second operator is out", lambda: not second.is_there)
    until("and its invitation", lambda: not counts(open_link))

    # Killed and started again: who is in stays connected, and what was open is closed.
    pending = read(scan(command("device", "add", "Late", "--person", "anna").stdout))
    bridge.kill()
    bridge.wait()
    bridge = start_bridge()
    until("open invitations are closed", lambda: not counts(pending), 60)
    check(kitchen.is_there and kitchen.answers_reminder() in ("accepted", "stale", "unknown_note"), "the kill cost a phone its place")

    # Too late: ten minutes are over.
    late = read(scan(command("device", "add", "Late", "--person", "anna").stdout))
    check(counts(late), "the invitation does not count")
    set_clock(0, 601)
    until("the invitation is over", lambda: not counts(late))

    # The guest's hour is over, although the clock has gone back by a year.
    check(guest.is_there, "the guest is out too early")
    set_clock(-YEAR, 601)
    until("the bridge lives in last year", lambda: json.loads(retained(f"{BASE}/bridge/status") or "{}").get("online"), 5)
    set_clock(-YEAR, 601 + 3600)
    until("the guest is out", lambda: not guest.is_there)
    check(guest.connect() != 0, "the guest comes again")
    set_clock(0, 601 + 3600)

    # Rotated: the old password is void at once, the new code lets it in.
    # A new link after the jump of the clock.
    rotated, _ = until("it is rotated", lambda: (r := command("device", "rotate", link["device"])).returncode == 0 and r, 60)
    until("the old connection ends", lambda: not kitchen.is_there)
    check(kitchen.connect() != 0, "the old password counts")
    again = read(scan(rotated.stdout))
    kitchen = phone_for(again)
    kitchen.join(again)
    check(kitchen.answers_reminder() in ("accepted", "stale", "already_done", "duplicate"), "it is in again and is not heard")

    # Revoked, on the open connection, with all that was retained of it.
    until("it is known", lambda: retained(f"{BASE}/state/device/{link['device']}"))
    foreign = [t for _, t, _ in kitchen.heard if not re.match(f"{BASE}/(bridge|state)/|{BASE}/d/{kitchen.device}/dn/", t)]
    check(not foreign, f"it hears others: {foreign}")
    begun = time.monotonic()
    revoking = subprocess.Popen([loam, "device", "revoke", link["device"], "--config", config], stdout=subprocess.DEVNULL)
    stack.callback(revoking.kill)
    until("the open connection ends", lambda: not kitchen.is_there)
    whole = time.monotonic() - begun
    check(revoking.wait(20) == 0, "not revoked")
    print(f"from the command to the end of the connection {whole * 1000:.0f} ms, the command's own connecting included")
    check(kitchen.connect() != 0, "it comes again after it was revoked")
    for topic in (f"{BASE}/d/{link['device']}/dn/context", f"{BASE}/d/{link['device']}/up/hello", f"{BASE}/state/device/{link['device']}"):
        until(f"{topic} is empty", lambda t=topic: not retained(t))
    left = json.loads(pathlib.Path(place("accounts.json")).read_text())
    check([c["username"] for c in left["clients"]] == [viewer.device], f"accounts that should be gone: {left['clients']}")

    bridge.terminate()
    bridge.wait()

for file in [place("loam.log"), *glob.glob(place("store/*"))]:
    held = pathlib.Path(file).read_bytes()
    check(not any(secret.encode() in held for secret in known), f"a secret stands in {file}")
check(len(known) >= 10, "no secrets were looked for")
