"""What people press while the bridge is killed, stopped, or cut off from the shipped broker: each press is acknowledged, and has effect once.

    answers.py LOAM FOLDER PRESSES [SEED [PROTOCOL]]

The phone sends each of them once, at QoS 1, and has the broker's PUBACK. Five presses a round: four answers, and a stop of water that runs.
Nobody resends: what the broker has taken must be enough.
"""

import collections
import json
import pathlib
import random
import signal
import sqlite3
import sys
import threading
import time

import paho.mqtt.client as mqtt
from bridge_kit import BASE, Bridge, new_id
from loopback import Broker, logged_in, reach_in
from machines import Line

LOAM, FOLDER, PRESSES = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
PROTOCOL = sys.argv[5] if len(sys.argv) > 5 else "5"
random.seed(SEED)
PATIENCE, PER_ROUND = 120, 5
ROUNDS = -(-PRESSES // PER_ROUND)
PHONE = "anna-phone"
WAYS = ("killed", "cut off", "stopped")

broker = Broker(FOLDER / "broker", "log_type all\n").start()
line = Line(broker.door)
problems, acks, states, orders = [], collections.defaultdict(list), {}, []


def fail(what):
    print(f"FAILED: {what}; {problems}; acks {dict(acks)}", flush=True)
    sys.exit(1)


def until(what, truth):
    end = time.monotonic() + PATIENCE
    while not truth():
        if time.monotonic() > end:
            return problems.append(f"{what} did not come within {PATIENCE} s")
        time.sleep(0.01)


def heard(_client, _data, message):
    document = json.loads(message.payload) if message.payload else None
    if message.topic == "zigbee2mqtt/bed/set":
        orders.append(document["state"])
        hands.publish("zigbee2mqtt/bed", json.dumps({"state": document["state"]}), qos=1)
    elif message.topic.endswith("/dn/ack"):
        acks[document["re"]].append(document["code"])
    else:
        states[message.topic.removeprefix(BASE + "/")] = document


def arrive(name, port, filters):
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311)
    listening = threading.Event()
    client.on_message = heard
    client.on_connect = lambda c, *_: c.subscribe([(words, 1) for words in filters])
    client.on_subscribe = lambda *_: listening.set()
    if port == broker.door:
        logged_in(client, name)
    client.connect("127.0.0.1", port)
    client.loop_start()
    if not listening.wait(PATIENCE):
        fail(f"{name} does not reach the broker")
    return client


def config():
    plants = {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%", "dwell": "0s"} for i in range(ROUNDS * 4)}
    # Each waters once: between two runs of a plant is a pause.
    for i in range(ROUNDS):
        plants[f"bed{i}"] = {"name": f"Bed {i}", "watering": {"valve": "bed", "duration": "300s", "duration_max": "600s"}}
    return {
        "site": {"name": "answers", "time_zone": "UTC"},
        "broker": {**reach_in(broker.folder, line.port), "protocol": PROTOCOL},
        "store": {"path": f"{FOLDER}/store"},
        "sensors": {
            f"s{i}": {"family": "plain", "topic": f"sensors/{i}", "fields": {"moisture": {"unit": "percent"}}} for i in range(ROUNDS * 4)
        },
        "valves": {"bed": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/bed"}},
        "plants": plants,
        "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {PHONE: {"role": "operator"}}}},
        "reminders": {"digest_window": "0s"},
    }


def press(action, plant, **more):
    """Returns its id, when the broker has it."""
    category = "WATERING_CONTROL" if action in ("water_start", "water_stop") else "WATERING_REMINDER"
    known = new_id()
    document = {"v": 1, "id": known, "category": category, "action": action, "plant": plant, "at": int(time.time()), **more}
    phone.publish(f"{BASE}/d/{PHONE}/up/action", json.dumps(document), qos=1).wait_for_publish(PATIENCE)
    return known


def go(way):
    if way == "cut off":
        line.breaks()
    else:
        bridge.end(signal.SIGKILL if way == "killed" else signal.SIGTERM)


def come_back(way):
    if way == "cut off":
        line.heals()
    else:
        bridge.start()


phone = arrive(PHONE, broker.door, [f"{BASE}/d/{PHONE}/dn/#", f"{BASE}/state/#"])
hands = arrive("hands", broker.port, ["zigbee2mqtt/bed/set"])
path = FOLDER / "bridge.yaml"
path.write_text(json.dumps(config(), indent=1))
bridge = Bridge(LOAM, path, FOLDER, problems)
until("the garden", lambda: "state/plant/bed0" in states)

pressed, done, slowest = [], [], 0.0
for number in range(ROUNDS):
    way = WAYS[number % len(WAYS)]
    mine = [f"p{number * 4 + i}" for i in range(4)]
    for plant in mine:
        hands.publish(f"sensors/{plant[1:]}", "20", qos=1)
    until(
        f"reminders of round {number}",
        lambda mine=mine: all((states.get(f"state/reminder/water-{p}") or {}).get("state") == "sent" for p in mine),
    )
    start = press("water_start", f"bed{number}", value=300)
    until(f"water of round {number}", lambda start=start: acks[start] and orders[-1:] == ["ON"])
    if problems:
        fail(way)
    go(way)
    presses = {press(action, plant): action for action, plant in zip(("water_done", "water_done", "water_later", "water_done"), mine)}
    stop = press("water_stop", f"bed{number}")
    time.sleep(random.uniform(0.0, 2.0))
    come_back(way)
    back = time.monotonic()
    until(
        f"acks of {len(presses) + 1} presses while it was {way} in round {number}",
        lambda wanted=(*presses, stop): all(acks[known] for known in wanted),
    )
    until(f"the stop pressed while it was {way} in round {number}", lambda: orders[-1:] == ["OFF"])
    slowest = max(slowest, time.monotonic() - back)
    if problems:
        fail(way)
    for known, action in presses.items():
        if set(acks[known]) != {"accepted"}:
            problems.append(f"{action}, {way}: {acks[known]}")
    # A bridge that is stopped closes by itself: then there is nothing to stop any more.
    if way != "stopped" and set(acks[stop]) != {"accepted"}:
        problems.append(f"stop, {way}: {acks[stop]}")
    done += [plant for action, plant in zip(("water_done", "water_done", "water_later", "water_done"), mine) if action == "water_done"]
    pressed += [*presses, stop]
    later = f"state/reminder/water-{mine[2]}"
    until(f"'later' of round {number}", lambda later=later: (states.get(later) or {}).get("state") == "snoozed")

bridge.end(signal.SIGTERM)
waterings = collections.Counter(
    row[0]
    for row in sqlite3.connect(f"file:{FOLDER}/store/history.sqlite?mode=ro", uri=True).execute("SELECT plant FROM watering WHERE kind = 1")
)
problems += [f"{plant}: done {waterings[plant]} times" for plant in done if waterings[plant] != 1]
problems += [f"{plant} was watered, as nobody said" for plant in waterings if plant not in done]
broker.stop()
if "not connected: another client" in (FOLDER / "loam.log").read_text():
    problems.append("the bridge was thrown out of its own session")
acked = sum(bool(acks[known]) for known in pressed)
print(
    f"{len(pressed)} pressed in {ROUNDS} rounds, {acked} acked, {sum(waterings.values())} waterings of {len(done)} said, slowest {slowest:.1f} s, seed {SEED}, MQTT {PROTOCOL}: {problems}"
)
sys.exit(1 if problems or acked != len(pressed) else 0)
