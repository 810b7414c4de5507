"""The demo garden under a real broker and the real bridge, its devices scripted: what each says is written here."""

import json
import pathlib
import signal
import subprocess
import threading
from datetime import datetime
from zoneinfo import ZoneInfo

import paho.mqtt.client as mqtt
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = "plants/v1"
BERLIN = ZoneInfo("Europe/Berlin")


class Bridge:
    """`loam run` with the demo's config: runs of seconds, no dwell, and a heater beside."""

    def __init__(self, program, folder, port):
        self.program, self.folder, self.process = program, pathlib.Path(folder), None
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "loam.yaml"
        config = yaml.safe_load((ROOT / "config/demo.yaml").read_text())
        config["broker"]["port"] = port
        config["store"] = {"path": str(self.folder / "store")}
        config["home_assistant"] = {"page": "http://garden.local:8090"}
        config["reminders"] = {"digest_window": "0s"}
        for plant in config["plants"].values():
            plant["dwell"] = "0s"
        config["plants"]["basil"]["watering"].update(duration="6s", until_moisture="95%")
        config["plants"]["tomato"]["watering"]["automatic"] = False
        # A valve that is asked to close is stale after three times this, at least a minute.
        config["valves"]["basil-valve"]["answer_within"] = "10s"
        # Home Assistant reads titles as templates.
        config["plants"]["rosemary"]["name"] = "[Rosemary {{ 7 * 7 }} {% raw"
        config["places"]["greenhouse"]["temperature"]["dwell"] = "0s"
        config["heaters"] = {
            "frost-guard": {
                "name": "Frost guard",
                "family": "tasmota",
                "topic": "frost-relay",
                "sensors": {"sensor": "chili-probe", "quantities": ["temperature"]},
                "setpoint": "4°C",
                "slider": {"min": "2°C", "max": "12°C", "step": "0.5°C"},
            }
        }
        self.config = config
        self.write()

    def write(self):
        self.path.write_text(yaml.safe_dump(self.config, allow_unicode=True))

    def start(self):
        self.log = open(self.folder / "loam.log", "ab")
        self.process = subprocess.Popen(
            [self.program, "run", "--config", str(self.path)], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log
        )
        return self

    def reload(self):
        self.write()
        self.process.send_signal(signal.SIGHUP)

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)
        self.process = None


