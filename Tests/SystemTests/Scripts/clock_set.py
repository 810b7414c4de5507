"""The clock of the bridge's machine is set, ahead and back: reminders and water come all the same: clock_set.py LOAM FOLDER

Nobody calls this clock synchronised; it is believed since the machine has been up for longer than a time service takes. Without that the
evidence is as good after each jump as it was before it.
"""

import itertools
import json
import os
import re
import subprocess
import sys
import time

from documents import plants_of
from fault_bench import BASE, PHONE, Bridge, FaultyBroker, Phone, client

LOAM, FOLDER = sys.argv[1], sys.argv[2]
HERE = os.path.dirname(os.path.abspath(__file__))
MINUTE, HOUR, DAY, YEAR = 60, 3600, 86_400, 31_536_000
JUMPS = [-10 * MINUTE, -HOUR, -DAY, 10 * MINUTE, HOUR, DAY, YEAR, 2_300_000_000 - int(time.time()), -YEAR]
# The program was made less than a year ago: no clock is right that shows an earlier time.
PAST = JUMPS[-1:]
PLANTS = 2 * len(JUMPS) + 1


def wait(what, probe, again=lambda: None, seconds=60):
    end, due = time.monotonic() + seconds, 0
    while not probe():
        if time.monotonic() > end or bridge.process.poll() is not None:
            print(f"FAILED: {what}\n" + "".join(open(f"{bridge.folder}/log").readlines()[-15:]), flush=True)
            sys.exit(1)
        if time.monotonic() > due:
            due = time.monotonic() + 1
            again()
        time.sleep(0.02)


def now():
    return time.time() + shift


def reads(n, value):
    phone.client.publish(f"probe/{n}", value, qos=1)


def told(n):
    with phone.lock:
        # A day later the first ones are due again, and one notification names them all.
        return any(f"p{n}" in plants_of(doc) for _, doc in phone.notes)


def answer(doc):
    return phone.acks.get(doc["id"], [None])[0]


def lives(what):
    """A plant that turns dry is told, water flows and stops, and an order that comes twice opens once."""
    # Three commands, and a device may send one a second.
    time.sleep(max(0, began + 3 * (next(turns) - 8) - time.monotonic()))
    n, opens = next(plants), phone.opens("bed")
    wait(f"{what}: a dry plant is told", lambda: told(n), lambda: reads(n, 25))
    order = phone.water("bed", 30, now())
    wait(f"{what}: an order is answered", lambda: answer(order))
    wait(f"{what}: an order is accepted, not {answer(order)}", lambda: answer(order) == "accepted")
    wait(f"{what}: the valve is told", lambda: phone.opens("bed") == opens + 1)
    valve.publish("pipe/bed", "ON", qos=1)
    phone.send(order)
    wait(f"{what}: the same order is a duplicate", lambda: len(phone.acks[order["id"]]) > 1)
    stop = {**order, "id": os.urandom(4).hex() + order["id"][8:], "action": "water_stop"}
    del stop["value"]
    phone.send(stop)
    wait(f"{what}: it is stopped", lambda: answer(stop) == "accepted" and "OFF" in phone.orders["bed"][-1][1])
    valve.publish("pipe/bed", "OFF", qos=1)
    wait(
        f"{what}: the run is over",
        lambda: not any((d or {}).get("state", "ended") != "ended" for k, d in phone.states.items() if "activity" in k),
    )
    if phone.opens("bed") != opens + 1:
        print(f"FAILED: {what}: the valve was opened twice", flush=True)
        sys.exit(1)


broker = FaultyBroker(FOLDER)
subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", f"{FOLDER}/machine.so", f"{HERE}/machine.c", "-ldl"], check=True)
config = {
    "site": {"name": "clock", "time_zone": "UTC"},
    "broker": {"host": "127.0.0.1", "port": broker.port},
    "sensors": {f"s{n}": {"family": "plain", "topic": f"probe/{n}", "fields": {"moisture": {"unit": "percent"}}} for n in range(PLANTS)},
    "plants": {
        **{f"p{n}": {"name": f"P{n}", "sensors": f"s{n}", "dry_below": "30%", "dwell": "0s"} for n in range(PLANTS)},
        "bed": {"name": "Bed", "watering": {"valve": "bed", "duration": "30s"}},
    },
    "valves": {
        "bed": {
            "family": "template",
            "topic": "pipe/bed",
            "no_device_timer": "accepted",
            "no_meter": "accepted",
            "template": {"command_topic": "pipe/bed/set", "open": "ON", "close": "OFF", "open_word": "ON", "closed_word": "OFF"},
        }
    },
    "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {PHONE: {"role": "operator"}}}},
    "reminders": {"digest_window": "0s"},
}
bridge = Bridge(LOAM, FOLDER, "bridge", config, f"{FOLDER}/machine.so")
# Up for an hour, whatever this machine has been.
bridge.set_clock(0, HOUR)
phone, shift, statuses, plants = Phone(broker.port), 0, [], iter(range(PLANTS))
valve = client(broker.port, "bed-valve", lambda *_: None, ["pipe/bed/set"])
status = client(broker.port, "reader", lambda _, __, m: statuses.append(json.loads(m.payload)), [f"{BASE}/bridge/status"])
bridge.start()
began, turns = time.monotonic(), itertools.count()
wait("the bridge is up", lambda: statuses and statuses[-1]["online"])
for plant in range(PLANTS):
    wait("all are moist", lambda n=plant: (phone.states.get(f"plant/p{n}") or {}).get("m") == 40, lambda n=plant: reads(n, 40))
lives("at first")
for jump in JUMPS:
    name, shift = f"{jump:+d} s", jump
    bridge.set_clock(shift)
    if jump in PAST:
        wait(f"{name}: the status says so, and why", lambda: (statuses[-1].get("clock"), statuses[-1].get("doubt")) == ("unset", "past"))
        refused = phone.water("bed", 30, now())
        wait(f"{name}: no water starts", lambda order=refused: answer(order) == "refused")
    else:
        lives(name)
    bridge.set_clock(0)
    shift = 0
    lives(f"{name}, and back")
    if statuses[-1].get("clock"):
        wait("the status has dates again", lambda: not statuses[-1].get("clock"))
    print(f"{name}, and back: told, watered, stopped", flush=True)
log = open(f"{bridge.folder}/log").read()
# A second passes between one clock and the other.
for words in (
    r"was set back by (3599|360[01]) s",
    r"was set ahead by (31535999|3153600[01]) s",
    "before this program was made",
    "clock: is believed",
):
    if not re.search(words, log):
        print(f"FAILED: the log does not say '{words}'\n{log[-3000:]}", flush=True)
        sys.exit(1)
bridge.stop()
broker.kill()
