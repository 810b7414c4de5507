#!/usr/bin/env python3
"""A phone whose session at the broker is destroyed, a bridge that is killed, a command that is published retained.

    theft.py LOAM PORT FOLDER REACH

The broker lets everybody choose a client id. What the phone was told must reach it all the same, once it is back, and no longer than
until it says so. The bridge runs Scripts/flood.yaml with four plants.
"""

import json
import signal
import subprocess
import sys
import time
import uuid

from little_mqtt import Client

LOAM, PORT, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
BASE, DEVICE = "plants/v1", "anna-phone"
NAMES = ["aloe", "basil", "chili", "dill"]


def config():
    text = open(__file__.replace("theft.py", "flood.yaml")).read().replace("port: 1883", sys.argv[4])
    text += f"store: {{path: {FOLDER}/store}}\nsensors:\n"
    text += "".join(f"  s-{n}: {{family: zigbee2mqtt, topic: zigbee2mqtt/{n}}}\n" for n in NAMES) + "plants:\n"
    text += "".join(f"  {n}: {{name: {n}, sensors: s-{n}, dry_below: 30%, dwell: 0s}}\n" for n in NAMES)
    open(f"{FOLDER}/theft.yaml", "w").write(text)
    return f"{FOLDER}/theft.yaml"


def start():
    return subprocess.Popen([LOAM, "run", "--config", f"{FOLDER}/theft.yaml"], stderr=open(f"{FOLDER}/log", "a"))


def fail(what):
    print(f"FAILED: {what}", flush=True)
    sys.exit(1)


class Phone(Client):
    """Keeps what comes; acknowledges where it is told to."""

    def __init__(self):
        super().__init__(PORT, DEVICE, [f"{BASE}/d/{DEVICE}/dn/+"], clean=False, expiry=3600)
        self.inbox = []

    def up(self, kind, document, retain=False):
        self.send(f"{BASE}/d/{DEVICE}/up/{kind}", json.dumps({"v": 1, **document}).encode(), retain)

    def hello(self):
        self.up("hello", {"device": DEVICE, "kind": "phone", "ts": int(time.time())}, retain=True)

    def ack(self, re):
        self.up("ack", {"re": re, "ok": True, "code": "accepted", "ts": int(time.time())})

    def listen(self, seconds=0.2):
        for topic, payload, _ in self.take(seconds):
            self.inbox.append((topic.rsplit("/", 1)[1], json.loads(payload) if payload else None))

    def notes(self, plant):
        return [d["note"]["id"] for k, d in self.inbox if k == "notify" and d["note"]["key"] == f"water-{plant}"]

    def wait(self, what, probe, nudge=lambda: None):
        end, nudged = time.monotonic() + 120, -10
        while time.monotonic() < end:
            self.listen()
            if time.monotonic() > nudged + 5:
                nudged = time.monotonic()
                nudge()
            if probe():
                print(f"ok: {what}", flush=True)
                return
        fail(f"{what}: {json.dumps(self.inbox)[-1500:]}")


def reading(plant, value):
    probe.send(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": value}).encode())
    probe.until(0x40)


def state(topic, holds, what):
    """Until the retained document is so; it is asked for anew each time."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        reader = Client(PORT, f"reader-{uuid.uuid4()}", [topic])
        found = [json.loads(p) for _, p, _ in reader.take(0.5) if p]
        reader.close()
        if holds(found[0] if found else None):
            print(f"ok: {what}", flush=True)
            return found[0] if found else None
        time.sleep(0.1)
    fail(what)


config()
bridge = start()
try:
    probe = Client(PORT, "probes")
    session = state(f"{BASE}/bridge/status", lambda d: d and d["online"], "the bridge is online")["session"]
    for name in NAMES:
        reading(name, 31)
    phone = Phone()
    phone.hello()
    reading("aloe", 29)
    phone.wait("a first reminder is told", lambda: phone.notes("aloe"))
    phone.ack(phone.notes("aloe")[0])

    # Away; another client takes the id and throws away what waits.
    phone.close()
    reading("basil", 29)
    state(f"{BASE}/state/reminder/water-basil", lambda d: d and d["state"] == "sent", "a second one is sent")
    thief = Client(PORT, DEVICE, clean=True)
    thief.leave()
    phone = Phone()
    if phone.connack[0] != 0:
        fail("the session was not destroyed: nothing is tried here")
    phone.hello()
    phone.wait("what the thief destroyed comes again", lambda: phone.notes("basil"))
    again = phone.notes("basil")[0]
    if phone.notes("aloe"):
        fail("what was acknowledged came again")

    # Not acknowledged, and the bridge is killed: it is still known after the start, under the same id.
    phone.close()
    # Without an ack it is written after 5 s that the broker has it; nothing outside shows that. A kill before it must lose nothing either.
    time.sleep(7)
    bridge.send_signal(signal.SIGKILL)
    bridge.wait()
    bridge = start()
    phone = Phone()
    state(f"{BASE}/bridge/status", lambda d: d and d["online"] and d["session"] != session, "the bridge is back")
    # A hello in the moment in which the bridge connects may be taken for one that the broker had kept.
    phone.wait("it comes again after a kill", lambda: phone.notes("basil"), nudge=phone.hello)
    if set(phone.notes("basil")) != {again}:
        fail("under another id")
    for _ in phone.notes("basil"):
        phone.ack(again)

    # What was answered is repeated to nobody; that it is taken back is.
    reading("chili", 29)
    phone.wait("a third reminder", lambda: phone.notes("chili"))
    phone.up(
        "action",
        {"id": str(uuid.uuid4()), "category": "WATERING_REMINDER", "action": "water_done", "plant": "chili", "at": int(time.time())},
    )
    phone.wait("it is taken back", lambda: [d for k, d in phone.inbox if k == "withdraw"])
    phone.inbox.clear()
    phone.hello()
    phone.wait("the withdrawal comes again without an ack", lambda: [d for k, d in phone.inbox if k == "withdraw"])
    if phone.notes("chili"):
        fail("an answered reminder was repeated")

    # A command that is published retained while the bridge listens.
    phone.inbox.clear()
    order = {"id": str(uuid.uuid4()), "category": "WATERING_CONTROL", "action": "countdown_start", "value": 60, "at": int(time.time())}
    phone.up("action", order, retain=True)
    phone.up("action", dict(order, id=str(uuid.uuid4()), value=0))
    phone.wait("the message behind it is answered", lambda: [d for k, d in phone.inbox if k == "ack"])
    if any(k == "ack" and d.get("re") == order["id"] or k == "activity" for k, d in phone.inbox):
        fail("a retained command acted")
    state(f"{BASE}/d/{DEVICE}/up/action", lambda d: d is None, "it is cleared")
finally:
    bridge.terminate()
    if bridge.wait(20) != 0:
        fail("the bridge did not end well")
print("done", flush=True)
