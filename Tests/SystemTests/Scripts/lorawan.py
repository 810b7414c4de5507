#!/usr/bin/env python3
"""Uplinks of probes behind ChirpStack 4: its own protobuf from PyPI, put into the JSON that it publishes, against a bridge.

    lorawan.py LOAM CONFIG PORT

Says each step; exits 1 with the step that failed. The bridge runs Scripts/lorawan.yaml.
"""

import json
import sys
import time
import uuid

from chirpstack_api.integration import integration_pb2 as chirpstack
from google.protobuf.json_format import MessageToJson, Parse, ParseError

from producer import Bridge, client

APPLICATION = "3f9c0f6e-0b1a-4f4f-8f0e-0a4d2f3c9b11"
# Two decoders of Dragino's LSE01, one of Milesight's EM500.
OBJECTS = {
    "a84041ffff000001": {"Bat": "3.39 V", "TempC_DS18B20": "24.50", "water_SOIL": "23.45", "temp_SOIL": "-0.09", "conduct_SOIL": 18},
    "a84041ffff000002": {"BatV": 3.295, "temp_DS18B20": 3276.7, "temp_SOIL": 20.46, "water_SOIL": 12.4, "conduct_SOIL": 69, "s_flag": 0},
    "24e124126a148401": {"battery": 100, "temperature": 28.1, "moisture": 57.5, "electricity": 240},
}


def event(kind, device, **more):
    """An event in the server's own protobuf, with what every one of them has."""
    made = kind(**more)
    if "deduplication_id" in kind.DESCRIPTOR.fields_by_name:
        made.deduplication_id = "3ac7e3c4-4401-4b8d-9386-a5c902f9202d"
    made.time.FromNanoseconds(time.time_ns())
    info = made.device_info
    info.tenant_id, info.application_id, info.dev_eui, info.device_name = "52f14cd4", APPLICATION, device, f"probe {device[-1]}"
    return made


def publish(name, made):
    """ChirpStack writes protobuf's JSON, with what has its default left out."""
    made_text = MessageToJson(made, indent=None)
    radio.publish(f"application/{APPLICATION}/device/{made.device_info.dev_eui}/event/{name}", made_text, qos=0)


def uplink(device, decoded):
    made = event(chirpstack.UplinkEvent, device, dev_addr="00189440", dr=5, f_cnt=7, f_port=2, data=b"\x01\x75\x64")
    made.object.update(decoded)
    heard = made.rx_info.add(gateway_id="0016c001f153a14c", rssi=-48, snr=9)
    heard.gw_time.FromNanoseconds(time.time_ns())
    publish("up", made)


def told(_, __, m):
    """A downlink as the server itself reads it: what it does not know is an error."""
    try:
        down = Parse(m.payload, chirpstack.DownlinkCommand())
        downs.append((down.dev_eui == m.topic.split("/")[3], down.f_port, down.object["valve"]))
    except ParseError as error:
        downs.append(str(error))


downs = []
radio = client()
radio.on_message = told
radio.connect("127.0.0.1", int(sys.argv[3]))
radio.subscribe(f"application/{APPLICATION}/device/+/command/down")
radio.loop_start()
bridge = Bridge(sys.argv[1], sys.argv[2], int(sys.argv[3]))
bridge.more = lambda: f"\ndowns: {downs}"
bridge.start()
for device, decoded in OBJECTS.items():
    uplink(device, decoded)
bridge.until("texts of the older decoder", lambda: [bridge.plant("kale", k) for k in "mce"] == [23.5, -0.1, 18])
bridge.until(
    "numbers of the newer one, whose 3276.7 °C are no second thermometer", lambda: [bridge.plant("leek", k) for k in "mc"] == [12.4, 20.5]
)
bridge.until("another maker's", lambda: [bridge.plant("mint", k) for k in "mce"] == [57.5, 28.1, 240])
# What is 0 is left out: a margin of 0, a battery that cannot be measured.
publish("status", event(chirpstack.StatusEvent, "24e124126a148401", margin=0, battery_level_unavailable=True))
publish("join", event(chirpstack.JoinEvent, "24e124126a148401", dev_addr="00189440"))
publish("log", event(chirpstack.LogEvent, "24e124126a148401", level=chirpstack.ERROR, code=chirpstack.UPLINK_CODEC, description="moisture"))
uplink("24e124126a148401", {"battery": 99, "temperature": 27.9, "moisture": 45.5})
bridge.until("what came after a join, a status and a log", lambda: bridge.plant("mint") == 45.5 and bridge.plant("mint", "s") == "dry")

bridge.until("a downlink closes the idle valve", lambda: downs == [(True, 85, "close")])
order = {"v": 1, "id": str(uuid.uuid4())[:14] + "7" + str(uuid.uuid4())[15:], "category": "WATERING_CONTROL", "action": "water_start"}
uplink("24e124126d376993", {"valve_1": "close"})
bridge.watch.publish("plants/v1/d/anna-phone/up/action", json.dumps({**order, "plant": "mint", "at": int(time.time())}), qos=1)
bridge.until("one opens it", lambda: downs[1:] == [(True, 85, "open")])
uplink("24e124126d376993", {"valve_1": "open"})
bridge.until("one closes it", lambda: downs[2:] == [(True, 85, "close")], 30)
uplink("24e124126d376993", {"valve_1": "close"})
bridge.end()
