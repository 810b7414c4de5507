"""A phone of a garden whose topics begin with plants/north, and how long a test waits for what it should see."""

import json
import pathlib
import sys
import time

import paho.mqtt.client as mqtt
from bridge_kit import new_id
from documents import plants_of

BASE, PATIENCE = "plants/north/v1", 90
CONFIG = pathlib.Path(__file__).parent / "uplink.yaml"
PHONES = []


def until(what, truth, again=None):
    end, said = time.monotonic() + PATIENCE, 0.0
    while not truth():
        if time.monotonic() > end:
            print(f"FAILED: {what}; {PHONES}", flush=True)
            sys.exit(1)
        if again and time.monotonic() > said + 0.5:
            said = time.monotonic()
            again()
        time.sleep(0.02)
    print(f"ok: {what}", flush=True)


class Phone:
    """A device at a broker: what it was told, the answers to its commands, and what is retained there."""

    def __init__(self, name, broker):
        self.name, self.told, self.acks, self.docs, self.orders, self.notes, self.ready = name, [], {}, {}, [], set(), False
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311, clean_session=False)
        self.client.on_message = self.take
        filters = [f"{BASE}/state/#", f"{BASE}/bridge/#", f"{BASE}/d/{name}/dn/#", "shellies/bed/relay/0/command"]
        self.client.on_connect = lambda client, *_: client.subscribe([(words, 1) for words in filters])
        self.client.on_subscribe = lambda *_: setattr(self, "ready", True)
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        PHONES.append(self)

    def take(self, _client, _data, message):
        if message.topic == "shellies/bed/relay/0/command":
            self.orders.append(message.payload.decode())
            self.client.publish("shellies/bed/relay/0", message.payload, qos=1)
            return
        words = message.topic.removeprefix(f"{BASE}/")
        document = json.loads(message.payload) if message.payload else None
        if words.endswith("/dn/notify"):
            # QoS 1 may bring a message twice; a note has one id for each telling.
            if document["note"]["id"] not in self.notes:
                self.told += plants_of(document)
            self.notes.add(document["note"]["id"])
            self.send("ack", {"v": 1, "re": document["note"]["id"], "ok": True, "code": "accepted", "ts": int(time.time())})
        elif words.endswith("/dn/ack"):
            self.acks.setdefault(document.get("re"), []).append(document["code"])
        elif "/dn/" not in words:
            self.docs.pop(words, None)
            if document is not None:
                self.docs[words] = document

    def send(self, what, document, retain=False):
        return self.client.publish(f"{BASE}/d/{self.name}/up/{what}", json.dumps(document), qos=1, retain=retain)

    def hello(self):
        document = {"v": 1, "device": self.name, "kind": "phone", "ts": int(time.time()), "caps": ["notify", "actions"]}
        self.send("hello", document, retain=True)

    def act(self, action, plant, retain=False, at=None, **more):
        """An answer, or a wish for water; returns its id."""
        known, now = new_id(), int(time.time())
        category = "WATERING_CONTROL" if action in ("water_start", "water_stop") else "WATERING_REMINDER"
        document = {"v": 1, "id": known, "category": category, "action": action, "plant": plant, "at": at or now, **more}
        self.send("action", document, retain)
        return known

    def reads(self, plant, percent):
        self.client.publish(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": percent}), qos=1)

    def plant(self, name):
        return (self.docs.get(f"state/plant/{name}") or {}).get("s")

    def reminder(self, plant):
        return (self.docs.get(f"state/reminder/water-{plant}") or {}).get("state")

    def __repr__(self):
        return f"{self.name}: {sorted(self.docs)}, told {self.told}, acks {self.acks}, orders {self.orders}"

    def leave(self):
        self.client.disconnect()
        self.client.loop_stop()
