"""Inside the machine of upgrade.sh: packages come and go under a real systemd while water runs. /old and /new hold the packages.

Two valves: `bed` has a timer that is broken, so that only the bridge closes it; `fern` has none. Both write down when they were open.
"""

import glob
import json
import os
import pwd
import random
import subprocess
import sys
import threading
import time
import traceback
import uuid

import paho.mqtt.client as mqtt

BASE, PATIENCE, LENGTH, BEYOND, STOP = "plants/v1", 90, 150, 5.0, 5.0
STATE = "/var/lib/loam/store/state.sqlite"
CONFIG = """
site: {name: upgrade, time_zone: UTC}
broker: {host: 127.0.0.1, username: loam, password_file: "${CREDENTIALS_DIRECTORY:-/etc/loam}/mqtt-password"}
store: {path: "${STATE_DIRECTORY:-/var/lib/loam}/store"}
sensors:
  s0: {family: plain, topic: probe/0, fields: {moisture: {unit: percent}}}
  s1: {family: plain, topic: probe/1, fields: {moisture: {unit: percent}}}
  s2: {family: plain, topic: probe/2, fields: {moisture: {unit: percent}}}
valves:
  bed: {family: zigbee2mqtt, topic: zigbee2mqtt/bed, part: on_time, no_meter: accepted}
  fern: {family: shelly, topic: shellies/fern, no_device_timer: accepted, no_meter: accepted}
plants:
  p0: {name: P0, sensors: s0, dry_below: 30%, dwell: 0s, watering: {valve: bed, duration: 150s, duration_max: 300s}}
  p1: {name: P1, sensors: s1, dry_below: 30%, dwell: 0s, watering: {valve: fern, duration: 150s, duration_max: 300s}}
  p2: {name: P2, sensors: s2, dry_below: 30%, dwell: 0s}
people: {anna: {notifications_per_day: 1000, devices: {phone: {role: operator}, hook: {role: viewer}}}}
reminders: {digest_window: 2s}
web: {account: {username: loam-web, password_file: "${CREDENTIALS_DIRECTORY:-/etc/loam}/web-mqtt-password"}}
channels: {hook: {kind: webhook, url_file: /etc/loam/hook-url, body: '{"text":"{title}"}'}}
push:
  account: {username: loam-push, password_file: "${CREDENTIALS_DIRECTORY:-/etc/loam}/push-mqtt-password"}
  path: ${STATE_DIRECTORY:-/var/lib/loam-push}/push
"""


class Failed(Exception):
    pass


def say(text):
    print(text, flush=True)


def check(what, truth, more=""):
    if not truth:
        raise Failed(f"{what} {more}")
    say(f"ok: {what}")


def run(*words, wrong=False):
    ended = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
    if ended.returncode and not wrong:
        raise Failed(f"{' '.join(words)}: {ended.returncode} {ended.stdout[-1500:]}{ended.stderr[-1500:]}")
    return ended.stdout + ended.stderr


def files():
    """What is on the machine, as far as packages may touch it."""
    found = set()
    for top in ("/etc", "/usr", "/var/lib", "/lib/systemd", "/opt"):
        for folder, _, names in os.walk(top):
            if not folder.startswith(("/var/lib/dpkg", "/var/lib/systemd", "/var/lib/mosquitto")):
                found |= {f"{folder}/{name}" for name in names} | {folder}
    return {path for path in found if not path.endswith("-") and "__pycache__" not in path}


