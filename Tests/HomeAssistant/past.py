"""Home Assistant's own recorder as a past for `loam replay` and `loam import`."""

import collections
import datetime
import json
import sqlite3
import subprocess
import time

import paho.mqtt.publish as publish

from home import Home
from loopback import free_port
from steps import check, said, wait

CONFIG = """
site: {name: past, time_zone: Europe/Berlin}
broker: {host: 127.0.0.1, port: 1883}
sensors:
  herbs-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/herbs}
plants:
  herbs: {name: Herbs, sensors: herbs-probe, dry_below: 40%, dwell: 0s}
people:
  anna: {name: Anna, devices: {anna-phone: {role: operator}}}
reminders: {digest_window: 0s}
"""

# The day on which Berlin's clocks go back: 25 hours.
DST_DAY = datetime.datetime(2026, 10, 24, 22, tzinfo=datetime.UTC)
HOURS = [hour for hour in range(25) if not 10 <= hour < 14]


class PastTest:
    def __init__(self, program, folder, broker_port):
        self.program, self.broker_port = program, broker_port
        self.folder = folder / "past"
        self.home = Home(self.folder, free_port(), broker_port, records=True)
        (self.folder / "loam.yaml").write_text(CONFIG + f"store: {{path: {self.folder}/store}}\n")

    def run(self):
        try:
            self.live()
        finally:
            self.home.stop()
        self.is_read()

    def say(self, value):
        publish.single("past/soil", str(value), qos=1, retain=True, hostname="127.0.0.1", port=self.broker_port)

    def shows(self, entity, value):
        wait(f"{entity} is {value}", lambda: (self.home.state(entity) or {}).get("state") == str(value))

    def live(self):
        self.home.start()
        announcement = {
            "name": "Soil moisture",
            "unique_id": "past-1",
            "state_topic": "past/soil",
            "unit_of_measurement": "%",
            "state_class": "measurement",
            "default_entity_id": "sensor.pot_3",
            "object_id": "pot_3",
        }
        publish.single(
            "homeassistant/sensor/past-1/config", json.dumps(announcement), qos=1, retain=True, hostname="127.0.0.1", port=self.broker_port
        )
        wait("the probe is discovered", lambda: self.home.state("sensor.pot_3"))
        for value in (45, 44):
            self.say(value)
            self.shows("sensor.pot_3", value)
        self.home.ask({"type": "config/entity_registry/update", "entity_id": "sensor.pot_3", "new_entity_id": "sensor.herbs_soil_moisture"})
        self.say(43)
        self.shows("sensor.herbs_soil_moisture", 43)
        for state in ("70", "unavailable", "unknown", "72.5"):
            self.home.post("states/sensor.herbs_temperature", {"state": state, "attributes": {"unit_of_measurement": "°F"}})
        self.home.post("states/sensor.kitchen_humidity", {"state": "55", "attributes": {"unit_of_measurement": "%"}})
        statistics = [{"start": (DST_DAY + datetime.timedelta(hours=hour)).isoformat(), "mean": 60 - hour} for hour in HOURS]
        self.home.ask(
            {
                "type": "recorder/import_statistics",
                "stats": statistics,
                "metadata": {
                    "has_mean": True,
                    "has_sum": False,
                    "name": None,
                    "source": "recorder",
                    "statistic_id": "sensor.herbs_soil_moisture",
                    "unit_of_measurement": "%",
                },
            }
        )
        said("lived, renamed, was unavailable, and got statistics of the day on which the clocks go back")
        # A gap: it did not run.
        self.home.stop()
        time.sleep(2)
        self.home.start()
        self.say(12)
        self.shows("sensor.herbs_soil_moisture", 12)

    def loam(self, *words):
        ended = subprocess.run(
            [self.program, *words, "--config", str(self.folder / "loam.yaml")], capture_output=True, text=True, timeout=60
        )
        check(f"loam {words[0]} ends well", ended.returncode == 0, ended.stdout, ended.stderr)
        return ended.stdout

    def is_read(self):
        file = str(self.folder / "home-assistant_v2.db")
        expected = collections.Counter()
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            rows = database.execute(
                "SELECT states_meta.entity_id, state FROM states JOIN states_meta USING (metadata_id) WHERE states_meta.entity_id LIKE 'sensor.%'"
            ).fetchall()
            # Home Assistant adds an hour of its own where a full one comes while it runs.
            hours, of_day = database.execute(
                "SELECT count(*), count(*) FILTER (WHERE start_ts < ?) FROM statistics JOIN statistics_meta"
                " ON statistics_meta.id = metadata_id WHERE statistic_id = 'sensor.herbs_soil_moisture'",
                ((DST_DAY + datetime.timedelta(days=2)).timestamp(),),
            ).fetchone()
        for entity, state in rows:
            if "herbs" not in entity:
                expected["left out: of no sensor"] += 1
            elif state in ("unavailable", "unknown", "", None):
                expected["left out: unavailable or unknown"] += 1
            else:
                expected["values taken"] += 1
        check("all hours of the long day but the gap are in its statistics", of_day == len(HOURS), of_day)
        expected["values taken"] += hours
        names = {entity for entity, _ in rows}
        check("the renamed probe has one name", "sensor.herbs_soil_moisture" in names and "sensor.pot_3" not in names, names)
        said_of_it = self.loam("import", file, "--dry-run")
        for what, count in expected.items():
            check(f"{count} {what}", f"{count} {what}" in said_of_it, said_of_it)
        check(
            "each name is taken for what it is",
            all(
                line in said_of_it
                for line in ("sensor.herbs_soil_moisture is herbs-probe, moisture", "sensor.herbs_temperature is herbs-probe, temperature")
            ),
            said_of_it,
        )
        report = json.loads(self.loam("replay", "--from", file, "--json"))
        check("hours and readings both decide", report["values"]["hours"] == hours and report["values"]["readings"] >= 6, report["values"])
        plant = report["plants"][0]
        told = [reminder["toldAt"] for reminder in plant["reminders"]]
        # 60 % and one less each hour: below 40 % with the mean of the 22nd hour, known at its end.
        dry = int((DST_DAY + datetime.timedelta(hours=22)).timestamp())
        check("the dry hour of the long day is told when it is known", any(0 <= at - dry <= 60 for at in told), told, dry)
        # Five weeks lie between the last hour and the first reading: nobody knows by what it got wetter.
        check("a rise behind a gap is no water, and dry no more", plant["reminders"][0]["end"] == "no longer true", plant["reminders"])
        self.loam("import", file)
        again = self.loam("import", file)
        check("a second import takes nothing", "0 values taken" in again and "Nothing was written." in again, again)
        with sqlite3.connect(f"file:{self.folder}/store/history.sqlite?mode=ro", uri=True) as database:
            celsius = [
                value
                for (value,) in database.execute(
                    "SELECT value FROM reading JOIN series ON series.id = series WHERE quantity = 1 ORDER BY reading.id"
                )
            ]
        check("°F has become °C", [round(value, 2) for value in celsius if value][:2] == [21.11, 22.5], celsius)
