#!/usr/bin/env python3
"""The garden in a real Home Assistant: discovery, commands, a phone, restarts and removal, through its own APIs.

    test.sh LOAM [--keep FOLDER] [--only CHAPTER]

Runs mosquitto, `loam run` with the demo's config, scripted devices and Home Assistant, all on free ports of the loopback interface.
Says each step; exits 1 with the step that failed.
"""

import argparse
import contextlib
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import yaml

from garden import BASE, Bridge, Devices
from home import Home
from loopback import Broker, free_port
from past import PastTest
from phone import PhoneTest
from steps import Failed, check, said, wait
from stream import StreamTest

PLANTS = ["basil", "fern", "tomato", "chili", "orchid", "rosemary", "lemon", "cactus"]
UUID = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")


class Test:
    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.program = program
        self.broker = Broker(self.folder / "broker", because="Home Assistant and the simulated devices choose their ids").start()
        self.bridge = Bridge(program, self.folder / "bridge", self.broker.port)
        self.devices = Devices(self.broker.port)
        self.home = Home(self.folder / "home", free_port(), self.broker.port)

    def stop(self):
        self.home.stop()
        self.bridge.stop()
        self.devices.stop()
        self.broker.stop()

    def entity(self, entity):
        return self.home.state(entity) or {"state": None, "attributes": {}}

    def value(self, entity):
        return self.entity(entity)["state"]

    def is_calm(self, when):
        check(f"no warning and no error in Home Assistant's log {when}", not self.home.complaints(), *self.home.complaints()[:5])

    # Chapters

    def discovery(self):
        wait("the bridge is there", lambda: self.devices.document("bridge/status"))
        self.devices.measure()
        wait(
            "what was heard is announced",
            lambda: any(topic.endswith("plant-orchid-conductivity/config") for topic in self.devices.announced()),
        )
        self.home.start()
        said("Home Assistant runs")
        self.has_all("are discovered")
        self.values_agree()
        entities, devices = self.home.registry()
        names = {device["name"]: device for device in devices.values()}
        check("one device for each plant, the bridge, the thermostat and the heater", len(devices) == 11, list(names))
        bridge = names["Demo garden"]
        check(
            "all others are reached through the bridge",
            all(device["via_device_id"] == bridge["id"] for device in devices.values() if device is not bridge),
        )
        check(
            "what is measured by a place's thermometer stands there",
            [names[name]["area_id"] for name in ("Chili", "Frost guard")] == ["greenhouse", "greenhouse"],
        )
        check(
            "each device leads to its page",
            [names[name]["configuration_url"] for name in ("Demo garden", "Chili", "Frost guard")]
            == [f"http://garden.local:8090/#/{view}" for view in ("bridge", "plant/chili", "controls")],
        )
        self.is_calm("after discovery")

    def has_all(self, what):
        def found():
            states = self.home.states()
            return all(document["default_entity_id"] in states for document in self.devices.announced().values())

        wait(f"all entities {what}", found, 90)
        entities, _ = self.home.registry()
        announced = {document["unique_id"] for document in self.devices.announced().values()}
        check(
            f"{len(announced)} entities in its registry, and no other",
            {entity["unique_id"] for entity in entities} == announced,
            {entity["unique_id"] for entity in entities} ^ announced,
        )

    def values_agree(self):
        expected = {
            "sensor.loam_basil_moisture": "29",
            "sensor.loam_fern_moisture": "55.5",
            "sensor.loam_tomato_moisture": "60",
            "sensor.loam_chili_moisture": "41.5",
            "sensor.loam_orchid_moisture": "33",
            "sensor.loam_rosemary_moisture": "44",
            "sensor.loam_lemon_moisture": "48.5",
            "sensor.loam_cactus_moisture": "17",
            "sensor.loam_basil_temperature": "21.3",
            "sensor.loam_cactus_temperature": "20",
            "sensor.loam_orchid_light": "4200",
            "sensor.loam_orchid_conductivity": "350",
            "sensor.loam_lemon_conductivity": "420",
            "binary_sensor.loam_basil_problem": "on",
            "binary_sensor.loam_fern_problem": "off",
            "number.loam_basil_dry_limit": "35",
            "number.loam_cactus_dry_limit": "8",
            "number.loam_greenhouse_heater_setpoint": "14",
            "number.loam_frost_guard_setpoint": "4",
            "binary_sensor.loam_frost_guard_heating": "off",
            "binary_sensor.loam_connection": "on",
            "binary_sensor.loam_hold": "off",
            "sensor.loam_plants_due": "1",
            "valve.loam_basil_watering": "closed",
            "valve.loam_tomato_watering": "closed",
            "button.loam_basil_water_done": "unknown",
            "button.loam_fern_water_done": "unknown",
            "button.loam_release_stop": "unavailable",
            "button.loam_fern_water_later": "unavailable",
            "sensor.loam_basil_watering_ends": "unknown",
            "sensor.loam_basil_watering_progress": "unknown",
            "sensor.loam_basil_last_watering": "unknown",
        }
        states = {}

        def agree():
            states.update(self.home.states())
            return all(states[entity]["state"] == value for entity, value in expected.items())

        try:
            wait(f"{len(expected)} states are as the devices said", agree, 90)
        except Failed:
            raise Failed(
                {entity: (states[entity]["state"], value) for entity, value in expected.items() if states[entity]["state"] != value}
            ) from None
        entities = [document["default_entity_id"] for document in self.devices.announced().values()]
        absent = [entity for entity in entities if states[entity]["state"] == "unavailable" and not entity.startswith("button.")]
        check("nothing but buttons of which nobody asks is unavailable", not absent, absent)
        tells = r"last_watering|next_watering|watering_ends|_progress"
        unknown = [
            entity
            for entity in entities
            if states[entity]["state"] == "unknown" and not re.match(r"button\.|event\.", entity) and not re.search(tells, entity)
        ]
        check("what the devices said is known", not unknown, unknown)
        self.times_agree(states)
        details = states["binary_sensor.loam_basil_problem"]["attributes"]
        check(
            "a problem says why",
            details["because"].startswith("moisture 29% is below 35%")
            and details["moisture"] == "low"
            and details["config_key"] == "plants.basil.dry_below",
            details,
        )
        slider = states["number.loam_basil_dry_limit"]["attributes"]
        check(
            "a slider has the control's range and step",
            (slider["min"], slider["max"], slider["step"], slider["mode"]) == (5, 80, 1, "slider"),
            slider,
        )

    def times_agree(self, states):
        for plant in PLANTS:
            shown = states[f"sensor.loam_{plant}_next_watering"]["state"]
            seconds = self.devices.document(f"state/detail/{plant}").get("next")
            date = seconds and time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(seconds))
            if shown != (date or "unknown"):
                raise Failed(f"next watering of {plant}: {shown}, {seconds}")
        reason = states["sensor.loam_basil_next_watering"]["attributes"]["next_because"]
        check("and say how they are known", reason == "due", reason)
        said("the next waterings are the documents' times")

    def sliders(self):
        number = "number.loam_basil_dry_limit"
        self.home.service("number.set_value", entity_id=number, value=36)
        wait("the slider moves the limit", lambda: self.devices.document("state/control/basil-dry-below")["value"] == 36)
        wait("and shows it", lambda: self.value(number) == "36")
        topic, sent = self.devices.up[-1]
        check(
            "it was sent as Home Assistant's own device",
            topic == f"{BASE}/d/home-assistant/up/set" and UUID.match(sent["id"]) and sent["unit"] == "%" and sent["value"] == 36,
            sent,
        )
        time.sleep(1.1)
        changes = self.home.changes_while(
            lambda: self.home.service("number.set_value", entity_id=number, value=40.5),
            number,
            lambda state: "refused" in state["attributes"],
        )
        check("an off-step value is refused", self.devices.acks[-1]["code"] == "off_step", self.devices.acks[-1])
        check(
            "the slider is shown the truth again by a change of state",
            changes
            and changes[-1][1]["state"] == "36"
            and changes[-1][1]["attributes"]["refused"]["code"] == "off_step"
            and changes[-1][1]["attributes"]["refused"]["value"] == 40.5,
            changes,
        )
        heater = "number.loam_greenhouse_heater_setpoint"
        self.home.service("number.set_value", entity_id=heater, value=16.5)
        wait("a setpoint reaches its device", lambda: self.devices.heater == 16.5)
        wait("and is shown once the device has said it", lambda: self.value(heater) == "16.5")
        self.home.service("number.set_value", entity_id="number.loam_frost_guard_setpoint", value=5)
        wait("the heater keeps another temperature", lambda: self.devices.document("state/heater/frost-guard")["setpoint"] == 5)
        self.is_calm("after the sliders")

    def watering(self):
        valve = "valve.loam_basil_watering"
        seen = []
        changes = self.home.changes_while(
            lambda: self.home.service("valve.open_valve", entity_id=valve), valve, lambda state: state["state"] == "closed"
        )
        seen = [new["state"] for _, new in changes]
        order = self.devices.up[-1][1]
        check(
            "opening sends water_start with an end after which it must not act",
            order["action"] == "water_start" and order["plant"] == "basil" and order["exp"] > order["at"] and UUID.match(order["id"]),
            order,
        )
        told = list(dict.fromkeys(seen))
        check(
            "the valve is seen opening, open, closing, and closed by its end",
            [state for state in told if state != "opening"] == ["open", "closing", "closed"]
            or told == ["opening", "open", "closed"]
            or told == ["open", "closed"],
            told,
        )
        wait("the plant was watered", lambda: self.value("sensor.loam_basil_last_watering") not in ("unavailable", "unknown"))
        check(
            "no run is under way any more",
            self.value("sensor.loam_basil_watering_ends") == "unknown" and self.value("sensor.loam_basil_watering_progress") == "unknown",
        )
        self.home.service("valve.open_valve", entity_id=valve)
        wait("a second run is open", lambda: self.value(valve) == "open")
        wait("it says when it ends", lambda: self.value("sensor.loam_basil_watering_ends").startswith("20"))
        wait("and how far it is", lambda: self.value("sensor.loam_basil_watering_progress") not in ("unavailable", "unknown", "0"))
        self.home.service("valve.close_valve", entity_id=valve)
        wait("closing it by hand closes it", lambda: self.value(valve) == "closed")
        check("by water_stop", self.devices.up[-1][1]["action"] == "water_stop")
        self.is_calm("after the waterings")

    def buttons(self):
        plant = "chili"
        button = f"button.loam_{plant}_water_later"
        before = self.value("event.loam_reminder")
        for value in ["29.5", "29.0", "28.5"]:
            self.devices.say("greenhouse-node/sensor/chili_soil_moisture/state", value)
            time.sleep(0.3)
        wait("a dry plant offers its buttons", lambda: self.value(button) == "unknown")
        event = wait(
            "the reminder is an event",
            lambda: (lambda state: state if state["state"] != before and state["attributes"]["event_type"] else None)(
                self.entity("event.loam_reminder")
            ),
        )
        shown = event["attributes"]
        check(
            "with its words and its plant",
            shown["event_type"] == "watering_reminder"
            and shown["plant"] == plant
            and shown["title"] == "Chili"
            and shown["key"] == "water-chili",
            shown,
        )
        self.home.service("button.press", entity_id=button)
        wait("later puts it off", lambda: (self.devices.document("state/reminder/water-chili") or {}).get("state") == "snoozed")
        check("by Home Assistant", self.devices.document("state/reminder/water-chili")["by"] == "home-assistant")
        self.home.service("button.press", entity_id=f"button.loam_{plant}_water_tomorrow")
        wait(
            "tomorrow is taken",
            lambda: (
                self.devices.up[-1][1]["action"] == "water_tomorrow"
                and self.devices.acks[-1]["re"] == self.devices.up[-1][1]["id"]
                and self.devices.acks[-1]["ok"]
            ),
        )
        self.home.service("button.press", entity_id=f"button.loam_{plant}_water_done")
        wait("done closes the reminder", lambda: not self.devices.document("state/reminder/water-chili"))
        wait("and the buttons go", lambda: self.value(button) == "unavailable")
        watered = f"button.loam_{plant}_water_done"
        check("but that somebody watered", self.value(watered) not in (None, "unavailable"))
        check("of a plant that asks for nothing as well", self.value("sensor.loam_fern_last_watering") == "unknown")
        self.home.service("button.press", entity_id="button.loam_fern_water_done")
        wait("can be said at any time", lambda: self.value("sensor.loam_fern_last_watering").startswith("20"))
        ids = [document["id"] for _, document in self.devices.up]
        check(f"{len(ids)} commands had {len(set(ids))} ids", len(ids) == len(set(ids)))

    def emergency(self):
        self.home.service("valve.open_valve", entity_id="valve.loam_basil_watering")
        wait("water runs", lambda: self.devices.valve_open)
        self.home.service("button.press", entity_id="button.loam_emergency_stop")
        wait("the emergency stop closes it", lambda: not self.devices.valve_open)
        wait("the hold is shown", lambda: self.value("binary_sensor.loam_hold") == "on")
        wait("and can be released", lambda: self.value("button.loam_release_stop") != "unavailable")
        check("as who holds it", self.entity("binary_sensor.loam_hold")["attributes"]["stopped"] is True)
        self.home.service("button.press", entity_id="button.loam_release_stop")
        wait("it is released", lambda: self.value("binary_sensor.loam_hold") == "off")
        self.is_calm("after the emergency stop")

    def export(self):
        """The folder that `loam export home-assistant` has written for the present config."""
        folder = self.folder / "export"
        subprocess.run(
            [self.program, "export", "home-assistant", "--config", str(self.bridge.path), str(folder)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return folder

    def exports(self):
        """Home Assistant reads the blueprint, and the dashboard names what exists."""
        folder = self.export()
        dashboard = yaml.safe_load((folder / "dashboards/loam.yaml").read_text())
        named = set(re.findall(r"[a-z_]+\.loam_[a-z0-9_]+", json.dumps(dashboard)))
        states = self.home.states()
        check(f"the dashboard names {len(named)} entities, all of them there", named <= set(states), named - set(states))
        check("and a card for each plant", len(dashboard["views"][0]["cards"]) == len(PLANTS))
        shutil.copytree(folder / "blueprints", self.home.folder / "blueprints", dirs_exist_ok=True)
        found = self.home.ask({"type": "blueprint/list", "domain": "automation"})[0]
        blueprint = found.get("loam/loam_notifications.yaml", {})
        check("Home Assistant reads the blueprint", "error" not in blueprint and blueprint["metadata"]["input"], found)

    def phone(self):
        with PhoneTest(self, "Anna phone", "Google") as phone:
            phone.reminders()
            phone.names()
            phone.slider()
            phone.watering()
        with PhoneTest(self, "Carl iPhone") as phone:
            phone.watering()
        self.is_calm("after the notifications")

    def outages(self):
        with PhoneTest(self, "Bob phone") as phone:
            phone.outages()
        self.is_calm("after the outages")

    def births(self):
        topic = next(topic for topic in self.devices.announced() if topic.endswith("plant-fern-moisture/config"))
        self.devices.say(topic, "", True)
        wait("an entity that somebody took away is gone", lambda: not self.home.state("sensor.loam_fern_moisture"))
        self.devices.say("homeassistant/status", "online")
        wait("and comes back with the next birth", lambda: self.value("sensor.loam_fern_moisture") == "55.5", 90)
        probe = "tele/greenhouse-tomato/LWT"
        self.devices.say(probe, "Offline", True)
        wait("what an offline probe said last is not shown as present", lambda: self.value("sensor.loam_tomato_moisture") == "unknown")
        wait("and is a problem", lambda: self.value("binary_sensor.loam_tomato_problem") == "on")
        check("that says why", self.entity("binary_sensor.loam_tomato_problem")["attributes"]["moisture"] == "unknown: offline")
        self.devices.say(probe, "Online", True)
        wait("until it is online", lambda: self.value("sensor.loam_tomato_moisture") == "60")

    def restarts(self):
        before = {entity["unique_id"]: entity["entity_id"] for entity in self.home.registry()[0]}
        self.home.stop()
        self.home.start()
        self.has_all("are there after Home Assistant's restart")
        wait("and have their states", lambda: self.value("number.loam_basil_dry_limit") == "36")
        self.bridge.stop(signal.SIGKILL)
        wait("a killed bridge leaves everything unavailable", lambda: self.value("sensor.loam_fern_moisture") == "unavailable", 90)
        check("and is seen as gone", self.value("binary_sensor.loam_connection") == "off")
        self.bridge.start()
        wait("the restarted bridge brings it back", lambda: self.value("number.loam_basil_dry_limit") == "36", 90)
        self.devices.measure(60)
        wait("with what the probes say", lambda: self.value("sensor.loam_basil_moisture") == "60", 90)
        self.broker.stop()
        wait("without a broker all is unavailable", lambda: self.value("number.loam_basil_dry_limit") == "unavailable", 90)
        self.devices.retained.clear()
        self.broker.start()
        wait("an emptied broker is filled again", lambda: len(self.devices.announced()) >= len(before), 90)
        wait("and everything is back", lambda: self.value("sensor.loam_basil_moisture") == "60", 90)
        self.has_all("are there after the broker's restart")
        wait("what was heard later was announced later", lambda: self.value("sensor.loam_basil_battery") == "87")
        after = {entity["unique_id"]: entity["entity_id"] for entity in self.home.registry()[0]}
        check("under the same names", {key: after.get(key) for key in before} == before)

    def removal(self):
        strange = "homeassistant/sensor/someone-else/thing/config"
        thing = {"name": "Thing", "unique_id": "thing-1", "state_topic": "thing"}
        self.devices.say(strange, thing, True)
        wait("somebody else has an entity as well", lambda: self.entity("sensor.thing")["state"])
        self.bridge.config["plants"]["basil"]["name"] = "Sweet basil"
        del self.bridge.config["plants"]["cactus"], self.bridge.config["sensors"]["cactus-probe"]
        self.bridge.reload()
        wait(
            "a plant that left the config leaves Home Assistant",
            lambda: not any("cactus" in entity["unique_id"] for entity in self.home.registry()[0]),
        )
        entities, devices = self.home.registry()
        check("with its device", not any("Cactus" == device["name"] for device in devices.values()))
        check(
            "and its topics",
            not [topic for topic in self.devices.retained if "cactus" in topic],
            [topic for topic in self.devices.retained if "cactus" in topic],
        )
        wait(
            "a renamed plant is the same device under its new name",
            lambda: (
                any(device["name"] == "Sweet basil" for device in self.home.registry()[1].values())
                and self.value("sensor.loam_basil_moisture") in ("29", "60")
            ),
        )
        # What is removed while the bridge is down goes as well, however it went down.
        self.bridge.stop(signal.SIGKILL)
        del self.bridge.config["plants"]["lemon"], self.bridge.config["sensors"]["lemon-probe"]
        self.bridge.write()
        self.bridge.start()
        wait(
            "what left the config while the bridge was down goes at its start",
            lambda: not any("lemon" in entity["unique_id"] for entity in self.home.registry()[0]),
            90,
        )
        self.removal_without_a_home()
        self.removal_without_a_broker(strange, thing)
        self.bridge.config["home_assistant"] = {"discovery": False}
        self.bridge.reload()
        wait(
            "with discovery off nothing of ours is left in Home Assistant",
            lambda: {entity["unique_id"] for entity in self.home.registry()[0]} == {"thing-1"},
        )
        wait("nor at the broker", lambda: set(self.devices.announced()) == {strange})
        check("but somebody else's is", self.entity("sensor.thing")["state"] is not None)
        self.bridge.config["home_assistant"] = {}
        self.bridge.reload()
        self.has_more("discovery on again brings them back")
        self.bridge.config["home_assistant"] = {"prefix": "homeassistant/other"}
        self.bridge.reload()
        wait(
            "another prefix leaves nothing under the old one",
            lambda: {topic for topic in self.devices.announced() if "/other/" not in topic} == {strange},
        )
        self.bridge.config["home_assistant"] = {"role": "viewer"}
        self.bridge.reload()
        wait(
            "a viewer is shown a limit and no slider",
            lambda: self.value("sensor.loam_basil_dry_limit") in ("35", "36") and not self.home.state("number.loam_basil_dry_limit"),
        )
        check("and no button", not [entity for entity in self.home.states() if entity.startswith("button.")])
        del self.bridge.config["home_assistant"]
        self.bridge.reload()
        wait("without the section nothing is announced", lambda: set(self.devices.announced()) == {strange})
        self.is_calm("at the end")

    def removal_without_a_home(self):
        """Home Assistant is down while a plant leaves; its registry still has it when it is back."""
        self.home.stop()
        del self.bridge.config["plants"]["orchid"], self.bridge.config["sensors"]["orchid-probe"]
        self.bridge.reload()
        wait("a plant leaves while Home Assistant is down", lambda: not [topic for topic in self.devices.announced() if "orchid" in topic])
        self.home.start()
        wait(
            "and leaves its registry once it is back",
            lambda: not any("orchid" in entity["unique_id"] for entity in self.home.registry()[0]),
            90,
        )
        wait("with its device", lambda: not any("Orchid" == device["name"] for device in self.home.registry()[1].values()))

    def removal_without_a_broker(self, strange, thing):
        """The broker goes and comes back with all it had; meanwhile a plant left the config."""
        self.broker.stop()
        self.broker.settings = "persistence true\n"
        self.broker.start()
        wait("a broker that keeps what it has is filled", lambda: self.value("sensor.loam_rosemary_moisture") == "44", 90)
        self.devices.say(strange, thing, True).wait_for_publish(10)
        self.broker.stop()
        del self.bridge.config["plants"]["rosemary"], self.bridge.config["sensors"]["rosemary-probe"]
        self.bridge.config["site"]["language"] = "zh-Hans"
        self.bridge.reload()
        time.sleep(1)
        self.devices.retained.clear()
        self.broker.start()
        wait(
            "what left the config while the broker was down goes when it is back",
            lambda: not any("rosemary" in entity["unique_id"] for entity in self.home.registry()[0]),
            90,
        )
        wait(
            "and its topics",
            lambda: self.devices.document("state/plant/basil") and not [topic for topic in self.devices.retained if "rosemary" in topic],
        )
        wait(
            "another language gives other names to the same entities",
            lambda: self.entity("sensor.loam_basil_moisture")["attributes"].get("friendly_name") == "Sweet basil 土壤湿度",
            90,
        )

    def has_more(self, what):
        wait(what, lambda: len(self.home.registry()[0]) > 40)

    def recorder(self):
        self.apart(PastTest)

    def statestream(self):
        self.apart(StreamTest)

    def apart(self, kind):
        """A home and a broker of its own: the other chapters know nothing of them."""
        name = kind.__name__.lower()
        broker = Broker(self.folder / f"{name}-broker", because="Home Assistant and the simulated devices choose their ids").start()
        try:
            kind(self.program, self.folder, broker.port).run()
        finally:
            broker.stop()

    CHAPTERS = [
        "sliders",
        "watering",
        "buttons",
        "emergency",
        "exports",
        "recorder",
        "statestream",
        "phone",
        "births",
        "restarts",
        "removal",
        "outages",
    ]

    def run(self, chapters):
        self.bridge.start()
        self.discovery()
        for chapter in chapters:
            print(f"-- {chapter}", flush=True)
            getattr(self, chapter)()


def main():
    # So that whoever is ended takes along what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--keep", help="a folder to work in, which stays")
    arguments.add_argument("--only", action="append", choices=Test.CHAPTERS, help="one chapter after discovery")
    arguments = arguments.parse_args()
    chosen = arguments.only or Test.CHAPTERS
    # What is killed forgets what the other chapters go by, and most of it is waiting: the outages have a garden of their own beside.
    if len(chosen) > 1 and "outages" in chosen:
        return with_outages_beside(arguments, [name for name in chosen if name != "outages"])
    return in_a_garden(arguments.program, chosen, arguments.keep)


def with_outages_beside(arguments, chapters):
    kept = pathlib.Path(arguments.keep) if arguments.keep else None
    command = [sys.executable, __file__, arguments.program, "--only", "outages"]
    command += ["--keep", str(kept / "outages")] if kept else []
    with tempfile.TemporaryFile("w+") as text:
        beside = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=text, stderr=text)
        try:
            if in_a_garden(arguments.program, chapters, kept and kept / "garden"):
                return 1
            result = beside.wait()
        finally:
            beside.terminate()
            beside.wait()
        text.seek(0)
        print(text.read(), end="", flush=True)
    return result


def in_a_garden(program, chapters, keep):
    if keep:
        shutil.rmtree(keep, ignore_errors=True)
    with contextlib.nullcontext(keep) if keep else tempfile.TemporaryDirectory(prefix="loam-home-") as folder:
        test = Test(str(pathlib.Path(program).resolve()), folder)
        try:
            test.run(chapters)
        except Failed as failure:
            print(f"FAILED: {failure}", flush=True)
            print(*test.home.complaints()[-5:], sep="\n")
            return 1
        finally:
            test.stop()
    print("all good")
    return 0


if __name__ == "__main__":
    sys.exit(main())
