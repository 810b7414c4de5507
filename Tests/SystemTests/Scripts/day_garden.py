"""The garden of the day: its config, and what really happens in it. Only this file knows the truth: soil, valves, water, heat."""

import json

from oracle_truth import Soil, Truth, Warmth, Water

CONFIG = """
site: {name: Day, time_zone: Europe/Berlin}
sensors:
  mint-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/mint}
  basil-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}
  fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/fern}
  sage-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/sage}
  chili-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/chili}
  dill-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/dill}
  ivy-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/ivy, silent_after: 2h}
  mint-meter: {family: json, topic: zigbee2mqtt/mint-meter, fields: {volume: {path: total, unit: l}, flow: {path: rate, unit: l/min}}}
  greenhouse-air: {family: zigbee2mqtt, topic: zigbee2mqtt/greenhouse-air}
  nursery-air: {family: zigbee2mqtt, topic: zigbee2mqtt/nursery-air}
valves:
  mint-valve:
    name: Mint valve
    family: template
    topic: zigbee2mqtt/mint-valve
    template: {command_topic: zigbee2mqtt/mint-valve/set, open: OPEN, close: CLOSE, open_word: OPEN, closed_word: CLOSED}
    no_device_timer: accepted
    flow_meter: mint-meter
  basil-valve: {name: Basil valve, family: zigbee2mqtt, topic: zigbee2mqtt/basil-valve, part: on_time}
  fern-valve: {name: Fern valve, family: zigbee2mqtt, topic: zigbee2mqtt/fern-valve, part: on_time}
  sage-valve: {name: Sage valve, family: zigbee2mqtt, topic: zigbee2mqtt/sage-valve, part: on_time}
plants:
  mint: {name: Mint, sensors: mint-probe, dry_below: 35%, watering: {valve: mint-valve, litres: 2, duration_max: 10min}}
  basil: {name: Basil, sensors: basil-probe, dry_below: 30%, watering: {valve: basil-valve, duration: 2min}}
  fern:
    name: Fern
    sensors: fern-probe
    dry_below: 40%
    watering: {valve: fern-valve, duration: 20min, until_moisture: 60%, automatic: true}
  sage: {name: Sage, sensors: sage-probe, dry_below: 25%, watering: {valve: sage-valve, duration: 2min}}
  chili: {name: Chili, sensors: chili-probe, dry_below: 30%}
  dill: {name: Dill, sensors: dill-probe, dry_below: 20%}
  ivy: {name: Ivy, sensors: ivy-probe, dry_below: 20%}
heaters:
  frost-guard:
    name: Frost guard
    family: template
    topic: zigbee2mqtt/frost-guard
    template:
      command_topic: zigbee2mqtt/frost-guard/set
      open: 'ON {seconds}'
      close: 'OFF'
      closes_by_itself: true
      open_word: 'ON'
      closed_word: 'OFF'
    sensors: greenhouse-air
    setpoint: 12°C
thermostats:
  radiator: {name: Radiator, family: zigbee2mqtt, topic: zigbee2mqtt/radiator, part: occupied_heating_setpoint, answer_within: 10s}
places:
  greenhouse: {name: Greenhouse, sensors: greenhouse-air, temperature: {below: 8°C, above: 35°C}}
  nursery: {name: Nursery, sensors: nursery-air, temperature: {below: 18°C, above: 28°C}, thermostat: radiator}
people:
  anna: {name: Anna, devices: {anna-phone: {role: operator, language: en, name: Anna's phone}}}
  ben: {name: Ben, devices: {ben-phone: {role: operator, language: de, name: Bens Telefon}}}
  wei: {name: Wei, notifications_per_day: 6, devices: {wei-phone: {role: operator, language: zh-Hans, name: 小薇的手机}}}
  wall: {name: Wall, devices: {wall-display: {role: viewer, language: en, only: [timers]}}}
"""
LIMITS = (
    ("mint", 35, None), ("basil", 30, None), ("fern", 40, 60), ("sage", 25, None), ("chili", 30, None), ("dill", 20, None), ("ivy", 20, None),
)  # fmt: skip
LANGUAGES = {"anna-phone": "en", "ben-phone": "de", "wei-phone": "zh-Hans"}


class Pot:
    """Soil: it dries at an even pace, and a litre raises it by `gain` points."""

    def __init__(self, moisture, per_hour, gain=3.0):
        self.moisture, self.per_hour, self.gain, self.speaks = moisture, per_hour, gain, True

    def pass_second(self, litres):
        self.moisture = max(3.0, min(95.0, self.moisture - self.per_hour / 3600 + litres * self.gain))

    @property
    def shown(self):
        return round(self.moisture, 1)


