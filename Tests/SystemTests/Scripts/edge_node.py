#!/usr/bin/env python3
"""A Sparkplug B edge node with one device, made with pysparkplug from PyPI, against a bridge that this script starts.

    edge_node.py LOAM CONFIG PORT

The bridge comes after the births, so that it has to ask for them; then data by alias, a past value, a watering, deaths of
three kinds and births after them. Says each step; exits 1 with the step that failed. The bridge runs Scripts/edge_node.yaml.
"""

import json
import sys
import time
import uuid

import pysparkplug as psp

from producer import Bridge

PORT = int(sys.argv[3])
GROUP, NODE, DEVICE = "Greenhouse", "edge1", "bed-3"
# Alias: name, type; the newest value.
METRICS = {
    1: ("DATA/soil_moisture", psp.DataType.FLOAT),
    2: ("DATA/soil_temperature", psp.DataType.INT8),
    3: ("CMD/valve", psp.DataType.BOOLEAN),
    4: ("DATA/rssi", psp.DataType.INT16),
}
values = {1: 44.5, 2: -3, 3: False, 4: -71}
rebirths, orders = [], []


def metric(alias, named=True, **more):
    name, kind = METRICS[alias]
    return psp.Metric(
        timestamp=psp.get_current_timestamp(), name=name if named else None, datatype=kind, value=values[alias], alias=alias, **more
    )


def tell(*aliases, **more):
    """Data as a frugal node sends them: by alias, without names and types."""
    metrics = tuple(metric(a, named=False, **more) for a in aliases)
    topic = psp.Topic(message_type=psp.MessageType.DDATA, group_id=GROUP, edge_node_id=NODE, device_id=DEVICE)
    payload = psp.DData(timestamp=psp.get_current_timestamp(), seq=node._seq, metrics=metrics)
    node._client.publish(psp.Message(topic=topic, payload=payload, qos=psp.QoS.AT_MOST_ONCE, retain=False))


def told_node(_, message):
    """NCMD: be born again, which pysparkplug leaves to its user."""
    if not any(m.name == "Node Control/Rebirth" and m.value is True for m in message.payload.metrics):
        return
    rebirths.append(time.time())
    client, qos = node._client, psp.QoS.AT_MOST_ONCE
    for kind, device, make, metrics in (
        (psp.MessageType.NBIRTH, None, psp.NBirth, (session(),)),
        (psp.MessageType.DBIRTH, DEVICE, psp.DBirth, tuple(metric(a) for a in METRICS)),
    ):
        topic = psp.Topic(message_type=kind, group_id=GROUP, edge_node_id=NODE, device_id=device)
        payload = make(timestamp=psp.get_current_timestamp(), seq=node._seq, metrics=metrics)
        client.publish(psp.Message(topic=topic, payload=payload, qos=qos, retain=False), include_dtypes=True)


def session():
    return psp.Metric(timestamp=psp.get_current_timestamp(), name="bdSeq", datatype=psp.DataType.INT64, value=number)


def told_device(_, message):
    """DCMD: the valve does as it is told, and says so."""
    for m in message.payload.metrics:
        orders.append((m.name, m.value))
        if m.name == "CMD/valve":
            values[3] = m.value
            tell(3)


def connect():
    """A new session of the node; returns when its births have left."""
    global node, number
    node = psp.EdgeNode(GROUP, NODE, (), cmd_callback=told_node)
    node.register(psp.Device(DEVICE, tuple(metric(a) for a in METRICS), cmd_callback=told_device))
    # pysparkplug counts sessions over all nodes: it takes a number for this one, and behind the births the number of the next.
    number = number + 2
    node.connect("127.0.0.1", port=PORT)
    bridge.until("the node connects and its births leave", lambda: node._bd_seq_metric.value == number + 1)


bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
node, number = None, -2
bridge.more = lambda: f"\nrebirths: {rebirths} orders: {orders}"
connect()
# The bridge closes every idle valve at its start; what the node says to that is the first it hears of it.
values[1] = 40.5
bridge.start()
tell(1)
bridge.until("data of a node whose birth was missed: a rebirth is asked for", lambda: len(rebirths) == 1)
bridge.until("and answered: the birth's value", lambda: bridge.plant("bed") == 40.5)
values[1] = 25.5
tell(1, 2)
bridge.until("data by alias", lambda: bridge.plant("bed", "s") == "dry" and bridge.plant("bed") == 25.5)
values[1] = 60.0
tell(1, is_historical=True)
values[1] = 24.5
tell(1)
bridge.until("what came after a past value is known", lambda: bridge.plant("bed") == 24.5)
if bridge.plant("bed", "s") != "dry":
    bridge.fail("a past value makes nothing wet")
values[1] = 45.0
tell(1)
bridge.until("but a live one does", lambda: bridge.plant("bed", "s") == "ok" and bridge.plant("bed") == 45)
if len(rebirths) != 1:
    bridge.fail("once born, nobody is asked again")

order = {
    "v": 1,
    "id": str(uuid.uuid4())[:14] + "7" + str(uuid.uuid4())[15:],
    "category": "WATERING_CONTROL",
    "action": "water_start",
    "plant": "bed",
    "at": int(time.time()),
}
bridge.watch.publish("plants/v1/d/anna-phone/up/action", json.dumps(order), qos=1)
bridge.until("the valve is told to open", lambda: ("CMD/valve", True) in orders)
bridge.until("and to close", lambda: orders[-1:] == [("CMD/valve", False)], 30)

node._client._client.loop_stop()
node._client._client._sock_close()
bridge.until("a torn connection: the broker tells the will", lambda: bridge.plant("bed", "s") == "unknown")
values[1] = 33.0
connect()
bridge.until("the next session", lambda: bridge.plant("bed") == 33 and bridge.plant("bed", "s") == "ok")
node.deregister(DEVICE)
bridge.until("the device alone dies", lambda: bridge.plant("bed", "s") == "unknown")
values[1] = 32.0
node.register(psp.Device(DEVICE, tuple(metric(a) for a in METRICS), cmd_callback=told_device))
bridge.until("and is born again", lambda: bridge.plant("bed") == 32 and bridge.plant("bed", "s") == "ok")
node.disconnect()
bridge.until("a farewell", lambda: bridge.plant("bed", "s") == "unknown")
bridge.end()
