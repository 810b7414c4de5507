#!/usr/bin/env python3
"""Advertisements of a MiFlora and of a b-parasite, decoded by TheengsDecoder from PyPI and published as Theengs Gateway does.

    bluetooth.py LOAM CONFIG PORT

A MiFlora says one quantity in each advertisement. Two gateways hear the b-parasite. Exits 1 with the step that failed. The
bridge runs Scripts/bluetooth.yaml.
"""

import json
import sys

from TheengsDecoder import decodeBLE

from producer import Bridge, client

PORT = int(sys.argv[3])
# Service data as in the air: frame control, product, counter, address backwards, then type, length and value.
FLORA = "71209800bc63b6658d7cc40d"
FLORA_SAYS = ["0810011e", "0410020701", "0710038f2600", "0910024801"]  # 30 %, 26.3 °C, 9871 lx, 328 µS/cm
# Version and flags, battery mV, 0.01 °C, humidity and moisture in 1/65535, address, lx.
PARASITE = "21000b8608dea6666b85aabbccddeeff30d4"


def heard(gateway, address, service_data, uuid, **more):
    """What a gateway makes of an advertisement: the decoder's JSON without the raw bytes, on the probe's topic."""
    text = decodeBLE(json.dumps({"servicedata": service_data, "servicedatauuid": uuid, "id": address, "rssi": -68, **more}))
    if not text:
        bridge.fail(f"the decoder knows {service_data}")
    document = {k: v for k, v in json.loads(text).items() if not k.startswith("servicedata")}
    radio.publish(f"home/{gateway}/BTtoMQTT/" + address.replace(":", ""), json.dumps(document), qos=0)


radio = client()
radio.connect("127.0.0.1", PORT)
radio.loop_start()
bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
bridge.start()
radio.publish("home/TheengsGateway/LWT", "online", qos=0, retain=True)
for says in FLORA_SAYS:
    heard("TheengsGateway", "C4:7C:8D:65:B6:63", FLORA + says, "fe95")
bridge.until("the MiFlora's moisture", lambda: bridge.plant("fern") == 30)
bridge.until("its temperature, light and salts", lambda: [bridge.plant("fern", k) for k in "cue"] == [26.3, 9871, 328])
for gateway in ("TheengsGateway", "OpenMQTTGateway"):
    heard(gateway, "AA:BB:CC:DD:EE:FF", PARASITE, "181a", name="prst")
bridge.until("the b-parasite's moisture", lambda: bridge.plant("tomato") == 42)
bridge.until("its temperature and light", lambda: [bridge.plant("tomato", k) for k in "cu"] == [22.7, 12500])
bridge.end()
