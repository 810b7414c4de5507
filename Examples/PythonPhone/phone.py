#!/usr/bin/env python3
"""A phone in a terminal: shows reminders and waterings, answers, moves sliders.

    [PASSWORD=…] [LOCALE=zh-Hans-CN] phone.py DEVICE HOST PORT

On standard input a number presses that button of the newest reminder, `set CONTROL VALUE` moves a slider, the end of it quits.
Why each step is as it is stands in Protocol.md, "What a device does".
"""

import json
import math
import os
import sys
import threading
import time
import uuid

import contract
import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

BASE, SKEW, RESEND_AFTER, SESSION = "plants/v1", 120, (5, 15, 45), 604_800
LOCALE = os.environ.get("LOCALE", "en-GB")


def now():
    return int(time.time())


class Phone:
    def __init__(self, device, host, port):
        self.device, self.address = device, (host, port)
        self.shown, self.unanswered, self.last_step, self.retained = {}, {}, {}, {}
        self.connect(mqtt.MQTTv5)

    def connect(self, version):
        is_5, session = version == mqtt.MQTTv5, Properties(PacketTypes.CONNECT)
        session.SessionExpiryInterval = SESSION
        self.client = mqtt.Client(
            mqtt.CallbackAPIVersion.VERSION2, client_id=self.device, protocol=version, clean_session=None if is_5 else False
        )
        self.client.username_pw_set(self.device, os.environ.get("PASSWORD"))
        self.client.on_connect, self.client.on_message = self.connected, self.heard
        self.client.connect_async(*self.address, **({"clean_start": False, "properties": session} if is_5 else {}))
        self.client.loop_start()

    def connected(self, client, _, flags, reason, properties):
        if reason == "Unsupported protocol version":
            client.loop_stop()
            return self.connect(mqtt.MQTTv311)
        if reason.is_failure:
            return print("refused:", reason, flush=True)
        dn = [f"d/{self.device}/dn/{name}" for name in ("notify", "withdraw", "activity", "ack")]
        topics = ["state/category/+", "state/control/+", *dn]
        client.subscribe([(f"{BASE}/{topic}", 1) for topic in topics])
        hello = {"device": self.device, "kind": "phone", "locale": LOCALE, "caps": ["notify", "actions", "slider", "activity"]}
        self.publish("hello", {"v": 1, **hello, "ts": now()}, retain=True)

    def publish(self, kind, document, retain=False):
        self.client.publish(f"{BASE}/d/{self.device}/up/{kind}", json.dumps(document), qos=1, retain=retain)

    def acknowledge(self, re, code="accepted"):
        self.publish("ack", {"v": 1, "re": re, "ok": code == "accepted", "code": code, "ts": now()})

    def command(self, kind, **fields):
        """What asks for something has an id, and is sent again under it until the bridge has answered."""
        document = {"v": 1, "id": str(uuid.uuid4()), **fields, "at": now()}
        self.unanswered[document["id"]] = document
        self.publish(kind, document)
        for seconds in RESEND_AFTER:
            again = threading.Timer(seconds, lambda: document["id"] in self.unanswered and self.publish(kind, document))
            again.daemon = True
            again.start()

    def heard(self, client, _, message):
        *_, folder, name = message.topic.split("/")
        try:
            schema = contract.schema_of(message.topic, BASE)
            take = getattr(self, "take_" + name, None) if folder == "dn" else None
            if schema is None or (folder == "dn" and take is None):
                return  # a later version's, or of a subscription that an earlier program left in the session
            document = contract.read(schema, json.loads(message.payload)) if message.payload else None
            if take:
                take(document)
            else:
                self.retained[folder, name] = document
                [self.show(shown) for shown in self.shown.values() if shown["aps"]["category"] == name]
        except (ValueError, LookupError, TypeError, AttributeError, contract.Unfit) as problem:
            print(f"unreadable: {message.topic}: {problem}", flush=True)

    def take_notify(self, notification):
        note = notification["note"]
        if note.get("clock") != "unset" and now() > note["exp"] + SKEW:
            return self.acknowledge(note["id"], "expired")
        before = self.shown.get(note["key"], notification)["note"]
        if note["key"] not in self.shown or before["id"] != note["id"] or before["rev"] < note["rev"]:
            self.shown.pop(note["key"], None)
            self.shown[note["key"]] = notification
            self.show(notification)
        self.acknowledge(note["id"])

    def buttons(self, notification):
        """A category that is not known has none."""
        return (self.retained.get(("category", notification["aps"]["category"])) or {"actions": []})["actions"]

    def title(self, button):
        """In the phone's language, as closely as there is one: zh-Hant-TW, zh-Hant, any of zh."""
        parts, titles = LOCALE.split("-"), button.get("titles", {})
        tags = ["-".join(parts[:count]) for count in range(len(parts), 0, -1)] + [tag for tag in titles if tag.split("-")[0] == parts[0]]
        return next((titles[tag] for tag in tags if tag in titles), button["title"])

    def show(self, notification):
        alert = notification["aps"]["alert"]
        print(" - ".join(alert[part] for part in ("title", "subtitle", "body") if part in alert))
        for number, button in enumerate(self.buttons(notification), 1):
            print(f"  [{number}] {self.title(button)}")
        if slider := notification.get("control"):
            print(f"  set {slider['id']} {slider['min']}…{slider['max']} {slider['unit']}")
        sys.stdout.flush()

    def take_withdraw(self, withdrawal):
        if self.shown.pop(withdrawal["key"], None):
            print(f"gone: {withdrawal['key']}, {withdrawal['reason']}", flush=True)
        self.acknowledge(withdrawal["id"])

    def take_activity(self, step):
        aps, head, content = step["aps"], step["activity"], step["aps"]["content-state"]
        if aps["timestamp"] <= self.last_step.get(head["id"], 0):
            return
        self.last_step[head["id"]] = math.inf if aps["event"] == "end" else aps["timestamp"]
        self.shown.pop(head.get("key"), None)
        print(f"{content['emoji']} {content['title']} {content['progress']:.0%} {head.get('end', '')}".strip(), flush=True)

    def take_ack(self, ack):
        if self.unanswered.pop(ack.get("re"), None):
            print("answer:", ack["code"], ack.get("why", {}).get("word", ""), flush=True)

    def typed(self, words):
        if words[0] == "set":
            control = self.retained["control", words[1]]
            self.command("set", control=words[1], value=float(words[2]), unit=control["unit"], base=control["rev"])
        else:
            *_, (key, notification) = self.shown.items()
            note, button = notification["note"], self.buttons(notification)[int(words[0]) - 1]
            plant = {"plant": notification["plant"]["id"]} if "plant" in notification else {}
            pressed = {"note": note["id"], "key": key, "rev": note["rev"], "category": notification["aps"]["category"]}
            self.command("action", **pressed, **plant, action=button["id"])


if __name__ == "__main__":
    phone = Phone(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    for line in sys.stdin:
        try:
            phone.typed(line.split())
        except (LookupError, TypeError, ValueError) as mistake:
            print("not understood:", mistake, flush=True)
    phone.client.disconnect()
