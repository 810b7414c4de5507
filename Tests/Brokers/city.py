"""Gardens of a city: a real bridge each, its probes, and a person with a phone, all at one address of a broker."""

import collections
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import threading
import time

import paho.mqtt.client as mqtt
from bridge_kit import new_id
from documents import plants_of
from loopback import MORTAL

# So near that the second value is believed at once.
FINE, DRY = 38, 26
# Between two questions; a device may ask one a second.
ASKS_EVERY = 1.5


class Life:
    """What one plant went through. Each is dry once."""

    def __init__(self):
        self.percent, self.dried, self.told, self.answer, self.codes = FINE, None, [], None, []


def client(name, port, clean):
    made = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311, clean_session=clean)
    made.reconnect_delay_set(1, 1)
    made.max_inflight_messages_set(200)
    made.connect_async("127.0.0.1", port, keepalive=15)
    return made


class Garden:
    def __init__(self, loam, folder, number, port, plants):
        self.name, self.folder, self.lock = f"g{number:02}", pathlib.Path(folder) / f"g{number:02}", threading.Lock()
        self.folder.mkdir()
        self.base, self.device = f"plants/{self.name}/v1", f"{self.name}-phone"
        self.lives = {f"p{n}": Life() for n in range(plants)}
        self.notes, self.heard, self.asked, self.answers = set(), [], 0.0, collections.deque()
        self.loam, self.process, self.problems = loam, None, []
        self.config = self.folder / "garden.yaml"
        self.config.write_text(json.dumps(self.settings(port)))
        self.probes = client(f"{self.name}-probes", port, True)
        self.phone = client(self.device, port, False)
        self.phone.on_message = self.take
        self.phone.on_connect = lambda phone, *_: (phone.subscribe(f"{self.base}/d/{self.device}/dn/#", 1), self.hello())

    def settings(self, port):
        """JSON is YAML."""
        probes = {f"s{n}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt-{self.name}/p{n}"} for n in range(len(self.lives))}
        return {
            "site": {"id": self.name, "name": self.name, "time_zone": "UTC"},
            "broker": {"host": "127.0.0.1", "port": port},
            "store": {"path": f"{self.folder}/store"},
            "sensors": probes,
            "plants": {name: {"name": name, "sensors": name.replace("p", "s"), "dry_below": "30%", "dwell": "0s"} for name in self.lives},
            "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {self.device: {"role": "operator"}}}},
            "reminders": {"digest_window": "0s"},
        }

    def start(self):
        with open(self.folder / "loam.log", "ab") as log:
            self.process = subprocess.Popen([*MORTAL, self.loam, "run", "--config", self.config], stdout=log, stderr=log)
        self.probes.loop_start()
        self.phone.loop_start()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        if code:
            self.problems.append(f"the bridge ended with {code}")
        for one in (self.probes, self.phone):
            one.disconnect()
            one.loop_stop()

    # What comes to the phone.

    def take(self, _client, _data, message):
        document = json.loads(message.payload) if message.payload else None
        kind = message.topic.rsplit("/", 1)[1]
        with self.lock:
            if kind == "reply":
                self.heard.append(time.monotonic())
            elif kind == "ack":
                self.took(document)
            elif kind == "notify":
                self.told(document)

    def took(self, document):
        for life in self.lives.values():
            if life.answer and life.answer == document.get("re"):
                life.codes.append(document["code"])
                # Water comes after the answer, or the probe would have closed the reminder before it.
                life.percent = FINE

    def told(self, document):
        known = document["note"]["id"]
        self.send("ack", {"v": 1, "re": known, "ok": True, "code": "accepted", "ts": int(time.time())})
        # QoS 1 may bring a message twice; a note has one id for each telling.
        if known in self.notes:
            return
        self.notes.add(known)
        for plant in plants_of(document):
            self.lives[plant].told.append(time.monotonic())
            self.answers.append((time.monotonic() + random.uniform(1, 5), plant))

    # What leaves it.

    def send(self, what, document, retain=False):
        self.phone.publish(f"{self.base}/d/{self.device}/up/{what}", json.dumps(document), qos=1, retain=retain)

    def hello(self):
        document = {"v": 1, "device": self.device, "kind": "phone", "ts": int(time.time()), "caps": ["notify", "actions"]}
        self.send("hello", document, retain=True)

    def ask(self, now):
        """Whether it is alive: a question of a person, each second and a half."""
        if now < self.asked + ASKS_EVERY or not self.phone.is_connected():
            return
        self.asked = now
        known = new_id()
        question = {"v": 1, "id": known, "kind": "interactive", "identifier": "glance", "content": {}, "ts": int(time.time())}
        # A question that waited would be answered in one heap with the next ones.
        self.phone.publish(f"{self.base}/d/{self.device}/up/msg", json.dumps(question), qos=0)

    def answer(self, now):
        with self.lock:
            while self.answers and self.answers[0][0] <= now:
                _, plant = self.answers.popleft()
                life = self.lives[plant]
                if life.answer:
                    continue
                life.answer = new_id()
                document = {"v": 1, "id": life.answer, "category": "WATERING_REMINDER", "action": "water_done"}
                self.send("action", {**document, "plant": plant, "at": int(time.time())})

    def dry(self, plant):
        self.lives[plant].dried = time.monotonic()
        self.lives[plant].percent = DRY

    def read(self, plant):
        self.probes.publish(f"zigbee2mqtt-{self.name}/{plant}", json.dumps({"soil_moisture": self.lives[plant].percent}), qos=0)

    def silence(self, since, until):
        """The longest time between two answers to questions that touches this stretch, seconds."""
        with self.lock:
            times = [moment for moment in self.heard if moment <= until]
        before = [moment for moment in times if moment < since][-1:]
        edges = (before or [since]) + [moment for moment in times if moment >= since] + [until]
        return max(later - earlier for earlier, later in zip(edges, edges[1:]))

    def is_settled(self):
        """Whoever was dry was told of, and whatever was answered has an outcome."""
        return all(life.codes for life in self.lives.values() if life.dried)

    def account(self):
        lives = self.lives.values()
        return {
            "reminders lost": sum(1 for life in lives if life.dried and not life.told),
            "reminders doubled": sum(1 for life in lives if len(life.told) > (life.dried is not None)),
            "answers lost": sum(1 for life in lives if life.answer and not life.codes),
            "answers with another outcome": sum(1 for life in lives if set(life.codes) - {"accepted"}),
        }

    def waterings_doubled(self):
        """Plants whose one answer stands twice in the history. The bridge has ended."""
        history = sqlite3.connect(f"file:{self.folder}/store/history.sqlite?mode=ro", uri=True)
        return len(history.execute("SELECT plant FROM watering GROUP BY plant HAVING COUNT(*) > 1").fetchall())


class Cost:
    """What a process has used, and what it holds."""

    def __init__(self, pid):
        self.pid, self.at = pid, time.monotonic()
        self.ticks = self.used()

    def used(self):
        words = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def share(self):
        """Of a core, percent, since it was made."""
        return 100 * (self.used() - self.ticks) / (time.monotonic() - self.at)

    def resident(self):
        """Megabytes."""
        return int(pathlib.Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def sockets(self):
        held = pathlib.Path(f"/proc/{self.pid}/fd")
        return sum(1 for one in held.iterdir() if "socket:" in os.readlink(one))
