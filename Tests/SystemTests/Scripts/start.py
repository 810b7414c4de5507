#!/usr/bin/env python3
"""What the bridge hears in the turn in which its start ends counts like any other.

    start.py LOAM PORT FOLDER

The bridge is held (SIGSTOP) while a person answers, until its start is over by its own clock. Then it hears all of it in one turn.
"""

import json
import signal
import subprocess
import sys
import time
import uuid

from little_mqtt import Client

LOAM, PORT, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
BASE, PLANTS, START_LASTS = "plants/v1", 5, 5

path = f"{FOLDER}/start.yaml"
REACH = open(f"{FOLDER}/reach").read()
with open(path, "w") as config:
    config.write(f"site: {{name: start, time_zone: UTC}}\nbroker: {{host: 127.0.0.1, {REACH}}}\nstore: {{path: {FOLDER}/store}}\nplants:\n")
    config.writelines(f"  p{n}: {{name: P{n}, water_every: 7d}}\n" for n in range(PLANTS))
    config.write("people:\n  anna: {name: Anna, devices: {anna-phone: {role: actor, language: en}}}\n")

bridge = subprocess.Popen([LOAM, "run", "--config", path], stderr=open(f"{FOLDER}/log", "w"))
try:
    phone = Client(PORT, "anna-phone", [f"{BASE}/bridge/status", f"{BASE}/d/anna-phone/dn/ack"])
    heard = {}

    def wait(what, probe, seconds=120):
        end = time.monotonic() + seconds
        while not probe():
            if time.monotonic() > end:
                print(f"FAILED: {what}: {heard}", flush=True)
                sys.exit(1)
            for _, payload, _ in phone.take(0.05):
                document = json.loads(payload) if payload else {}
                heard[document.get("re", "status")] = document

    wait("the bridge is online", lambda: heard.get("status", {}).get("online"))
    bridge.send_signal(signal.SIGSTOP)
    over, answers = time.monotonic() + START_LASTS, []
    for n in range(PLANTS):
        answers.append(str(uuid.uuid4()))
        phone.send(
            f"{BASE}/d/anna-phone/up/action",
            json.dumps(
                {
                    "v": 1,
                    "id": answers[n],
                    "category": "WATERING_REMINDER",
                    "action": "water_done",
                    "plant": f"p{n}",
                    "at": int(time.time()),
                }
            ).encode(),
        )
    while time.monotonic() < over:
        time.sleep(max(0, over - time.monotonic()))
    bridge.send_signal(signal.SIGCONT)
    wait("every answer is acknowledged", lambda: all(heard.get(a, {}).get("code") == "accepted" for a in answers))
finally:
    bridge.send_signal(signal.SIGCONT)
    bridge.terminate()
    bridge.wait(60)
print("done", flush=True)
