#!/usr/bin/env python3
"""MQTT IO from PyPI, as it is, on a computer without pins: what they show is in files of a folder.

    pins.py FOLDER CONFIG

FOLDER/w1 is what the kernel's 1-wire driver shows, FOLDER/adc-0 the number that an MCP3008 reads on its channel 0. Relays are printed.
"""

import pathlib
import sys
import types

FOLDER = pathlib.Path(sys.argv[1])


class MCP3008:
    def __init__(self, spi):
        pass

    def read_adc(self, channel):
        return int((FOLDER / f"adc-{channel}").read_text())


for name, more in (
    ("Adafruit_GPIO", {}),
    ("Adafruit_GPIO.SPI", {"SpiDev": lambda *_: None}),
    ("Adafruit_MCP3008", {"MCP3008": MCP3008}),
):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(more)
sys.modules["Adafruit_GPIO"].SPI = sys.modules["Adafruit_GPIO.SPI"]

import mqtt_io.server  # noqa: E402
from mqtt_io.__main__ import main  # noqa: E402
from w1thermsensor import W1ThermSensor  # noqa: E402

# The modules are here; MQTT IO would ask PyPI for those of a Pi.
mqtt_io.server.install_missing_module_requirements = lambda module: None
W1ThermSensor.BASE_DIRECTORY = FOLDER / "w1"
sys.argv[1:] = sys.argv[2:]
main()
