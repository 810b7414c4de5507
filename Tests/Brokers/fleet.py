#!/usr/bin/env python3
"""A city on one cluster: fleet.py LOAM [--gardens 20] [--plants 500] [--kills 100] [--table FILE]

Gardens of real bridges, probes and phones on three nodes of NATS behind a balancer. Each probe reports every ten minutes; in a tenth of
the time a hundred times as often. Each second a plant gets dry somewhere, is told of, and answered. One node after the other is killed at random, and
starts again two seconds later, as a service does; the next kill comes once all of them say that they are well.

At the end: what was lost or came twice, how long a garden was silent after each kill beside two plain clients of the same cluster, and what a garden
costs.
"""

import argparse
import collections
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "SystemTests" / "Scripts"))
from balancer import Balancer  # noqa: E402
from city import Cost, Garden, Mirror, Observer, silence  # noqa: E402
from kinds import NatsCluster, program  # noqa: E402

PACE, STORM, DRY_EVERY, RESTARTS_AFTER, SILENCE_MAX, PATIENCE, MIRRORS = 600, 100, 1.0, 2, 10, 300, 6


def is_well(monitor):
    """Whether the node takes part again. All of what it is asked for would be too much: 2.9.10 may call a session "not current" for ever."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{monitor}/healthz?js-server-only=true", timeout=2) as answer:
            return answer.status == 200
    except (OSError, urllib.error.URLError):
        return False


class City:
    """What goes on in the gardens while the cluster is shaken."""

    def __init__(self, gardens, observer, mirrors):
        self.gardens, self.observer, self.mirrors, self.storms = gardens, observer, mirrors, False
        self.probes = [(garden, plant) for garden in gardens for plant in garden.lives]
        random.shuffle(self.probes)
        self.thirsty = random.sample(self.probes, len(self.probes))
        self.at = self.dried_at = time.monotonic()
        self.due, self.next = 0.0, 0

    def turn(self, dries=True):
        now = time.monotonic()
        self.due += (now - self.at) * len(self.probes) / PACE * (STORM if self.storms else 1)
        self.at = now
        while self.due >= 1:
            self.due -= 1
            garden, plant = self.probes[self.next % len(self.probes)]
            self.next += 1
            garden.read(plant)
        if dries and now >= self.dried_at + DRY_EVERY and self.thirsty:
            self.dried_at = now
            garden, plant = self.thirsty.pop()
            garden.dry(plant)
            garden.read(plant)
        for garden in self.gardens:
            garden.ask(now, self.observer)
            garden.answer(now)
        for mirror in self.mirrors:
            mirror.ask(now)
        time.sleep(0.01)

    def runs(self, seconds, **more):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn(**more)

    def until(self, truth, seconds, what, **more):
        end, looked = time.monotonic() + seconds, 0.0
        while True:
            self.turn(**more)
            if time.monotonic() > looked + 0.3:
                looked = time.monotonic()
                if truth():
                    return True
            if time.monotonic() > end:
                print(f"not within {seconds} s: {what}", flush=True)
                return False


class Fleet:
    def __init__(self, chosen, folder):
        self.chosen, self.wells = chosen, {}
        self.cluster = NatsCluster(folder / "cluster").start()
        self.ask_the_nodes()
        self.balancer = Balancer(folder / "balancer", self.cluster)
        self.balancer.start()
        self.gardens = [Garden(chosen.loam, folder, n, self.balancer.port, chosen.plants) for n in range(chosen.gardens)]
        self.observer = Observer(self.cluster.nodes, self.gardens)
        self.mirrors = [Mirror(number, self.balancer.port) for number in range(MIRRORS)]
        self.city = City(self.gardens, self.observer, self.mirrors)
        self.silences, self.figures = {"a bridge": [], "a phone": [], "plain clients": []}, []

    def ask_the_nodes(self):
        """Beside what goes on: a node that is busy answers late."""

        def ask():
            while True:
                for monitor in self.cluster.monitors:
                    self.wells[monitor] = is_well(monitor)
                time.sleep(0.3)

        threading.Thread(target=ask, daemon=True).start()

    def is_whole(self):
        return len(self.wells) == len(self.cluster.nodes) and all(self.wells.values())

    def start(self):
        for garden in self.gardens:
            garden.start()
            self.city.runs(0.5, dries=False)
        ok = self.city.until(lambda: all(garden.heard for garden in self.gardens), PATIENCE, "every garden answers", dries=False)
        self.city.storms = True
        self.city.runs(2 * PACE / STORM, dries=False)
        self.city.storms = False
        return ok

    def measure(self, what, run):
        """What processes cost while something goes on."""
        bridges = [Cost(garden.process.pid) for garden in self.gardens]
        nodes = [Cost(node.process.pid) for node in self.cluster.nodes]
        run()
        for whose, costs in (("a bridge", bridges), ("a node of NATS", nodes)):
            shares = [cost.share() for cost in costs]
            figure = (
                what,
                whose,
                f"{statistics.mean(shares):.2f} %",
                f"{statistics.mean(cost.resident() for cost in costs):.1f} MB",
                f"{statistics.mean(cost.sockets() for cost in costs):.0f}",
            )
            print(" | ".join(figure), flush=True)
            self.figures.append(figure)

    def kill_one(self, number):
        whole = self.city.until(self.is_whole, PATIENCE, f"all nodes are well before kill {number}")
        self.city.runs(random.uniform(2, 8))
        share = number / self.chosen.kills
        self.city.storms = 0.45 <= share < 0.55
        node = random.choice(self.cluster.nodes)
        node.kill()
        self.wells.clear()
        killed = time.monotonic()
        self.city.runs(RESTARTS_AFTER)
        node.spawn()
        self.city.runs(SILENCE_MAX)
        self.city.until(self.is_whole, PATIENCE, f"all nodes are well after kill {number}")
        ended = time.monotonic()
        now = {
            "a bridge": [silence(garden.lock, garden.seen, killed, ended) for garden in self.gardens],
            "a phone": [silence(garden.lock, garden.heard, killed, ended) for garden in self.gardens],
            "plain clients": [silence(mirror.lock, mirror.heard, killed, ended) for mirror in self.mirrors],
        }
        for whose, silences in now.items():
            self.silences[whose] += silences
        said = "; ".join(f"{whose} {statistics.median(silences):.1f}, at most {max(silences):.1f}" for whose, silences in now.items())
        print(
            f"kill {number}: node {self.cluster.nodes.index(node)}, whole again after {ended - killed:.1f} s; silent, s: {said}", flush=True
        )
        return whole

    def settle(self):
        """A round of all probes, so that what QoS 0 lost is said again; then whoever was dry was told of and answered."""
        self.city.storms = False
        self.city.until(self.is_whole, PATIENCE, "all nodes are well at the end", dries=False)
        self.city.storms = True
        self.city.runs(PACE / STORM + 2, dries=False)
        self.city.storms = False
        self.city.until(lambda: all(garden.is_settled() for garden in self.gardens), PATIENCE, "all are told of and answered", dries=False)

    def stop(self):
        for one in (*self.gardens, *self.mirrors, self.observer):
            one.stop()
        self.balancer.kill()
        self.cluster.stop()

    def account(self):
        total = {}
        for garden in self.gardens:
            for what, count in {**garden.account(), "waterings doubled": garden.waterings_doubled()}.items():
                total[what] = total.get(what, 0) + count
            for problem in garden.problems:
                print(f"{garden.name}: {problem}")
        return total


def said(fleet, account):
    chosen = fleet.chosen
    lives = [life for garden in fleet.gardens for life in garden.lives.values() if life.dried]
    codes = collections.Counter(code for life in lives for code in set(life.codes))
    lines = [
        "# A city on one cluster",
        "",
        "Written by the command make fleet-test.",
        "",
        f"{chosen.gardens} gardens of {chosen.plants} plants, on three nodes of NATS {NatsCluster.version()} behind HAProxy, on one machine.",
        f"{chosen.kills} times one node was killed at random, and started again after {RESTARTS_AFTER} s.",
        f"{len(lives)} plants got dry; {sum(len(life.told) for life in lives)} reminders were told, {sum(1 for life in lives if life.answer)} answered.",
        "",
        "| | |",
        "| --- | --- |",
        *(f"| {what} | {count} |" for what, count in account.items()),
        f"| codes of answers | {', '.join(f'{code} {count}' for code, count in codes.most_common())} |",
    ]
    if chosen.kills:
        lines += [
            "",
            f"| silent after a kill, seconds | median | 95 % | longest | longer than {SILENCE_MAX} s |",
            "| --- | --- | --- | --- | --- |",
        ]
        for whose, silences in fleet.silences.items():
            cuts = statistics.quantiles(silences, n=100)
            late = sum(silence > SILENCE_MAX for silence in silences)
            lines.append(f"| {whose} | {cuts[49]:.1f} | {cuts[94]:.1f} | {max(silences):.1f} | {late} of {len(silences)} |")
    lines += ["", "| while | whose | of a core | resident | sockets |", "| --- | --- | --- | --- | --- |"]
    lines += [f"| {' | '.join(figure)} |" for figure in fleet.figures]
    return "\n".join(lines) + "\n"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("loam")
    for name, usual in (("gardens", 20), ("plants", 500), ("kills", 100), ("seed", 1), ("calm", 60)):
        arguments.add_argument(f"--{name}", type=int, default=usual)
    arguments.add_argument("--table")
    arguments.add_argument("--folder")
    chosen = arguments.parse_args()
    missing = [needs for needs in (NatsCluster.needs, Balancer.needs) if not program(needs)]
    if missing:
        return print(f"skipped: not installed: {', '.join(missing)}")
    random.seed(chosen.seed)
    with tempfile.TemporaryDirectory() as own:
        fleet = Fleet(chosen, pathlib.Path(chosen.folder or own))
        fleet.start()
        fleet.measure("readings every ten minutes", lambda: fleet.city.runs(chosen.calm, dries=False))
        fleet.city.storms = True
        fleet.measure(f"{STORM} times as many", lambda: fleet.city.runs(chosen.calm / 2, dries=False))
        fleet.city.storms = False
        for number in range(1, chosen.kills + 1):
            fleet.kill_one(number)
        fleet.settle()
        fleet.stop()
        account = fleet.account()
    table = said(fleet, account)
    print(table)
    if chosen.table:
        pathlib.Path(chosen.table).write_text(table)
    return sum(account.values())


if __name__ == "__main__":
    sys.exit(main())
