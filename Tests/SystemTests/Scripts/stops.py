#!/usr/bin/env python3
"""Stops beside a flood: stops.py LOAM PORT FOLDER REACH COUNT [SECONDS]

A viewer sends orders at QoS 0, 30 000 a second where the machine can; a phone presses stop once a second meanwhile. Each stop must be
answered before the flood ends; where SECONDS is given, none later than that.
"""

import json
import multiprocessing
import subprocess
import sys
import time
import uuid

from little_mqtt import Client, publication
from loopback import MORTAL

LOAM, PORT, FOLDER, REACH, COUNT = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5])
BOUND = float(sys.argv[6]) if len(sys.argv) > 6 else None
BASE, RATE, PIECE = "plants/v1", 30_000, 300


def fail(what):
    print(f"FAILED: {what}", flush=True)
    sys.exit(1)


def config():
    text = open(__file__.replace("stops.py", "flood.yaml")).read().replace("port: 1883", REACH)
    text += f"store: {{path: {FOLDER}/store}}\nsensors:\n  s0: {{family: zigbee2mqtt, topic: zigbee2mqtt/p0}}\n"
    text += "plants:\n  p0: {name: P0, sensors: s0, dry_below: 30%}\n"
    open(f"{FOLDER}/stops.yaml", "w").write(text)
    return f"{FOLDER}/stops.yaml"


def order(action, **more):
    doc = {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_CONTROL", "action": action, "at": int(time.time()), **more}
    return doc["id"], json.dumps(doc).encode()


def flood(sent, ended):
    tablet = Client(PORT, "wall-tablet")
    piece = b"".join(publication(f"{BASE}/d/wall-tablet/up/action", order("water_start", plant="p0")[1]) for _ in range(PIECE))
    began = time.monotonic()
    while not ended.is_set():
        tablet.socket.sendall(piece)
        sent.value += PIECE
        time.sleep(max(0, began + sent.value / RATE - time.monotonic()))


bridge = subprocess.Popen([*MORTAL, LOAM, "run", "--config", config()], stderr=open(f"{FOLDER}/log", "w"))
phone = Client(PORT, "anna-phone", [f"{BASE}/bridge/status", f"{BASE}/d/anna-phone/dn/ack"])
while not any(b'"online":true' in payload for _, payload, _ in phone.take(120)):
    pass
sent, ended = multiprocessing.Value("L"), multiprocessing.Event()
other = multiprocessing.Process(target=flood, args=(sent, ended), daemon=True)
other.start()
slowest, began, before = 0, time.monotonic(), 0
for n in range(COUNT):
    while sent.value == before:
        time.sleep(0.01)
    re, payload = order("water_stop_all")
    pressed = time.monotonic()
    phone.send(f"{BASE}/d/anna-phone/up/action", payload)
    answer = None
    while not answer:
        if time.monotonic() > pressed + 60:
            fail(f"stop {n + 1} of {COUNT} was not answered")
        answer = next((doc for _, body, _ in phone.take(1) if (doc := json.loads(body)).get("re") == re), None)
    if not answer["ok"]:
        fail(f"stop {n + 1} of {COUNT}: {answer}")
    slowest, before = max(slowest, time.monotonic() - pressed), sent.value
    time.sleep(max(0, pressed + 1 - time.monotonic()))
rate = sent.value / (time.monotonic() - began)
ended.set()
other.join(60)
print(f"stops: {COUNT} of {COUNT} answered beside {rate:.0f} orders a second, the slowest after {slowest:.3f} s", flush=True)
if BOUND and slowest > BOUND:
    fail(f"a stop was answered after {slowest:.3f} s; at most {BOUND} s")
bridge.terminate()
sys.exit(bridge.wait(20))
