"""What 200 connected devices cost with the reminders of a garden, on a real mosquitto: processor seconds of `loam run` and of mosquitto, idle and busy.

Every reminder goes to all devices (crowd.c), which acknowledge it and its withdrawal; a probe of each plant says something once a minute. Processor
time is utime + stime of the process, from /proc.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "SystemTests" / "Scripts"))
from little_mqtt import Client  # noqa: E402
from loopback import MORTAL, Broker  # noqa: E402

DEVICES = 200
PLANTS = 60
IDLE = 60
BUSY = 120
# Seconds from one reminder to the next: 60 an hour. Half of that later the plant is wet again and the reminder is withdrawn.
EVERY = 60


def config(folder, port):
    pairs = {f"n{i}": {"notifications_per_day": 1000, "devices": {f"d{i}": {}, f"d{i + 1}": {}}} for i in range(0, DEVICES, 2)}
    doc = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": port},
        "store": {"path": str(folder / "store")},
        "people": pairs,
        "reminders": {"digest_window": "0s"},
        "sensors": {f"s{i}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt/s{i}"} for i in range(PLANTS)},
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%", "dwell": "0s"} for i in range(PLANTS)},
    }
    path = folder / "crowd.yaml"
    path.write_text(json.dumps(doc))
    return path


def used(process):
    """Processor seconds, user and system."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Crowd:
    """A broker, the bridge, the devices and whoever speaks for the probes."""

    def __init__(self, folder, loam):
        self.started = []
        self.broker = Broker(folder / "crowd-broker", "set_tcp_nodelay true\n", because="only the bridge is measured").start()
        try:
            port = self.broker.port
            with open(folder / "log", "ab") as log:
                self.bridge = self.launch([loam, "run", "--config", config(folder, port)], stdout=log, stderr=log)
                # A hello that the broker only replays is no return: acks would not be waited for.
                self.probes = Client(port, "probes", ["plants/v1/bridge/status"])
                while not any(b'"online":true' in payload for _, payload, _ in self.probes.take(60)):
                    pass
                command = [folder / "crowd", str(port), str(DEVICES)]
                self.devices = self.launch(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
            if self.devices.stdout.readline().strip() != "ready":
                raise SystemExit(f"the devices did not connect:\n{(folder / 'log').read_text()[-2000:]}")
        except BaseException:
            self.end()
            raise

    def launch(self, command, **streams):
        self.started.append(subprocess.Popen([*MORTAL, *command], **streams))
        return self.started[-1]

    def measure(self, plant, percent):
        payload = {"soil_moisture": percent, "temperature": 21.5, "battery": 80, "linkquality": 83}
        self.probes.send(f"zigbee2mqtt/s{plant}", json.dumps(payload).encode())
        self.probes.take(0)

    def had(self):
        """Notifications, withdrawals and other messages that the devices have had."""
        self.devices.stdin.write("\n")
        self.devices.stdin.flush()
        return [int(word) for word in self.devices.stdout.readline().split()]

    def cost(self, seconds, each=lambda second: None):
        """Processor seconds of the bridge and of mosquitto, wall seconds; `each` is called with each second."""
        before, begun = (used(self.bridge), used(self.broker.process)), time.monotonic()
        for second in range(seconds):
            each(second)
            time.sleep(max(0, begun + second + 1 - time.monotonic()))
        return used(self.bridge) - before[0], used(self.broker.process) - before[1], time.monotonic() - begun

    def second(self, second):
        """A reading a second, each plant once a minute; of those one is a plant that turns dry, or wet again."""
        plant = second // EVERY
        percent = {EVERY // 4: 27, EVERY * 3 // 4: 36}.get(second % EVERY)
        if percent:
            self.measure(plant, percent)
        else:
            self.measure(BUSY // EVERY + second % (PLANTS - BUSY // EVERY), 40 + second // PLANTS / 10)

    def end(self):
        for process in self.started:
            process.kill()
            process.wait()
        self.broker.kill()


def crowd(folder, loam, verdict):
    crowd = Crowd(Path(folder), loam)
    try:
        for plant in range(PLANTS):
            crowd.measure(plant, 36)
        # What the hellos and first readings cause is over by then.
        time.sleep(15)
        idle = crowd.cost(IDLE)
        before = crowd.had()
        busy = crowd.cost(BUSY, crowd.second)
        notifications, withdrawals, others = (b - a for a, b in zip(before, crowd.had()))
    finally:
        crowd.end()
    reminders = BUSY // EVERY
    if notifications != reminders * DEVICES or withdrawals != reminders * DEVICES:
        raise SystemExit(
            f"{reminders} reminders to {DEVICES} devices: {notifications} notifications and {withdrawals} withdrawals came, not {reminders * DEVICES} each"
        )
    hourly = notifications / DEVICES / busy[2] * 3600
    print(
        f"\n{DEVICES} devices, {hourly:.0f} reminders an hour to each, {PLANTS} readings a minute; {others / busy[2]:.0f} other messages a second to all"
    )
    for what, (bridge, broker, wall) in (("idle", idle), ("busy", busy)):
        share = bridge / wall * 100
        said = verdict(round(share, 2), 2) if what == "busy" else ""
        print(
            f"  {what}, {wall:.0f} s  loam {bridge:6.2f} s {share:6.2f} % of a core  mosquitto {broker:6.2f} s {broker / wall * 100:6.2f} %  {said}"
        )
    sys.stdout.flush()
