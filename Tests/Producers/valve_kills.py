#!/usr/bin/env python3
"""Kills bridge, broker and firmware while the valve of config/esphome-valve.yaml is open: each opening must end by the node's own timer.

    valve_kills.py LOAM FIRMWARE FOLDER [KILLS [SEED]]

Several gardens at a time; in each Anna asks for SECONDS of water, what is killed falls at a random moment of the run and comes back at another. An
opening is measured on the node's own pin. One that is longer than SECONDS and the bound fails, but for what the node waited for this computer's
processor; so does one that nobody asked for. Exits 1 then.
"""

import json
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

from fault_bench import PHONE, Phone
from loopback import MORTAL, reach_in
from node import HouseBroker, Node

LOAM, FIRMWARE, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
KILLS = int(sys.argv[4]) if len(sys.argv) > 4 else 100
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
GARDENS, SECONDS, BOUND = 4, 3, 0.5
VICTIMS = ("bridge", "broker", "firmware")


class Garden:
    def __init__(self, number, kills):
        self.folder, self.kills, self.chance = FOLDER / f"garden-{number}", kills, random.Random(SEED * 100 + number)
        self.problems, self.asked, self.killed = [], 0, dict.fromkeys(VICTIMS, 0)
        self.broker = HouseBroker(self.folder / "broker")
        self.bridge = None

    def config(self):
        valve = {"family": "esphome", "topic": "greenhouse", "part": "bed", "command_topic": "greenhouse/bed/run", "answer_within": "5s"}
        return {
            "broker": {**reach_in(self.broker.folder), "keep_alive": "5s"},
            "store": {"path": str(self.folder / "store")},
            "plants": {"bed": {"name": "Bed", "watering": {"valve": "tap", "duration": "3s", "duration_max": "60s"}}},
            "valves": {"tap": valve},
            "people": {"anna": {"name": "Anna", "devices": {PHONE: {"role": "operator", "language": "en"}}}},
        }

    def run(self):
        try:
            self.live()
        except Exception as error:  # noqa: BLE001 - a garden that breaks is one that failed, and says why
            self.problems.append(f"{self.folder.name}: {type(error).__name__}: {error}")
        finally:
            self.end()

    def live(self):
        self.broker.start()
        (self.folder / "loam.yaml").write_text(json.dumps(self.config()))
        self.node = Node(FIRMWARE, self.folder / "node", self.broker.door).start()
        self.phone = Phone(self.broker.port)
        self.start("bridge")
        for kill in range(self.kills):
            victim = VICTIMS[kill % len(VICTIMS)]
            self.open()
            self.pause(SECONDS)
            self.kill(victim)
            self.killed[victim] += 1
            self.pause(SECONDS + 1)
            self.start(victim)
            self.wait("it is closed", lambda: not self.node.is_open, SECONDS + 10)

    def open(self):
        """Until the pin is high: a valve of which the bridge does not know yet that it is closed is not opened."""
        end = time.monotonic() + 120
        while not self.node.is_open:
            if time.monotonic() > end:
                raise RuntimeError(f"the valve was not opened for 120 s; the last answers: {list(self.phone.acks.values())[-3:]}")
            self.asked += 1
            order = self.phone.water("bed", SECONDS, time.time())["id"]
            self.wait("it is open, or refused", lambda o=order: self.node.is_open or self.is_refused(o), 10, may_fail=True)

    def is_refused(self, order):
        codes = self.phone.acks.get(order, [])
        return bool(codes) and codes[-1] not in ("accepted", "applied")

    def pause(self, most):
        """A random moment, or the end of the run where that is sooner."""
        time.sleep(self.chance.uniform(0, most))

    def kill(self, victim):
        if victim == "broker":
            self.broker.kill()
        elif victim == "firmware":
            self.node.kill()
        else:
            self.bridge.kill()
            self.bridge.wait()

    def start(self, victim):
        if victim == "broker":
            self.broker.start()
        elif victim == "firmware":
            self.node.start()
        else:
            log = open(self.folder / "log", "ab")
            self.bridge = subprocess.Popen([*MORTAL, LOAM, "run", "--config", self.folder / "loam.yaml"], stdout=log, stderr=log)

    def wait(self, what, probe, seconds, may_fail=False):
        end = time.monotonic() + seconds
        while not probe():
            if time.monotonic() > end:
                if may_fail:
                    return
                raise RuntimeError(f"not within {seconds} s: {what}")
            time.sleep(0.02)

    def end(self):
        if self.bridge:
            self.bridge.send_signal(signal.SIGTERM)
            self.bridge.wait(20)
        self.node.kill()
        self.phone.client.disconnect()
        self.phone.client.loop_stop()
        self.broker.stop()

    def judge(self):
        openings = self.node.openings
        late = [f"{end - began:.2f} ({waited:.2f})" for began, end, waited in openings if end - began > SECONDS + BOUND + waited]
        if late:
            self.problems.append(f"{self.folder.name}: open for {late} s; the bound is {SECONDS + BOUND} s, and what it waited")
        if len(openings) > self.asked:
            self.problems.append(f"{self.folder.name}: {len(openings)} openings, {self.asked} orders")
        return self.problems


began = time.monotonic()
shares = [KILLS // GARDENS + (n < KILLS % GARDENS) for n in range(GARDENS)]
gardens = [Garden(number, share) for number, share in enumerate(shares)]
threads = [threading.Thread(target=garden.run) for garden in gardens]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
problems = [problem for garden in gardens for problem in garden.judge()]
killed = {victim: sum(garden.killed[victim] for garden in gardens) for victim in VICTIMS}
openings = [opening for garden in gardens for opening in garden.node.openings]
longest, waited = max(((end - start, waited) for start, end, waited in openings), default=(0, 0))
what = f"{len(openings)} openings of {SECONDS} s, the longest {longest:.2f} s, of which its node waited {waited:.2f} s for a processor"
print(f"{killed}: {what}; in {time.monotonic() - began:.0f} s")
for problem in problems:
    print("FAILED:", problem)
sys.exit(1 if problems else 0)
