#!/usr/bin/env python3
"""A phone, a probe, a valve and a thermostat, scripted with paho-mqtt, against a running bridge.

    phone.py PORT {5|311} [again]

Walks the main job as a person would: a reminder comes, is answered in three ways, both kinds of slider are moved, a
watering runs from 0 to 1. `again`: a probe repeats after ten seconds what was not heard. Says each step; exits 1 with the step that failed. The bridge runs Scripts/phone.yaml.
"""

import json
import pathlib
import sys
import time
import uuid

import paho.mqtt.client as mqtt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Examples" / "PythonPhone"))
import contract  # noqa: E402

PORT, VERSION, SAYS_AGAIN = int(sys.argv[1]), sys.argv[2], "again" in sys.argv[3:]
BASE = "plants/v1"
DEVICE = "anna-phone"
inbox, retained, valve_log, granted = [], {}, [], []


def client(name):
    version = mqtt.MQTTv5 if VERSION == "5" else mqtt.MQTTv311
    return mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=version)


def on_message(c, _, m):
    if m.topic == "zigbee2mqtt/bed-valve/set":
        order = json.loads(m.payload)
        valve_log.append(order)
        c.publish("zigbee2mqtt/bed-valve", json.dumps({"state": order["state"]}), qos=1)
        return
    if m.topic == "zigbee2mqtt/heater/set":
        wish = json.loads(m.payload)["occupied_heating_setpoint"]
        if wish <= 25:  # above it this thermostat keeps what it has
            c.heater = wish
        c.publish("zigbee2mqtt/heater", json.dumps({"occupied_heating_setpoint": c.heater}), qos=1)
        return
    doc = contract.read(contract.schema_of(m.topic, BASE), json.loads(m.payload)) if m.payload else None
    if "/dn/" in m.topic:
        inbox.append((m.topic.split("/dn/")[1], doc))
        if m.topic.endswith("/dn/notify"):
            send("ack", {"v": 1, "re": doc["note"]["id"], "ok": True, "code": "accepted", "ts": now()})
        elif m.topic.endswith("/dn/withdraw"):
            send("ack", {"v": 1, "re": doc["id"], "ok": True, "code": "accepted", "ts": now()})
    else:
        retained[m.topic[len(BASE) + 1 :]] = doc


def now():
    return int(time.time())


def new_id():
    t = int(time.time() * 1000)
    return str(
        uuid.UUID(int=(t << 80) | (0x7 << 76) | (uuid.uuid4().int & (0xFFF << 64)) | (0b10 << 62) | (uuid.uuid4().int & ((1 << 62) - 1)))
    )


def send(what, doc, retain=False):
    phone.publish(f"{BASE}/d/{DEVICE}/up/{what}", json.dumps(doc), qos=1, retain=retain)


