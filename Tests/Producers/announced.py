#!/usr/bin/env python3
"""What Theengs Gateway and rtl_433's own bridge to Home Assistant announce of our fixtures, as one JSON list for home_readers.py.

    announced.py

Of each fixture its name, and pairs of an announcement and the payload that would come on its topic. zigbee2mqtt announces too, but is on neither
Debian nor PyPI; ESPHome needs ArduinoJson for it, which is on neither.
"""

import argparse
import importlib.util
import json
import pathlib
import sys

from TheengsGateway.config import DEFAULT_CONFIG
from TheengsGateway.discovery import DiscoveryGateway

from reading import fixtures

RTL_433 = pathlib.Path("/usr/share/doc/rtl-433/examples/rtl_433_mqtt_hass.py")


class Theengs(DiscoveryGateway):
    """What it announces of a device, and says of it."""

    def __init__(self):
        self.configuration, self.discovered_entities, self.said = DEFAULT_CONFIG, [], []

    def publish(self, msg, topic, retain=False):
        self.said.append((topic, json.loads(msg)))


def theengs():
    for name, message, _ in fixtures("theengs"):
        if "model_id" not in message:
            continue
        gateway = Theengs()
        gateway.publish_device_info({"id": message["mac"], **message})
        payload = next(json.dumps(said) for topic, said in gateway.said if topic.startswith(DEFAULT_CONFIG["publish_topic"]))
        yield name, [(topic, said, payload) for topic, said in gateway.said if topic.endswith("/config")]


class Radio:
    """A client of MQTT, as far as the bridge needs one."""

    def __init__(self):
        self.said = []

    def publish(self, topic, text, retain=False):
        self.said.append((topic, json.loads(text)))


def rtl_433():
    made = importlib.util.spec_from_file_location("rtl_433_mqtt_hass", RTL_433)
    bridge = importlib.util.module_from_spec(made)
    made.loader.exec_module(bridge)
    bridge.args = argparse.Namespace(discovery_prefix="homeassistant", discovery_interval=-1, force_update=False, expire_after=None)
    bridge.args.ids, bridge.args.retain = None, False
    for name, message, _ in fixtures("rtl_433"):
        if "model" in message:
            radio = Radio()
            bridge.bridge_event_to_hass(radio, "rtl_433/vm", message)
            sensors = [(topic, said, said["state_topic"].split("/")[-1]) for topic, said in radio.said if "state_topic" in said]
            yield name, [(topic, said, str(message[key])) for topic, said, key in sensors]


announced = list(theengs())
if RTL_433.exists():
    announced += rtl_433()
else:
    print(f"skipped: rtl_433's bridge to Home Assistant: no {RTL_433}", file=sys.stderr)
print(json.dumps(announced))
