#!/usr/bin/env python3
"""What a message costs that nothing comes of, beside a reading: refusals.py LOAM PORT FOLDER REACH

One device after the other sends as fast as it can, at QoS 0; a phone presses stop meanwhile. Prints CPU of the bridge for each message.
"""

import json
import subprocess
import sys
import threading
import time
import uuid

from little_mqtt import Client, packet, publication
from loopback import MORTAL

LOAM, PORT, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
BASE, COUNT, PIECE = "plants/v1", int(sys.argv[5]) if len(sys.argv) > 5 else 20_000, 100
acks, status = {}, {}


def fail(what):
    print(f"FAILED: {what}", flush=True)
    sys.exit(1)


def action(action, **more):
    doc = {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_CONTROL", "action": action, "at": int(time.time()), **more}
    return doc["id"], json.dumps(doc).encode()


def config():
    text = open(__file__.replace("refusals.py", "flood.yaml")).read().replace("port: 1883", sys.argv[4])
    text += f"store: {{path: {FOLDER}/store}}\nsensors:\n  s0: {{family: zigbee2mqtt, topic: zigbee2mqtt/p0}}\n"
    text += "plants:\n  p0: {name: P0, sensors: s0, dry_below: 30%}\n"
    open(f"{FOLDER}/refusals.yaml", "w").write(text)
    return f"{FOLDER}/refusals.yaml"


def worked():
    """CPU time of the bridge so far, microseconds."""
    return int(open(f"/proc/{bridge.pid}/schedstat").read().split()[0]) / 1000


def listen():
    while True:
        for topic, payload, _ in ears.take(60):
            if topic.endswith("status"):
                status.update(json.loads(payload))
            else:
                acks[json.loads(payload).get("re")] = time.monotonic()


def wait(what, probe, seconds=120):
    end = time.monotonic() + seconds
    while not probe():
        if time.monotonic() > end or bridge.poll() is not None:
            fail(what)
        time.sleep(0.005)


def stop():
    """Returns how long until it is answered."""
    asked, payload = action("water_stop_all")
    began = time.monotonic()
    phone.send(f"{BASE}/d/anna-phone/up/action", payload)
    wait("the stop is answered", lambda: asked in acks)
    return acks[asked] - began


def cost(name, topic, payloads, presses=False):
    """CPU for each of so many messages, and how long the slowest of the stops took that were pressed meanwhile."""
    sender = Client(PORT, name)
    before, began, slowest = worked(), time.monotonic(), 0
    for n in range(0, COUNT, PIECE):
        sender.socket.sendall(b"".join(publication(topic, payloads[(n + i) % len(payloads)]) for i in range(PIECE)))
        if presses and n == COUNT // 2:
            slowest = stop()
    sender.socket.sendall(publication(topic + "/end", b"", 1, 1))
    sender.until(0x40)
    if presses:
        slowest = max(slowest, stop())
    sender.socket.sendall(packet(0xE0, b""))
    rate = COUNT / (time.monotonic() - began)
    spent = (worked() - before) / COUNT
    stops = f"; stops after {slowest:.3f} s at most" if presses else ""
    print(f"{name} on {topic}: {spent:.1f} µs each at {rate:.0f} a second{stops}", flush=True)
    return spent


def compare(name, topic, payloads):
    """A neighbour on the processor makes what runs beside it dearer, never cheaper: of five pairs of refusals and readings one must show it.
    Stops are pressed in the first alone: of more than thirty in a row not each is answered."""
    for pair in range(5):
        reading = cost("zigbee2mqtt", "zigbee2mqtt/p0", [b'{"soil_moisture":31}'])
        if cost(name, topic, payloads, presses=pair == 0) <= 1.5 * reading:
            return
    fail("a message that is refused costs more than a reading")


log = open(f"{FOLDER}/log", "w")
bridge = subprocess.Popen([*MORTAL, LOAM, "run", "--config", config()], stderr=log)
ears = Client(PORT, "ears", [f"{BASE}/bridge/status", f"{BASE}/d/anna-phone/dn/ack"])
threading.Thread(target=listen, daemon=True).start()
phone = Client(PORT, "anna-phone")
wait("the bridge is online", lambda: status.get("online"))
water = [action("water_start", plant="p0")[1] for _ in range(500)]
for name, kind, payloads in (
    ("stranger", "action", [b"garbage"]),
    ("stranger", "action", water),
    ("wall-tablet", "action", [b'{"v":1,']),
    ("wall-tablet", "action", water),
    ("wall-tablet", "action", [action("water_stop_all")[1]]),
    ("anna-watch", "action", water),
    ("anna-watch", "action", [action("water_stop_all")[1]]),
    ("anna-watch", "set", [b"garbage"]),
    ("anna-watch", "ack", [json.dumps({"v": 1, "re": str(uuid.uuid4()), "ok": True, "code": "accepted", "ts": 1}).encode()]),
    ("anna-watch", "presence", [b'{"v":1,"online":true}']),
    ("anna-watch", "hello", [b"garbage"]),
    ("anna-watch", "msg", [b"garbage"]),
    ("anna-watch", "part", [b"garbage"]),
):
    compare(name, f"{BASE}/d/{name}/up/{kind}", payloads)
bridge.terminate()
sys.exit(bridge.wait(20))
