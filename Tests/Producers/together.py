#!/usr/bin/env python3
"""A newcomer's way with all producers, and the messages of all fixtures, on one broker: sniff, check, run; the config stays as it was printed.

    together.py LOAM FIRMWARE FOLDER

ESPHome's firmware, Theengs Gateway, MQTT IO, ChirpStack's protobuf, Homie devices and rtl_433 speak to a broker that we ship. What a producer's own
tool shows is what a plant shows, or nothing is shown and the printed config says why; somebody would be told. Exits 1 with what is wrong.
"""

import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import ebus_sdk.homie as five
import yaml
from chirpstack_api.integration import integration_pb2 as chirpstack
from google.protobuf.json_format import MessageToJson

from loopback import MORTAL, free_port
from node import HouseBroker, Node
from producer import Bridge, client, state

LOAM, FIRMWARE, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SCRIPTS = pathlib.Path(__file__).resolve().parents[1] / "SystemTests/Scripts"
FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "DeviceFamilyTests/Fixtures"
# What each producer's own tool shows, in percent: no two alike. `None`: a raw number, of which nobody can know how moist the soil is.
SHOWN = {
    "greenhouse": 47.5,
    "home/TheengsGateway/BTtoMQTT/C47C8D65B664": 31,
    "garden/pi": None,
    "application/3f9c0f6e-0b1a-4f4f-8f0e-0a4d2f3c9b11/device/24e124126a148499": 53.5,
    "homie/5/shelf": 43.5,
    "rtl_433/vm/events": 81,
}
DEVICE = "application/3f9c0f6e-0b1a-4f4f-8f0e-0a4d2f3c9b11/device/24e124126a148499"


