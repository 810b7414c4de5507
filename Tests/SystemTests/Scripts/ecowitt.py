#!/usr/bin/env python3
"""Two ecowitt2mqtt from PyPI, one as it comes and one with metric output, fed with uploads of real gateways.

    ecowitt.py LOAM CONFIG PORT ECOWITT2MQTT UPLOADS

UPLOADS is the folder with the fields that gateways post. Exits 1 with the step that failed. The bridge runs
Scripts/ecowitt.yaml.
"""

import atexit
import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from loopback import free_port
from producer import Bridge

PORT, PROGRAM, UPLOADS = int(sys.argv[3]), sys.argv[4], sys.argv[5]


def run(topic, *options):
    """Starts the program; itself, the address where it takes uploads, and what it says."""
    port, said = free_port(), tempfile.TemporaryFile("w+")
    process = subprocess.Popen(
        [PROGRAM, "--mqtt-broker", "127.0.0.1", "--mqtt-port", str(PORT), "--mqtt-topic", topic, "--port", str(port), *options],
        stdout=said,
        stderr=said,
    )
    atexit.register(process.kill)
    return process, f"http://127.0.0.1:{port}/data/report", said


def upload(gateway, name):
    """Posts as a gateway does; a program that has just been started is tried again."""
    process, address, said = gateway
    with open(f"{UPLOADS}/{name}.json") as file:
        form = urllib.parse.urlencode(json.load(file)).encode()
    end = time.time() + 150
    while True:
        try:
            return urllib.request.urlopen(address, form, timeout=60).status
        except (urllib.error.URLError, ConnectionError) as error:
            if time.time() > end or process.poll() is not None:
                said.seek(0)
                bridge.fail(f"{address} takes {name}: {error}; it ended with {process.poll()} and says {said.read()[-2000:]}")
            time.sleep(0.2)


bridge = Bridge(sys.argv[1], sys.argv[2], PORT)
imperial = run("ecowitt2mqtt/garden")
metric = run("ecowitt2mqtt/metric", "--output-unit-system", "metric")
bridge.start()
upload(imperial, "payload_gw1100b")
bridge.until("soil of a GW1100B", lambda: bridge.plant("kale") == 40)
bridge.until("its temperature, sent as 84.7 °F", lambda: bridge.plant("kale", "c") == 29.3)
upload(metric, "payload_gw1100b")
bridge.until("the same gateway with metric output", lambda: bridge.plant("leek") == 56)
bridge.until("its temperature, sent as 28.3 °C", lambda: bridge.plant("leek", "c") == 28.3)
upload(imperial, "payload_pthp2550pro")
bridge.until("soil of an HP2550, without a soil thermometer", lambda: bridge.plant("kale") == 22 and bridge.plant("kale", "s") == "dry")
bridge.end()
