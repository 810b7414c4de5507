"""loam-push and a strict APNs: apns.py LOAM CONFIG FOLDER PORT [SENDS]."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt

from loopback import MORTAL
from strict_apns import Apns, make_keys, new_id, notification

loam, source, folder, port = sys.argv[1:5]
sends = int(sys.argv[5]) if len(sys.argv) > 5 else 600
program = os.path.join(os.path.dirname(loam), "loam-push")
APP, KEY, TEAM, BASE = "com.example.loam", "ABC123DEFG", "DEF123GHIJ", "plants/v1"
DEVICES = [f"phone-{number}" for number in range(8)]
log_path, chance = f"{folder}/loam-push.log", random.Random(7)

signer = make_keys(folder)


class Phone:
    """An app: it registers its tokens until that is answered, shows what is pushed, and gives each activity a token."""

    def __init__(self, name):
        self.name, self.shown, self.woken, self.activities, self.codes = (name, [], [], {}, [])
        self.pending, self.number = {}, 0

    def register(self, use, token, activity=None, gone=False):
        document = {"v": 1, "id": new_id(), "at": int(time.time()), "service": "apns", "use": use, "token": token}
        document |= (
            {"app": APP, "environment": "production"} | ({"activity": activity} if activity else {}) | ({"gone": True} if gone else {})
        )
        # One of a place at a time: a newer one takes it.
        self.pending[(use, activity)] = document
        say(f"d/{self.name}/up/push", document)

    def begin(self):
        self.register("alerts", token := service.issue("device", self))
        self.register("background", token)
        self.register("activity_start", service.issue("start", self))
        self.register("widget", service.issue("widget", self))

    def renew(self, token):
        """The token is gone: the system gives the app another one, a little later."""

        def later():
            if token.kind == "device":
                self.register("alerts", new := service.issue("device", self))
                self.register("background", new)
            else:
                self.register("activity", service.issue("activity", self, token.activity), token.activity["id"])

        threading.Timer(chance.random(), later).start()

    def take(self, token, fields, payload):
        if payload is None:
            return self.renew(token)
        kind, aps = fields["apns-push-type"], payload["aps"]
        if kind == "alert":
            self.shown.append(payload)
        elif kind == "liveactivity" and aps["event"] == "start":
            activity = {"id": aps["attributes"]["id"], "stamp": aps["timestamp"], "ended": False, "states": [aps["content-state"]]}
            if activity["id"] in self.activities:
                service.faults.append("an activity was started twice")
            self.activities[activity["id"]] = activity
            new = service.issue("activity", self, activity)
            threading.Timer(chance.random(), lambda: self.register("activity", new, activity["id"])).start()
        elif kind == "liveactivity":
            token.activity["states"].append(aps["content-state"])
        else:
            self.woken.append(payload)


def resend():
    """What is not answered is said again, as LoamKit does it."""
    while True:
        time.sleep(2)
        for phone in list(phones.values()):
            for document in list(phone.pending.values()):
                say(f"d/{phone.name}/up/push", document)


def delivered(token, fields, payload):
    token.phone.take(token, fields, payload)


service = Apns(signer.public_key(), KEY, TEAM, APP, (f"{folder}/tls.pem", f"{folder}/tls.key"), delivered)
phones = {name: Phone(name) for name in DEVICES}
config = f"{folder}/push.yaml"
channel = (
    f'{{kind: apns, app: {APP}, key_id: {KEY}, team_id: {TEAM}, key_file: {folder}/key.p8, server: "https://127.0.0.1:{service.port}",'
    f" ca_file: {folder}/tls.pem}}"
)
with open(config, "w") as file:
    file.write(open(source).read())
    file.write(f"push: {{path: {folder}/push}}\nchannels:\n" + "".join(f"  {name}: {channel}\n" for name in DEVICES))

acks = {}
hub = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="hub", clean_session=True)


def heard(_client, _data, message):
    _, _, _, device, way, _ = message.topic.split("/")
    ack = json.loads(message.payload)
    if way == "up":
        acks[ack["re"]] = ack
        return
    phone = phones[device]
    phone.codes.append(ack["code"])
    for place, document in list(phone.pending.items()):
        if document["id"] == ack.get("re"):
            # A newer one may have taken its place meanwhile.
            if ack["code"] != "rate_limited" and phone.pending.get(place) is document:
                phone.pending.pop(place)


hub.on_message = heard
hub.connect("127.0.0.1", int(port))
hub.subscribe([(f"{BASE}/d/+/up/ack", 1), (f"{BASE}/d/+/dn/ack", 1)])
hub.loop_start()


def say(topic, document, retain=False):
    payload = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    hub.publish(f"{BASE}/{topic}", payload, qos=1, retain=retain)


def check(truth, what):
    if not truth:
        raise SystemExit(f"apns: {what}\nfaults: {service.faults[:5]}\n{open(log_path).read()[-3000:]}")


def until(what, found, seconds=120):
    begun = time.monotonic()
    while not (value := found()):
        check(time.monotonic() < begun + seconds, f"{what}: not within {seconds} s")
        time.sleep(0.01)
    return value


def start():
    with open(log_path, "ab") as file:
        return subprocess.Popen([*MORTAL, program, "run", "--config", config], stdout=file, stderr=file)


class Bridge(threading.Thread):
    """What the bridge says to one device: one thing after the other, each again until it is acknowledged."""

    def __init__(self, phone, share):
        super().__init__(daemon=True)
        self.phone, self.share, self.notes, self.runs = phone, share, {}, []

    def tell(self, kind, document, wanted):
        while wanted not in acks:
            say(f"d/{self.phone.name}/dn/{kind}", document)
            end = time.monotonic() + 3
            while wanted not in acks and time.monotonic() < end:
                time.sleep(0.002)

    def step(self, run, event, progress):
        run["seq"] += 1
        run["stamp"] = max(run["stamp"] + 1, int(time.time()))
        title = "Aloe watered" if event == "end" else "Watering Aloe"
        aps = {"timestamp": run["stamp"], "event": event, "content-state": {"emoji": "💧", "title": title, "progress": progress}}
        if event == "start":
            aps |= {
                "attributes-type": "PlantActivityAttributes",
                "attributes": {"name": "Aloe"},
                "alert": {"title": "Aloe", "body": "Begun."},
            }
        aps |= {"dismissal-date": run["stamp"] + 60} if event == "end" else {"stale-date": run["stamp"] + 300}
        say(f"d/{self.phone.name}/dn/activity", {"aps": aps, "activity": {"v": 1, "id": run["id"], "seq": run["seq"]}})
        # What everybody is told; who was killed before an end was on its disk hears of it there.
        state = {"v": 1, "id": run["id"], "state": "ended" if event == "end" else "active", "seq": run["seq"], "kind": "watering"}
        state |= {"attributes-type": "PlantActivityAttributes", "attributes": {"name": "Aloe"}, "content-state": aps["content-state"]}
        state |= {"timestamp": run["stamp"], "stale-date": run["stamp"] + 300, "started": run["stamp"], "ends_by": run["stamp"] + 28800}
        say(f"state/activity/{run['id']}", state, retain=True)

    def run(self):
        run, told = None, 0
        while told < self.share:
            key = f"water-{told % 7}"
            note = notification(key, f"Plant {told}")
            self.notes[note["note"]["id"]] = note
            self.tell("notify", note, note["note"]["id"])
            self.until_shown(note)
            withdrawal = {"v": 1, "id": new_id(), "note": note["note"]["id"], "key": key, "reason": "done", "by": "bob-watch"}
            self.tell("withdraw", withdrawal | {"ts": int(time.time())}, withdrawal["id"])
            told += 2
            if told % 20 == 0:
                if run:
                    self.step(run, "end", 1)
                run = {"id": new_id(), "seq": 0, "stamp": 0}
                self.runs.append(run)
                self.step(run, "start", 0)
            elif run and told % 4 == 0:
                self.step(run, "update", told % 20 / 20)
        if run:
            self.step(run, "end", 1)

    def until_shown(self, note):
        while not any(p["note"]["id"] == note["note"]["id"] for p in self.phone.shown[-3:]):
            time.sleep(0.002)


for name in DEVICES:
    context = {"v": 1, "rev": 1, "ts": int(time.time()), "content": {"role": "actor", "temperature_unit": "celsius"}}
    say(f"d/{name}/dn/context", context, retain=True)
threading.Thread(target=resend, daemon=True).start()
daemon = start()
until("it stands at the broker", lambda: "sends for" in open(log_path).read())

# A token that nobody may hand over, and one that is no token.
hub.subscribe([(f"{BASE}/d/stranger/dn/ack", 1)])
phones["stranger"] = Phone("stranger")
phones["stranger"].register("alerts", service.issue("device", None))
until("a stranger is refused", lambda: set(phones["stranger"].codes) == {"forbidden"})

# The document is the payload, whatever the app registers first.
first = phones[DEVICES[0]]
early = notification("water-early", "Early")
say(f"d/{first.name}/dn/notify", early)
time.sleep(0.5)
check(early["note"]["id"] not in acks, "acknowledged for a device that has no phone")
for phone in phones.values():
    if phone.name in DEVICES:
        phone.begin()
until("what waited is shown", lambda: first.shown)
check(first.shown == [early], f"changed on its way: {first.shown}")
until("all is registered", lambda: not any(p.pending for p in phones.values()))

# Faults and kills.
service.hurts = 30
begun = time.monotonic()
bridges = [Bridge(phones[name], sends // len(DEVICES)) for name in DEVICES]
for bridge in bridges:
    bridge.start()
kills = 0
while any(bridge.is_alive() for bridge in bridges):
    time.sleep(2 + 4 * chance.random())
    check(time.monotonic() < begun + 900, f"stuck after {service.taken} sends")
    daemon.kill()
    daemon.wait()
    kills += 1
    daemon = start()
service.hurts = 0


def running():
    return [(phone, activity) for phone in phones.values() for activity in phone.activities.values() if not activity["ended"]]


def remembered(phone, activity):
    """What is on the disk of an activity, for whoever reads that it never ended."""
    with sqlite3.connect(f"{folder}/push/push.sqlite") as store:
        memory = json.loads(store.execute("SELECT memory FROM courier WHERE device = ?", (phone.name,)).fetchone()[0])
    return (
        activity,
        phone.pending,
        [item for item in memory["items"] if item["key"] == activity["id"]],
        memory["tokens"],
        memory.get("pause"),
    )


end = time.monotonic() + 90
while running() and time.monotonic() < end:
    time.sleep(0.01)
check(not running(), f"these never ended: {[remembered(*each) for each in running()]}")
seconds = time.monotonic() - begun
activities = [a for phone in phones.values() for a in phone.activities.values()]
check(all(a["states"][-1]["progress"] == 1 for a in activities), "an activity ended without its last content")
for bridge in bridges:
    missing = set(bridge.notes) - {p["note"]["id"] for p in bridge.phone.shown}
    check(not missing, f"{bridge.phone.name}: {len(missing)} reminders were never shown")
check(len(activities) >= sum(len(b.runs) for b in bridges) * 0.6, f"only {len(activities)} activities were started")
check(not service.faults, f"{len(service.faults)} refused")
check(len(service.jwts) == 1, f"{len(service.jwts)} provider tokens")

# A phone that is revoked gets nothing more.
say(f"d/{first.name}/dn/context", "", retain=True)


def refused():
    """What is said before the revocation is known is accepted, and forgotten with it."""
    if not first.pending:
        first.register("alerts", service.issue("device", first))
    return first.codes[-1] == "forbidden"


until("it may not come back", refused)
count = len(first.shown) + len(first.woken)
say(f"d/{first.name}/dn/notify", notification("water-late", "Late"))

# A flood of registrations is slowed.
flood = phones[DEVICES[1]]
flood.codes = []


def refuses_the_flood():
    flood.register("widget", service.issue("widget", flood))
    return "rate_limited" in flood.codes


until("the flood is refused", refuses_the_flood)
check(len(first.shown) + len(first.woken) == count, "a revoked phone was pushed to")

listed = subprocess.run([program, "list", "--config", config], capture_output=True, text=True, timeout=60)
check(f"{first.name}  apns  no" in listed.stdout and f"{DEVICES[2]}  apns  yes" in listed.stdout, listed.stdout + listed.stderr)
trial = subprocess.run([program, "test", "anna", "--wait", "5", "--config", config], capture_output=True, text=True, timeout=60)
check(f"{DEVICES[2]}: taken after" in trial.stdout and "its app answers by itself" in trial.stdout, trial.stdout + trial.stderr)
daemon.send_signal(signal.SIGTERM)
check(daemon.wait(5) == 0, "SIGTERM ended it badly")
log = open(log_path).read()
for token in service.tokens:
    check(token not in log, "a token stands in a log")
for jwt in service.jwts:
    check(jwt.split()[-1] not in log, "the provider token stands in a log")
check(not service.faults, f"{len(service.faults)} refused")
print(
    f"{service.taken} sends in {seconds:.0f} s over {service.connections} connections, {kills} kills, injected {service.refused},"
    f" {len(activities)} activities started and ended, 0 refusals that are ours"
)
