#!/usr/bin/env python3
"""Ends the bridge while a reminder waits in its digest window, starts it again, and counts what the phone is told.

    restarts.py LOAM_BINARY BROKER_PORT WORK_FOLDER ROUNDS SEED JUDGED_S

Each round dries one plant. The bridge ends at a random moment of the window, by SIGTERM or SIGKILL; in most rounds it is away until
the reminder's moment is over. Each reminder must be told once. One that is told later than 2 s after the start (or after its moment,
where that is later) is counted as late; later than JUDGED_S fails, so that a machine under load is no fault.
"""

import json
import random
import signal
import sys
import threading
import time

from bridge_kit import BASE, DEVICE, LATE, Bridge, client, write_config
from documents import plants_of

PROGRAM, PORT, FOLDER, ROUNDS = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
SEED, JUDGED = int(sys.argv[5]), float(sys.argv[6])
WINDOW, LIMIT = 1, 120
random.seed(SEED)
problems, heard = [], threading.Condition()
states, opened, told = {}, {}, {}


def on_message(_, __, m):
    doc = json.loads(m.payload) if m.payload else None
    with heard:
        if m.topic.endswith("/dn/notify"):
            for plant in plants_of(doc):
                told.setdefault(plant, {}).setdefault((doc["note"]["id"], doc["note"]["rev"]), time.time())
        elif "/state/plant/" in m.topic and doc:
            states[m.topic.rsplit("/", 1)[1]] = doc["s"]
        elif "/state/reminder/" in m.topic:
            # It waits for its window from then on.
            opened.setdefault(m.topic.rsplit("/", 1)[1], time.time())
        heard.notify_all()


def wait(what, truth):
    with heard:
        if not heard.wait_for(truth, LIMIT):
            problems.append(f"{what}: not within {LIMIT} s")
            return False
    return True


bridge = Bridge(PROGRAM, write_config(FOLDER, ROUNDS + 1, {"digest_window": f"{WINDOW}s"}), FOLDER, problems)
phone, probe = client(DEVICE, PORT, on_message), client("probe", PORT, on_message)
phone.subscribe([(f"{BASE}/d/{DEVICE}/dn/#", 1), (f"{BASE}/state/#", 1)])
late, worst, passed, terms = 0, 0.0, 0, 0


def dry(n):
    """Until the reminder waits; its moment."""
    plant, key = f"p{n}", f"water-p{n}"
    if not wait(f"{plant} is known", lambda: plant in states):
        return None
    probe.publish(f"probe/{n}", "45.5", qos=1)
    if not wait(f"{plant} is fine", lambda: states.get(plant) == "ok"):
        return None
    probe.publish(f"probe/{n}", "26.5", qos=1)
    if not wait(f"{plant} has a reminder", lambda: key in opened):
        return None
    return opened[key] + WINDOW


for n in range(ROUNDS):
    due = dry(n)
    if due is None:
        break
    time.sleep(random.uniform(0, WINDOW * 0.8))
    how = random.choice([signal.SIGTERM, signal.SIGKILL])
    terms += how == signal.SIGTERM
    bridge.end(how)
    before = bool(told.get(f"p{n}"))
    if random.random() < 0.8:
        time.sleep(max(0, due + random.uniform(0, 0.5) - time.time()))
    bridge.start()
    if not wait(f"p{n} is told", lambda: told.get(f"p{n}")):
        break
    if not before:
        passed += due < bridge.started
        overdue = min(told[f"p{n}"].values()) - max(bridge.started, due)
        worst, late = max(worst, overdue), late + (overdue > LATE)
        if overdue > JUDGED:
            problems.append(f"p{n} was told {overdue:.1f} s late")
# Whatever would come twice has come before this one does.
if not problems and dry(ROUNDS) is not None:
    bridge.end(signal.SIGTERM)
    bridge.start()
    wait("the last one is told", lambda: told.get(f"p{ROUNDS}"))
for plant, notes in told.items():
    if len(notes) != 1:
        problems.append(f"{plant} was told {len(notes)} times")
bridge.end(signal.SIGTERM)
for problem in problems[:20]:
    print("  " + problem)
print(
    f"{ROUNDS} restarts ({terms} SIGTERM), {passed} past the moment, told {len(told)}, {late} late (slowest {worst:.2f} s), "
    f"{len(problems)} problems, seed {SEED}",
    flush=True,
)
sys.exit(1 if problems or passed < ROUNDS / 4 else 0)