def started(*command, **more):
    process = subprocess.Popen([*MORTAL, *map(str, command)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, text=True, **more)
    running.append(process)
    return process


class Firmware:
    def __init__(self):
        self.node = Node(FIRMWARE, FOLDER / "node", broker.door)
        self.node.measures(moisture=2.04, temperature=18.25, air=68, battery=2.9)
        self.node.start()
        running.append(self.node.process)

    def speak(self):
        """It says by itself what moves, and all of it when it comes back."""
        self.node.kill(signal.SIGTERM)
        self.node.start()
        running.append(self.node.process)


class Bluetooth:
    def __init__(self):
        arguments = ("--host", "127.0.0.1", "--port", broker.port, "--config", FOLDER / "theengs.conf")
        self.gateway = started(sys.executable, SCRIPTS / "scanner.py", *arguments, stdin=subprocess.PIPE)
        # What it hears before it has a broker is lost.
        until("Theengs Gateway is there", lambda: heard["home/TheengsGateway/LWT"], 150)

    def speak(self):
        for says in ("0810011f", "0410020701", "0910024801"):
            said = {"address": "C4:7C:8D:65:B6:64", "service": {"fe95": "71209800bc64b6658d7cc40d" + says}, "rssi": -68}
            self.gateway.stdin.write(json.dumps(said) + "\n")
        self.gateway.stdin.flush()


class Pins:
    def __init__(self):
        folder = FOLDER / "pins"
        (folder / "w1").mkdir(parents=True)
        (folder / "adc-0").write_text("500")
        settings = {
            "mqtt": {"host": "127.0.0.1", "port": broker.port, "topic_prefix": "garden/pi"},
            "sensor_modules": [{"name": "analog", "module": "mcp3008"}],
            "sensor_inputs": [{"name": "moisture", "module": "analog", "channel": 0, "interval": 1, "digits": 0}],
        }
        (folder / "mqtt-io.yaml").write_text(yaml.safe_dump(settings))
        environment = {**os.environ, "W1THERMSENSOR_NO_KERNEL_MODULE": "1"}
        started(sys.executable, SCRIPTS / "pins.py", folder, folder / "mqtt-io.yaml", env=environment)

    def speak(self):
        """Every second."""


class LoRaWAN:
    def speak(self):
        made = chirpstack.UplinkEvent(deduplication_id="3ac7e3c4", dev_addr="00189440", f_port=85)
        made.time.FromNanoseconds(time.time_ns())
        made.device_info.device_name, made.device_info.dev_eui = "orchard probe", DEVICE[-16:]
        made.object.update({"battery": 100, "temperature": 26.4, "moisture": 53.5, "electricity": 205})
        hands.publish(DEVICE + "/event/up", MessageToJson(made, indent=None))


class Homie:
    def __init__(self):
        self.device = five.Device("shelf", name="Shelf", mqtt_cfg={"host": "127.0.0.1", "port": broker.port}, homie_domain="homie")
        self.device.start_mqtt_client()
        self.values = {
            "moisture": five.Property(id="moisture", datatype=five.PropertyDatatype.FLOAT, unit=five.Unit.PERCENT, value=43.5),
            "temperature": five.Property(
                id="temperature", datatype=five.PropertyDatatype.FLOAT, unit=five.Unit.DEGREE_CELSIUS, value=19.25
            ),
        }
        soil = five.Node(id="soil")
        with self.device.state_transition():
            self.device.add_node(soil)
            for value in self.values.values():
                soil.add_property(value)

    def speak(self):
        for value in self.values.values():
            value.publish_value(force=True)


class Radio:
    def __init__(self):
        subprocess.run([sys.executable, SCRIPTS / "radio.py", "make", FOLDER / "signals"], check=True)

    def speak(self):
        port = free_port()
        # Who is heard once where another is heard often may be a disturbed packet.
        started(sys.executable, SCRIPTS / "radio.py", "serve", port, *[FOLDER / "signals/wh51_00c4ae_433.92M_250k.cu8"] * 2)
        address = f"mqtt://127.0.0.1:{broker.port},events=rtl_433/vm/events"
        started("sh", "-c", f"until rtl_433 -d rtl_tcp:127.0.0.1:{port} -s 250000 -F {address}; do sleep 0.2; done")


def fixtures():
    """Every message of every fixture, as if it came now, but for those of a device that a producer plays here."""
    for file in sorted(FIXTURES.glob("*/*.json")):
        fixture = json.loads(file.read_text())
        for message in [*fixture.get("before", []), fixture]:
            if message.get("topic") and not message["topic"].startswith(tuple(SHOWN)):
                text, raw = message.get("payload_text"), message.get("payload_hex")
                payload = json.dumps(message["payload"]) if "payload" in message else text if text is not None else bytes.fromhex(raw or "")
                yield message["topic"], payload


def until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            fail(what)
        time.sleep(0.05)
    print("ok:", what, flush=True)


def fail(why):
    print("FAILED:", why, {topic: plants(topic) for topic in SHOWN} if "plants" in globals() else dict(heard))
    for process in running:
        process.kill()
    broker.kill()
    sys.exit(1)


running, heard = [], collections.Counter()
broker = HouseBroker(FOLDER / "broker", "log_type all\n").start()
hands = client()
hands.on_message = lambda _, __, m: heard.update({m.topic, *(name for name in SHOWN if m.topic.startswith(name))})
hands.connect("127.0.0.1", broker.port)
hands.subscribe("#")
hands.loop_start()
sniffing = subprocess.Popen(
    [*MORTAL, LOAM, "sniff", "--host", "127.0.0.1", "--port", str(broker.port), "--for", "1h", "--json"],
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    text=True,
    env={**os.environ, "TZ": "UTC"},
)
until("sniff listens", lambda: (FOLDER / "broker/mosquitto.log").read_text().count(" 0 #\n") > 1)
producers = [kind() for kind in (Firmware, Bluetooth, Pins, LoRaWAN, Homie, Radio)]
count = 0
for topic, payload in fixtures():
    # One by one: the broker drops what a listener does not take in time.
    hands.publish(topic, payload, qos=1).wait_for_publish(60)
    count += 1
print(f"ok: {count} messages of fixtures are sent", flush=True)


def speak():
    for producer in producers:
        producer.speak()


for times in (1, 2):
    before = heard.copy()
    speak()
    until(f"all producers have spoken {times} times", lambda b=before: all(heard[name] > b[name] for name in SHOWN), 120)
sniffing.send_signal(signal.SIGINT)
found = json.loads(sniffing.communicate(timeout=60)[0])
print(f"ok: {len(found['devices'])} devices are found, {len(found['config'])} bytes of config", flush=True)

config = FOLDER / "loam.yaml"
config.write_text(f"{found['config']}\nstore: {{path: {FOLDER}/store}}\nsite: {{time_zone: UTC}}\n")
checked = subprocess.run([LOAM, "check", config], capture_output=True, text=True)
if checked.returncode or "nobody would be told" in checked.stdout + checked.stderr:
    fail(f"loam check: {(checked.stdout + checked.stderr)[-3000:]}")
print("ok: the printed config is good, and somebody would be told", flush=True)

bridge = Bridge(LOAM, str(config), broker.port)
bridge.start()
running.append(bridge.process)
printed = yaml.safe_load(config.read_text())


def plants(topic):
    """What is shown of the plants to which the printed config gives what speaks there."""
    sensors = {key for key, sensor in printed["sensors"].items() if topic_filter_matches(sensor["topic"], topic)}
    named = [key for key, one in printed["plants"].items() if sensors & set(names(one["sensors"]))]
    return {key: (state.get("plant/" + key) or {}).get("m") for key in named}


def names(sensors):
    """One name, or a list of names and of what is taken of them."""
    return [one if isinstance(one, str) else one["sensor"] for one in (sensors if isinstance(sensors, list) else [sensors])]


def topic_filter_matches(bound, topic):
    """A binding names the whole topic, its beginning, by a '+' one of many gateways, or a Bluetooth address."""
    pattern = re.escape(bound).replace(r"\+", "[^/]+")
    return re.match(f"(?:{pattern})(?:/|$)", topic) or bound.startswith(topic + "/") or topic.endswith("/" + bound.replace(":", ""))


speak()
for topic, shown in SHOWN.items():
    if shown is None:
        until(f"{topic}: no number is shown", lambda t=topic: set(plants(t).values()) <= {None})
    else:
        until(f"{topic}: {shown} % here and there", lambda t=topic, s=shown: s in plants(t).values())
bridge.end()
for process in running:
    process.kill()
broker.stop()
