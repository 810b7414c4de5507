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


class Observer:
    """One client at each node, none of which is ever without a node that lives. It sees a bridge as soon as that is back, whatever a phone has
    still to wait for: what it is told with QoS 0 needs no agreement of the nodes."""

    def __init__(self, nodes, gardens):
        self.gardens = {garden.base: garden for garden in gardens}
        self.clients = [client(f"observer{number}", node.port, True) for number, node in enumerate(nodes)]
        for one in self.clients:
            one.on_connect = lambda here, *_: here.subscribe("plants/+/v1/d/+/dn/reply", 0)
            one.on_message = self.take
            one.loop_start()

    def take(self, _client, _data, message):
        garden = self.gardens[message.topic.split("/d/")[0]]
        with garden.lock:
            garden.seen.append(time.monotonic())

    def ask(self, garden):
        for one in self.clients:
            if one.is_connected():
                return garden.question(one, garden.watch)

    def stop(self):
        for one in self.clients:
            one.disconnect()
            one.loop_stop()


class Mirror:
    """Two plain clients behind the same balancer: what one asks, the other says again. What they wait, the broker takes."""

    def __init__(self, number, port):
        self.lock, self.heard, self.asked, self.topic = threading.Lock(), [], 0.0, f"mirror{number}"
        self.echo, self.asker = client(f"echo{number}", port, False), client(f"asker{number}", port, False)
        self.echo.on_connect = lambda here, *_: here.subscribe(f"{self.topic}/up", 1)
        self.echo.on_message = lambda here, _data, message: here.publish(f"{self.topic}/dn", message.payload, qos=1)
        self.asker.on_connect = lambda here, *_: here.subscribe(f"{self.topic}/dn", 1)
        self.asker.on_message = self.take
        for one in (self.echo, self.asker):
            one.loop_start()

    def take(self, *_):
        with self.lock:
            self.heard.append(time.monotonic())

    def ask(self, now):
        if now >= self.asked + ASKS_EVERY and self.asker.is_connected():
            self.asked = now
            self.asker.publish(f"{self.topic}/up", b"x", qos=0)

    def stop(self):
        for one in (self.echo, self.asker):
            one.disconnect()
            one.loop_stop()


def silence(lock, moments, since, until):
    """The longest time between two of those moments that touches this stretch, seconds."""
    with lock:
        times = [moment for moment in moments if moment <= until]
    before = [moment for moment in times if moment < since][-1:]
    edges = (before or [since]) + [moment for moment in times if moment >= since] + [until]
    return max(later - earlier for earlier, later in zip(edges, edges[1:]))


class Garden:
    def __init__(self, loam, folder, number, port, plants):
        self.name, self.folder, self.lock = f"g{number:02}", pathlib.Path(folder) / f"g{number:02}", threading.Lock()
        self.folder.mkdir()
        self.base, self.device, self.watch = f"plants/{self.name}/v1", f"{self.name}-phone", f"{self.name}-watch"
        # Asks over the phone's connection: a device may send one message a second, and the phone answers after an outage what has gathered.
        self.glance = f"{self.name}-glance"
        self.lives = {f"p{n}": Life() for n in range(plants)}
        self.notes, self.heard, self.seen, self.asked, self.answers = set(), [], [], 0.0, collections.deque()
        self.loam, self.process, self.problems = loam, None, []
        self.config = self.folder / "garden.yaml"
        self.config.write_text(json.dumps(self.settings(port)))
        self.probes = client(f"{self.name}-probes", port, True)
        self.phone = client(self.device, port, False)
        self.phone.on_message = self.take
        self.phone.on_connect = lambda phone, *_: (
            phone.subscribe([(f"{self.base}/d/{name}/dn/#", 1) for name in (self.device, self.glance)]),
            self.hello(),
        )

    def settings(self, port):
        """JSON is YAML."""
        probes = {f"s{n}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt-{self.name}/p{n}"} for n in range(len(self.lives))}
        return {
            "site": {"id": self.name, "name": self.name, "time_zone": "UTC"},
            "broker": {"host": "127.0.0.1", "port": port},
            "store": {"path": f"{self.folder}/store"},
            "sensors": probes,
            "plants": {name: {"name": name, "sensors": name.replace("p", "s"), "dry_below": "30%", "dwell": "0s"} for name in self.lives},
            "people": {
                "anna": {
                    "name": "Anna",
                    "notifications_per_day": 1000,
                    "devices": {self.device: {"role": "operator"}, self.watch: {}, self.glance: {}},
                }
            },
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

    def ask(self, now, observer):
        """Whether it is alive: a question of a person and one of the observer, each second and a half."""
        if now < self.asked + ASKS_EVERY:
            return
        self.asked = now
        if self.phone.is_connected():
            self.question(self.phone, self.glance)
        observer.ask(self)

    def question(self, who, device):
        document = {"v": 1, "id": new_id(), "kind": "interactive", "identifier": "glance", "content": {}, "ts": int(time.time())}
        # One that waited would be answered in one heap with the next ones.
        who.publish(f"{self.base}/d/{device}/up/msg", json.dumps(document), qos=0)

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

    def is_settled(self):
        """Whoever was dry was told of, and whatever was answered has an outcome."""
        return all(life.codes for life in self.lives.values() if life.dried)

    def account(self):
        lives = self.lives.values()
        return {
            "reminders lost": sum(1 for life in lives if life.dried and not life.told),
            "reminders doubled": sum(1 for life in lives if len(life.told) > (life.dried is not None)),
            "answers lost": sum(1 for life in lives if life.answer and not life.codes),
            # One that came twice is accepted once, and called a duplicate the second time.
            "answers refused": sum(1 for life in lives if life.codes and "accepted" not in life.codes),
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
