#!/usr/bin/env python3
"""Advertisements of a MiFlora and of a b-parasite, heard by two Theengs Gateways from PyPI (scanner.py), one of which is killed.

    bluetooth.py LOAM CONFIG PORT

A MiFlora says one quantity in each advertisement. Both gateways hear the b-parasite. Exits 1 with the step that failed. The bridge
runs Scripts/bluetooth.yaml.
"""

import json
import pathlib
import subprocess
import sys

from loopback import MORTAL
from producer import Bridge

PORT = int(sys.argv[3])
FOLDER = pathlib.Path(sys.argv[2]).parent
# Service data as in the air: frame control, product, counter, address backwards, then type, length and value.
FLORA = "71209800bc63b6658d7cc40d"
FLORA_SAYS = ["0810011e", "0410020701", "0710038f2600", "0910024801"]  # 30 %, 26.3 °C, 9871 lx, 328 µS/cm
# Version and flags, battery mV, 0.01 °C, humidity and moisture in 1/65535, address, lx.
PARASITE = "21000b8608dea6666b85aabbccddeeff30d4"


class Gateway:
    def __init__(self, name):
        topics = ("--publish_topic", f"home/{name}/BTtoMQTT", "--lwt_topic", f"home/{name}/LWT", "--discovery_device_name", name)
        command = [sys.executable, pathlib.Path(__file__).with_name("scanner.py"), "--host", "127.0.0.1", "--port", str(PORT), *topics]
        config, self.log = FOLDER / f"{name}.conf", FOLDER / f"{name}.log"
        self.process = subprocess.Popen(
            [*MORTAL, *command, "--config", config, "--discovery", "1"], stdin=subprocess.PIPE, stderr=self.log.open("w"), text=True
        )

    def words(self):
        """Whether it runs, and what it said last."""
        return f"\n{self.log.name}, ended with {self.process.poll()}: {self.log.read_text()[-1500:]}"

    def hears(self, address, service_data, uuid, name=None):
        said = {"address": address, "name": name, "service": {uuid: service_data}, "rssi": -68}
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()


bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
words = {}
bridge.watch.message_callback_add("home/+/LWT", lambda _, __, m: words.update({m.topic.split("/")[1]: m.payload}))
bridge.watch.subscribe("home/+/LWT")
house, garden = Gateway("TheengsGateway"), Gateway("GardenGateway")
bridge.more = lambda: house.words() + garden.words()
bridge.start()
bridge.until("both gateways are there", lambda: list(words.values()) == [b"online", b"online"])


def flora():
    for says in FLORA_SAYS:
        house.hears("C4:7C:8D:65:B6:63", FLORA + says, "fe95")


def parasite(*gateways, moisture="6b85"):
    for gateway in gateways:
        gateway.hears("AA:BB:CC:DD:EE:FF", PARASITE.replace("6b85", moisture), "181a", name="prst")


# A gateway that has just logged in may not listen yet; a probe says it again.
bridge.until("the MiFlora's moisture", lambda: bridge.plant("fern") == 30, says=flora)
bridge.until("its temperature, light and salts", lambda: [bridge.plant("fern", k) for k in "cue"] == [26.3, 9871, 328])
bridge.until("the b-parasite's moisture", lambda: bridge.plant("tomato") == 42, says=lambda: parasite(house, garden))
bridge.until("its temperature and light", lambda: [bridge.plant("tomato", k) for k in "cu"] == [22.7, 12500])
garden.process.kill()
bridge.until("the broker tells the last will of the one that was killed", lambda: words["GardenGateway"] == b"offline")
# 30 % in the next advertisement, which the other hears alone.
bridge.until(
    "the b-parasite is heard by the other",
    lambda: bridge.plant("tomato") == 30 and bridge.plant("tomato", "s") == "dry",
    says=lambda: parasite(house, moisture="4ccc"),
)
house.process.terminate()
bridge.end()
