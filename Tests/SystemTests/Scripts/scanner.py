#!/usr/bin/env python3
"""Theengs Gateway from PyPI, as it is, with a radio that hears what is written to its standard input.

    scanner.py [ARGUMENTS of TheengsGateway]

A line of it: {"address": "…", "name": …, "service": {"fe95": "7120…"}, "rssi": -68}.
"""

import asyncio
import json
import sys
import threading
import types

import TheengsGateway
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from TheengsGateway import ble_gateway


class Scanner:
    def __init__(self, detection_callback, **_):
        self.tell, self.task = detection_callback, None

    async def start(self):
        if not self.task:
            loop = asyncio.get_running_loop()
            self.task = threading.Thread(target=self.listen, args=(loop,), daemon=True)
            self.task.start()

    async def stop(self):
        pass

    def listen(self, loop):
        for line in sys.stdin:
            said = json.loads(line)
            service = {f"0000{uuid}-0000-1000-8000-00805f9b34fb": bytes.fromhex(data) for uuid, data in said["service"].items()}
            heard = AdvertisementData(said.get("name"), {}, service, [], None, said["rssi"], ())
            loop.call_soon_threadsafe(self.tell, BLEDevice(said["address"], said.get("name"), None), heard)


ble_gateway.BleakScanner = Scanner
# Its scan begins before it has its client: where it is the quicker one it ends at once, and nobody is told.
ble_gateway.Gateway.client = types.SimpleNamespace(is_connected=lambda: False)
TheengsGateway.main()
