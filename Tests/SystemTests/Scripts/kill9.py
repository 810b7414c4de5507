#!/usr/bin/env python3
"""Kills the bridge with SIGKILL at random moments while readings, answers, snoozes, digests and sets flow, and counts what people saw.

    kill9.py LOAM_BINARY BROKER_PORT WORK_FOLDER KILLS [SEED [JUDGED_S]]

Ten plants dry and are watered again and again. Each dry spell must bring exactly one reminder, and one more for each "later"
(a note id each, whatever is redelivered); each answer must be applied once (the same result for each repeat of its id), each set must
raise the revision by one. Nothing may be lost: every spell is waited for across the kills. A reminder that is told later than 2 s after
the start, or after its own moment where that is later, is counted as late; later than JUDGED_S (2 s where it is not given) fails.
1000 kills take about 20 minutes.
"""

import collections
import json
import random
import signal
import sys
import time

from bridge_kit import BASE, DEVICE, LATE, Bridge, Waiting, client, new_id, write_config
from documents import plants_of

PROGRAM, PORT, FOLDER, KILLS = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
JUDGED = float(sys.argv[6]) if len(sys.argv) > 6 else LATE
random.seed(SEED)
PLANTS, WINDOW, LATER_S = 10, 1, 5
problems = []
waiting = Waiting(WINDOW)
codes = collections.defaultdict(list)  # message id → codes answered
states, controls, reminders, spells = {}, {}, {}, {}
duplicates = digests = 0
seen = set()


def on_message(_, __, m):
    global duplicates, digests
    doc = json.loads(m.payload) if m.payload else None
    if m.topic.endswith("/dn/notify"):
        key = (doc["note"]["id"], doc["note"]["rev"])
        duplicates += key in seen
        digests += key not in seen and doc["note"]["key"] == "water-digest"
        for plant in plants_of(doc):
            if key not in seen:
                spells[plant].told(doc["note"]["id"])
            waiting.look(bridge.started)
            waiting.told(f"water-{plant}")
        seen.add(key)
    elif m.topic.endswith("/dn/ack"):
        # A device that sends too fast is told so, and its action was not judged; a slider's move was, for good.
        if doc["code"] != "rate_limited" or doc.get("control"):
            codes[doc["re"]].append(doc["code"])
    elif "/state/plant/" in m.topic and doc:
        states[m.topic.rsplit("/", 1)[1]] = doc
    elif "/state/reminder/" in m.topic:
        reminders[m.topic.rsplit("/", 1)[1]] = doc
        waiting.state(m.topic.rsplit("/", 1)[1], doc)
    elif "/state/control/" in m.topic and doc:
        controls[m.topic.rsplit("/", 1)[1]] = doc


class Spell:
    """One plant's life: wet → dry → reminded → put off (or not) → reminded again → answered (or not) → wet …"""

    def __init__(self, name, number):
        self.name, self.number, self.notes = name, number, []
        self.count = self.answered = self.snoozed = 0
        self.step, self.since, self.action, self.until = "wet", 0, None, 0
        self.say(45)

    def say(self, value):
        self.value = value
        self.since = time.time()
        probe.publish(f"probe/{self.number}", f"{value + random.random():.2f}", qos=1)

    def told(self, note):
        # A digest that shrinks comes again under its id.
        if self.step == "snoozed" and time.time() < self.until - 1:
            problems.append(f"{self.name}: told {self.until - time.time():.1f} s before the snooze was over")
        if note not in self.notes or self.step == "snoozed":
            self.notes.append(note)

    def turn(self):
        waited = time.time() - self.since
        state = states.get(self.name, {}).get("s")
        if self.step == "wet" and state == "ok" and waited > 1.2:  # answers are dated in whole seconds: no spell is shorter
            self.notes = []
            self.say(26)
            self.step = "dry"
        elif self.step == "dry" and self.notes and state == "dry":
            self.count += 1
            chance = random.random()
            if chance < 0.2:
                self.answer("water_later", "putting off")
            elif chance < 0.6:
                self.answer("water_done", "answering")
            else:
                self.finish()
        elif self.step == "putting off" and codes[self.action["id"]]:
            self.judge({"accepted", "duplicate"})
            reminder = reminders.get(f"water-{self.name}")
            if reminder and reminder["state"] == "snoozed":
                self.snoozed += 1
                self.until = reminder["until"]
                self.notes = []
                self.since = time.time()
                self.step = "snoozed"
            elif reminder and reminder["state"] == "sent" and reminder["sent"] >= self.action["at"] + LATER_S and len(self.notes) > 1:
                # The snooze was over before anybody had looked.
                self.snoozed += 1
                self.until = 0
                self.notes = self.notes[-1:]
                self.since = time.time()
                self.step = "snoozed"
        elif self.step == "snoozed":
            if self.notes:
                self.answer("water_done", "answering")
            elif waited > 2:
                self.say(self.value)
        elif self.step == "answering" and codes[self.action["id"]]:
            # Two "done" for one plant within ten minutes are one: the second is told so.
            self.judge({"accepted", "duplicate", "already_done"})
            self.answered += 1
            self.resend()  # a repeat must change nothing
            self.finish()
        elif self.step in ("answering", "putting off") and waited > 1:
            self.resend()
        elif waited > 2:
            self.say(self.value)  # a probe repeats itself

    def judge(self, allowed):
        if codes[self.action["id"]][0] not in allowed:
            problems.append(f"{self.name}: {self.action['action']} got {codes[self.action['id']]}")

    def answer(self, action, step):
        self.action = {
            "v": 1,
            "id": new_id(),
            "category": "WATERING_REMINDER",
            "action": action,
            "plant": self.name,
            "at": int(time.time()),
        }
        self.step = step
        self.resend()

    def resend(self):
        self.since = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/action", json.dumps(self.action), qos=1)

    def finish(self):
        if len(self.notes) != 1:
            problems.append(f"{self.name}: one dry spell, {len(self.notes)} reminders: {self.notes}")
        self.step = "wet"
        self.say(45)

    @property
    def isOpen(self):
        return self.step not in ("wet", "dry") or (self.step == "dry" and not self.notes)


