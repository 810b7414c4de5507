#!/usr/bin/env python3
"""Kills the bridge with SIGKILL at random moments while readings, answers and sets flow, and counts what people saw.

    kill9.py LOAM_BINARY BROKER_PORT WORK_FOLDER KILLS [SEED]

Ten plants dry and are watered again and again. Each dry spell must bring exactly one reminder (one note id, whatever is
redelivered), each answer must be applied once (the same result for each repeat of its id), each set must raise the
revision by one. Nothing may be lost: every spell is waited for across the kills.
"""
import collections
import json
import random
import signal
import subprocess
import sys
import time
import uuid

import paho.mqtt.client as mqtt

LOAM, PORT, FOLDER, KILLS = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
random.seed(SEED)
BASE, DEVICE, PLANTS = "plants/v1", "anna-phone", 10
problems = []


def new_id():
    t = int(time.time() * 1000)
    return str(uuid.UUID(int=(t << 80) | (0x7 << 76) | (random.getrandbits(12) << 64) | (0b10 << 62) | random.getrandbits(62)))


config = {"site": {"name": "kill", "time_zone": "UTC"}, "broker": {"host": "127.0.0.1", "port": PORT},
          "store": {"path": f"{FOLDER}/store"},
          "sensors": {f"s{i}": {"family": "plain", "topic": f"probe/{i}", "fields": {"moisture": {"unit": "percent"}}} for i in range(PLANTS)},
          "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%", "dwell": "0s"} for i in range(PLANTS)},
          "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {DEVICE: {"role": "operator"}}}},
          "reminders": {"digest_window": "0s"}}
path = f"{FOLDER}/kill9.yaml"
open(path, "w").write(json.dumps(config, indent=1))  # JSON is YAML


