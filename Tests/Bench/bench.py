#!/usr/bin/env python3
"""What `loam run` costs, beside its budget: processor time per reading against a C program that only drains the same
loop, allocations per reading, start, memory and wake-ups idle, bytes written to the card, the round trip of a question, what 200 devices cost, a replay, and all of it by the garden's size.

    bench.py LOAM_BINARY [--readings N] [--pairs N] [--minutes N] [--only card|scale|reply|crowd|push|replay]

Both clients are fed in turn by the same generator (flood.c) with the same bytes, after a first round of WARM messages
that is not counted; the figure to trust is the ratio of a pair. Processor time is user + system of all threads, from
/proc. Python standard library only.
"""

import argparse
import json
import os
import select
import shutil
import signal
import statistics
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from crowd import crowd
from push_idle import push_idle
from replay import replay
from reply import reply
from scale import scale

HERE = Path(__file__).parent
PAYLOADS = {  # name: (payload with @@ for two changing digits, family)
    "plain 5 B": ("41.@@", "plain"),
    "json 80 B": ('{"soil_moisture":41.@@,"temperature":21.5,"battery":80,"linkquality":83,"n":12345}', "zigbee2mqtt"),
    "json 350 B": (
        '{"battery":90,"battery_state":"high","device":{"applicationVersion":72,"friendlyName":"bench probe",'
        '"ieeeAddr":"0xa4c138d8589c546e","manufacturerName":"_TZE200_myd45weu","model":"TS0601_soil",'
        '"networkAddress":34521,"powerSource":"Battery","type":"EndDevice","zclVersion":3},'
        '"linkquality":83,"soil_moisture":41.@@,"temperature":21.5,"temperature_unit":"celsius"}',
        "zigbee2mqtt",
    ),
}
PAYLOADS["json 1.5 kB"] = (
    '{"battery":90,"definition":{"exposes":['
    + ",".join(
        '{"access":1,"label":"Value %d","name":"value_%d","property":"value_%d","type":"numeric","unit":"%%"}' % (i, i, i)
        for i in range(13)
    )
    + ']},"linkquality":83,"soil_moisture":41.@@,"temperature":21.5,"temperature_unit":"celsius"}',
    "zigbee2mqtt",
)
TOPICS = 20
WARM = 20 * TOPICS
# Ratio to the floor, by payload and QoS.
BOUNDS = {
    ("json 80 B", 0): 1.7,
    ("json 350 B", 0): 1.9,
    ("plain 5 B", 1): 1.3,
    ("json 80 B", 1): 1.3,
    ("json 350 B", 1): 1.3,
    ("json 1.5 kB", 1): 1.3,
}


def build(folder):
    flags = ["-O2", "-Wall", "-D_GNU_SOURCE"]
    subprocess.run(["cc", *flags, "-o", folder / "flood", HERE / "flood.c"], check=True)
    for client in ("drain", "ask", "crowd"):
        subprocess.run(["cc", *flags, "-o", folder / client, HERE / f"{client}.c", "-lmosquitto"], check=True)
    subprocess.run(["cc", *flags, "-shared", "-fPIC", "-o", folder / "allocations.so", HERE / "allocations.c"], check=True)


def verdict(value, bound):
    """The bound beside a figure, and whether it is kept."""
    return "" if bound is None else f"bound {bound:g}  {'pass' if value <= bound else 'MISS'}"


def config(folder, port, family, sensors=TOPICS):
    fields = {"fields": {"moisture": {"unit": "percent"}}} if family == "plain" else {}
    doc = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": port},
        "store": {"path": str(folder / "store")},
        "sensors": {f"s{i}": {"family": family, "topic": f"bench/{i}", "readings_per_minute_max": 10000, **fields} for i in range(sensors)},
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%"} for i in range(sensors)},
    }
    path = folder / "bench.yaml"
    path.write_text(json.dumps(doc))
    return path


def cpu(pid):
    """Nanoseconds on a processor, all threads."""
    return sum(int((t / "schedstat").read_text().split()[0]) for t in Path(f"/proc/{pid}/task").iterdir())


def settled(pid):
    last = -1
    while (used := cpu(pid)) != last:
        last = used
        time.sleep(0.25)
    return used


