#!/usr/bin/env python3
"""A program of Examples between a real bridge and a real broker: a probe's bytes go in, what the program prints and sends comes out.

    examples.py LOAM BROKER_PORT CONFIG {phone|phone-away|phone311|reader} COMMAND...

COMMAND starts the program; it is told DEVICE, HOST and PORT. Says each step; exits 1 with the step that failed.
"""

import atexit
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt
from bridge_kit import BASE, Bridge, client
from loopback import free_port, logged_in, password

LOAM, PORT, CONFIG, WHICH, COMMAND = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:]
problems, sent, printed = [], [], []
news = threading.Condition()


def on_message(c, _, m):
    """The greenhouse: a valve that does as it is told, and all that the program says."""
    document = json.loads(m.payload) if m.payload else None
    if m.topic == "zigbee2mqtt/bed-valve/set":
        c.publish("zigbee2mqtt/bed-valve", json.dumps({"state": document["state"]}), qos=1)
    with news:
        sent.append((m.topic.removeprefix(BASE + "/"), document))
        news.notify_all()


def wait(what, probe, seconds=120):
    found = None

    def looked():
        nonlocal found
        found = probe()
        return found

    with news:
        if not news.wait_for(looked, seconds):
            print(f"FAILED: {what}\n  printed: {printed[-12:]}\n  sent: {sent[-6:]}", flush=True)
            sys.exit(1)
    print(f"ok: {what}", flush=True)
    return found


