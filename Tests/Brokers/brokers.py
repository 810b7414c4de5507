#!/usr/bin/env python3
"""The contract on each broker that people run: brokers.py LOAM [--table FILE] [--only NAME] [--also FOLDER]

Each point runs a real bridge on a private broker, and a phone by paho-mqtt. `yes`; `no` with what was missing; `-`: the broker has
no such thing. What Loam does instead stands in decisions 0025 and 0060.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = HERE.parent / "SystemTests" / "Scripts"
sys.path.insert(0, str(SCRIPTS))
import paho.mqtt.client as mqtt  # noqa: E402
from bridge_kit import new_id  # noqa: E402
from documents import plants_of  # noqa: E402
from kinds import KINDS, program  # noqa: E402
from loopback import MORTAL  # noqa: E402

BASE, PHONE, PATIENCE = "plants/v1", "anna-phone", 120


class Missing(Exception):
    pass


class NotThere(Exception):
    """The broker has no such thing."""


def until(what, truth, seconds=PATIENCE, again=None):
    end, said = time.monotonic() + seconds, 0.0
    while not (found := truth()):
        if time.monotonic() > end:
            raise Missing(what)
        if again and time.monotonic() > said + 0.5:
            said = time.monotonic()
            again()
        time.sleep(0.02)
    return found


class Phone:
    """A client that keeps what it hears."""

    def __init__(self, port, name=PHONE, clean=True, filters=("bridge/#", "state/#", f"d/{PHONE}/dn/#")):
        self.docs, self.told, self.acks, self.ready = {}, [], {}, False
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311, clean_session=clean)
        self.client.on_message = self.take
        self.client.on_connect = lambda client, *_: client.subscribe([(f"{BASE}/{words}", 1) for words in filters])
        self.client.on_subscribe = lambda *_: setattr(self, "ready", True)
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        until("the broker grants a phone its subscriptions", lambda: self.ready)

    def take(self, _client, _data, message):
        words = message.topic.removeprefix(f"{BASE}/")
        document = json.loads(message.payload) if message.payload else None
        if words.endswith("/dn/notify"):
            self.told += plants_of(document)
        elif words.endswith("/dn/ack"):
            self.acks[document["re"]] = document["code"]
        else:
            self.docs[words] = document

    def reads(self, plant, percent):
        self.client.publish(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": percent}), qos=1)

    def answers(self, plant):
        known, now = new_id(), int(time.time())
        document = {"v": 1, "id": known, "category": "WATERING_REMINDER", "action": "water_done", "plant": plant, "at": now}
        sent = self.client.publish(f"{BASE}/d/{PHONE}/up/action", json.dumps(document), qos=1)
        sent.wait_for_publish(10)
        return known

    def status(self):
        return (self.docs.get("bridge/status") or {}).get("online")

    def plant(self, plant):
        return (self.docs.get(f"state/plant/{plant}") or {}).get("s")

    def dries(self, plant):
        until(f"{plant} is fine", lambda: self.plant(plant) == "ok", again=lambda: self.reads(plant, 40))
        until(f"{plant} is dry", lambda: self.plant(plant) == "dry", again=lambda: self.reads(plant, 22))

    def leave(self):
        self.client.disconnect()
        self.client.loop_stop()


def serves(port, version=mqtt.MQTTv311):
    """Whether it lets a client in: a cluster listens before it has found its leader."""
    let_in = []
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="asks", protocol=version)
    client.on_connect = lambda _client, _data, _flags, reason, _more: let_in.append(not reason.is_failure)
    client.on_disconnect = lambda *_: let_in.append(False)
    try:
        client.connect("127.0.0.1", port)
        client.loop_start()
        until("an answer", lambda: let_in, 3)
    except (OSError, Missing):
        return False
    finally:
        client.loop_stop()
        client.disconnect()
    return let_in[0]


class Stage:
    """A broker, a bridge on it, and a phone."""

    def __init__(self, loam, kind, folder):
        self.loam, self.folder, self.bridge = loam, pathlib.Path(folder), None
        self.broker = kind(self.folder / "broker").start()
        until("the broker lets a client in", lambda: serves(self.broker.port))
        self.config = self.folder / "garden.yaml"
        text = (SCRIPTS / "phone.yaml").read_text().replace("port: 1883", f"port: {self.broker.port}")
        self.config.write_text(text + f"store: {{path: {self.folder}/store}}\n")

    def begin(self):
        with open(self.folder / "bridge.log", "ab") as log:
            self.bridge = subprocess.Popen([*MORTAL, self.loam, "run", "--config", self.config], stdout=log, stderr=log)

    def end(self, how=signal.SIGKILL):
        if self.bridge:
            self.bridge.send_signal(how)
            self.bridge.wait()
            self.bridge = None

    def phone(self, **more):
        phone = Phone(self.broker.port, **more)
        phone.client.publish(
            f"{BASE}/d/{PHONE}/up/hello",
            json.dumps({"v": 1, "device": PHONE, "kind": "phone", "ts": int(time.time()), "caps": ["notify", "actions"]}),
            qos=1,
            retain=True,
        )
        return phone

    def close(self):
        self.end()
        self.broker.stop()


def check(stage):
    checked = subprocess.run([stage.loam, "check", "--broker", stage.config], capture_output=True, text=True, check=False)
    if checked.returncode:
        raise Missing((checked.stdout + checked.stderr).strip().split("\n")[-1])


def walk(version):
    def point(stage):
        if version == "5" and not serves(stage.broker.port, mqtt.MQTTv5):
            raise NotThere
        stage.begin()
        played = subprocess.run(
            [sys.executable, SCRIPTS / "phone.py", str(stage.broker.port), version],
            capture_output=True,
            text=True,
            timeout=400,
            check=False,
        )
        if played.returncode:
            raise Missing(
                next((line for line in played.stdout.split("\n") if line.startswith("FAILED")), played.stderr[-200:]).removeprefix(
                    "FAILED: "
                )
            )

    return point


def learns(stage, before):
    before.leave()
    late = stage.phone()
    until("a phone that comes later is given what stands", lambda: late.plant("aloe") == "dry" and late.status(), 30)


def retained(stage):
    """Who comes later knows the garden."""
    stage.begin()
    first = stage.phone()
    first.dries("aloe")
    learns(stage, first)


def retained_after_restart(stage):
    stage.begin()
    first = stage.phone()
    first.dries("aloe")
    stage.broker.kill()
    stage.broker.start()
    until("a reading is heard again", lambda: first.plant("basil") == "ok", again=lambda: first.reads("basil", 40))
    learns(stage, first)


def will(stage):
    stage.begin()
    phone = stage.phone()
    until("the bridge is online", lambda: phone.status())
    stage.end()
    until("whoever listens is told that the bridge is gone", lambda: phone.status() is False, 20)


def away(stage):
    """A reminder waits for a phone that is away."""
    stage.begin()
    filters = [f"d/{PHONE}/dn/#"]
    phone = stage.phone(clean=False, filters=filters)
    other = Phone(stage.broker.port, "other")
    until("the bridge is online", lambda: other.status())
    phone.leave()
    other.dries("aloe")
    until("the reminder is open", lambda: "state/reminder/water-aloe" in other.docs)
    back = Phone(stage.broker.port, clean=False, filters=filters)
    until("the phone that comes back is told", lambda: "aloe" in back.told, 30)


def answer_while_gone(stage):
    """An answer that is given while the bridge is gone acts once it is back."""
    stage.begin()
    phone = stage.phone()
    phone.dries("aloe")
    until("a reminder comes", lambda: "aloe" in phone.told)
    stage.end()
    known = phone.answers("aloe")
    stage.begin()
    until("the answer is taken", lambda: phone.acks.get(known) == "accepted", 40)


def broker_gone(stage):
    stage.begin()
    phone = stage.phone()
    phone.dries("aloe")
    until("a reminder comes", lambda: "aloe" in phone.told)
    stage.broker.kill()
    stage.broker.start()
    phone.dries("basil")
    until("a reminder comes after a restart of the broker", lambda: "basil" in phone.told)


def below(stage):
    """A topic that only `+` asks for, while somebody asks for one below it."""
    ear = Phone(stage.broker.port, "ear", filters=["test/+"])
    Phone(stage.broker.port, "device", filters=["test/valve/set"])
    heard = lambda: "test/valve" in ear.docs  # noqa: E731
    again = lambda: ear.client.publish(f"{BASE}/test/valve", "1", qos=1)  # noqa: E731
    try:
        until("test/valve comes to whoever asks for test/+", heard, 5, again)
    except Missing as missing:
        # Loam asks for such topics by name as well (decision 0025).
        raise NotThere from missing


POINTS = [
    ("grants all that a garden asks for", check),
    ("reminders, answers, sliders, water: MQTT 3.1.1", walk("311")),
    ("reminders, answers, sliders, water: MQTT 5", walk("5")),
    ("retained documents for whoever comes later", retained),
    ("the same after the broker was killed", retained_after_restart),
    ("the will: a bridge that dies is told", will),
    ("reminders wait for a phone that is away", away),
    ("answers wait for a bridge that is away", answer_while_gone),
    ("all goes on after the broker was killed", broker_gone),
    ("a topic that `+` brings, with another below", below),
]


def row(loam, kind):
    results = []
    for name, point in POINTS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                stage = Stage(loam, kind, folder)
            except (RuntimeError, Missing) as error:
                results.append(f"no: {error}")
                continue
            try:
                point(stage)
                results.append("yes")
            except NotThere:
                results.append("-")
            except Missing as missing:
                results.append(f"no: {missing}")
            finally:
                stage.close()
        print(f"{kind.name} {kind.version()}: {name}: {results[-1]}", flush=True)
    return results


arguments = argparse.ArgumentParser()
arguments.add_argument("loam")
arguments.add_argument("--table")
arguments.add_argument("--only", action="append")
arguments.add_argument("--also", action="append", default=[], help="a folder with other versions of their programs")
chosen = arguments.parse_args()
columns, path = [], os.environ["PATH"]
for kind in KINDS:
    if chosen.only and kind.name not in chosen.only:
        continue
    for folder in ["", *chosen.also]:
        os.environ["PATH"] = f"{folder}:{path}" if folder else path
        found = program(kind.needs)
        if not found or not found.startswith(folder):
            print(f"{kind.name}: skipped, the package {kind.needs} is not installed {folder}", flush=True)
            continue
        columns.append((f"{kind.name} {kind.version()}", row(chosen.loam, kind)))
lines = ["| | " + " | ".join(name for name, _ in columns) + " |", "| --- |" + " --- |" * len(columns)]
lines += [f"| {name} | " + " | ".join(results[i] for _, results in columns) + " |" for i, (name, _) in enumerate(POINTS)]
print("\n".join(lines))
if chosen.table and not chosen.only:
    head = "# The contract on other brokers\n\nWritten by the command make brokers. `-`: the broker has no such thing.\n\n"
    pathlib.Path(chosen.table).write_text(head + "\n".join(lines) + "\n")
sys.exit(any(result.startswith("no") for _, results in columns for result in results))
