"""What a garden costs by its size, on a real mosquitto: start, reading, crossing, memory and idling at 20, 100, 1000 and 10 000 plants.

A crossing is a reading that makes one plant dry and one that makes it wet again: states, a notification and its withdrawal for a phone. Processor
time is user + system of all threads of `loam run`, from /proc.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "SystemTests" / "Scripts"))
from little_mqtt import Client, publication  # noqa: E402
from loopback import Broker  # noqa: E402

SIZES = (20, 100, 1000, 10_000)
CROSSINGS = 20
READINGS = 40_000


def config(folder, port, plants):
    doc = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": port},
        "store": {"path": str(folder / "store")},
        "people": {"anna": {"notifications_per_day": 1000, "devices": {"anna-phone": {"role": "operator"}}}},
        "reminders": {"digest_window": "0s"},
        "sensors": {
            f"s{i}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt/s{i}", "readings_per_minute_max": 10000} for i in range(plants)
        },
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%", "dwell": "0s"} for i in range(plants)},
    }
    path = folder / "scale.yaml"
    path.write_text(json.dumps(doc))
    return path


class Garden:
    """A broker, the bridge with so many plants, a phone and whoever speaks for the probes."""

    def __init__(self, folder, loam, plants, cpu):
        shutil.rmtree(folder, ignore_errors=True)
        self.plants, self.cpu, self.bridge = plants, cpu, None
        self.broker = Broker(folder, "max_inflight_messages 0\nmax_queued_messages 0\n", because="only the bridge is measured").start()
        try:
            port = self.broker.port
            self.probes = Client(port, "probes")
            self.phone = Client(port, "phone", ["plants/v1/d/anna-phone/dn/#", "plants/v1/bridge/status"])
            command = [loam, "run", "--config", config(folder, port, plants)]
            begun = time.monotonic()
            self.bridge = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while b'"online":true' not in self.heard(120):
                pass
            self.seconds_to_online = time.monotonic() - begun
            self.start_ms = cpu(self.bridge.pid) / 1e6
            self.settled()
        except BaseException:
            self.end()
            raise

    def heard(self, seconds):
        return b"".join(body for _, body in self.phone.read(seconds))

    def settled(self):
        last = -1
        while (used := self.cpu(self.bridge.pid)) != last:
            last = used
            time.sleep(0.3)
        return used

    def measure(self, plant, percent):
        payload = json.dumps({"soil_moisture": percent, "temperature": 21.5, "battery": 80, "linkquality": 83}).encode()
        self.probes.socket.sendall(publication(f"zigbee2mqtt/s{plant}", payload))

    def crossing_ms(self):
        count = min(CROSSINGS, self.plants)
        for plant in range(count):
            self.measure(plant, 36)
        before = self.settled()
        for plant in range(count):
            for percent, word in ((27, b"dn/notify"), (36, b"dn/withdraw")):
                self.measure(plant, percent)
                while word not in self.heard(20):
                    pass
        return (self.settled() - before) / 1e6 / count

    def reading_us(self):
        for i in range(READINGS // 4):
            self.measure(i % self.plants, 40)
        before = self.settled()
        for i in range(READINGS):
            self.measure(i % self.plants, 40 + (i // self.plants) % 2 / 10)
        return (self.settled() - before) / 1e3 / READINGS

    def idle_ms(self, seconds=40):
        # What a start and the crossings leave is saved and given back within that time.
        time.sleep(20)
        before = self.settled()
        begun = time.monotonic()
        time.sleep(seconds)
        return (self.cpu(self.bridge.pid) - before) / 1e6 / (time.monotonic() - begun)

    def end(self):
        if self.bridge:
            self.bridge.kill()
            self.bridge.wait()
        self.broker.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def scale(folder, loam, cpu, memory, verdict):
    first = None
    for plants in SIZES:
        with Garden(folder / "scale", loam, plants, cpu) as garden:
            crossing, idle = garden.crossing_ms(), garden.idle_ms()
            size = memory(garden.bridge.pid)
            reading = garden.reading_us()
            print(f"\n{plants} plants")
        more = plants - (first[0] if first else plants)

        def say(what, value, unit, digits, bound):
            print(f"  {what:<22} {value:>9.{digits}f} {unit:<7} {verdict(round(value, digits + 1), bound)}", flush=True)

        say("to online", garden.seconds_to_online * 1000, "ms", 0, 150 if not more else None)
        say("processor to online", garden.start_ms, "ms", 0, first[1] + 0.15 * more if first else None)
        say("a crossing", crossing, "ms", 2, 1.3 * first[2] if first else 0.8)
        say("a reading", reading, "µs", 2, 1.15 * first[3] if first else None)
        say("idle", idle, "ms/s", 2, 0.3)
        say("resident", size["VmRSS"], "MB", 1, first[4] + 8 / 1024 * more if first else 25)
        say("private", size["RssAnon"], "MB", 1, None)
        first = first or (plants, garden.start_ms, crossing, reading, size["VmRSS"])