def subscribed(flood, client, folder):
    """When the client subscribed, by the monotonic clock; a client that ends instead is said with its log."""
    while not select.select([flood.stdout], [], [], 0.01)[0]:
        if client.poll() is not None:
            raise SystemExit(f"the client ended with {client.returncode}:\n{(folder / 'log').read_text()[-2000:]}")
    assert flood.stdout.readline().strip() == "subscribed"
    moment = time.monotonic()
    assert flood.stdout.readline().strip() == "ready"
    return moment


class Rig:
    """A client under the generator: started, subscribed and warm."""

    def __init__(self, folder, program, payload, qos, environment=None, topics=TOPICS):
        (folder / "payload").write_text(payload)
        self.folder = folder
        self.flood = subprocess.Popen(
            [folder / "flood", "0", str(qos), "200", str(topics), "bench/", folder / "payload"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        port = int(self.flood.stdout.readline().split()[1])
        shutil.rmtree(folder / "store", ignore_errors=True)
        command = program(port)
        started = time.monotonic()
        with open(folder / "log", "ab") as log:
            self.client = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **(environment or {})})

        try:
            self.seconds_to_subscribe = subscribed(self.flood, self.client, folder) - started
        except BaseException:
            self.end()
            raise

    def stream(self, count):
        """Sends messages; returns the processor nanoseconds they cost the client."""
        before = settled(self.client.pid)
        self.flood.stdin.write(f"{count}\n")
        self.flood.stdin.flush()
        assert self.flood.stdout.readline().strip() == "done"
        return settled(self.client.pid) - before

    def end(self):
        for process in (self.client, self.flood):
            process.send_signal(signal.SIGKILL)
            process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def measure(folder, program, payload, qos, count):
    """Microseconds of processor time per message."""
    with Rig(folder, program, payload, qos) as rig:
        rig.stream(WARM)
        return rig.stream(count) / count / 1000


def allocations(folder, loam, payload, family, count):
    """Heap allocations per reading: ours, libmosquitto's."""
    counters = folder / "counters"
    counters.write_bytes(bytes(16))
    environment = {"LD_PRELOAD": str(folder / "allocations.so"), "ALLOCATIONS": str(counters)}
    with Rig(folder, lambda port: [loam, "run", "--config", config(folder, port, family)], payload, 0, environment) as rig:
        rig.stream(WARM)
        before = struct.unpack("<2Q", counters.read_bytes())
        rig.stream(count)
        after = struct.unpack("<2Q", counters.read_bytes())
    library, ours = ((b - a) / count for a, b in zip(before, after))
    return ours, library


def memory(pid):
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {k: int(fields[k].split()[0]) / 1024 for k in ("VmRSS", "RssAnon")}


def switches(pid):
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def starts(folder, loam, count):
    """Milliseconds from start to subscribed, each."""
    times = []
    for _ in range(count):
        with Rig(folder, lambda port: [loam, "run", "--config", config(folder, port, "zigbee2mqtt")], "41", 0) as rig:
            times.append(rig.seconds_to_subscribe * 1000)
    return times


def switches_in(pid, seconds):
    before = switches(pid)
    time.sleep(seconds)
    return switches(pid) - before


def idle(folder, loam):
    """Resident memory and wake-ups with 20 plants, connected, nothing happening."""
    with Rig(folder, lambda port: [loam, "run", "--config", config(folder, port, "zigbee2mqtt")], "41", 0) as rig:
        time.sleep(8)
        # What comes once a minute (status, counters, their acknowledgements) may fall into one window, not into most.
        rate = statistics.median(switches_in(rig.client.pid, 4) / 4 for _ in range(5))
        m = memory(rig.client.pid)
    print(f"resident, idle, 20 plants  {m['VmRSS']:6.1f} MB  {verdict(m['VmRSS'], 25)}")
    print(f"of it private              {m['RssAnon']:6.1f} MB  {verdict(m['RssAnon'], 5)}")
    print(f"wake-ups, idle             {rate:6.2f} /s  {verdict(round(rate, 1), 1)}")


def written(pid):
    """Bytes that the process caused to be written to the card, by the kernel; pages of a shared mapping among them."""
    return int(next(line for line in Path(f"/proc/{pid}/io").read_text().splitlines() if line.startswith("write_bytes")).split()[1])