class House:
    def __init__(self):
        self.heard, self.open, self.runs, self.notes, self.acks = threading.Condition(), {}, [], {}, {}
        self.states, self.opened = {}, set()
        self.client = mqtt.Client(client_id="phone", protocol=mqtt.MQTTv311)
        self.client.on_message = self.take
        self.client.on_connect = lambda client, *_: client.subscribe(
            [("zigbee2mqtt/bed/set", 1), ("shellies/fern/relay/0/command", 1), (f"{BASE}/d/phone/dn/#", 1), (f"{BASE}/state/#", 1)]
        )
        self.client.connect("127.0.0.1", 1883)
        self.client.loop_start()

    def take(self, _client, _data, message):
        now = time.monotonic()
        with self.heard:
            if message.topic == "zigbee2mqtt/bed/set":
                order = json.loads(message.payload)["state"]
                self.turn("bed", order == "ON", now)
                self.client.publish("zigbee2mqtt/bed", json.dumps({"state": order}), qos=1)
            elif message.topic == "shellies/fern/relay/0/command":
                self.turn("fern", message.payload == b"on", now)
                self.client.publish("shellies/fern/relay/0", message.payload, qos=1)
            elif message.topic.endswith("/dn/notify") and message.payload:
                note = json.loads(message.payload)
                plants = [p["id"] for p in note.get("plants") or [note["plant"]]] if note["note"]["key"].startswith("water-") else []
                for plant in plants:
                    self.notes.setdefault(plant, set()).add((note["note"]["id"], note["note"]["rev"]))
            elif "/state/plant/" in message.topic and message.payload:
                self.states[message.topic.rsplit("/", 1)[1]] = json.loads(message.payload)["s"]
            elif "/state/reminder/" in message.topic:
                self.opened.add(message.topic.rsplit("/", 1)[1])
            elif message.topic.endswith("/dn/ack"):
                ack = json.loads(message.payload)
                self.acks[ack.get("re")] = ack
            self.heard.notify_all()

    def turn(self, valve, is_open, now):
        if is_open:
            self.open.setdefault(valve, now)
        elif valve in self.open:
            self.runs.append((valve, now - self.open.pop(valve)))

    def wait(self, what, truth, seconds=PATIENCE):
        with self.heard:
            if not self.heard.wait_for(truth, seconds):
                raise Failed(f"{what}: not within {seconds} s; open {self.open}, {self.runs}, {self.notes}, {self.acks}")
        say(f"ok: {what}")

    def act(self, action, plant, value=None):
        now = time.time()
        known = int(now * 1000) << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)
        document = {
            "v": 1,
            "id": str(uuid.UUID(int=known)),
            "category": "WATERING_CONTROL",
            "action": action,
            "plant": plant,
            "at": int(now),
        }
        if value:
            document["value"] = value
        self.client.publish(f"{BASE}/d/phone/up/action", json.dumps(document), qos=1)
        return document["id"]

    def read(self, n, percent):
        self.client.publish(f"probe/{n}", str(percent), qos=1)

    def dry(self, n):
        """Until the reminder waits: it is told two seconds later."""
        self.read(n, 45)
        self.wait(f"p{n} is fine", lambda: self.states.get(f"p{n}") == "ok")
        self.read(n, 26)
        self.wait(f"p{n} has a reminder", lambda: f"water-p{n}" in self.opened)


def active(unit):
    return run("systemctl", "is-active", unit, wrong=True).strip() == "active"