class Devices:
    """Probes, two valves, a thermostat and a relay; and an ear that keeps all that is retained."""

    def __init__(self, port):
        self.port = port
        self.retained, self.orders, self.up, self.acks = {}, [], [], []
        self.valve_open, self.valve_obeys, self.valve_speaks, self.heater = False, True, True, 14
        self.timers = []
        # Home Assistant's release decides which paho-mqtt is here: 2 wants the shape of its callbacks named, 1 knows one.
        shape = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
        self.client = mqtt.Client(*shape, client_id="devices")
        self.client.on_connect, self.client.on_message = self._connected, self._heard
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def _connected(self, client, *_):
        client.subscribe([("zigbee2mqtt/+/set", 1), ("zigbee2mqtt/+/get", 1), ("cmnd/+/+", 1), (BASE + "/#", 1), ("homeassistant/#", 1)])
        self.births()

    def births(self):
        for name in ["Basil", "Bath room/Fern", "Basil valve", "Greenhouse heater"]:
            self.say(f"zigbee2mqtt/{name}/availability", {"state": "online"}, True)
        for topic in ["greenhouse-tomato", "greenhouse-valve", "frost-relay"]:
            self.say(f"tele/{topic}/LWT", "Online", True)
        self.say("home/TheengsGateway/LWT", "online", True)
        self.say("greenhouse-node/status", "online", True)

    def say(self, topic, payload, retain=False):
        text = payload if isinstance(payload, str) else json.dumps(payload)
        return self.client.publish(topic, text, qos=1, retain=retain)

    def stop(self):
        self.client.loop_stop()
        self.client.disconnect()

    # What it hears

    def _heard(self, _, __, m):
        if m.topic.startswith((BASE + "/", "homeassistant/")):
            return self._keep(m)
        if m.topic == "zigbee2mqtt/Basil valve/set":
            self.orders.append(json.loads(m.payload))
            if self.valve_obeys:
                self._turn(self.orders[-1])
            self._tell_valve()
        elif m.topic == "zigbee2mqtt/Basil valve/get":
            self._tell_valve()
        elif m.topic == "zigbee2mqtt/Greenhouse heater/set":
            self.heater = json.loads(m.payload)["occupied_heating_setpoint"]
            self._tell_heater()
        elif m.topic == "zigbee2mqtt/Greenhouse heater/get":
            self._tell_heater()
        elif m.topic.startswith("cmnd/"):
            self._tell_relay(m.topic.split("/")[1])

    def _keep(self, m):
        document = json.loads(m.payload) if m.payload[:1] in (b"{", b"[") else None
        if "/up/" in m.topic:
            self.up.append((m.topic, document))
        elif m.topic.endswith("/dn/ack"):
            self.acks.append(document)
        elif "/dn/" not in m.topic:
            if m.payload:
                self.retained[m.topic] = document if document is not None else m.payload.decode()
            else:
                self.retained.pop(m.topic, None)

    def _turn(self, order):
        self.valve_open = order["state"].upper() == "ON"
        if self.valve_open and order.get("on_time"):
            timer = threading.Timer(order["on_time"], self._close_by_itself)
            timer.daemon = True
            timer.start()

    def _close_by_itself(self):
        self.valve_open = False
        self._tell_valve()

    def _tell_valve(self):
        if not self.valve_speaks:
            return
        self.say(
            "zigbee2mqtt/Basil valve",
            {"battery": 95, "state": "ON" if self.valve_open else "OFF", "valve_work_state": "working" if self.valve_open else "idle"},
        )

    def _tell_heater(self):
        self.say(
            "zigbee2mqtt/Greenhouse heater",
            {
                "battery": 71,
                "local_temperature": 15.5,
                "occupied_heating_setpoint": self.heater,
                "running_state": "idle",
                "system_mode": "heat",
            },
        )

    def _tell_relay(self, topic):
        self.say(f"stat/{topic}/RESULT", {"POWER1": "OFF"})
        self.say(f"stat/{topic}/POWER1", "OFF")
        self.say(f"tele/{topic}/STATE", {"UptimeSec": 4711, "POWER1": "OFF", "POWER2": "OFF"})

    # What it says

    def measure(self, basil=29):
        now = datetime.now()
        utc = datetime.utcnow().strftime("%Y-%m-%dT%H:%M:%S.000Z")
        self.say(
            "zigbee2mqtt/Basil",
            {
                "battery": 87,
                "last_seen": utc,
                "linkquality": 83,
                "soil_moisture": basil,
                "temperature": 21.3,
                "temperature_unit": "celsius",
            },
        )
        self.say(
            "zigbee2mqtt/Bath room/Fern", {"battery": 64, "last_seen": utc, "linkquality": 127, "soil_moisture": 55.5, "temperature": 19.25}
        )
        # Both probes of the fern agree: what they come to may be told a minute later.
        self.say("garden/fern/moisture", "55.5")
        berlin = now.astimezone(BERLIN).strftime("%Y-%m-%dT%H:%M:%S")
        self.say(
            "tele/greenhouse-tomato/SENSOR",
            {"Time": berlin, "ANALOG": {"A0": 444}, "DS18B20": {"Id": "00000566CC39", "Temperature": 18.5}, "TempUnit": "C"},
        )
        self.say("greenhouse-node/sensor/chili_soil_moisture/state", "41.5")
        self.say("greenhouse-node/sensor/greenhouse_temperature/state", "15.5")
        flora = {"id": "C4:7C:8D:65:B6:63", "rssi": -70, "model": "MiFlora", "model_id": "HHCCJCY01HHCC"}
        for values in [{"moi": 33}, {"tempc": 22.4, "tempf": 72.32}, {"lux": 4200}, {"fer": 350}]:
            self.say("home/TheengsGateway/BTtoMQTT/C47C8D65B663", {**flora, **values, "mac": flora["id"]})
        self.say("rtl_433/shed/events", self.rosemary(44))
        self.say("v3/demo-garden@ttn/devices/lemon-lse01/up", self.lemon("48.50"))
        self.say("garden/windowsill/cactus", {"soil": {"level": 0.17, "temp": 68.0}, "batt": 58})
        self._tell_valve()
        self._tell_heater()
        for topic in ["greenhouse-valve", "frost-relay"]:
            self._tell_relay(topic)

    def rosemary(self, moisture):
        return {
            "time": datetime.now().astimezone(BERLIN).strftime("%Y-%m-%d %H:%M:%S"),
            "model": "Fineoffset-WH51",
            "id": "006b58",
            "battery_ok": 0.77778,
            "battery_mV": 1400,
            "moisture": moisture,
            "boost": 0,
            "ad_raw": 240,
            "mic": "CRC",
        }

    def lemon(self, moisture):
        return {
            "end_device_ids": {"device_id": "lemon-lse01", "dev_eui": "A84041000181C061"},
            "received_at": datetime.utcnow().strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "uplink_message": {
                "f_port": 2,
                "f_cnt": 4711,
                "decoded_payload": {
                    "Bat": "3.39 V",
                    "TempC_DS18B20": "3276.70",
                    "water_SOIL": moisture,
                    "temp_SOIL": "17.25",
                    "conduct_SOIL": 420,
                    "Sensor_flag": 1,
                    "Interrupt_flag": 0,
                },
            },
        }

    @property
    def is_closed(self):
        return not self.valve_open

    def document(self, topic):
        return self.retained.get(f"{BASE}/{topic}")

    def announced(self):
        """Discovery topics with their contents."""
        return {
            topic: document for topic, document in self.retained.items() if topic.startswith("homeassistant/") and topic.endswith("/config")
        }