class Bridge:
    def __init__(self):
        self.log = open(f"{FOLDER}/loam.log", "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen([LOAM, "run", "--config", path], stderr=self.log, stdout=self.log)

    def kill(self):
        if self.process.poll() is not None:
            problems.append(f"the bridge ended by itself with {self.process.returncode}")
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


notes = collections.defaultdict(set)      # spell → note ids seen
codes = collections.defaultdict(list)     # message id → codes answered
states, controls, reminders = {}, {}, {}
duplicates = 0
seen_revisions = set()


def on_message(_, __, m):
    global duplicates
    doc = json.loads(m.payload) if m.payload else None
    if m.topic.endswith("/dn/notify"):
        about = [p["id"] for p in doc.get("plants") or [doc["plant"]]] if doc["note"]["key"].startswith("water-") else []
        for plant in about:
            spells[plant].notes.add(doc["note"]["id"])
        key = (doc["note"]["id"], doc["note"]["rev"])
        duplicates += key in seen_revisions
        seen_revisions.add(key)
    elif m.topic.endswith("/dn/ack"):
        codes[doc["re"]].append(doc["code"])
    elif "/state/plant/" in m.topic and doc:
        states[m.topic.rsplit("/", 1)[1]] = doc
    elif "/state/reminder/" in m.topic:
        reminders[m.topic.rsplit("/", 1)[1]] = doc
    elif "/state/control/" in m.topic and doc:
        controls[m.topic.rsplit("/", 1)[1]] = doc


class Spell:
    """One plant's life: wet → dry → reminded → answered (or not) → wet …"""

    def __init__(self, name, number):
        self.name, self.number, self.notes, self.count = name, number, set(), 0
        self.step, self.since, self.action, self.answered = "wet", 0, None, 0
        self.tell(45)

    def tell(self, value):
        self.value = value
        self.since = time.time()
        probe.publish(f"probe/{self.number}", f"{value + random.random():.2f}", qos=1)

    def turn(self):
        waited = time.time() - self.since
        state = states.get(self.name, {}).get("s")
        if self.step == "wet" and state == "ok" and waited > 1.2:  # answers are dated in whole seconds: no spell is shorter
            self.notes = set()
            self.tell(26)
            self.step = "dry"
        elif self.step == "dry" and self.notes and state == "dry":
            self.count += 1
            if random.random() < 0.5:
                self.action = {"v": 1, "id": new_id(), "category": "WATERING_REMINDER",
                               "action": "water_done", "plant": self.name, "at": int(time.time())}
                self.resend()
                self.step = "answering"
            else:
                self.finish()
        elif self.step == "answering":
            got = codes[self.action["id"]]
            if got:
                # Two "done" for one plant within ten minutes are one: the second is told so.
                if got[0] not in ("accepted", "duplicate", "already_done"):
                    problems.append(f"{self.name}: answer got {got}")
                self.answered += 1
                self.resend()  # a repeat must change nothing
                self.finish()
            elif waited > 1:
                self.resend()
        elif waited > 2:
            self.tell(self.value)  # a probe repeats itself

    def resend(self):
        self.since = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/action", json.dumps(self.action), qos=1)

    def finish(self):
        if len(self.notes) != 1:
            problems.append(f"{self.name}: one dry spell, {len(self.notes)} reminders: {self.notes}")
        self.step = "wet"
        self.tell(45)


def client(name):
    c = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
    c.on_message = on_message
    c.connect("127.0.0.1", PORT)
    c.loop_start()
    return c


spells = {}
phone, probe = client(DEVICE), client("probe")
phone.subscribe([(f"{BASE}/d/{DEVICE}/dn/#", 1), (f"{BASE}/state/#", 1)])
bridge = Bridge()
time.sleep(1)
spells = {f"p{i}": Spell(f"p{i}", i) for i in range(PLANTS)}
sets, move, kills = 0, None, 0
next_kill = time.time() + 1
deadline = time.time() + KILLS * 2 + 120
while kills < KILLS and time.time() < deadline:
    for spell in spells.values():
        spell.turn()
    limit = controls.get("p0-moisture-min")
    if move and codes[move["id"]]:
        if codes[move["id"]][0] == "accepted" or codes[move["id"]][0] == "duplicate":
            sets += 1
        move = None
    elif move and time.time() - move_sent > 1:
        move_sent = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/set", json.dumps(move), qos=1)
    elif not move and limit and random.random() < 0.02:
        first_revision = limit["rev"] if sets == 0 else first_revision
        move = {"v": 1, "id": new_id(), "control": "p0-moisture-min", "value": random.choice([28, 29, 30, 31]), "unit": "%", "at": int(time.time())}
        move_sent = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/set", json.dumps(move), qos=1)
    if time.time() > next_kill:
        bridge.kill()
        kills += 1
        bridge.start()
        next_kill = time.time() + random.choice([0.05, 0.1, 0.2, 0.4, 0.8]) * (0.5 + random.random())
    time.sleep(0.005)

# Quiet: everything that is open must come to its end.
deadline = time.time() + 150
while time.time() < deadline and any(s.step == "answering" or (s.step == "dry" and not s.notes) for s in spells.values()):
    for spell in spells.values():
        if spell.step != "wet":
            spell.turn()
    time.sleep(0.02)
time.sleep(0.5)
for spell in spells.values():
    if spell.step == "dry" and not spell.notes:
        problems.append(f"{spell.name}: the reminder was lost; state {states.get(spell.name)}, "
                        f"reminder {reminders.get('water-' + spell.name)}")
for message, got in codes.items():
    # A redelivered ack repeats the first code; a second judgement would be another one.
    if set(got[1:]) - {got[0], "duplicate"}:
        problems.append(f"{message}: answered {got}")
if sets and not move:
    final = controls["p0-moisture-min"]["rev"]
    if final - first_revision != sets:
        problems.append(f"{sets} sets accepted, but the revision went from {first_revision} to {final}")
bridge.process.send_signal(signal.SIGTERM)
try:
    code = bridge.process.wait(6)
    if code != 0:
        problems.append(f"SIGTERM ended with {code}")
except subprocess.TimeoutExpired:
    problems.append("SIGTERM did not end it within 6 s")
    bridge.process.kill()
total, answers = sum(s.count for s in spells.values()), sum(s.answered for s in spells.values())
print(f"{kills} kills, {total} dry spells, {answers} answers, {sets} sets, {duplicates} redelivered notifications (same id), "
      f"{len(problems)} problems, seed {SEED}", flush=True)
for problem in problems[:20]:
    print("  " + problem)
if kills < KILLS or total < KILLS / 10 or answers == 0 or sets == 0:
    print("  not enough happened to mean anything")
    sys.exit(1)
sys.exit(1 if problems else 0)
