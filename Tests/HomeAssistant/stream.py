"""Home Assistant as a producer: its statestream, on change alone, through unavailable, restarts and an end without a word."""

import json
import signal
import subprocess

import paho.mqtt.client as mqtt

from home import Home
from loopback import MORTAL, free_port
from steps import Failed, check, said, wait

# Entities as integrations make them; °F is turned into the house's unit by Home Assistant itself.
HOUSE = """
mqtt_statestream:
  base_topic: homeassistant
  publish_attributes: true
  publish_timestamps: true
  include: {domains: [sensor]}
input_number:
  soil: {min: 0, max: 100, step: 0.1}
  warmth: {min: -40, max: 140, step: 0.1}
input_boolean:
  plugged:
template:
  - sensor:
      - {name: Bed soil moisture, unique_id: soil, unit_of_measurement: "%", device_class: moisture,
         state: "{{ states('input_number.soil') }}", availability: "{{ is_state('input_boolean.plugged', 'on') }}"}
      - {name: Bed temperature, unique_id: warmth, unit_of_measurement: "°F", device_class: temperature,
         state: "{{ states('input_number.warmth') }}", availability: "{{ is_state('input_boolean.plugged', 'on') }}"}
"""

CONFIG = """
site: {name: stream, time_zone: Europe/Berlin}
broker: {host: 127.0.0.1, port: PORT}
store: {path: FOLDER/store}
sensors:
  bed:
    family: home_assistant
    topic: homeassistant
    fields: {moisture: sensor.bed_soil_moisture, temperature: sensor.bed_temperature}
plants:
  kale: {name: Kale, sensors: bed, dry_below: 55%, dwell: 0s}
people:
  anna: {name: Anna, devices: {anna-phone: {role: operator}}}
reminders: {digest_window: 0s}
"""


class StreamTest:
    def __init__(self, program, folder, broker_port):
        self.folder, self.state, self.notes, self.said, self.bridge = folder / "stream", {}, [], [], None
        self.home = Home(self.folder, free_port(), broker_port, more=HOUSE)
        text = CONFIG.replace("PORT", str(broker_port)).replace("FOLDER", str(self.folder))
        (self.folder / "loam.yaml").write_text(text)
        self.command = [*MORTAL, program, "run", "--config", self.folder / "loam.yaml"]
        shape = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
        self.watch = mqtt.Client(*shape)
        self.watch.on_message = self._heard
        self.watch.connect("127.0.0.1", broker_port)
        self.watch.subscribe([("plants/v1/#", 1), ("homeassistant/sensor/bed_soil_moisture/state", 1)])
        self.watch.loop_start()

    def _heard(self, _, __, m):
        if m.topic.endswith("/state/plant/kale"):
            self.state = json.loads(m.payload) if m.payload else {}
        elif m.topic.endswith("/dn/notify"):
            self.notes.append(json.loads(m.payload)["note"]["key"])
        elif m.topic.startswith("homeassistant/"):
            self.said.append(m.payload.decode())

    def run(self):
        try:
            self.start()
            self.live()
            self.restart()
            self.end()
        finally:
            self.home.stop()
            if self.bridge:
                self.bridge.send_signal(signal.SIGTERM)
                self.bridge.wait(20)
            self.watch.loop_stop()

    def start(self):
        log = open(self.folder / "loam.log", "ab")
        self.bridge = subprocess.Popen(self.command, stdout=log, stderr=log)

    def measures(self, soil=None, warmth=None, is_plugged=None):
        for name, value in (("soil", soil), ("warmth", warmth)):
            if value is not None:
                self.home.service("input_number.set_value", entity_id=f"input_number.{name}", value=value)
        if is_plugged is not None:
            self.home.service(f"input_boolean.turn_{'on' if is_plugged else 'off'}", entity_id="input_boolean.plugged")

    def shows(self, what, **values):
        try:
            wait(what, lambda: all(self.state.get(key) == value for key, value in values.items()))
        except Failed as failed:
            raise Failed(f"{failed}: {self.state} after {self.said}") from failed

    def live(self):
        self.home.start()
        self.measures(soil=60, warmth=68, is_plugged=True)
        self.shows("statestream: moisture, and 68 °F in the house's unit", m=60, c=20, s="ok")
        for warmth in range(69, 79):
            self.measures(warmth=warmth)
        wait("a warmer day", lambda: float(self.home.state("sensor.bed_temperature")["state"]) > 25.5)
        check("soil that stands still is told once", self.said.count("60.0") == 1, self.said)
        check("and is no silent probe", self.state["s"] == "ok", self.state)
        self.measures(soil=50)
        self.shows("drier soil", m=50, s="dry")
        self.measures(is_plugged=False)
        wait("a probe that is away is unavailable", lambda: self.said[-1] == "unavailable")
        check("which is no reading", self.state["s"] in ("dry", "unknown") and self.state.get("m") in (50, None), self.state)
        self.measures(is_plugged=True)
        self.shows("it is back", m=50, s="dry")

    def restart(self):
        notes = len(self.notes)
        self.said.clear()
        self.home.stop()
        self.home.start()
        wait(
            "after its restart Home Assistant has its entities",
            lambda: (self.home.state("sensor.bed_soil_moisture") or {}).get("state") == "50.0",
        )
        # Nothing, where it had them before it listens to changes.
        said(f"it said {self.said}")
        self.shows("and the garden is as it was", m=50, s="dry")
        check("nobody was told anything because of it", self.notes[notes:] == [], self.notes)
        self.measures(soil=49)
        self.shows("what changes afterwards is told", m=49, s="dry")

    def end(self):
        """What is retained is all that is left of it, with its time."""
        self.home.stop(signal.SIGKILL)
        self.bridge.kill()
        self.bridge.wait()
        self.state = {}
        self.start()
        self.shows("what is retained counts, as old as it says", m=49, s="dry")
