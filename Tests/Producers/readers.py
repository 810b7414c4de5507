#!/usr/bin/env python3
"""Other people's readers of the same messages: what they make of our fixtures is what we make of them, or the difference is explained here.

    readers.py

Tasmota's sensors by hatasmota, which Home Assistant uses; uplinks of The Things Stack by ttn-client. Exits 1 with what differs.
"""

import collections
import json
import re

from hatasmota.sensor import get_sensor_entities
from hatasmota.utils import get_value_by_path
from ttn_client.parsers import ttn_parse

from reading import compare, fixtures, judge, reading

EXPLAINED = {
    "tasmota/ds18b20-power-on": "85 °C is what a DS18B20 says before it has measured",
    "tasmota/ds18b20-power-on-fahrenheit": "the same in °F",
    "tasmota/ds18b20-silent": "-127 °C is Tasmota's word for a probe that does not answer",
    "tasmota/ds18b20-silent-fahrenheit": "the same in °F",
    "the_things_stack/lse01-no-second-probe": "3276.7 °C is Dragino's word for a second probe that is not there",
}


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
                theirs.append(reading(entity.quantity, value, entity.unit))
        yield from compare(name, fixture, theirs)


def the_things_stack():
    for name, message, fixture in fixtures("the_things_stack"):
        if "uplink_message" not in message:
            continue
        numbers = [re.match(r"-?\d+(\.\d+)?", str(value.value)) for value in ttn_parse(message).values()]
        yield from compare(name, fixture, [(None, float(number[0])) for number in numbers if number])


count = sum(1 for family in ("tasmota", "the_things_stack") for _ in fixtures(family))
judge([*tasmota(), *the_things_stack()], EXPLAINED, f"{count} fixtures read as others read them")
