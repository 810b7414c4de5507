#!/usr/bin/env python3
"""A garden of 500 zigbee2mqtt plants on Debian's nats-server, which speaks MQTT 3.1.1 and grants a client few subscriptions.

    nats.py LOAM SERVER FOLDER

The whole walk of phone.py, then a restart of either side at once (kill -9): readings still come in, and a reminder goes out.
"""

import json
import os
import signal
import subprocess
import sys
import time

import paho.mqtt.client as mqtt

from documents import plants_of
from loopback import free_port, wait_for_listener

LOAM, SERVER, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3]
BASE, PLANTS, HERE = "plants/v1", 500, os.path.dirname(os.path.abspath(__file__))
running, heard = {}, {}
PORT, CLIENTS = free_port(), free_port()
CONFIG = f"{FOLDER}/nats.yaml"


def write_settings():
    with open(f"{FOLDER}/nats.conf", "w") as settings:
        settings.write(
            f'server_name: loam\nlisten: "127.0.0.1:{CLIENTS}"\njetstream {{ store_dir: "{FOLDER}/jetstream" }}\n'
            f'mqtt {{ listen: "127.0.0.1:{PORT}" }}\n'
        )
    text = open(f"{HERE}/phone.yaml").read().replace("port: 1883", f"port: {PORT}")
    more = range(PLANTS - text.count("family: zigbee2mqtt, topic: zigbee2mqtt/") + 1)
    sensors = "".join(f"  s{n}: {{family: zigbee2mqtt, topic: zigbee2mqtt/p{n}}}\n" for n in more)
    plants = "".join(f"  p{n}: {{name: P{n}, sensors: s{n}, dry_below: 30%, dwell: 0s}}\n" for n in more)
    open(CONFIG, "w").write(text.replace("plants:\n", sensors + "plants:\n" + plants, 1) + f"store: {{path: {FOLDER}/store}}\n")


def start(name, *command):
    running[name] = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=open(f"{FOLDER}/{name}.log", "a"))


def start_server():
    start("server", SERVER, "-c", f"{FOLDER}/nats.conf")
    wait_for_listener(PORT, running["server"])


def kill(name):
    running[name].send_signal(signal.SIGKILL)
    running[name].wait()


def fail(what):
    log = open(f"{FOLDER}/bridge.log").read()[-1500:] if os.path.exists(f"{FOLDER}/bridge.log") else ""
    print(f"FAILED: {what}\n{log}", flush=True)
    sys.exit(1)


def wait(what, probe, seconds=120):
    end = time.monotonic() + seconds
    while not probe():
        if time.monotonic() > end:
            fail(what)
        time.sleep(0.02)
    print(f"ok: {what}", flush=True)


def on_message(_, __, message):
    if message.topic.endswith("/dn/notify"):
        for plant in plants_of(json.loads(message.payload)):
            heard[f"told {plant}"] = True
    elif message.payload:
        heard[message.topic[len(BASE) + 1 :]] = json.loads(message.payload)


def dries(n, when):
    """Sent until it is heard: a bridge that connects anew hears from then on."""

    def is_dry():
        client.publish(f"zigbee2mqtt/p{n}", json.dumps({"soil_moisture": 22}), qos=1)
        time.sleep(0.2)
        return heard.get(f"state/plant/p{n}", {}).get("s") == "dry"

    wait(f"a reading makes a plant dry {when}", is_dry)
    wait(f"its reminder goes out {when}", lambda: heard.get(f"told p{n}"))


write_settings()
try:
    start_server()
    check = subprocess.run([LOAM, "check", "--broker", "--verbose", CONFIG], capture_output=True, text=True)
    if check.returncode != 0:
        fail(f"every subscription is granted: {check.stdout}{check.stderr}")
    print([line for line in check.stdout.splitlines() if " subscriptions: " in line][0].split(":")[0], flush=True)
    start("bridge", LOAM, "run", "--config", CONFIG)
    walk = subprocess.run([sys.executable, f"{HERE}/phone.py", str(PORT), "311", "again"], capture_output=True, text=True)
    print(walk.stdout[-3000:], flush=True)
    if walk.returncode != 0:
        fail("the walk of phone.py")
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="anna-phone", protocol=mqtt.MQTTv311)
    client.on_message = on_message
    client.on_connect = lambda c, *_: c.subscribe(
        [(f"{BASE}/bridge/status", 1), (f"{BASE}/state/plant/+", 1), (f"{BASE}/d/anna-phone/dn/notify", 1)]
    )
    client.on_subscribe = lambda *_: heard.update(subscribed=True)
    client.reconnect_delay_set(1, 1)
    client.connect("127.0.0.1", PORT)
    client.loop_start()
    # NATS 2.10 gives who is still subscribing the retained document of before, and never the one that comes meanwhile.
    wait("every subscription is granted", lambda: heard.get("subscribed"))
    dries(0, "before any restart")
    kill("server")
    start_server()
    dries(1, "after a restart of the server")
    kill("bridge")
    start("bridge", LOAM, "run", "--config", CONFIG)
    dries(2, "after a restart of the bridge")
finally:
    for process in running.values():
        process.kill()
print("done", flush=True)
