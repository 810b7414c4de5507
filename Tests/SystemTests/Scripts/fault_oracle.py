"""The oracle in a cell of the fault matrix: what the pipes really do, what all devices are told, and three people with a language each."""

import json
import threading
import time

from fault_bench import BASE, NODE_ORDER, NODE_STATE, PHONE, client, new_id, scripted
from oracle import Oracle
from oracle_truth import Soil, Truth, Water

LANGUAGES = {PHONE: "en", "ben-phone": "de", "wei-phone": "zh-Hans"}
PEOPLE = {
    tag: {"name": tag, "notifications_per_day": 1000, "devices": {device: {"role": "operator", "language": tag}}}
    for device, tag in LANGUAGES.items()
}
# For so long an alarm may stand after its reason is gone.
PATIENCE = 20
FLOW = 2.0


class Ear:
    """Hears everything at the cell's broker. The pipes tell of their water themselves."""

    def __init__(self, cell):
        self.cell, self.lock = cell, threading.RLock()
        self.truth = Truth(3 + cell.fault.lag, is_steady=not cell.fault.moves_clock)
        for name, pipe in cell.pipes.items():
            water = self.truth.valves[f"{name}-valve"] = Water(name, pipe.device == "lying")
            self.truth.plants[name] = Soil(name, water=water)
            pipe.told = lambda is_open, water=water: self.turned(water, is_open)
        self.truth.names = list(self.truth.valves)
        self.oracle, self.replies = Oracle(self.truth, LANGUAGES), set()
        self.client = client(cell.broker.port, "ear", self.on_message, [f"{BASE}/#", "pipe/#", NODE_ORDER, NODE_STATE])

    def turned(self, water, is_open):
        with self.lock:
            water.turn(is_open, time.time() + self.cell.wall)
            if not is_open:
                run = water.runs[-1]
                run.litres = (run.ended - run.began) * FLOW / 60
                self.truth.plants[water.plant].give(run.began, run.ended, False)

    def on_message(self, _, __, m):
        with self.lock:
            now = self.truth.now = time.time() + self.cell.wall
            topic, text = scripted(m)
            if topic.startswith("pipe/"):
                return self.piped(topic.split("/")[1:], text, now)
            doc = json.loads(m.payload) if m.payload.startswith(b"{") else None
            words = m.topic.removeprefix(f"{BASE}/")
            if words.endswith("/dn/reply"):
                self.replies.add(doc["re"])
            # What a last bridge left, or a second one says, is heard as well.
            self.oracle.hear(words, doc)

    def piped(self, words, text, now):
        water = self.truth.valves[f"{words[0]}-valve"]
        if words[1:] == ["flow"]:
            return water.measure(float(text), now)
        is_open = (json.loads(text)["state"] if text.startswith("{") else text) == "ON"
        if words[1:] == ["set"]:
            if is_open:
                water.order(now)
        else:
            water.say(is_open, now)

    def judge(self):
        """At the end of a cell: what the history says, what stands, and all that was not true."""
        for name, pipe in self.cell.pipes.items():
            self.truth.valves[f"{name}-valve"].has_lied = pipe.has_lied and pipe.device == "hung"
        if self.cell.fault.asks_again and self.truth.is_steady and not self.cell.fault.fills_disk:
            self.ask_history()
        self.cell.wait(lambda: not self.stale(), PATIENCE, None)
        with self.lock:
            self.oracle.tick()
            return [f"not true: {words}" for words in self.oracle.problems + self.stale()]

    def stale(self):
        with self.lock:
            alarms = [
                (w.removeprefix("state/reminder/"), d)
                for w, d in self.oracle.retained.items()
                if w.startswith("state/reminder/valve-") and d
            ]
            return [f"{key}: {why}" for key, doc in alarms if (why := self.oracle.stale_alarm(key, doc))]

    def ask_history(self):
        phone, now = self.cell.phone, int(time.time() + self.cell.wall)
        presence = {"v": 1, "online": True, "foreground": True, "session": new_id(), "every_s": 300, "ts": now}
        phone.client.publish(f"{BASE}/d/{PHONE}/up/presence", json.dumps(presence), qos=1, retain=True)
        for plant in self.truth.plants:
            content = {"plant": plant, "quantity": "moisture", "from": now - 3600, "to": now, "points": 2}
            doc = {"v": 1, "id": new_id(), "kind": "interactive", "identifier": "history", "content": content, "ts": now, "exp": now + 10}
            phone.client.publish(f"{BASE}/d/{PHONE}/up/msg", json.dumps(doc), qos=1)
            if not self.cell.wait(lambda doc=doc: doc["id"] in self.replies, 30, None):
                self.cell.problems.append(f"no history of {plant}")
