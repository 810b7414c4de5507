"""Water stops on a slow link, beside documents for 400 plants that all have something to say at once: slow_link.py LOAM FOLDER

150 ms each way. The broker takes 20 messages at a time, mosquitto's own default: the shipped settings have room for more.
"""

import json
import pathlib
import re
import subprocess
import sys
import threading
import time
import uuid

from little_mqtt import Client
from loopback import MORTAL, Broker
from slow_line import SlowLine

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
BASE, PLANTS, DELAY, RUN = "plants/v1", 400, 0.15, 4
# A close leaves at once and takes one way; the rest is for a machine that does something else as well.
BOUND = 2 * DELAY + 1.2
TRIES = 3
# Bytes that leave between a stop and the close: what was read before it, on any machine. The documents of all plants are twenty times that.
BEHIND_MAX = 20_000

broker = Broker(FOLDER / "broker").start()
line = SlowLine(broker.port)
config = {
    "site": {"name": "slow", "time_zone": "UTC"},
    "broker": {"host": "127.0.0.1", "port": line.port},
    "store": {"path": f"{FOLDER}/store"},
    "sensors": {f"s{n}": {"family": "plain", "topic": f"probe/{n}", "fields": {"moisture": {"unit": "percent"}}} for n in range(PLANTS)},
    "plants": {f"p{n}": {"name": f"P{n}", "sensors": f"s{n}", "dry_below": "30%"} for n in range(PLANTS)},
    "valves": {
        "bed-valve": {
            "family": "template",
            "topic": "valve/bed",
            "no_device_timer": "accepted",
            "no_meter": "accepted",
            "template": {"command_topic": "valve/bed/set", "open": "ON", "close": "OFF", "open_word": "ON", "closed_word": "OFF"},
        }
    },
    "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {"anna-phone": {"role": "operator"}}}},
}
config["plants"]["bed"] = {"name": "Bed", "watering": {"valve": "bed-valve", "duration": "60s"}}
(FOLDER / "loam.yaml").write_text(json.dumps(config))
log = open(FOLDER / "log", "wb")
bridge = subprocess.Popen([*MORTAL, LOAM, "run", "--config", FOLDER / "loam.yaml"], stdout=log, stderr=log)
heard, acks, orders, between = {}, {}, [], []


def valve():
    me = Client(broker.port, "valve", ["valve/bed/set"])
    while True:
        for _, payload, _ in me.take(60):
            orders.append((time.monotonic(), payload))
            me.send("valve/bed", payload)


def listen():
    me = Client(broker.port, "reader", [f"{BASE}/state/plant/+", f"{BASE}/bridge/status", f"{BASE}/d/anna-phone/dn/ack"])
    while True:
        for topic, payload, _ in me.take(60):
            doc = json.loads(payload) if payload else {}
            if topic.endswith("/ack"):
                acks[doc.get("re")] = doc["code"]
            heard[topic] = doc


def wait(what, probe, seconds=120):
    end = time.monotonic() + seconds
    while not probe():
        if time.monotonic() > end or bridge.poll() is not None:
            print(f"FAILED: {what}; orders {orders[-4:]}; acks {acks}; {heard.get(f'{BASE}/state/plant/p50')}", flush=True)
            print("".join(open(FOLDER / "log").readlines()[-20:]), flush=True)
            sys.exit(1)
        time.sleep(0.01)


def act(action, **more):
    doc = {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_CONTROL", "action": action, "at": int(time.time()), **more}
    line.watch(doc["id"].encode())
    phone.send(f"{BASE}/d/anna-phone/up/action", json.dumps(doc).encode())
    return doc["id"]


def burst(value):
    for n in range(PLANTS):
        probe.send(f"probe/{n}", str(value).encode())


def is_said(value):
    return all(heard.get(f"{BASE}/state/plant/p{n}", {}).get("m") == value for n in range(PLANTS))


def opened(seconds):
    """Returns when the valve was told."""
    before = len(orders)
    act("water_start", plant="bed", value=seconds)
    wait("the valve is opened", lambda: orders[before:] and orders[-1][1] == b"ON")
    return orders[-1][0]


def closed():
    """Returns when the valve was told."""
    wait("the valve is closed", lambda: orders[-1][1] == b"OFF")
    return orders[-1][0]


def stop():
    """How long after the bridge could read it the valve hears a stop; what has left between."""
    opened(60)
    burst(45)
    time.sleep(0.5)
    line.sought = re.compile(rb"valve/bed/set.{0,40}OFF", re.DOTALL)
    asked = act("water_stop_all")
    took = closed() - line.came(asked.encode())
    between.append(line.left_at[0] - line.came_at[asked.encode()])
    line.sought, line.left_at = None, []
    wait("the stop is answered", lambda: acks.get(asked) == "accepted")
    freed = act("water_release")
    wait("it is released", lambda: acks.get(freed) == "accepted")
    return took


def end():
    """How long after its end the valve of a run hears so."""
    began = opened(RUN)
    time.sleep(RUN - 0.5)
    burst(45)
    return closed() - began - RUN


def quiet():
    line.delay = 0.0
    burst(40)
    wait("all of it is said", lambda: is_said(40))
    line.delay = DELAY


phone, probe = Client(broker.port, "anna-phone"), Client(broker.port, "probes")
threading.Thread(target=valve, daemon=True).start()
threading.Thread(target=listen, daemon=True).start()
wait("the bridge is online", lambda: heard.get(f"{BASE}/bridge/status", {}).get("online"))
quiet()
took = stop()
print(f"stop to closed: {took:.2f} s, behind {between[0]} bytes (at most {BEHIND_MAX})", flush=True)
ends = []
while not ends or min(ends) > BOUND and len(ends) < TRIES:
    quiet()
    ends.append(end())
print(f"end to closed: {', '.join(f'{late:.2f}' for late in ends)} s (at most {BOUND:.2f})", flush=True)
if between[0] > BEHIND_MAX or min(ends) > BOUND:
    sys.exit(1)
if "could not leave" in open(FOLDER / "log").read():
    print("FAILED: something could not leave", flush=True)
    sys.exit(1)
bridge.terminate()
sys.exit(bridge.wait(30))
