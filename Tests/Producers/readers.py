#!/usr/bin/env python3
"""Other people's readers of the same messages: what they make of our fixtures is what we make of them, or the difference is explained here.

    readers.py

Tasmota's sensors by hatasmota, which Home Assistant uses; uplinks of The Things Stack by ttn-client. What we make of a fixture stands in its
`expect`, which FixtureTests holds. Exits 1 with what differs.
"""

import collections
import json
import pathlib
import re
import sys

from hatasmota.sensor import get_sensor_entities
from hatasmota.utils import get_value_by_path
from ttn_client.parsers import ttn_parse

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "DeviceFamilyTests/Fixtures"
QUANTITIES = ("moisture", "temperature", "light", "conductivity", "battery", "humidity", "power")
# Why we make something else of it, by fixture.
EXPLAINED = {
    "tasmota/ds18b20-power-on": "85 °C is what a DS18B20 says before it has measured",
    "tasmota/ds18b20-power-on-fahrenheit": "the same in °F",
    "tasmota/ds18b20-silent": "-127 °C is Tasmota's word for a probe that does not answer",
    "tasmota/ds18b20-silent-fahrenheit": "the same in °F",
    "the_things_stack/lse01-no-second-probe": "3276.7 °C is Dragino's word for a second probe that is not there",
}
# hatasmota's names of quantities.
NAMES = {"illuminance": "light", "fertility": "conductivity"}


def fixtures(family):
    """Name, message and expected items of each fixture that is a JSON object."""
    for file in sorted((FIXTURES / family).glob("*.json")):
        fixture = json.loads(file.read_text())
        text = fixture.get("payload_text")
        message = fixture.get("payload") or (json.loads(text) if text and re.match(r"\s*\{.*\}\s*$", text, re.DOTALL) else None)
        if message and fixture.get("expect"):
            yield f"{family}/{file.stem}", message, fixture


def ours(item):
    """The number on the wire where a calibration has made another of it."""
    for quantity in QUANTITIES:
        if quantity in item:
            return quantity, item.get("raw", item[quantity])
    return None, None


def compare(name, items, theirs):
    """What we read must be among what they read, pairs of a quantity and its number; what we refuse must be nothing to them either."""
    for item in items:
        quantity, value = ours(item)
        if quantity and not any(abs(value - other) < 0.01 for _, other in theirs):
            yield f"{name}: we read {quantity} {value}, they read {theirs}"
        refused = [other for known, other in theirs if known in (None, item.get("refused"))]
        if "refused" in item and item["reason"] in ("impossible", "no value") and refused:
            yield f"{name}: we refuse {item['refused']} ({item['reason']}), they read {refused}"


def tasmota():
    device = collections.defaultdict(lambda: "x", tp=["cmnd", "stat", "tele"])
    for name, message, fixture in fixtures("tasmota"):
        sensors = message.get("StatusSNS", message)
        if not isinstance(sensors, dict) or "valve" in json.dumps(fixture["expect"]):
            continue
        theirs = []
        for entity, _ in get_sensor_entities({"sn": sensors}, device):
            value = get_value_by_path(sensors, entity.value_path)
            if isinstance(value, (int, float)):
                quantity = entity.quantity.lower()
                theirs.append((NAMES.get(quantity, quantity), round((value - 32) / 1.8, 4) if entity.unit == "F" else value))
        yield from compare(name, fixture["expect"], theirs)


def the_things_stack():
    for name, message, fixture in fixtures("the_things_stack"):
        if "uplink_message" not in message:
            continue
        numbers = [re.match(r"-?\d+(\.\d+)?", str(value.value)) for value in ttn_parse(message).values()]
        yield from compare(name, fixture["expect"], [(None, float(number[0])) for number in numbers if number])


different = {}
for difference in [*tasmota(), *the_things_stack()]:
    different.setdefault(difference.split(":")[0], []).append(difference)
wrong = [line for name, lines in different.items() if name not in EXPLAINED for line in lines]
wrong += [f"{name}: no longer different" for name in EXPLAINED if name not in different]
compared = sum(1 for family in ("tasmota", "the_things_stack") for _ in fixtures(family))
print("\n".join(wrong) or f"ok: {compared} fixtures read as others read them, {len(EXPLAINED)} differences explained")
sys.exit(1 if wrong else 0)