config = write_config(FOLDER, PLANTS, {"digest_window": f"{WINDOW}s", "later_after": f"{LATER_S}s"})
phone, probe = client(DEVICE, PORT, on_message), client("probe", PORT, on_message)
bridge = Bridge(PROGRAM, config, FOLDER, problems)
phone.subscribe([(f"{BASE}/d/{DEVICE}/dn/#", 1), (f"{BASE}/state/#", 1)])
limit = time.time() + 120
while not controls:
    if time.time() > limit:
        sys.exit("the bridge did not start")
    time.sleep(0.01)
for i in range(PLANTS):
    spells[f"p{i}"] = Spell(f"p{i}", i)
sets, move, kills = 0, None, 0
move_sent, first_revision = 0, 0
next_kill = time.time() + 1
deadline = time.time() + KILLS * 3 + 120
while kills < KILLS and time.time() < deadline:
    for spell in spells.values():
        spell.turn()
    waiting.look(bridge.started)
    slider = controls.get("p0-dry-below")
    if move and codes[move["id"]]:
        if codes[move["id"]][0] == "accepted" or codes[move["id"]][0] == "duplicate":
            sets += 1
        move = None
    elif move and time.time() - move_sent > 1:
        move_sent = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/set", json.dumps(move), qos=1)
    elif not move and slider and random.random() < 0.02:
        first_revision = slider["rev"] if sets == 0 else first_revision
        move = {
            "v": 1,
            "id": new_id(),
            "control": "p0-dry-below",
            "value": random.choice([28, 29, 30, 31]),
            "unit": "%",
            "at": int(time.time()),
        }
        move_sent = time.time()
        phone.publish(f"{BASE}/d/{DEVICE}/up/set", json.dumps(move), qos=1)
    if time.time() > next_kill:
        bridge.end(signal.SIGKILL)
        kills += 1
        # Now and then it is away for so long that things fall due meanwhile.
        if random.random() < 0.15:
            time.sleep(random.uniform(0.5, 2.5))
        bridge.start()
        next_kill = time.time() + random.choice([0.05, 0.1, 0.2, 0.4, 0.8, 2.5]) * (0.5 + random.random())
    time.sleep(0.005)

# Quiet: everything that is open must come to its end.
deadline = time.time() + 300
while time.time() < deadline and any(s.isOpen for s in spells.values()):
    for spell in spells.values():
        if spell.step != "wet":
            spell.turn()
    waiting.look(bridge.started)
    time.sleep(0.02)
lost = [s for s in spells.values() if s.isOpen]
if move and not codes[move["id"]]:
    problems.append(f"a set was lost: {move}")
elif move:
    sets += codes[move["id"]][0] in ("accepted", "duplicate")
    move = None
for spell in lost:
    problems.append(
        f"{spell.name}: lost while {spell.step}; state {states.get(spell.name)}, reminder {reminders.get('water-' + spell.name)}"
    )
for message, got in codes.items():
    # A redelivered ack repeats the first code; a second judgement would be another one.
    if set(got[1:]) - {*got[:1], "duplicate"}:
        problems.append(f"{message}: answered {got}")
if sets and not move:
    # The snapshot comes after the answer.
    while time.time() < deadline and controls["p0-dry-below"]["rev"] - first_revision < sets:
        time.sleep(0.02)
    final = controls["p0-dry-below"]["rev"]
    if final - first_revision != sets:
        problems.append(f"{sets} sets accepted, but the revision went from {first_revision} to {final}")
bridge.end(signal.SIGTERM)
if waiting.worst > JUDGED:
    problems.append(f"told {waiting.worst:.1f} s late")
total, answers, snoozes = (sum(getattr(s, what) for s in spells.values()) for what in ("count", "answered", "snoozed"))
for problem in problems[:20]:
    print("  " + problem)
if kills < KILLS or total < KILLS / 10 or answers == 0 or sets < KILLS / 10 or snoozes == 0 or digests == 0:
    print("  not enough happened to mean anything")
    problems.append("too little")
doubled = sum("reminders:" in p for p in problems)
print(
    f"{kills} kills, {total} dry spells, {answers} answers, {snoozes} snoozes, {sets} sets, {digests} digests, {duplicates} redelivered "
    f"notifications (same id): {len(lost)} lost, {doubled} doubled, {waiting.late} late (slowest {waiting.worst:.2f} s), "
    f"{len(problems)} problems, seed {SEED}",
    flush=True,
)
sys.exit(1 if problems else 0)