def wait(what, probe, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        found = probe()
        if found:
            print(f"ok: {what}", flush=True)
            return found
        time.sleep(0.02)
    print(f"  retained: {json.dumps(retained)[:3000]}\n  inbox: {json.dumps(inbox[-6:])[:3000]}\nFAILED: {what}", flush=True)
    sys.exit(1)


def check(what, truth):
    if not truth:
        wait(what, lambda: False, 0)
    print(f"ok: {what}", flush=True)


def take(kind, probe):
    """First waiting document of that kind that satisfies the probe; removes it."""
    for i, (k, d) in enumerate(inbox):
        if k == kind and probe(d):
            return inbox.pop(i)[1]
    return None


def moisture(plant, value):
    probe.publish(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": value, "temperature": 21}), qos=1)


def says(plant, value, what, found):
    """Once, or again until it is heard."""
    moisture(plant, value)
    said = [time.monotonic()]

    def heard():
        if SAYS_AGAIN and time.monotonic() - said[0] > 10:
            said[0] = time.monotonic()
            moisture(plant, value)
        return found()

    return wait(what, heard)


def reminder(plant):
    return says(plant, 22, f"a reminder for {plant}", lambda: take("notify", lambda d: d["note"]["key"] == f"water-{plant}"))


def act(action, note, plant, **more):
    doc = {
        "v": 1,
        "id": new_id(),
        "note": note["note"]["id"],
        "key": note["note"]["key"],
        "rev": note["note"]["rev"],
        "category": "WATERING_REMINDER",
        "action": action,
        "plant": plant,
        "at": now(),
        **more,
    }
    send("action", doc)
    return doc


def ack(doc, code):
    found = wait(f"ack {code} for {doc.get('action') or doc.get('control')}", lambda: take("ack", lambda d: d.get("re") == doc["id"]))
    check(f"  the code is {code} (was {found['code']})", found["code"] == code)
    return found


phone = client(DEVICE)
phone.on_message = on_message
phone.on_subscribe = lambda *_: granted.append("phone")
phone.connect("127.0.0.1", PORT)
phone.subscribe([(f"{BASE}/bridge/#", 1), (f"{BASE}/state/#", 1), (f"{BASE}/d/{DEVICE}/dn/#", 1)])
phone.loop_start()
probe = client("greenhouse")
probe.on_message = on_message
probe.on_subscribe = lambda *_: granted.append("probe")
probe.heater = 18.0
probe.connect("127.0.0.1", PORT)
probe.subscribe([("zigbee2mqtt/bed-valve/set", 1), ("zigbee2mqtt/heater/set", 1)])
probe.loop_start()

# NATS 2.10 gives who is still subscribing the retained document of before, and never the one that comes meanwhile.
wait("both hear", lambda: len(granted) == 2)
wait("the bridge is online", lambda: (retained.get("bridge/status") or {}).get("online"))
wait("the bridge says its limits", lambda: retained.get("bridge/info"))
wait("the categories are published", lambda: "state/category/WATERING_REMINDER" in retained)
send(
    "hello",
    {
        "v": 1,
        "device": DEVICE,
        "kind": "phone",
        "name": "Anna's phone",
        "software": "1",
        "protocol": 1,
        "mqtt": 5,
        "locale": "en",
        "tz": "Europe/Berlin",
        "max_packet": 65536,
        "caps": ["notify", "actions", "slider", "activity"],
        "actions_max": 4,
        "ts": now(),
    },
    retain=True,
)

# 1. done
says("aloe", 40, "aloe is fine", lambda: (retained.get("state/plant/aloe") or {}).get("s") == "ok")
first = reminder("aloe")
check(
    "all four dates are numbers and next is later than last",
    all(isinstance(first["plant"][k], int) for k in ("lastDate", "nextDate", "lastWateringDate", "nextWateringDate"))
    and first["plant"]["nextDate"] > first["plant"]["lastDate"],
)
check("the thread is the plant", first["aps"]["thread-id"] == "aloe" and first["aps"]["category"] == "WATERING_OFFER")
wait("the open reminder is retained", lambda: retained.get("state/reminder/water-aloe"))
done = act("water_done", first, "aloe")
answer = ack(done, "accepted")
check("the answer brings the new dates", answer["plant"]["lastDate"] == done["at"])
send("action", done)
ack(done, "duplicate")
wait("the reminder is gone for everyone", lambda: "state/reminder/water-aloe" in retained and retained["state/reminder/water-aloe"] is None)
wait("the plant's last watering moved", lambda: retained["state/plant/aloe"]["l"] == done["at"])

# 2. later and 3. tomorrow
for action, plant in (("water_later", "basil"), ("water_tomorrow", "chili")):
    moisture(plant, 40)
    note = reminder(plant)
    ack(act(action, note, plant), "accepted")
    wait(f"{plant} is snoozed", lambda: (retained.get(f"state/reminder/water-{plant}") or {}).get("state") == "snoozed")
late = {"v": 1, "id": new_id(), "category": "WATERING_REMINDER", "action": "water_done", "plant": "aloe", "at": now() - 30 * 86400}
send("action", late)
ack(late, "bad_time")
strange = {"v": 1, "id": new_id(), "category": "WATERING_REMINDER", "action": "water_never", "plant": "aloe", "at": now()}
send("action", strange)
ack(strange, "unknown_action")
phone.publish(f"{BASE}/d/{DEVICE}/up/action", b'{"v":1,"id":', qos=1)
wait("broken JSON is answered", lambda: take("ack", lambda d: d["code"] == "bad_json"))

# 4. the slider of a plant's limit
limit = wait("the limit is published", lambda: retained.get("state/control/aloe-dry-below"))
move = {"v": 1, "id": new_id(), "control": limit["id"], "value": limit["value"] + 5, "unit": "%", "base": limit["rev"], "at": now()}
send("set", move)
check("the new value is in the ack", ack(move, "accepted")["control"]["value"] == move["value"])
wait("the slider follows everywhere", lambda: retained["state/control/aloe-dry-below"]["value"] == move["value"])
stale = dict(move, id=new_id(), value=move["value"] + 1)
send("set", stale)
check("a conflict tells the value in force", ack(stale, "conflict")["control"]["value"] == move["value"])
outside = dict(move, id=new_id(), value=99, base=limit["rev"] + 1)
send("set", outside)
ack(outside, "out_of_range")
wrong = dict(move, id=new_id(), unit="°C", base=limit["rev"] + 1)
send("set", wrong)
ack(wrong, "bad_unit")

# 5. the setpoint of a device
probe.publish("zigbee2mqtt/heater", json.dumps({"occupied_heating_setpoint": 18, "local_temperature": 17}), qos=1)
heat = wait(
    "the setpoint is published with the device's value",
    lambda: (lambda d: d if d and d.get("value") == 18 else None)(retained.get("state/control/heater-setpoint")),
)
for wish, end in ((21.5, 21.5), (28, 21.5)):
    present = retained["state/control/heater-setpoint"]
    move = {"v": 1, "id": new_id(), "control": "heater-setpoint", "value": wish, "unit": "°C", "base": present["rev"], "at": now()}
    send("set", move)
    answer = ack(move, "queued")
    check(
        "the ack says what is in force and what was asked for",
        answer["control"]["value"] == present["value"] and answer["control"]["requested"] == wish,
    )
    wait(
        f"asked for {wish}, the device has {end} and the slider shows it",
        lambda: (lambda d: d["value"] == end and d["rev"] > present["rev"])(retained["state/control/heater-setpoint"]),
    )
    # One move a second is taken.
    time.sleep(1.1)

# 6. a watering from 0 to 1
start = {"v": 1, "id": new_id(), "category": "WATERING_CONTROL", "action": "water_start", "plant": "aloe", "value": 6, "at": now()}
send("action", start)
ack(start, "accepted")
begun = wait("the activity starts", lambda: take("activity", lambda d: d["aps"]["event"] == "start"))
check("it starts with all its content", set(begun["aps"]["content-state"]) >= {"emoji", "title", "progress"})
# At its start the bridge closed what it found idle.
opened = wait("the valve is told to open", lambda: [order for order in valve_log if order["state"] != "OFF"])
check("the valve was opened with its own timer", opened[0]["state"] == "ON" and 1 <= opened[0]["on_time"] <= 6)
key = "state/activity/" + begun["activity"]["id"]
wait("latecomers find it", lambda: retained.get(key))
ended = wait("the activity ends", lambda: take("activity", lambda d: d["aps"]["event"] == "end"))
steps = [d["aps"] for k, d in inbox if k == "activity"]
values = [s["content-state"]["progress"] for s in steps]
check(f"progress rises: {values}", values == sorted(values) and len(values) >= 2)
check("it ends at 1", ended["aps"]["content-state"]["progress"] == 1)
stamps = [s["timestamp"] for s in steps] + [ended["aps"]["timestamp"]]
check("timestamps rise strictly", all(a < b for a, b in zip(stamps, stamps[1:])))
check("the valve was closed", valve_log[-1]["state"] == "OFF")
again = dict(start, id=new_id(), at=now() - 600)
send("action", again)
check("an old start opens nothing", ack(again, "expired") and valve_log[-1]["state"] == "OFF")

# 7. the reminder waters its plant
moisture("dill", 40)
wait("dill is fine", lambda: (retained.get("state/plant/dill") or {}).get("s") == "ok")
moisture("dill", 22)
asked = reminder("dill")
check(
    "the question says how long, and water is the first button",
    asked["water"]["seconds"] == 4
    and asked["aps"]["alert"]["body"].endswith("Water now: 4 s.")
    and retained["state/category/" + asked["aps"]["category"]]["actions"][0]["id"] == "water_start",
)
opens = len([order for order in valve_log if order["state"] != "OFF"])
press = act("water_start", asked, "dill", category="WATERING_OFFER")
run = ack(press, "accepted")["activity"]
gone = wait("the reminder gives way", lambda: take("withdraw", lambda d: d["key"] == "water-dill"))
check("to the activity", gone["activity"] == run)
begun = wait("the activity starts in its place", lambda: take("activity", lambda d: d["aps"]["event"] == "start"))
check("under the reminder's key", begun["activity"]["key"] == "water-dill" and begun["activity"]["id"] == run)
send("action", press)
ack(press, "duplicate")
ended = wait("the water ends", lambda: take("activity", lambda d: d["aps"]["event"] == "end"))
check(
    "whole, and opened once",
    ended["aps"]["content-state"]["progress"] == 1 and len([order for order in valve_log if order["state"] != "OFF"]) == opens + 1,
)
wait("the reminder is answered", lambda: "state/reminder/water-dill" in retained and retained["state/reminder/water-dill"] is None)
late = act("water_start", asked, "dill", category="WATERING_OFFER")
ack(late, "stale")
print("done", flush=True)