def until(what, truth, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > end:
            raise Failed(f"{what}: not within {seconds} s\n" + run("journalctl", "-n", "40", "--no-pager", "-o", "cat", wrong=True))
        time.sleep(0.1)
    say(f"ok: {what}")


def pid():
    return run("systemctl", "show", "-p", "MainPID", "--value", "loam.service").strip()


def journal():
    return run("journalctl", "-u", "loam.service", "--no-pager", "-o", "cat")


def settle(house, what):
    """Both valves are closed, and none was open for longer than it may be."""
    house.wait(f"{what}: both valves are closed", lambda: not house.open and house.runs, LENGTH + PATIENCE)
    longest = max(seconds for _, seconds in house.runs)
    check(f"{what}: none was open past its limit", longest <= LENGTH + BEYOND, str(house.runs))
    say(f"note: {what}: open for " + ", ".join(f"{valve} {seconds:.1f} s" for valve, seconds in house.runs) + f" of {LENGTH} s")
    house.runs.clear()


def water(house):
    wishes = [house.act("water_start", plant, LENGTH) for plant in ("p0", "p1")]
    house.wait("water runs through both valves", lambda: len(house.open) == 2 and all(wish in house.acks for wish in wishes))


def prepare():
    os.makedirs("/etc/loam", exist_ok=True)
    with open("/etc/mosquitto/conf.d/test.conf", "w", encoding="utf8") as file:
        file.write("listener 1883 127.0.0.1\nallow_anonymous true\n")
    for name in ("mqtt-password", "web-mqtt-password", "push-mqtt-password", "web-token", "hook-url"):
        with open(f"/etc/loam/{name}", "w", encoding="utf8") as file:
            file.write("http://127.0.0.1:9/hook\n" if name == "hook-url" else "a-password-that-nobody-asks-for\n")
        os.chmod(f"/etc/loam/{name}", 0o600)
    os.chmod("/etc/loam/hook-url", 0o644)
    with open("/etc/loam/loam.yaml", "w", encoding="utf8") as file:
        file.write(CONFIG)
    run("systemctl", "restart", "mosquitto")


def install(house, folder):
    """Returns for how long the bridge was away."""
    before = pid()
    start = time.monotonic()
    run("dpkg", "-i", *sorted(glob.glob(f"{folder}/*.deb")))
    took = time.monotonic() - start
    check(f"another bridge runs after {folder}", pid() != before)
    return took


def test():
    run("systemctl", "disable", "--now", "mosquitto")
    before = files()
    run("systemctl", "enable", "--now", "mosquitto")
    run("dpkg", "-i", *sorted(glob.glob("/old/*.deb")))
    for unit in ("loam", "loam-web", "loam-push"):
        check(f"{unit} waits until it is set up", not active(unit))
    prepare()
    house = House()
    run("systemctl", "start", "loam.target")
    for unit in ("loam", "loam-web", "loam-push"):
        until(f"{unit} runs", lambda unit=unit: active(unit))
    until("the bridge hears", lambda: "subscriptions granted" in journal())
    house.dry(0)
    house.wait("a dry plant is told", lambda: "p0" in house.notes)

    # The next version comes while water runs and a reminder waits.
    water(house)
    house.dry(2)
    took = install(house, "/new")
    say(f"note: dpkg -i of the next version took {took:.1f} s")
    until("the next version is up", lambda: active("loam"))
    check("the valve with a timer goes on, the other one was closed with the bridge", set(house.open) == {"bed"}, str(house.runs))
    settle(house, "upgrade")
    house.wait("the reminder that was due meanwhile is told", lambda: "p2" in house.notes)
    copies = glob.glob(STATE + ".before-*")
    say(f"note: copies of the older form: {[os.path.basename(copy) for copy in copies]}")
    left = json.loads(run("loam", "leases", "--json", "--config", "/etc/loam/loam.yaml"))
    check("the runs are in the log of the next version", len(left) >= 2, str(left)[:300])

    # systemctl reload: the same process, the new config.
    before_reload = pid()
    with open("/etc/loam/loam.yaml", "w", encoding="utf8") as file:
        file.write(CONFIG.replace("name: P2", "name: Mint"))
    run("systemctl", "reload", "loam")
    until("a reload takes the config over", lambda: "changed: plant p2" in journal())
    check("and it is the same process", pid() == before_reload)

    # And back.
    water(house)
    took = install(house, "/old") if not copies else None
    if copies:
        run("dpkg", "-i", *sorted(glob.glob("/old/*.deb")), wrong=True)
        until("the older version says that a newer one wrote the store", lambda: "written by a newer loam" in journal())
        settle(house, "downgrade")
        run("systemctl", "stop", "loam")
        for part in ("-wal", "-commits"):
            if os.path.exists(STATE + part):
                os.remove(STATE + part)
        os.rename(copies[0], STATE)
        run("systemctl", "reset-failed", "loam", wrong=True)
        run("systemctl", "start", "loam")
        until("with the copy that was kept it runs", lambda: active("loam"))
    else:
        check("so it is on the way back", set(house.open) == {"bed"}, str(house.runs))
        settle(house, "downgrade")
        say(f"note: dpkg -i of the version before took {took:.1f} s")
    # What would come twice comes soon after a start.
    time.sleep(5)
    check(
        "each reminder was told once",
        all(len(notes) == 1 for notes in house.notes.values()) and set(house.notes) == {"p0", "p2"},
        str(house.notes),
    )

    # The end of a program, and of the packages.
    for unit in ("loam-push", "loam-web", "loam"):
        start = time.monotonic()
        run("systemctl", "stop", unit)
        took = time.monotonic() - start
        check(f"{unit} stops within {STOP:.0f} s", took <= STOP, f"{took:.1f} s")
        say(f"note: {unit} stopped in {took:.2f} s")
    check("none of them failed", "failed" not in run("systemctl", "is-failed", "loam", "loam-web", "loam-push", wrong=True))
    run("dpkg", "--remove", "loam-push", "loam-web", "loam")
    for path in ("/etc/loam/loam.yaml", "/etc/loam/mqtt-password", STATE, "/var/lib/loam-push/push/push.sqlite"):
        check(f"{path} stays when the packages are removed", os.path.exists(path))
    run("dpkg", "--purge", "loam-push", "loam-web", "loam")
    run("systemctl", "disable", "--now", "mosquitto")
    os.remove("/etc/mosquitto/conf.d/test.conf")
    left = sorted(path for path in files() - before if not path.startswith(("/etc/systemd/system/mosquitto", "/etc/rc", "/etc/mosquitto")))
    check("and nothing is left when they are purged", not left, str(left[:20]))
    users = [user.pw_name for user in pwd.getpwall() if user.pw_name.startswith("loam")]
    check("nor a user", not users, str(users))


try:
    test()
    say("DONE")
except Failed as failure:
    say(f"FAILED: {failure}")
    say(journal()[-3000:])
except Exception:  # noqa: BLE001
    say("FAILED: " + traceback.format_exc())
sys.exit(0)
