"""A bridge that is killed and started again, and what a phone sees of it meanwhile."""

import json
import random
import signal
import subprocess
import time
import uuid

import paho.mqtt.client as mqtt
from loopback import MORTAL, reach_in

BASE, DEVICE = "plants/v1", "anna-phone"
# Told later than this after the start, where it fell due before it, counts as late.
LATE = 2.0


def new_id():
    t = int(time.time() * 1000)
    return str(uuid.UUID(int=(t << 80) | (0x7 << 76) | (random.getrandbits(12) << 64) | (0b10 << 62) | random.getrandbits(62)))


def write_config(folder, plants, reminders):
    """A plant per plain probe `probe/<n>`, dry below 30 %. JSON is YAML."""
    numbers = range(plants)
    config = {
        "site": {"name": "kill", "time_zone": "UTC"},
        "broker": reach_in(folder),
        "store": {"path": f"{folder}/store"},
        "sensors": {f"s{i}": {"family": "plain", "topic": f"probe/{i}", "fields": {"moisture": {"unit": "percent"}}} for i in numbers},
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%", "dwell": "0s"} for i in numbers},
        "people": {"anna": {"name": "Anna", "notifications_per_day": 1000, "devices": {DEVICE: {"role": "operator"}}}},
        "reminders": reminders,
    }
    path = f"{folder}/bridge.yaml"
    with open(path, "w") as file:
        json.dump(config, file, indent=1)
    return path


class Bridge:
    def __init__(self, program, config, folder, problems):
        self.command, self.problems = [*MORTAL, program, "run", "--config", config], problems
        self.log = open(f"{folder}/loam.log", "ab")
        self.start()

    def start(self):
        self.started = time.time()
        self.process = subprocess.Popen(self.command, stderr=self.log, stdout=self.log)

    def end(self, how):
        """SIGKILL or SIGTERM; waits until the process is gone."""
        if self.process.poll() is not None:
            self.problems.append(f"the bridge ended by itself with {self.process.returncode}")
        self.process.send_signal(how)
        code = self.process.wait(60)
        if how == signal.SIGTERM and code != 0:
            self.problems.append(f"SIGTERM ended with {code}")


class Waiting:
    """Reminders of which the phone knows that they fall due, and when at the latest."""

    def __init__(self, window):
        self.window, self.due, self.late, self.worst, self.marked = window, {}, 0, 0.0, set()

    def state(self, key, doc):
        """A retained reminder came. Its times are whole seconds: each stands for all of its second."""
        if doc and doc["state"] == "due":
            self.due[key] = doc["since"] + 1 + self.window
        elif doc and doc["state"] == "snoozed":
            self.due[key] = doc["until"] + 1
        else:
            self.told(key)

    def told(self, key):
        self.due.pop(key, None)
        self.marked.discard(key)

    def look(self, started):
        """What is overdue at this moment, in the present life of the bridge, is late; each matter counts once."""
        now = time.time()
        for key, due in list(self.due.items()):
            overdue = now - max(started, due)
            self.worst = max(self.worst, overdue)
            if overdue > LATE and key not in self.marked:
                self.marked.add(key)
                self.late += 1


def client(name, port, on_message):
    c = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
    c.on_message = on_message
    c.connect("127.0.0.1", port)
    c.loop_start()
    return c
