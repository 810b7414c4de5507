#!/usr/bin/env python3
"""CPU per reading of `loam run` against a C program that only drains the same loop; memory and wake-ups idle.

    bench.py LOAM_BINARY [--readings N] [--pairs N]

Both clients are fed in turn by the same generator (flood.c) with the same bytes; the figure to trust is the ratio of the
pair. CPU is user+system of the whole process, from /proc, from the first message to the last. Python standard library only.
"""
import argparse
import json
import os
import select
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
PAYLOADS = {  # name: (payload with @@ for two changing digits, family)
    "plain 5 B": ("41.@@", "plain"),
    "json 80 B": ('{"soil_moisture":41.@@,"temperature":21.5,"battery":80,"linkquality":83,"n":12345}', "zigbee2mqtt"),
    "json 350 B": ('{"battery":90,"battery_state":"high","device":{"applicationVersion":72,"friendlyName":"bench probe",'
                   '"ieeeAddr":"0xa4c138d8589c546e","manufacturerName":"_TZE200_myd45weu","model":"TS0601_soil",'
                   '"networkAddress":34521,"powerSource":"Battery","type":"EndDevice","zclVersion":3},'
                   '"linkquality":83,"soil_moisture":41.@@,"temperature":21.5,"temperature_unit":"celsius"}', "zigbee2mqtt"),
}
TOPICS = 20


def build(folder):
    flags = ["-O2", "-Wall", "-D_GNU_SOURCE"]
    subprocess.run(["cc", *flags, "-o", folder / "flood", HERE / "flood.c"], check=True)
    subprocess.run(["cc", *flags, "-o", folder / "drain", HERE / "drain.c", "-lmosquitto"], check=True)


def config(folder, port, family):
    fields = {"fields": {"moisture": {"unit": "percent"}}} if family == "plain" else {}
    doc = {"site": {"name": "bench", "time_zone": "UTC"}, "broker": {"host": "127.0.0.1", "port": port},
           "store": {"path": str(folder / "store")},
           "sensors": {f"s{i}": {"family": family, "topic": f"bench/{i}", "readings_per_minute_max": 10000, **fields} for i in range(TOPICS)},
           "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%"} for i in range(TOPICS)}}
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


def measure(folder, program, payload, qos, count):
    """Microseconds of CPU per message."""
    (folder / "payload").write_text(payload)
    flood = subprocess.Popen([folder / "flood", "0", str(qos), "200", str(count), str(TOPICS), "bench/", folder / "payload"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    port = int(flood.stdout.readline().split()[1])
    shutil.rmtree(folder / "store", ignore_errors=True)
    with open(folder / "log", "ab") as log:
        client = subprocess.Popen(program(port), stdout=log, stderr=log)
    try:
        subscribed(flood, client, folder)
        before = settled(client.pid)
        flood.stdin.write("\n")
        flood.stdin.flush()
        assert flood.stdout.readline().strip() == "done"
        used = settled(client.pid) - before
        return used / count / 1000
    finally:
        client.send_signal(signal.SIGKILL)
        client.wait()
        flood.kill()
        flood.wait()


def memory(pid):
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {k: int(fields[k].split()[0]) / 1024 for k in ("VmRSS", "RssAnon")}


def switches(pid):
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if "ctxt_switches" in line:
                total += int(line.split()[1])
    return total


def idle(folder, loam):
    """Resident memory and wake-ups with 20 plants, connected, nothing happening."""
    (folder / "payload").write_text("41")
    flood = subprocess.Popen([folder / "flood", "0", "0", "1", "1", "1", "bench/", folder / "payload"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    port = int(flood.stdout.readline().split()[1])
    shutil.rmtree(folder / "store", ignore_errors=True)
    started = time.monotonic()
    with open(folder / "log", "ab") as log:
        client = subprocess.Popen([loam, "run", "--config", config(folder, port, "zigbee2mqtt")], stdout=log, stderr=log)
    try:
        moment = subscribed(flood, client, folder)
        print(f"start to subscribed: {(moment - started) * 1000:.0f} ms (bound 150)")
        time.sleep(3)
        before, t = switches(client.pid), time.monotonic()
        time.sleep(10)
        rate = (switches(client.pid) - before) / (time.monotonic() - t)
        m = memory(client.pid)
        print(f"idle: resident {m['VmRSS']:.1f} MB (bound 25), private {m['RssAnon']:.1f} MB (bound 5), wake-ups {rate:.2f}/s (bound 1)")
    finally:
        client.kill()
        client.wait()
        flood.kill()
        flood.wait()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("loam")
    options.add_argument("--readings", type=int, default=200_000)
    options.add_argument("--pairs", type=int, default=3)
    args = options.parse_args()
    loam = os.path.abspath(args.loam)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build(folder)
        print(f"{args.readings} messages over {TOPICS} topics; CPU µs per message; median of {args.pairs} pairs\n")
        print(f"{'payload':<12} {'QoS':>3} {'floor':>7} {'loam':>7} {'ratio':>6}")
        for name, (payload, family) in PAYLOADS.items():
            for qos in (0, 1):
                floors, ours = [], []
                for _ in range(args.pairs):
                    floors.append(measure(folder, lambda port: [folder / "drain", str(port), "bench/#"], payload, qos, args.readings))
                    ours.append(measure(folder, lambda port: [loam, "run", "--config", config(folder, port, family)], payload, qos, args.readings))
                ratio = statistics.median(b / a for a, b in zip(floors, ours))
                print(f"{name:<12} {qos:>3} {statistics.median(floors):>7.2f} {statistics.median(ours):>7.2f} {ratio:>6.2f}", flush=True)
        print("\nbounds: 1.7 at 80 B and 1.9 at 350 B (QoS 0), 1.3 (QoS 1)\n")
        idle(folder, loam)


if __name__ == "__main__":
    main()
