"""Home Assistant's app as our phone: reminders and their buttons, a number as a reply, waterings, and what is left on the screen when
the bridge, Home Assistant or the broker is killed."""

import os
import re
import shutil
import signal
import time
import uuid

import yaml

from companion import Phone
from garden import BASE
from steps import check, said, wait

# Which part dies when. `OUTAGES=all` takes all nine, `OUTAGES=broker` those of the broker; else it is one of each row and column.
PARTS, MOMENTS = ("bridge", "home", "broker"), ("before", "during", "at the end")
DIAGONAL = (("bridge", "during"), ("home", "at the end"), ("broker", "before"))


class PhoneTest:
    """A phone with the app, and an automation made of the exported blueprint."""

    def __init__(self, test, name, maker="Apple"):
        self.test, self.home, self.devices = test, test.home, test.devices
        self.phone = Phone(test.home, name, maker)

    def __enter__(self):
        self.phone.register()
        test = self.test
        shutil.copytree(test.export() / "blueprints", self.home.folder / "blueprints", dirs_exist_ok=True)
        self._automate(
            {
                "id": "plants",
                "alias": "Plants",
                "use_blueprint": {"path": "loam/loam_notifications.yaml", "input": {"notify_service": self.phone.service}},
            }
        )
        wait("an automation made of the blueprint is on", lambda: test.value("automation.plants") == "on")
        # What is from the second in which the automation came counts as told again.
        time.sleep(2)
        return self

    def __exit__(self, *_):
        self.phone.stop()
        if self.home.process:
            self._automate()

    def _automate(self, *automations):
        (self.home.folder / "automations.yaml").write_text(yaml.safe_dump(list(automations)))
        self.home.service("automation.reload")

    def reminder(self, key):
        return self.devices.document(f"state/reminder/{key}")

    def last_answer(self):
        """The last command, once its ack has come."""
        _, sent = next(up for up in reversed(self.devices.up) if up[0].endswith(("/up/action", "/up/set")))
        ack = next((ack for ack in reversed(self.devices.acks) if ack.get("re") == sent["id"]), None)
        return ack and (sent, ack)

    # Reminders

    def _dry(self, topic, message, values):
        """A probe that falls in steps that are no jumps, a second apart as its history keeps them."""
        for value in values:
            self.devices.say(topic, message(value)).wait_for_publish(10)
            time.sleep(1.2)

    def reminders(self):
        self._dry("v3/demo-garden@ttn/devices/lemon-lse01/up", self.devices.lemon, ["36.00", "24.00"])
        told = wait("a reminder is on the phone", lambda: self.phone.shown.get("loam-water-lemon"))
        check("with its words", told["title"] == "Lemon tree" and told["message"].startswith("Needs watering. "), told)
        buttons = told["data"]["actions"]
        check("and its three buttons", [button["title"] for button in buttons] == ["Done", "Later", "Tomorrow"], buttons)
        check("it was acknowledged to the bridge", any(topic.endswith("/up/ack") for topic, _ in self.devices.up))
        for button, action in ((buttons[1], "water_later"), (buttons[2], "water_tomorrow"), (buttons[0], "water_done")):
            self._press(button, action)
        wait("the reminder is closed", lambda: not self.reminder("water-lemon"))
        check("and off the screen", "loam-water-lemon" not in self.phone.shown, self.phone.shown)
        ids = [sent["id"] for topic, sent in self.devices.up if topic.endswith("/up/action")]
        check("each answer had an id of its own", len(ids) == len(set(ids)))

    def _press(self, button, action):
        known = len(self.devices.acks)
        pressed = time.time()
        self.phone.press(button)
        wait(f"{action} is answered", lambda: len(self.devices.acks) > known and self.last_answer(), 10)
        sent, ack = self.last_answer()
        check("it was taken", sent["action"] == action and ack["ok"] and sent["at"] < sent["exp"], sent, ack)
        shown = wait(
            "and the phone says so",
            lambda: (lambda told: told if told and told["message"] == f"✓ {button['title']}" else None)(
                self.phone.shown.get("loam-water-lemon-answer")
            ),
            10,
        )
        said(f"within {shown['at'] - pressed:.2f} s")

    def names(self):
        """What people call a plant is never read as a template."""
        self._dry("rtl_433/shed/events", self.devices.rosemary, [30, 22, 12])
        told = wait("a plant with braces in its name is told of", lambda: self.phone.shown.get("loam-water-rosemary"))
        check("as it is called", told["title"] == self.test.bridge.config["plants"]["rosemary"]["name"], told)
        self.phone.press(told["data"]["actions"][0])
        answer = wait("and its answer is shown", lambda: self.phone.shown.get("loam-water-rosemary-answer"), 15)
        check("under that name", answer["title"] == told["title"], answer)

    # The slider

    def slider(self):
        self.devices.say("greenhouse-node/sensor/greenhouse_temperature/state", "8.5")
        key = "loam-set-greenhouse-heater-setpoint"
        told = wait("a place that is too cold asks for another setpoint", lambda: self.phone.shown.get(key))
        reply = told["data"]["actions"][0]
        check(
            "by a reply, with the range in it",
            reply["behavior"] == "textInput" and reply["textInputPlaceholder"] == "5 to 30 °C, in steps of 0.5",
            told,
        )
        check("and a tap opens the slider", told["data"]["clickAction"] == "entityId:number.loam_greenhouse_heater_setpoint")
        before = self.devices.heater
        for typed, code in (("40", "out_of_range"), ("16.3", "off_step"), ("warmer", None)):
            known = len(self.devices.up)
            self.phone.press(self.phone.shown[key]["data"]["actions"][0], typed)
            shown = wait(f"“{typed}” is refused on the phone", lambda: self.phone.shown.get(key), 15)
            check("with the range", "5 to 30 °C, in steps of 0.5" in shown["message"], shown)
            if code:
                check(f"by the bridge, as {code}", self.last_answer()[1]["code"] == code)
            else:
                check("and was not sent", not any(topic.endswith("/up/set") for topic, _ in self.devices.up[known:]))
        check("nothing has moved", self.devices.heater == before)
        self.phone.press(self.phone.shown[key]["data"]["actions"][0], "17,5 °C")
        wait("a number moves the heater", lambda: self.devices.heater == 17.5)
        sent, ack = self.last_answer()
        check("by up/set", sent["control"] == "greenhouse-heater-setpoint" and sent["value"] == 17.5 and ack["ok"], sent, ack)
        wait("the phone says so", lambda: self.phone.shown.get(f"{key}-answer", {}).get("message") == "→ 17,5 °C", 15)
        check("and the question is gone", key not in self.phone.shown, self.phone.shown)
        self.devices.say("greenhouse-node/sensor/greenhouse_temperature/state", "15.5")

    # Waterings

    def water(self, seconds):
        """Waters the basil for so long, as another phone would ask for it."""
        now = int(time.time())
        order = {"action": "water_start", "category": "WATERING_CONTROL", "plant": "basil", "value": seconds}
        self.devices.say(f"{BASE}/d/anna-phone/up/action", {"id": str(uuid.uuid4()), "at": now, "exp": now + 30, "v": 1, **order})

    def watering(self):
        mine = lambda: {tag: told for tag, told in self.phone.activities.items() if told["title"] == "Basil"}
        wait("no other watering is shown as running", lambda: not mine(), 40)
        begun = time.time()
        self.water(20)
        tag, first = wait("a watering is shown", lambda: next(iter(mine().items()), None), 20)
        said(f"after {first['at'] - begun:.2f} s")
        check("under a tag that an iPhone takes", re.fullmatch("[A-Za-z0-9_-]{1,64}", tag), tag)
        check("the phone counts the time", first["data"]["chronometer"] is True and first["data"]["when"] > begun, first)
        wait("it goes from the screen by itself", lambda: not mine(), 90)
        steps = self.phone.steps(tag)
        shown = [(step["data"].get("progress", 0), step["message"]) for step in steps]
        check("it never went back", shown == sorted(shown, key=lambda step: step[0]), shown)
        check("the last was 100 %", shown[-1] == (100, "Basil watered"), shown)
        if self.phone.maker == "Apple":
            check("an iPhone was told of the start and the end alone", len(steps) == 2, shown)
        else:
            # The start, the first water, a quarter of a minute, perhaps by two of the bridge's steps, and the end.
            check(f"by {len(steps)} messages", 3 <= len(steps) <= 5, shown)
        wait(
            "the answers have gone from the screen by themselves", lambda: not any(tag.endswith("-answer") for tag in self.phone.shown), 40
        )

    def outages(self):
        chosen = os.environ.get("OUTAGES")
        all_of_them = [(part, moment) for part in PARTS for moment in MOMENTS if chosen in ("all", part)]
        for part, moment in all_of_them or DIAGONAL:
            print(f"-- {part} killed {moment}", flush=True)
            self._outage(part, moment)

    def _outage(self, part, moment):
        if moment == "before":
            self._kill(part)
            # The broker keeps the order for a bridge that is away. On a busy core Home Assistant takes its time to come back.
            if part != "broker":
                self.water(50 if part == "home" else 25)
        else:
            self.water(25 if moment == "during" else 8)
            wait("water runs", lambda: self.devices.valve_open, 60)
            wait("and is shown", lambda: self.phone.activities, 60)
            if moment == "at the end":
                # Closed, and nobody has heard it.
                self.devices.valve_speaks = False
                wait("the valve closes", lambda: not self.devices.valve_open, 40)
            self._kill(part)
            self.devices.valve_speaks = True
        if part != "home":
            self._is_clear("no activity is left while it is away")
        revived = time.time()
        self._revive(part)
        if (part, moment) == ("broker", "before"):
            wait("the bridge has found the new broker", lambda: self.devices.document("bridge/status"))
            self.water(25)
        if moment == "before":
            wait("the watering is shown after all", lambda: self.phone.activities, 40)
        wait("all has ended", lambda: self.devices.is_closed and self._activities() and self._have_ended(), 90)
        # A bridge without its broker has told the end to nobody; by now it is no news, and the alarm that followed speaks for it.
        news = [document for document in self._activities() if document["timestamp"] > revived - 60]
        if part != "home":
            wait(f"how it ended is told of {len(news)}", lambda: all(self._is_told(document) for document in news), 60)
        self._is_clear("no activity is left")

    def _is_clear(self, what):
        """The screen is empty a minute after the last document was stale, at the latest."""
        stale = max([document["stale-date"] for document in self._activities()], default=time.time())
        wait(what, lambda: not self.phone.activities, max(stale + 60 - time.time(), 1))
        said(f"{time.time() - stale:+.0f} s from when the last document is stale")

    def _is_told(self, document):
        steps = self.phone.steps(f"loam-{document['id']}")
        return steps and steps[-1]["message"] == document["content-state"]["title"]

    def _have_ended(self):
        return all(document["state"] == "ended" for document in self._activities())

    def _activities(self):
        return [document for topic, document in list(self.devices.retained.items()) if "/state/activity/" in topic]

    def _kill(self, part):
        if part == "broker":
            self.test.broker.kill()
            self.devices.retained.pop(f"{BASE}/bridge/status", None)
        else:
            {"bridge": self.test.bridge, "home": self.home}[part].stop(signal.SIGKILL)

    def _revive(self, part):
        {"bridge": self.test.bridge, "home": self.home, "broker": self.test.broker}[part].start()
