#!/usr/bin/env python3
"""ESPHome's own firmware (esphome_build.py) with probes, a valve and a heater, against a bridge.

    esphome.py LOAM FIRMWARE FOLDER

Filters, a probe that is told of only when it moves, one that is unplugged, °F, sleep, availability, and a run that the node ends by itself.
Says each step; exits 1 with the step that failed. The bridge runs esphome.yaml.
"""

import json
import pathlib
import signal
import sys
import time
import uuid

from loopback import reaching
from node import HouseBroker, Node
from producer import Bridge

LOAM, FIRMWARE, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def order(plant):
    """A watering that Anna asks for."""
    text = str(uuid.uuid4())
    made = {"v": 1, "id": text[:14] + "7" + text[15:], "category": "WATERING_CONTROL", "action": "water_start", "plant": plant}
    bridge.watch.publish("plants/v1/d/anna-phone/up/action", json.dumps({**made, "at": int(time.time())}), qos=1)


def keep(_, __, m):
    said.setdefault(m.topic.removeprefix("greenhouse/"), []).append(m.payload.decode())


broker = HouseBroker(FOLDER / "broker").start()
text = reaching(pathlib.Path(__file__).with_name("esphome.yaml").read_text(), broker.folder)
(FOLDER / "esphome.yaml").write_text(f"{text}store: {{path: {FOLDER}/store}}\n")
bridge, said = Bridge(LOAM, str(FOLDER / "esphome.yaml"), broker.port), {}
bridge.watch.message_callback_add("greenhouse/#", keep)
# Not its log, which it says there too.
bridge.watch.subscribe([("greenhouse/+/+/state", 1), ("greenhouse/status", 1)])
node = Node(FIRMWARE, FOLDER / "node", broker.door)
bridge.more = lambda: f"\nsaid: { {topic: words[-5:] for topic, words in said.items()} }\n{(FOLDER / 'node/log').read_bytes()[-2000:]}"

bridge.start()
node.measures(moisture=2.0, temperature=18.25, air=68, battery=2.9)
node.start()
bridge.until("2.0 V on the pin are 50 % by the node's own calibration", lambda: bridge.plant("kale") == 50)
bridge.until("the node's median of its thermometer", lambda: bridge.plant("kale", "c") == 18.3)
bridge.until("68 °F, of which the config alone knows the unit", lambda: bridge.plant("leek", "c") == 20)
bridge.until(
    "its valves are told to be closed, and say so",
    lambda: said["switch/bed/state"][-1] == "OFF" and said["valve/pipe/state"][-1] == "closed",
)
count = len(said["sensor/soil_moisture/state"])
node.measures(moisture=2.005)
bridge.until("the thermometer is told ten times more", lambda: len(said["sensor/soil_temperature/state"]) > 12)
if len(said["sensor/soil_moisture/state"]) != count:
    bridge.fail("what moves by less than the node's delta is not told")
if bridge.plant("kale", "s") != "ok":
    bridge.fail("a probe whose soil stands still is no silent one")
node.measures(moisture=2.16, battery=2.2)
bridge.until("drier soil", lambda: bridge.plant("kale") == 40 and bridge.plant("kale", "s") == "dry")
bridge.until("a weak battery", lambda: said["binary_sensor/probe_battery_low/state"][-1] == "ON")
node.measures(air=None)
bridge.until("a thermometer that is pulled off its wire is nan", lambda: said["sensor/air_temperature/state"][-1] == "nan")
bridge.until("and no number", lambda: bridge.plant("leek", "c") == 20)

order("kale")
bridge.until("the valve opens", lambda: node.is_open)
bridge.process.kill()
bridge.process.wait()
bridge.until("with nobody there it closes by itself", lambda: not node.is_open)
began, ended, waited = node.openings[-1]
if not 4.5 < ended - began < 5.5 + waited:
    bridge.fail(f"after its 5 s, not after {ended - began:.2f} s")
bridge.start()
order("beet")
bridge.until("its component `valve` opens", lambda: "open" in said["valve/pipe/state"][1:])
bridge.until("and closes", lambda: said["valve/pipe/state"][-1] == "closed")

node.kill(signal.SIGTERM)
bridge.until("a farewell", lambda: said["status"][-1] == "offline")
node = Node(FIRMWARE, FOLDER / "node", broker.door, SLEEPS="1")
node.measures(moisture=1.9)
heard = len(said["status"])
for _ in range(3):
    node.start().process.wait()
bridge.until("it wakes, speaks and sleeps", lambda: said["status"][heard:] == ["online", "offline"] * 3)
bridge.until("and what it said is not lost", lambda: bridge.plant("kale") == 56.2 or bridge.plant("kale") == 56.3)
broker_log = broker.clean_starts()
bridge.end()
broker.stop()
