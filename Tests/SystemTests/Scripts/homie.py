#!/usr/bin/env python3
"""Homie devices against a bridge: of version 4 by homie-spec, of version 5 by the SDK of the electrification bus, both from PyPI.

    homie.py LOAM CONFIG PORT

A root and its child in version 5 live, die and come back as their maker's code has it. Says each step; exits 1 with the step that
failed. The bridge runs Scripts/homie.yaml.
"""

import json
import sys
import time
import uuid

import ebus_sdk.homie as five
import homie_spec as four
from homie_spec.properties import Datatype

from producer import Bridge, client

PORT = int(sys.argv[3])
values = {"moisture": "41.5", "temperature": "68.0"}
orders = []


def old_device():
    """Everything of it retained, as its maker's messages have it."""
    soil = {
        "moisture": four.Property("Moisture", lambda: values["moisture"], Datatype.FLOAT, unit="%"),
        "temperature": four.Property("Temperature", lambda: values["temperature"], Datatype.FLOAT, unit="°F"),
    }
    return four.Device("bed", "Bed", {"soil": four.Node("Soil", "probe", soil)})


def say(*messages):
    for message in messages:
        radio.publish(message.topic, message.payload, qos=message.qos, retain=message.retained)


def valve_told(value, *_):
    orders.append(value)
    tap.set_value(value in (True, "true"))


def new_devices():
    """A root without properties, and its child with a probe and a valve: the properties, by name."""
    root = five.Device("greenhouse", name="Greenhouse", mqtt_cfg={"host": "127.0.0.1", "port": PORT}, homie_domain="homie")
    root.start_mqtt_client()
    bridge.until("its root is connected", root.is_connected)
    with root.state_transition():
        pass
    child = five.Device("bench", name="Bench", parent=root)
    made = {}
    with child.state_transition():
        for node, name, more in (
            ("soil", "moisture", {"datatype": five.PropertyDatatype.FLOAT, "unit": five.Unit.PERCENT, "value": 35.5}),
            ("soil", "temperature", {"datatype": five.PropertyDatatype.FLOAT, "unit": five.Unit.DEGREE_CELSIUS, "value": 19.25}),
            ("valve", "open", {"datatype": five.PropertyDatatype.BOOLEAN, "value": False, "settable": True, "set_callback": valve_told}),
        ):
            place = child.get_node(node) or child.add_node(five.Node(id=node)) or child.get_node(node)
            made[name] = place.add_property(five.Property(id=name, **more))
    return root, child, made


bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
bridge.more = lambda: f"\norders: {orders}"
radio = client()
radio.connect("127.0.0.1", PORT)
radio.loop_start()
device = old_device()
say(*device.messages(), device.getter_message("soil/moisture"), device.getter_message("soil/temperature"))
root, child, bench = new_devices()
tap = bench["open"]
bridge.start()
bridge.until("version 4: what is retained may be old", lambda: bridge.plant("kale", "y") == "age")
say(device.getter_message("soil/moisture"), device.getter_message("soil/temperature"))
bridge.until("live values, 68 °F by the unit that is retained", lambda: [bridge.plant("kale", k) for k in "mc"] == [41.5, 20])
bench["moisture"].set_value(45.5)
bench["temperature"].set_value(19.5)
bridge.until("version 5: a child's values", lambda: [bridge.plant("leek", k) for k in "mc"] == [45.5, 19.5])

order = {"v": 1, "id": str(uuid.uuid4())[:14] + "7" + str(uuid.uuid4())[15:], "category": "WATERING_CONTROL", "action": "water_start"}
bridge.watch.publish("plants/v1/d/anna-phone/up/action", json.dumps({**order, "plant": "leek", "at": int(time.time())}), qos=1)
bridge.until("its valve is told to open", lambda: any(o in (True, "true") for o in orders))
bridge.until("and to close", lambda: orders[-1] in (False, "false"), 30)

root.stop(announce=False)
bridge.until("a torn connection: the root's will is the child's", lambda: bridge.plant("leek", "s") == "unknown")
root, child, bench = new_devices()
tap = bench["open"]
bridge.until("it is back, and its retained values are heard", lambda: bridge.plant("leek") == 35.5 and bridge.plant("leek", "s") == "dry")
child.set_state(five.DeviceState.SLEEPING)
bench["moisture"].set_value(47.5)
bridge.until("asleep between two reports it is still there", lambda: bridge.plant("leek") == 47.5 and bridge.plant("leek", "s") == "ok")
root.stop()
bridge.until("a farewell", lambda: bridge.plant("leek", "s") == "unknown")
bridge.end()