class Program:
    """The example; its lines of output, and its standard input."""

    def __init__(self, device, port=PORT, locale="en-GB"):
        environment = {**os.environ, "PASSWORD": password(device), "LOCALE": locale}
        self.process = subprocess.Popen(
            [*COMMAND, device, "127.0.0.1", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
        )
        atexit.register(self.process.kill)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with news:
                printed.append(line.rstrip("\n"))
                news.notify_all()

    def type(self, line):
        print(line, file=self.process.stdin, flush=True)

    def quit(self):
        self.process.stdin.close()
        if self.process.wait(30) != 0:
            problems.append(f"the program ended with {self.process.returncode}")


def says(pattern):
    """Waits for a line that fits, and takes it."""

    def probe():
        for i, line in enumerate(printed):
            if re.fullmatch(pattern, line):
                return printed.pop(i)
        return None

    return wait(f"it says {pattern}", probe)


def heard(what, topic, fits=lambda document: True):
    return wait(what, lambda: next((d for t, d in sent if t == topic and (d is not None) and fits(d)), None))


def moisture(plant, value):
    world.publish(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": value, "temperature": 21}), qos=1)


def commands(device, kind="action"):
    """What the device sent on a topic, in order."""
    return [d for t, d in sent if t == f"d/{device}/up/{kind}"]


def dry(plant):
    moisture(plant, 40)
    heard(f"{plant} is fine", f"state/plant/{plant}", lambda d: d["s"] == "ok")
    moisture(plant, 22)


def resent(device, press):
    """The bridge is away while somebody answers: the same id comes again, and has one effect."""
    bridge.end(signal.SIGTERM)
    before = len(commands(device))
    press()
    wait("the answer is sent again after 5 and 15 s", lambda: len(commands(device)) >= before + 3)
    first, *again = commands(device)[before:]
    if any(each != first for each in again):
        problems.append(f"not the same: {first}, {again}")
    bridge.start()
    return first


def acted_once(device, press):
    answers = lambda: [d["code"] for t, d in sent if t == f"d/{device}/dn/ack" and d["re"] == press["id"]]
    wait("every time it is answered", lambda: len(answers()) >= 3)
    if answers().count("accepted") != 1:
        problems.append(f"it did not act once: {answers()}")


def all_is_subscribed(device):
    """An earlier program of that name heard all that is said to it, and left that in the session."""
    earlier = logged_in(mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, device, clean_session=False), device)
    listens = threading.Event()
    earlier.on_connect = lambda c, *_: c.subscribe(f"{BASE}/d/{device}/dn/+", 1)
    earlier.on_subscribe = lambda *_: listens.set()
    earlier.connect("127.0.0.1", PORT)
    earlier.loop_start()
    if not listens.wait(60):
        problems.append("the earlier program heard nothing")
    earlier.disconnect()


def phone(port=PORT):
    here = "d/anna-phone/"
    all_is_subscribed("anna-phone")
    program = Program("anna-phone", port)
    heard("it says hello", here + "up/hello", lambda d: d["device"] == "anna-phone")
    # What it does not know, or cannot read, is nothing to it.
    for name, payload in (
        ("context", "{}"),
        ("msg", '{"v":1}'),
        ("later", "[1]"),
        ("notify", "[]"),
        ("ack", '{"v":1}'),
        ("withdraw", "[]"),
    ):
        world.publish(f"{BASE}/{here}dn/{name}", payload, qos=1)
    for name in ("notify", "ack", "withdraw"):
        says(f"unreadable: .*/dn/{name}: .*")
    with news:
        sent[:] = [one for one in sent if not one[0].startswith(here + "dn/")]

    # A reminder with its buttons, acknowledged, not shown twice, answered, withdrawn.
    dry("basil")
    says(r"Basil - Needs watering - Soil moisture 22%, limit 30%\. .*")
    notification = heard("the notification", here + "dn/notify")
    says(r"  \[1\] Done")
    says(r"  \[3\] Tomorrow")
    acks = lambda: [d for d in commands("anna-phone", "ack") if d["re"] == notification["note"]["id"]]
    wait("it acknowledges the notification", acks)
    # What two subscriptions fit comes twice.
    once = len(acks())
    world.publish(f"{BASE}/{here}dn/notify", json.dumps(notification), qos=1)
    wait("it acknowledges the same one again", lambda: len(acks()) > once)
    old = {**notification, "note": {**notification["note"], "rev": 9, "exp": int(time.time()) - 600}}
    world.publish(f"{BASE}/{here}dn/notify", json.dumps(old), qos=1)
    wait("it acknowledges one that is over", lambda: any(d["code"] == "expired" for d in acks()))
    if any("Basil" in line for line in printed):
        problems.append(f"shown again: {printed}")
    program.type("1")
    says("gone: water-basil, done")
    says("answer: accepted ?")
    gone = heard("the withdrawal", here + "dn/withdraw", lambda d: d["key"] == "water-basil")
    wait("it acknowledges the withdrawal", lambda: any(d["re"] == gone["id"] for d in commands("anna-phone", "ack")))

    # A slider, with what is in force when it is moved beside the other's back.
    program.type("set aloe-dry-below 35")
    says("answer: accepted ?")
    heard("the limit moved", "state/control/aloe-dry-below", lambda d: d["value"] == 35)
    program.type("set aloe-dry-below 999")
    says("answer: out_of_range ?")
    program.type("set nothing 1")
    says("not understood: .*")

    # Water, shown from 0 to 100 %.
    dry("aloe")
    says("Aloe - Needs watering - .* Water now: 4 s.")
    says(r"  \[1\] Water now")
    program.type("1")
    says("answer: accepted ?")
    says("💧 .*Aloe 0%")
    says(r"💧 Watering Aloe [1-9]\d?%")
    says("✅ .* 100% finished")
    return program


def phone_while_away():
    """What is pressed while the bridge is away is sent again under its id, and counts once."""
    program = Program("anna-phone", locale="zh-Hans-CN")
    heard("it says hello", "d/anna-phone/up/hello")
    dry("basil")
    says(r"  \[1\] 已浇水")
    press = resent("anna-phone", lambda: program.type("1"))
    says("answer: (accepted|duplicate) ?")
    acted_once("anna-phone", press)
    return program


def reader():
    """The retained state is enough to show; the button answers for the plant that wants water."""
    moisture("basil", 40)
    heard("basil is fine", "state/plant/basil", lambda d: d["s"] == "ok")
    program = Program("hall-reader")
    says("Basil: ok 40%")
    moisture("basil", 22)
    says(r"Basil: dry 22% \(water me\)")
    press = resent("hall-reader", lambda: program.type(""))
    if press["plant"] != "basil" or abs(press["at"] - time.time()) > 120:
        problems.append(f"not what was pressed: {press}")
    says("answer: (accepted|duplicate)")
    says("Basil: dry 22%")
    heard("it was accepted", "d/hall-reader/dn/ack", lambda d: d.get("re") == press["id"] and d["code"] == "accepted")
    says("Aloe: unknown")
    return program


def only_311():
    """A port at which MQTT 5 is refused, as an old broker does, and the rest is mosquitto."""
    listener = socket.create_server(("127.0.0.1", free_port()))

    def pass_on(source, target):
        while data := source.recv(65536):
            target.sendall(data)
        target.close()

    def serve():
        while True:
            device, _ = listener.accept()
            first = device.recv(65536)
            # The level stands behind the name of the protocol, whose length is in one byte here.
            if first[first.index(b"MQTT") + 4] == 5:
                device.sendall(b"\x20\x02\x00\x01")
                device.close()
                continue
            broker = socket.create_connection(("127.0.0.1", PORT))
            broker.sendall(first)
            for ends in ((device, broker), (broker, device)):
                threading.Thread(target=pass_on, args=ends, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


world = client("world", PORT, on_message)
world.subscribe([(f"{BASE}/#", 1), ("zigbee2mqtt/bed-valve/set", 1)])
bridge = Bridge(LOAM, CONFIG, str(pathlib.Path(CONFIG).parent), problems)
atexit.register(lambda: bridge.process.kill())
heard("the bridge is online", "bridge/status", lambda d: d["online"])
parts = {
    "phone": phone,
    "phone-away": phone_while_away,
    "reader": reader,
    "phone311": lambda: phone(only_311()),
}
program = parts[WHICH]()
program.quit()
bridge.end(signal.SIGTERM)
print("\n".join(problems) or "done", flush=True)
sys.exit(bool(problems))