def card(folder, loam, minutes, plants):
    """Megabytes a day with a reading of three quantities a minute from each probe, in real time: what is written is written by the clock."""
    payload = '{"soil_moisture":41.@@,"temperature":21.5,"battery":80,"linkquality":83}'
    with Rig(folder, lambda port: [loam, "run", "--config", config(folder, port, "zigbee2mqtt", plants)], payload, 1, topics=plants) as rig:

        def minute():
            begun = time.monotonic()
            for i in range(plants):
                rig.stream(1)
                time.sleep(max(0, begun + 60 * (i + 1) / plants - time.monotonic()))

        minute()
        before, begun = written(rig.client.pid), time.monotonic()
        for _ in range(minutes):
            minute()
        day = (written(rig.client.pid) - before) / (time.monotonic() - begun) * 86_400 / 1e6
    said = verdict(round(day, 1), 20) if day else "the store is not on a disk: not measured"
    print(f"card, {plants} plants, 3 values a minute each, {minutes} min  {day:6.1f} MB/day  {said}", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("loam")
    options.add_argument("--readings", type=int, default=200_000)
    options.add_argument("--pairs", type=int, default=3)
    options.add_argument("--minutes", type=int, default=10, help="of the card's chapter; whole multiples of 5 are fair")
    options.add_argument("--only", choices=["card", "scale", "reply", "crowd", "push", "replay"])
    args = options.parse_args()
    loam = os.path.abspath(args.loam)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build(folder)
        if args.only == "card":
            return cards(folder, loam, args.minutes)
        if args.only == "scale":
            return scale(folder, loam, cpu, memory, verdict)
        if args.only == "reply":
            return reply(folder, loam, verdict)
        if args.only == "crowd":
            return crowd(folder, loam, verdict)
        if args.only == "push":
            return push_idle(folder, loam, memory, switches_in, verdict)
        if args.only == "replay":
            return replay(folder, loam, verdict)
        print(
            f"{args.readings} messages over {TOPICS} topics; processor µs per message, {args.pairs} pairs: medians, and the ratio's median and least\n"
        )
        print(f"{'payload':<12} {'QoS':>3} {'floor':>7} {'loam':>7} {'ratio':>6} {'least':>6}")
        for name, (payload, family) in PAYLOADS.items():
            for qos in (0, 1):
                floors, ours = [], []
                for _ in range(args.pairs):
                    floors.append(measure(folder, lambda port: [folder / "drain", str(port), "bench/#"], payload, qos, args.readings))
                    ours.append(
                        measure(folder, lambda port: [loam, "run", "--config", config(folder, port, family)], payload, qos, args.readings)
                    )
                ratios = [b / a for a, b in zip(floors, ours)]
                ratio = statistics.median(ratios)
                print(
                    f"{name:<12} {qos:>3} {statistics.median(floors):>7.2f} {statistics.median(ours):>7.2f} {ratio:>6.2f} {min(ratios):>6.2f}"
                    f"  {verdict(round(ratio, 2), BOUNDS.get((name, qos)))}",
                    flush=True,
                )
        print()
        payload, family = PAYLOADS["json 350 B"]
        for what, text, bound in (("that changes nothing", payload.replace("@@", "11"), 0), ("with a new value", payload, None)):
            ours, library = allocations(folder, loam, text, family, args.readings // 2)
            print(
                f"allocations per reading {what}: {ours:.3f}, libmosquitto's own {library:.2f}  {verdict(round(ours, 2), bound)}",
                flush=True,
            )
        times = starts(folder, loam, 5)
        print(f"\nstart to subscribed        {statistics.median(times):6.0f} ms  {verdict(statistics.median(times), 150)}")
        idle(folder, loam)
        reply(folder, loam, verdict)
        crowd(folder, loam, verdict)
        push_idle(folder, loam, memory, switches_in, verdict)
        replay(folder, loam, verdict)
        scale(folder, loam, cpu, memory, verdict)
        cards(folder, loam, args.minutes)


def cards(folder, loam, minutes):
    for plants in (20, 50):
        card(folder, loam, minutes, plants)


if __name__ == "__main__":
    main()
