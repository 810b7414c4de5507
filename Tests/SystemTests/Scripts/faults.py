#!/usr/bin/env python3
"""The fault matrix: for every fault and every kind of device, how long water ran beyond its lease.

    faults.py LOAM_BINARY WORK_FOLDER [--parallel N] [--faults a,b] [--devices a,b] [--firmware FILE] [--markdown FILE]

A cell is a private mosquitto, a bridge, and two valves of the same kind: one with a timer of its own, one without. Each is
opened for LEASE seconds, the fault comes, and the pipe itself says for how long water ran beyond the lease. A retained order
before, the same order again and an old one afterwards may open nothing. Exits 1 where a cell is over its bound.

The device `esphome` has the real firmware of ESPHome as the valve with a timer; it is left out where nobody has built it.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import time
import traceback

from fault_bench import Bridge, FaultyBroker, NodePipe, Phone, Pipe
from fault_kinds import DEVICES, FAULTS, bound
from fault_oracle import PEOPLE, Ear
from loopback import reach_in
from node import Node

LEASE = 3
# Where Tests/Producers/test.sh builds it.
FIRMWARE = pathlib.Path(__file__).resolve().parents[3] / ".build/producers-esphome/node/greenhouse"


class Skip(Exception):
    """The machine cannot play this fault."""


class Cell:
    def __init__(self, options, fault, device):
        self.options, self.fault, self.device = options, FAULTS[fault], device
        self.name = f"{fault}-{device}"
        self.folder = f"{options.folder}/{self.name}"
        self.problems, self.seconds, self.extra, self.nodes, self.unknowable = [], {}, [], [], False

    def config(self, **changes):
        accepted = {"no_device_timer": "accepted"} if self.options.asks_for_consent else {}
        config = {
            "site": {"name": "faults", "time_zone": "Europe/Berlin"},
            "broker": {**reach_in(self.broker.folder), "keep_alive": "5s"},
            "plants": {
                name: {"name": name, "watering": {"valve": f"{name}-valve", "duration": "10s", "duration_max": "60s"}}
                for name in ("timed", "plain")
            },
            "valves": {
                "timed-valve": {"family": "zigbee2mqtt", "topic": "pipe/timed", "answer_within": "5s"},
                "plain-valve": {
                    "family": "template",
                    "topic": "pipe/plain",
                    "answer_within": "5s",
                    **accepted,
                    "template": {"command_topic": "pipe/plain/set", "open": "ON", "close": "OFF", "open_word": "ON", "closed_word": "OFF"},
                },
            },
            "people": PEOPLE,
            "reminders": {"digest_window": "0s"},
        }
        if self.device == "esphome":
            node = {"family": "esphome", "topic": "greenhouse", "part": "bed", "command_topic": "greenhouse/bed/run"}
            config["valves"]["timed-valve"] = {**node, "answer_within": "5s"}
        if self.device == "lying":
            config["sensors"] = {
                f"{n}-meter": {"family": "plain", "topic": f"pipe/{n}/flow", "fields": {"flow": {"unit": "l/min"}}}
                for n in ("timed", "plain")
            }
            for n in ("timed", "plain"):
                config["valves"][f"{n}-valve"].update({"flow_meter": f"{n}-meter", "evidence_within": "5s"})
        return {**config, **changes}

    def pipe(self, name):
        if name == "plain" or self.device != "esphome":
            return Pipe(self.broker.port, name, f"pipe/{name}", name == "timed", self.device)
        self.nodes.append(Node(self.options.firmware, f"{self.folder}/node", self.broker.door))
        return NodePipe(self.broker.port, name, self.nodes[0])

    # The course of a cell.
    def run(self):
        os.makedirs(self.folder)
        self.broker = FaultyBroker(self.folder)
        self.bridge = Bridge(self.options.loam, self.folder, "bridge", self.config(), self.options.shim)
        try:
            if self.device == "esphome" and self.fault.is_the_valves:
                raise Skip("real firmware does not fail when it is told to")
            self.pipes = {n: self.pipe(n) for n in ("timed", "plain")}
            self.phone = Phone(self.broker.port)
            self.wall = 0
            self.fault.prepare(self)
            self.ear = Ear(self)
            # Fresh, but from nobody: the broker hands it out as retained.
            for name in self.pipes:
                self.phone.water(name, LEASE, time.time() + self.wall, retain=True)
            began = time.monotonic()
            self.bridge.start()
            self.wait(lambda: {"plant/timed", "plant/plain"} <= set(self.phone.states), 60, "the bridge is up")
            # A fault that restarts it does so as slowly: the bounds are of a machine that starts it within a second.
            self.slow = max(0, time.monotonic() - began - 1)
            # Idle valves are told to close at the start.
            closes = 2 if self.device == "duplicate" else 1
            self.wait(lambda: all(p.closes >= closes for p in self.pipes.values()), 60, "idle valves are closed")
            self.is_answered()
            if any(self.phone.opens(n) for n in self.pipes):
                self.problems.append("a retained order opened a valve")
            self.water()
            self.measure()
            self.check()
            self.problems += self.ear.judge()
        except Skip as why:
            self.seconds = {"timed": None, "plain": None}
            self.skipped = str(why)
        finally:
            for bridge in [self.bridge, *self.extra]:
                bridge.stop()
            heard = [*getattr(self, "pipes", {}).values(), getattr(self, "phone", None), getattr(self, "ear", None)]
            for c in [p.client for p in heard if p]:
                c.disconnect()
                c.loop_stop()
            for node in self.nodes:
                node.kill()
            self.broker.kill()
            self.fault.tidy(self)
        if not self.problems and not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def water(self):
        for pipe in self.pipes.values():
            pipe.deaf_until = time.monotonic() + LEASE + 4
        # What the fault waits for is known before it can happen.
        self.fault.arm(self)
        self.asked_at = time.monotonic()
        self.orders = [self.phone.water(n, LEASE, time.time() + self.wall) for n in self.pipes]
        if self.device == "offline":
            for pipe in self.pipes.values():
                pipe.later(LEASE - 0.3, lambda p=pipe: p.go_offline(4))
        self.fault.strike(self)

    def measure(self):
        """Until nothing is open and every activity has its end."""
        limit = self.fault.patience
        self.wait(
            lambda: time.monotonic() > self.asked_at + LEASE + 0.5 and all(not p.is_open for p in self.pipes.values()) and self.is_told(),
            limit,
            None,
        )
        if not self.fault.may_refuse and any(p.litres < 0.5 for p in self.pipes.values()):
            self.problems.append(f"no water came: {[(n, round(p.litres, 1)) for n, p in self.pipes.items()]}")
        for name, pipe in self.pipes.items():
            # The device's later word, and late orders, are part of it.
            first = self.phone.first_open(name)
            self.end = (first or self.asked_at) + LEASE
            if pipe.is_open:
                self.problems.append(f"{name} is still open after {limit} s")
            self.seconds[name] = pipe.beyond(self.end)
            self.bound = bound(self.fault, self.device, name) + self.slow
            if self.seconds[name] > self.bound and not self.unknowable:
                self.problems.append(f"{name} ran {self.seconds[name]:.1f} s beyond its lease; the bound is {self.bound:.1f} s")

    def is_told(self):
        with self.phone.lock:
            steps = list(self.phone.activities.values())
        return all(any(s["aps"]["event"] == "end" for s in a) for a in steps)

    def check(self):
        for name, steps in list(self.phone.activities.items()):
            events = [s["aps"]["event"] for s in steps]
            if "end" not in events:
                self.problems.append(f"activity {name} has no end: {events[-3:]}")
            for s in steps:
                if s["aps"]["content-state"]["progress"] == 1 and s["aps"]["event"] != "end":
                    self.problems.append(f"activity {name} is complete before its end")
            if "start" in events and sum(1 for e in events if e == "end") > 1:
                seqs = {s["activity"]["seq"] for s in steps if s["aps"]["event"] == "end"}
                if len(seqs) > 1:
                    self.problems.append(f"activity {name} ended twice")
        if not self.fault.asks_again:
            return
        before = {n: self.phone.opens(n) for n in self.pipes}
        now = time.time() + self.wall
        for order in self.orders:
            self.phone.send(order)
            self.phone.water(order["plant"], LEASE, now - 300)
        self.is_answered()
        if before != {n: self.phone.opens(n) for n in self.pipes}:
            self.problems.append("a repeated or an old order opened a valve")

    def is_answered(self):
        """Until the bridge has answered what is asked now: what it had to say before, to a valve as well, has been said."""
        asked = self.phone.ask_nonsense(time.time() + self.wall)
        self.wait(lambda: asked in self.phone.acks, 60, "the bridge answers")

    def wait(self, probe, seconds, what):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if probe():
                return True
            time.sleep(0.02)
        if what:
            raise RuntimeError(f"not within {seconds} s: {what}")
        return False


Result = collections.namedtuple("Result", "name seconds problems unknowable")


# More than these are no matter of a busy machine.
AGAIN_MAX = 3


def play(options, fault, device):
    cell = Cell(options, fault, device)
    try:
        cell.run()
    except Exception:  # noqa: BLE001 - a cell that breaks is a cell that failed, and says why
        cell.problems.append(traceback.format_exc(limit=4))
    return Result(cell.name, cell.seconds, cell.problems, cell.unknowable)


def table(cells, faults, devices):
    def entry(cell, name):
        if cell.unknowable and not cell.problems:
            return "a person"
        value = cell.seconds.get(name)
        return "–" if value is None else f"{value:.1f}" + ("!" if cell.problems else "")

    lines = ["| fault | " + " | ".join(DEVICES[d] for d in devices) + " |", "|---" * (len(devices) + 1) + "|"]
    for f in faults:
        row = [f"{entry(cells[f, d], 'timed')} / {entry(cells[f, d], 'plain')}" for d in devices]
        lines.append(f"| {FAULTS[f].title} | " + " | ".join(row) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loam")
    parser.add_argument("folder")
    # Bounds are in seconds: more cells at a time than the cores can carry would measure the machine.
    parser.add_argument("--parallel", type=int, default=6 * len(os.sched_getaffinity(0)))
    parser.add_argument("--faults", default=",".join(FAULTS))
    parser.add_argument("--devices", default=",".join(DEVICES))
    parser.add_argument("--firmware", default=FIRMWARE)
    parser.add_argument("--markdown")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    options.shim = f"{options.folder}/machine.so"
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "machine.c")
    compiler = shutil.which("cc") or shutil.which("clang") or "cc"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", options.shim, source, "-ldl"], check=True)
    schema = os.path.join(os.path.dirname(source), "../../../config/loam.schema.json")
    options.asks_for_consent = "no_device_timer" in open(schema).read()
    faults, devices = options.faults.split(","), options.devices.split(",")
    if "esphome" in devices and not os.path.exists(options.firmware):
        print(f"skipped: the device esphome; nobody has built {options.firmware} (Tests/Producers/test.sh firmware)")
        devices.remove("esphome")
    began = time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(options.parallel) as pool:
        futures = {(f, d): pool.submit(play, options, f, d) for f in faults for d in devices}
        cells = {key: future.result() for key, future in futures.items()}
    text = table(cells, faults, devices)
    print(text)
    failed = [c for c in cells.values() if c.problems]
    # The bounds are of a machine that is not busy: what is over one is played again with nothing of ours beside it.
    busy = [(f, d) for (f, d), c in cells.items() if c.problems]
    if 0 < len(busy) <= AGAIN_MAX:
        for cell in failed:
            print(f"again, alone: {cell.name}: " + "; ".join(cell.problems))
        shutil.rmtree(f"{options.folder}/again", ignore_errors=True)
        options.folder += "/again"
        cells.update({(f, d): play(options, f, d) for f, d in busy})
        text = table(cells, faults, devices)
        print(text)
        failed = [c for c in cells.values() if c.problems]
    print(f"{len(cells)} cells in {time.monotonic() - began:.0f} s, {len(failed)} over their bound or broken")
    for cell in failed[:40]:
        print(f"  {cell.name}: " + "; ".join(cell.problems))
    if options.markdown:
        open(options.markdown, "w").write(text + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
