"""A garden in the middle of a watering is backed up, and put back elsewhere: backup.py LOAM FOLDER.

The valve has no timer of its own and obeys whatever it is told, so it shows at once if the garden that was put back opens it. Everything
is real: mosquitto, the bridge, loam-push, tar and sha256sum. Prints what it checked; ends with 1 at the first thing that is wrong.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

from bridge_kit import BASE, DEVICE, client, new_id
from loopback import MORTAL, Broker

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
PUSH = os.path.join(os.path.dirname(LOAM), "loam-push")
PATIENCE, RUN_S = 90, 600
CONFIG = """
site: {name: moved, time_zone: UTC}
broker: {host: 127.0.0.1, port: PORT, username: loam, password_file: "${GARDEN}/etc/mqtt-password"}
bridge: {command_line_device: anna-laptop}
store: {path: "${GARDEN}/var/store"}
sensors: {probe: {family: plain, topic: probe/basil, fields: {moisture: {unit: percent}}}}
valves: {bed: {family: shelly, topic: shellies/bed, no_device_timer: accepted, no_meter: accepted}}
plants:
  basil: {name: Basil, sensors: probe, dry_below: 30%, dwell: 0s, watering: {valve: bed, duration: 600s, duration_max: 900s}}
include: shared/people.yaml
reminders: {digest_window: 0s}
channels: {anna-hook: {kind: webhook, url_file: "${GARDEN}/etc/hook-url", body: '{"text":"{title}"}'}}
push: {path: "${GARDEN}/var/push"}
"""
PEOPLE = "people: {anna: {devices: {anna-phone: {role: operator}, anna-laptop: {role: operator}, anna-hook: {role: viewer}}}}\n"


def check(what, truth, more=""):
    if not truth:
        print(f"FAILED: {what} {more}", flush=True)
        sys.exit(1)
    print(f"ok: {what}", flush=True)


class House:
    """The valve and the phone, which do not move."""

    def __init__(self, port):
        self.heard, self.orders, self.acks, self.notes = threading.Condition(), [], {}, []
        self.client = client(DEVICE, port, self.take)
        self.client.subscribe([("shellies/bed/relay/0/command", 1), (f"{BASE}/d/{DEVICE}/dn/#", 1)])

    def take(self, _client, _data, message):
        with self.heard:
            if message.topic.endswith("/command"):
                self.orders.append(message.payload.decode())
                self.client.publish("shellies/bed/relay/0", message.payload, qos=1)
            elif message.topic.endswith("/dn/ack"):
                ack = json.loads(message.payload)
                self.acks[ack.get("re")] = ack
            elif message.topic.endswith("/dn/notify") and message.payload:
                self.notes.append(json.loads(message.payload)["note"])
            self.heard.notify_all()

    def wait(self, what, truth):
        with self.heard:
            check(what, self.heard.wait_for(truth, PATIENCE), f"not within {PATIENCE} s; orders {self.orders}")

    def say(self, document):
        self.client.publish(f"{BASE}/d/{DEVICE}/up/action", json.dumps(document), qos=1)

    def water(self):
        now = int(time.time())
        # It is good for an hour: whoever did not know that it was done would do it again.
        document = {"v": 1, "id": new_id(), "category": "WATERING_CONTROL", "action": "water_start", "plant": "basil", "at": now}
        return document | {"value": RUN_S, "exp": now + 3600}


class Garden:
    """A machine: a folder for what belongs to it."""

    def __init__(self, name):
        self.path = FOLDER / name
        self.config, self.store = self.path / "etc/loam.yaml", self.path / "var/store"
        self.log = open(FOLDER / f"{name}.log", "ab")
        (self.path / "mosquitto/conf.d").mkdir(parents=True)
        (self.path / "mosquitto/mosquitto.conf").write_text("persistence true\ninclude_dir /etc/mosquitto/conf.d\n")
        self.environment = {**os.environ, "GARDEN": str(self.path)}

    def start(self, program):
        command = [*MORTAL, program, "run", "--config", self.config]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, env=self.environment)

    def loam(self, *words):
        options = ["--config", self.config] + (["--mosquitto-dir", self.path / "mosquitto"] if words[0] in ("backup", "restore") else [])
        return subprocess.run([LOAM, *words, *options], capture_output=True, text=True, env=self.environment, check=False)

    def bytes(self):
        """What stands in it, but for the note who uses a store, and the key that signs its backups."""
        files = [path for path in self.path.rglob("*") if path.is_file() and path.name not in ("in-use-by", "backup-key")]
        return {str(path.relative_to(self.path)): path.read_bytes() for path in files}


def said(result):
    return f"({result.returncode}) {result.stdout}{result.stderr}"


def make_first(garden, port):
    etc, mosquitto = garden.path / "etc", garden.path / "mosquitto"
    etc.mkdir()
    (garden.path / "etc/shared").mkdir()
    (garden.path / "etc/shared/people.yaml").write_text(PEOPLE)
    garden.config.write_text(CONFIG.replace("PORT", str(port)))
    for name, text in [("mqtt-password", "secret\n"), ("hook-url", "http://127.0.0.1:9/x\n"), ("web-token", "a-token-of-the-page\n")]:
        (etc / name).write_text(text)
        (etc / name).chmod(0o600)
    deploy = pathlib.Path(__file__).parents[3] / "deploy"
    settings = (deploy / "mosquitto.conf").read_text().replace("/etc/mosquitto/", f"{mosquitto}/")
    accounts = "loam:$7$101$c2FsdA==$aGFzaA==\n"
    for name, text in [("conf.d/loam.conf", settings), ("loam.acl", (deploy / "loam.acl").read_text()), ("loam.passwd", accounts)]:
        (mosquitto / name).write_text(text)
        (mosquitto / name).chmod(0o640)


def newer(store):
    """The state as a later version would leave it after a power cut, its log beside it."""
    database = sqlite3.connect(store / "state.sqlite")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("INSERT INTO grdb_migrations VALUES ('state-99-future')")
    database.commit()
    files = {name: (store / name).read_bytes() for name in ("state.sqlite", "state.sqlite-wal")}
    database.close()
    for name, content in files.items():
        (store / name).write_bytes(content)
    (store / "state.sqlite-shm").unlink(missing_ok=True)


broker = Broker(FOLDER / "broker", because="loam-push speaks for a device that no rule of ours names").start()
house = House(broker.port)
first, second = Garden("first"), Garden("second")
backup = FOLDER / "garden.loam"
make_first(first, broker.port)

# A garden lives: a plant is dry, a person waters, the push process has its store.
bridge, push = first.start(LOAM), first.start(PUSH)
house.client.publish("probe/basil", "45", qos=1)
time_of_dry = time.monotonic()
while not house.notes:
    check("a dry plant is told", time.monotonic() < time_of_dry + PATIENCE)
    house.client.publish("probe/basil", "40", qos=1)
    house.client.publish("probe/basil", "20", qos=1)
    with house.heard:
        house.heard.wait_for(lambda: house.notes, 1)
wish = house.water()
house.say(wish)
house.wait("the valve opens", lambda: "on" in house.orders and wish["id"] in house.acks)
until = time.monotonic() + PATIENCE
while not (first.path / "var/push/push.sqlite").exists():
    check("loam-push makes its store", time.monotonic() < until)
    with house.heard:
        house.heard.wait(0.1)

# While everything runs.
made = first.loam("backup", str(backup))
check("a backup is made while water runs", made.returncode == 0, said(made))
proved = ("--from", re.search("Fingerprint: ([0-9a-f-]+)", made.stdout)[1])
check("it is its owner's alone", backup.stat().st_mode & 0o777 == 0o600)
again = first.loam("backup", str(backup))
check("it is not replaced unasked", again.returncode == 64 and first.loam("backup", "--yes", str(backup)).returncode == 0, said(again))
check("nothing else is left beside it", sorted(p.name for p in FOLDER.iterdir() if p.name.startswith((".", "garden"))) == ["garden.loam"])
plain = FOLDER / "plain"
plain.mkdir()
subprocess.run(["tar", "-xf", backup, "-C", plain], check=True)
sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=plain, capture_output=True, text=True, check=False)
check("tar unpacks it and sha256sum finds it whole", sums.returncode == 0 and sums.stdout.count(": OK") >= 10, said(sums))
state = sqlite3.connect(plain / "store/state.sqlite")
check("the run is in its state", state.execute("SELECT count(*) FROM lease WHERE phase < 2").fetchone() == (1,))
state.close()
before = first.bytes().keys()
refused = first.loam("restore", "--yes", str(backup))
check("nothing is put back while a bridge runs", refused.returncode == 75 and "stop it first" in refused.stderr, said(refused))
check("nothing was written by that", first.bytes().keys() == before)
check("the water went on", house.orders[-1] == "on")

# The machine dies with the valve open; its garden comes up on another.
for process in (bridge, push):
    process.send_signal(signal.SIGKILL)
    process.wait()
ons = house.orders.count("on")
moved = second.loam("restore", "--yes", *proved, "--store", str(second.path / "var"), str(backup))
check("it is put back on another machine", moved.returncode == 0, said(moved))
was, now = first.bytes(), second.bytes()
for name in ["etc/loam.yaml", "etc/shared/people.yaml", "etc/mqtt-password", "etc/hook-url", "etc/web-token"] + [
    f"mosquitto/{n}" for n in ("conf.d/loam.conf", "loam.acl", "loam.passwd")
]:
    # The broker's settings name its own folder.
    there = was[name].replace(bytes(first.path / "mosquitto"), bytes(second.path / "mosquitto"))
    check(f"{name} is there", there == now.get(name))
for name, mode in [("etc/mqtt-password", 0o600), ("var/store/state.sqlite", 0o600), ("var/push/push.sqlite", 0o600)]:
    check(f"{name} is for its owner", (second.path / name).stat().st_mode & 0o777 == mode)
check("nothing was left on the way", not any(".loam-" in name or name.endswith((".new", ".restored")) for name in now))

bridge, push = second.start(LOAM), second.start(PUSH)
house.wait("the valve is closed by the garden that was put back", lambda: house.orders[-1] == "off")
house.acks.clear()
house.say(wish)
house.wait("the command of before is answered", lambda: wish["id"] in house.acks)
known = house.acks[wish["id"]]
late = house.water() | {"at": wish["at"]}
house.say(late)
house.wait("one that the backup does not know is answered", lambda: late["id"] in house.acks)
check("it is too late", house.acks[late["id"]]["code"] == "expired", str(house.acks))
check("no water came of either", house.orders.count("on") == ons, f"{known} {house.orders}")
told = second.loam("leases", "--json")
check("the log says why the run ended", "put back from a backup" in told.stdout, said(told))
check("the reminder is told by the same name", len({note["key"] for note in house.notes if note["key"].startswith("water-")}) == 1)


def code_of_a_new_command():
    fresh = house.water()
    house.say(fresh)
    house.wait("a new command is answered", lambda: fresh["id"] in house.acks)
    return house.acks[fresh["id"]]["code"]


# A command of the second in which the garden came up belongs to the past.
ends = time.monotonic() + PATIENCE
while code_of_a_new_command() == "expired" and time.monotonic() < ends:
    time.sleep(0.2)
house.wait("a new command waters", lambda: house.orders.count("on") == ons + 1)
house.say({"v": 1, "id": new_id(), "category": "WATERING_CONTROL", "action": "water_stop", "plant": "basil", "at": int(time.time())})
house.wait("and it ends", lambda: house.orders[-1] == "off")
busy = second.loam("restore", "--yes", *proved, str(backup))
check("nothing is put back while it lives", busy.returncode == 75, said(busy))
bridge.terminate()
check("it stops well", bridge.wait(30) == 0)
busy = second.loam("restore", "--yes", *proved, str(backup))
check("nor while loam-push lives", busy.returncode == 75 and "push" in busy.stderr, said(busy))
push.terminate()
push.wait(30)

# Over itself: what was there is kept.
over = second.loam("restore", "--yes", *proved, str(backup))
check("it is put back over a garden", over.returncode == 0 and "kept" in over.stdout, said(over))
kept = [name for name in second.bytes() if ".replaced-1" in name]
check("the stores that it replaced are kept", len([n for n in kept if n.endswith("-1")]) == 3, str(kept))
check("a file that is the same has no copy", not (second.path / "etc/loam.yaml.1").exists())

# What is damaged or newer changes nothing.
content = backup.read_bytes()
bad = FOLDER / "bad.loam"
before = second.bytes()
middle = len(content) // 2
for what, harm in [
    ("cut", content[:-600]),
    ("with one bit turned", content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :]),
]:
    bad.write_bytes(harm)
    result = second.loam("restore", "--yes", str(bad))
    check(f"a backup that is {what} is refused", result.returncode == 65, said(result))
future = Garden("future")
shutil.copytree(second.path / "etc", future.path / "etc")
shutil.copytree(second.store, future.store, ignore=shutil.ignore_patterns("*.sock"))
newer(future.store)
was = future.bytes()
digests = {name: hashlib.sha256(content).hexdigest() for name, content in was.items()}
run = subprocess.run(
    [LOAM, "run", "--config", future.config], capture_output=True, text=True, env=future.environment, timeout=60, check=False
)
check("an older bridge says that a newer one wrote the store", run.returncode == 65 and "newer loam" in run.stderr, said(run))
check("and touched no byte", {n: hashlib.sha256(c).hexdigest() for n, c in future.bytes().items()} == digests)
check("a newer garden can be backed up", future.loam("backup", str(FOLDER / "future.loam")).returncode == 0)
check("and that touched no byte", {n: hashlib.sha256(c).hexdigest() for n, c in future.bytes().items()} == digests)
result = second.loam("restore", "--yes", str(FOLDER / "future.loam"))
check("a backup of a newer store is refused", result.returncode == 65 and "newer loam" in result.stderr, said(result))
check("none of them wrote anything", second.bytes() == before)
broker.stop()