class Valve:
    """A valve and the water in its pipe. `opens`, `closes`: it obeys; `speaks`: what it reports arrives."""

    def __init__(self, plant, rate, is_timed, has_meter=False):
        self.plant, self.rate, self.is_timed, self.has_meter = plant, rate, is_timed, has_meter
        self.is_open, self.left, self.total, self.run = False, None, 0.0, 0.0
        self.opens, self.closes, self.speaks = True, True, True

    @property
    def flow(self):
        """Litres a minute."""
        return self.rate if self.is_open else 0.0

    def turn(self, opens, seconds=None):
        if opens and not self.is_open:
            self.run = 0.0
        self.is_open, self.left = opens, seconds if opens else None


class Room:
    """Air that falls or rises to what is outside, and is warmed by a heater."""

    def __init__(self, temperature):
        self.temperature, self.outside, self.is_heated = temperature, temperature, False

    def pass_second(self):
        self.temperature += (self.outside - self.temperature) / 7200 + (0.0025 if self.is_heated else 0)

    @property
    def shown(self):
        return round(self.temperature, 1)


class Garden:
    """`say(topic, payload)`: a device speaks. `tell(text)`: something happened that people can see with their eyes."""

    def __init__(self, say, tell):
        self.say, self.tell, self.now = say, tell, 0
        self.pots = {
            "mint": Pot(38.0, 2.0, 0.15), "basil": Pot(36.0, 2.0, 6.0), "fern": Pot(46.0, 1.6, 4.0), "sage": Pot(33.0, 1.3),
            "chili": Pot(32.0, 1.0), "dill": Pot(24.0, 0.7), "ivy": Pot(45.0, 0.5),
        }  # fmt: skip
        self.valves = {
            "mint-valve": Valve("mint", 12.0, False, True), "basil-valve": Valve("basil", 2.0, True),
            "fern-valve": Valve("fern", 2.0, True), "sage-valve": Valve("sage", 2.0, True),
        }  # fmt: skip
        self.rooms = {"greenhouse": Room(14.0), "nursery": Room(20.5)}
        self.setpoint, self.setpoint_max = 20.0, 23.0
        self.heater_left, self.truth, self.pending = None, Truth(2), []
        for name, valve in self.valves.items():
            self.truth.valves[name] = Water(valve.plant, valve.has_meter)
        for name, limit, target in LIMITS:
            water = next((w for w in self.truth.valves.values() if w.plant == name), None)
            self.truth.plants[name] = Soil(name.title(), limit, target, water, 7200 if name == "ivy" else None)
        self.truth.places["greenhouse"] = self.truth.heaters["frost-guard"] = Warmth("Greenhouse", (8.0, 35.0, 12.0))
        self.truth.places["nursery"] = Warmth("Nursery", (18.0, 28.0), place="nursery")
        self.truth.thermostats["radiator"] = Warmth("Radiator", place="nursery")
        self.truth.names = ["Mint valve", "Basil valve", "Fern valve", "Sage valve", "Frost guard", "Radiator"]

    @property
    def heater(self):
        return self.rooms["greenhouse"].is_heated

    # What passes.
    def pass_second(self, now):
        self.now = self.truth.now = now
        pending, self.pending = self.pending, []
        for topic, payload in pending:
            self.obey_any(topic, payload)
        for name, valve in self.valves.items():
            litres = valve.flow / 60
            if valve.is_open:
                self.truth.valves[name].runs[-1].litres += litres
            valve.total, valve.run = valve.total + litres, valve.run + litres
            self.pots[valve.plant].pass_second(litres)
            if valve.left is not None:
                valve.left -= 1
                if valve.left <= 0:
                    self.turn(name, False, "by its own timer")
        for plant in set(self.pots) - {v.plant for v in self.valves.values()}:
            self.pots[plant].pass_second(0)
        for room in self.rooms.values():
            room.pass_second()
        if self.heater_left is not None:
            self.heater_left -= 1
            if self.heater_left <= 0:
                self.heat(False, None)
        self.report()

    def report(self):
        """Probes speak every ten minutes, one after the other; beside running water every ten seconds."""
        for number, (plant, pot) in enumerate(self.pots.items()):
            is_watered = any(v.plant == plant and v.is_open for v in self.valves.values())
            if pot.speaks and (self.now % 600 == 60 * number or is_watered and self.now % 10 == 0):
                self.truth.plants[plant].read(pot.shown, self.now)
                self.say(f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": pot.shown, "last_seen": self.now * 1000}))
        for name, room in self.rooms.items():
            if self.now % 120 == 0:
                self.truth.places[name].read(room.shown, self.now)
                self.say(f"zigbee2mqtt/{name}-air", json.dumps({"temperature": room.shown, "last_seen": self.now * 1000}))
        if self.now % 900 == 0:
            self.say_radiator()
        meter = self.valves["mint-valve"]
        if self.now % (2 if meter.is_open else 600) == 0:
            self.say_meter()

    def say_meter(self):
        meter = self.valves["mint-valve"]
        self.truth.valves["mint-valve"].measure(meter.flow, self.now)
        self.say("zigbee2mqtt/mint-meter", json.dumps({"total": round(meter.total, 2), "rate": meter.flow}))

    def say_radiator(self):
        self.truth.thermostats["radiator"].setpoint = self.setpoint
        self.say("zigbee2mqtt/radiator", json.dumps({"occupied_heating_setpoint": self.setpoint, "local_temperature": 20}))

    # What devices hear. It takes them a second to obey.
    def hear(self, topic, payload):
        self.pending.append((topic, payload))
        name = topic.split("/")[1]
        if name in self.valves and ("ON" in payload or payload == "OPEN"):
            self.truth.valves[name].order(self.now)

    def obey_any(self, topic, payload):
        name = topic.split("/")[1]
        if name in self.valves:
            self.obey(name, payload)
        elif name == "frost-guard":
            words = payload.split()
            self.heat(words[0] == "ON", int(words[1]) if len(words) > 1 else None)
        elif name == "radiator":
            wish = json.loads(payload)["occupied_heating_setpoint"]
            if wish <= self.setpoint_max:
                self.setpoint = wish
            self.tell(f"the radiator was told {wish} °C and stands at {self.setpoint} °C")
            self.say_radiator()

    def obey(self, name, payload):
        valve = self.valves[name]
        order = json.loads(payload) if payload.startswith("{") else {"state": "ON" if payload == "OPEN" else "OFF"}
        opens = order.get("state") == "ON"
        if not opens and not valve.closes:
            if valve.is_open:
                self.tell(f"{name} was told to close and does not obey")
            return
        if opens and not valve.opens:
            self.tell(f"{name} was told to open, does not, and says so")
            return self.turn(name, False, "")
        self.turn(name, opens, "as it was told", order.get("on_time"))

    def turn(self, name, opens, why, seconds=None):
        valve = self.valves[name]
        if opens != valve.is_open:
            amount = "" if opens else f", {valve.run:.1f} l have run"
            self.tell(f"{name} {'opens' if opens else 'closes'} {why}{amount}" + ("" if valve.speaks else ", and says nothing"))
            self.truth.valves[name].turn(opens, self.now)
            if not opens:
                run = self.truth.valves[name].runs[-1]
                self.truth.plants[valve.plant].give(run.began, run.ended, valve.speaks)
        valve.turn(opens, seconds)
        if not valve.speaks:
            return
        self.truth.valves[name].say(opens, self.now)
        if valve.is_timed:
            self.say(f"zigbee2mqtt/{name}", json.dumps({"state": "ON" if opens else "OFF"}))
        else:
            self.say(f"zigbee2mqtt/{name}", "OPEN" if opens else "CLOSED")
        if valve.has_meter:
            self.say_meter()

    def heat(self, is_on, seconds):
        if is_on != self.heater:
            self.tell(f"the frost guard is switched {'on' if is_on else 'off'}, {self.rooms['greenhouse'].shown} °C")
            self.truth.heaters["frost-guard"].changed = self.now
        heater = self.truth.heaters["frost-guard"]
        heater.is_heated = heater.says_heated = is_on
        self.rooms["greenhouse"].is_heated, self.heater_left = is_on, seconds
        self.say("zigbee2mqtt/frost-guard", "ON" if is_on else "OFF")

    def describe(self, about):
        """What is so of a plant, a valve or a place, in words."""
        parts = []
        if about in self.pots:
            parts.append(f"soil {self.pots[about].moisture:.1f} %")
        for name, valve in self.valves.items():
            if about in (name, valve.plant):
                parts.append(f"{name} {'open' if valve.is_open else 'closed'}, {valve.flow:g} l/min, {valve.run:.1f} l in the last run")
        if about in self.rooms:
            parts.append(f"{self.rooms[about].temperature:.1f} °C")
        if about in ("greenhouse", "frost-guard"):
            parts.append(f"frost guard {'on' if self.heater else 'off'}")
        if about in ("nursery", "radiator"):
            parts.append(f"radiator at {self.setpoint} °C")
        return ", ".join(parts)
