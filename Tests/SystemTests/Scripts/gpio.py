#!/usr/bin/env python3
"""Probes and a relay on the pins of a Pi, through MQTT IO from PyPI (pins.py): bare numbers on topics, against a bridge.

    gpio.py LOAM CONFIG PORT

A raw analog pin with a calibration, a 1-wire thermometer that is unplugged, a relay as a valve, and MQTT IO killed. Says each step; exits 1
with the step that failed. The bridge runs Scripts/gpio.yaml.
"""

import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

import yaml

from loopback import MORTAL
from producer import Bridge

PORT = int(sys.argv[3])
FOLDER = pathlib.Path(sys.argv[2]).parent / "pins"
PROBE = FOLDER / "w1/28-0000075fd4c2"
SETTINGS = {
    "mqtt": {"host": "127.0.0.1", "port": PORT, "topic_prefix": "garden/pi", "reconnect_delay": 1},
    "gpio_modules": [{"name": "pins", "module": "stdio"}],
    "sensor_modules": [
        {"name": "analog", "module": "mcp3008"},
        {"name": "soil", "module": "ds18b", "type": "DS18B20", "address": "0000075fd4c2"},
    ],
    "sensor_inputs": [
        {"name": "moisture", "module": "analog", "channel": 0, "interval": 1, "digits": 0},
        {"name": "temperature", "module": "soil", "interval": 1, "digits": 2},
    ],
    "digital_outputs": [{"name": "tap", "module": "pins", "pin": 17, "on_payload": "ON", "off_payload": "OFF", "retain": True}],
}


def analog(number):
    (FOLDER / "new").write_text(str(number))
    (FOLDER / "new").rename(FOLDER / "adc-0")


def warm(celsius):
    """As the kernel shows a DS18B20."""
    raw = round(celsius * 16)
    text = f"{raw & 255:02x} {raw >> 8 & 255:02x} 4b 46 7f ff 0c 10 1c"
    PROBE.mkdir(parents=True, exist_ok=True)
    (PROBE / "w1_slave").write_text(f"{text} : crc=1c YES\n{text} t={round(celsius * 1000)}\n")


def start():
    command = [*MORTAL, sys.executable, pathlib.Path(__file__).with_name("pins.py"), FOLDER, FOLDER / "mqtt-io.yaml"]
    log = open(FOLDER / "log", "ab")
    environment = {**os.environ, "W1THERMSENSOR_NO_KERNEL_MODULE": "1"}
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)


FOLDER.mkdir()
(FOLDER / "mqtt-io.yaml").write_text(yaml.safe_dump(SETTINGS))
analog(500)
warm(-2.5)
bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
bridge.more = lambda: (FOLDER / "log").read_text()[-2000:]
bridge.start()
pins = start()
bridge.until("an analog pin between its dry and its wet end", lambda: bridge.plant("kale") == 50)
bridge.until("a DS18B20 in frozen soil", lambda: bridge.plant("kale", "c") == -2.5)
analog(580)
bridge.until("drier soil", lambda: bridge.plant("kale") == 40 and bridge.plant("kale", "s") == "dry")

order = {"v": 1, "id": str(uuid.uuid4())[:14] + "7" + str(uuid.uuid4())[15:], "category": "WATERING_CONTROL", "action": "water_start"}
bridge.watch.publish("plants/v1/d/anna-phone/up/action", json.dumps({**order, "plant": "kale", "at": int(time.time())}), qos=1)


def pin():
    return [line for line in (FOLDER / "log").read_text().splitlines() if line.startswith("set_pin")]


bridge.until("the relay opens", lambda: "set_pin(pin=17, value=True)" in pin())
bridge.until("and closes", lambda: pin()[-1] == "set_pin(pin=17, value=False)", 30)
pins.kill()
bridge.until("the broker tells that MQTT IO is dead", lambda: bridge.plant("kale", "s") == "unknown")
pins = start()
bridge.until("and that it runs again", lambda: bridge.plant("kale") == 40 and bridge.plant("kale", "s") == "dry")
pins.terminate()
bridge.end()
