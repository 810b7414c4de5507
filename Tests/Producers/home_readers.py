#!/usr/bin/env python3
"""Home Assistant's own code as a reader, without a running one: what it makes of our fixtures is what we make of them, or is explained here.

    home_readers.py ANNOUNCED

Its MQTT discovery, of what makers announce (announced.py) and of our own documents; its table of Shelly's sensors, on what aioshelly keeps of the
messages. Exits 1 with what differs.
"""

import asyncio
import collections
import contextlib
import importlib
import json
import pathlib
import re
import sys
from unittest import mock

from aioshelly.common import ConnectionOptions
from aioshelly.rpc_device import RpcDevice
from homeassistant.components.mqtt.abbreviations import ABBREVIATIONS
from homeassistant.core import HomeAssistant

from reading import ROOT, compare, fixtures, judge, missed, reading

# Shelly's sensors need nothing of it, and it needs much.
sys.modules["homeassistant.components.bluetooth"] = mock.MagicMock()
from homeassistant.components.shelly.sensor import RPC_SENSORS  # noqa: E402
from homeassistant.components.shelly.utils import get_rpc_key_instances  # noqa: E402

DOCUMENTS = ROOT / "Tests/GardenTopicsTests/Golden/HomeAssistant/discovery.txt"
# Temperatures are rounded to a tenth by rtl_433's bridge, and a battery is 1 % to 100 % to it.
ROUNDED = {"temperature": 0.051, "battery": 1}
EXPLAINED = {
    "rtl_433/bresser-other-type": "moisture is 0 in what a Bresser says that measures the air alone",
    "rtl_433/wh51-battery-over": "a new battery says more than full",
    "rtl_433/wh51-own-calibration": "its raw number is announced to nobody",
    "shelly/fahrenheit-only": "Home Assistant reads °C alone, which every firmware says",
    "shelly/fed-from-outside": "no battery is in it, which the message says, and Home Assistant shows as 0 %",
    "shelly/switch-power": "how warm the relay itself is is no plant's warmth",
    "default_entity_id": "Home Assistant 2025.10 and later take it; before, object_id, which stands beside it",
}


def accepted(topic, announced):
    """What Home Assistant takes of an announcement, by the schema of its platform."""
    said = {ABBREVIATIONS.get(key, key): value for key, value in announced.items()}
    platform = importlib.import_module(f"homeassistant.components.mqtt.{topic.split('/')[1]}")
    return said, platform.DISCOVERY_SCHEMA({key: value for key, value in said.items() if key not in ("device", "origin")})


def discovered(home, announced):
    numbers = {name: fixture for family in ("theengs", "rtl_433") for name, _, fixture in fixtures(family)}
    for name, entities in announced:
        theirs = []
        for topic, document, payload in entities:
            if topic.split("/")[1] != "sensor":
                continue
            _, entity = accepted(topic, document)
            value = payload
            if template := entity.get("value_template"):
                template.hass = home
                value = template.async_render_with_possible_json_value(payload, "not in it")
            with contextlib.suppress(ValueError):
                # rtl_433's bridge calls it humidity: it is older than Home Assistant's own class.
                kind = "moisture" if entity["state_topic"].endswith("/moisture") else entity.get("device_class")
                theirs.append(reading(kind, float(value), entity.get("unit_of_measurement")))
        yield from compare(name, numbers[name], theirs, ROUNDED)
        yield from missed(name, numbers[name], theirs)


def documents():
    """Of ours nothing is thrown away."""
    for line in DOCUMENTS.read_text().splitlines():
        topic, text = line.split("\t")
        said, entity = accepted(topic, json.loads(text))
        for key in said.keys() - entity.keys() - {"device", "origin"}:
            yield f"{key}: not taken of {topic}"


class Door:
    """Where aioshelly waits for what devices say."""

    def subscribe_updates(self, _, frame):
        self.says = frame
        return lambda: None


def status(topic, message):
    """What aioshelly has of the device after its message."""
    door = Door()
    device = RpcDevice(door, None, ConnectionOptions("127.0.0.1"))
    device.initialized = True
    frame = {"src": "device", "dst": "home", **message}
    if "/status/" in topic:
        frame = {"src": "device", "dst": "home", "method": "NotifyFullStatus", "params": {topic.split("/")[-1]: message}}
    door.says({"src": "device", "dst": "home", "method": "NotifyFullStatus", "params": {}})
    door.says(frame)
    return device.status


def shelly_sensors(components):
    config = collections.defaultdict(lambda: {"type": "analog", "enable": True})
    for kind in RPC_SENSORS.values():
        for key in get_rpc_key_instances(components, kind.key):
            part = components[key]
            if kind.sub_key not in part or (kind.removal_condition and kind.removal_condition(config, components, key)):
                continue
            value = kind.value(part[kind.sub_key], None) if kind.value else part[kind.sub_key]
            if isinstance(value, (int, float)):
                yield reading(kind.device_class, value, kind.native_unit_of_measurement)


def shelly():
    for name, message, fixture in fixtures("shelly"):
        if not re.search(r"/events/rpc$|/status/\w+:\d+$", fixture["topic"]):
            continue
        components = status(fixture["topic"], message)
        for item in fixture["expect"]:
            relay = components.get(f"switch:{fixture.get('actuator', {}).get('part', 0)}")
            if "valve" in item and relay["output"] != item["valve"]["open"]:
                yield f"{name}: we read {item['valve']}, they read {relay}"
        if "binding" in fixture:
            theirs = list(shelly_sensors(components))
            yield from compare(name, fixture, theirs)
            yield from missed(name, fixture, theirs)


async def main():
    announced = json.loads(pathlib.Path(sys.argv[1]).read_text())
    home = HomeAssistant("/nonexistent")
    differences = [*discovered(home, announced), *documents(), *shelly()]
    # rtl_433's bridge comes with Debian's package, where its documents are installed.
    has_radio = any(name.startswith("rtl_433/") for name, _ in announced)
    explained = {name: why for name, why in EXPLAINED.items() if has_radio or not name.startswith("rtl_433/")}
    judge(differences, explained, f"{len(announced)} announcements, our documents and Shelly's messages read as Home Assistant reads them")


asyncio.run(main())
