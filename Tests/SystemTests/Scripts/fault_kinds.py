"""The rows and columns of the fault matrix, and what each may cost. See faults.py."""

import os
import subprocess
import threading
import time

from slow_line import SlowLine

AWAY = 2.0  # seconds for which something that is killed stays away

DEVICES = {
    "honest": "honest",
    "deaf": "deaf for 4 s",
    "slow": "slow by 1 s",
    "lying": "lies once, with a meter",
    "hung": "lies once, no meter",
    "offline": "offline at the end",
    "duplicate": "hears and says all twice",
    "replay": "state retained",
    "unit": "seconds as minutes",
    "esphome": "ESPHome's firmware, and an honest one",
}

SAID_AGAIN = 10.5  # where nothing but a valve's word proves it, close is said again after so long, and takes its way

# What a device may add, seconds: with its own timer, without one.
COSTS = {
    "honest": (0, 0),
    "deaf": (0, 8),
    "slow": (1, 1),
    "lying": (0, 8),
    "hung": (0, SAID_AGAIN),
    "offline": (0.5, 8),
    "duplicate": (0.5, 0.5),
    "replay": (0, 0),
    "unit": (0, 0),
    "esphome": (0, 0),
}
SLACK = 2.0  # machine under load, whole seconds of device timers


def bound(fault, device, name):
    """A valve with a timer closes whatever happens; one without, when it can be reached again, or at the next repeat."""
    timed, plain = COSTS[device]
    if name == "timed" and device != "unit":
        return SLACK + timed + fault.costs_timed
    return SLACK + plain + fault.costs


class Fault:
    """A row. `costs`: for how long beyond the lease nobody can reach the valve, and until the next repeat."""

    patience, asks_again, may_refuse, costs_timed, moves_clock, fills_disk = 75, True, False, 0, False, False
    # The valve fails, as only a script does when it is told to.
    is_the_valves = False

    def __init__(self, title, costs=0.0):
        self.title, self.costs = title, costs

    @property
    def lag(self):
        """By how much what is said may be behind what happens."""
        return self.costs

    def prepare(self, cell):
        """Before the bridge starts."""

    def arm(self, cell):
        """Before the order is sent."""

    def strike(self, cell):
        """After it."""

    def tidy(self, cell):
        """At the end, come what may."""


class AtStep(Fault):
    """Something happens at a step of the lease, as the valve without a timer sees it; later steps are seconds after the order."""

    def __init__(self, title, step, do, costs=0.0):
        super().__init__(title, costs)
        self.step, self.do = step, do

    def arm(self, cell):
        cell.reached = threading.Event()
        if isinstance(self.step, str):
            cell.pipes["plain"].hooks[self.step] = cell.reached.set

    def strike(self, cell):
        if isinstance(self.step, str):
            await_step(self, cell)
        else:
            time.sleep(self.step)
        self.do(cell)


def await_step(fault, cell):
    if not cell.reached.wait(60):
        cell.problems.append(f"'{fault.step}' was never reached")


def kill(cell, away=AWAY):
    cell.bridge.kill()
    time.sleep(away)
    cell.bridge.start()


def power_cut(cell, uptime):
    cell.bridge.power_cut(uptime)
    time.sleep(AWAY)
    cell.bridge.start()


def broker_killed(cell, is_emptied):
    cell.broker.kill()
    if is_emptied:
        cell.broker.forget()
    time.sleep(AWAY)
    cell.broker.start()


def set_clock(cell, shift):
    cell.wall += shift
    cell.bridge.set_clock(cell.wall)


def to_1970(cell):
    set_clock(cell, 60 - time.time())
    time.sleep(LATER)
    set_clock(cell, -cell.wall)


LATER = 6.0


def reload(cell):
    config = cell.config()
    # Its run is told by its new name from now on.
    config["plants"]["plain"]["name"] = "Plain plant"
    cell.ear.truth.names.append("Plain plant")
    cell.bridge.write(config)
    cell.bridge.reload()


def reload_without(cell):
    cell.bridge.write(cell.config(plants={"other": {"name": "other"}}, valves={}))
    cell.bridge.reload()


def stand_still(cell):
    cell.bridge.process.send_signal(19)
    time.sleep(AWAY + 2)
    cell.bridge.process.send_signal(18)


class Clock(Fault):
    """The wall clock shows this time at the start."""

    moves_clock = True

    def __init__(self, title, wall):
        super().__init__(title)
        self.start_at = wall

    def prepare(self, cell):
        cell.wall = self.start_at - time.time()
        cell.bridge.set_clock(cell.wall)


class FullDisk(AtStep):
    fills_disk = True

    def prepare(self, cell):
        os.makedirs(cell.bridge.store)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", cell.bridge.store], capture_output=True)
        if mounted.returncode:
            from faults import Skip

            raise Skip("mounting a small disk needs root")
        cell.mounted = True

    def arm(self, cell):
        super().arm(cell)
        if self.step is None:
            fill(cell)

    def strike(self, cell):
        if self.step is not None:
            super().strike(cell)

    def tidy(self, cell):
        if getattr(cell, "mounted", False):
            subprocess.run(["umount", "-l", cell.bridge.store], capture_output=True)


def fill(cell):
    subprocess.run(["dd", "if=/dev/zero", f"of={cell.bridge.store}/fill", "bs=4k"], capture_output=True)


class Stuck(AtStep):
    """The valve stays open, and says so, until somebody who was told closes it by hand. One that says closed, with no meter in its
    pipe, is found by nobody but a person: nothing is told, close is said again, and the cell has no bound."""

    asks_again, costs_timed, lag, is_the_valves = False, 66.0, 0.0, True

    def __init__(self, title):
        super().__init__(title, "open told", lambda cell: None, costs=66.0)

    def strike(self, cell):
        await_step(self, cell)
        for pipe in cell.pipes.values():
            pipe.stuck = True
            threading.Thread(target=self.person, args=(cell, pipe, pipe.closes), daemon=True).start()

    def person(self, cell, pipe, closes):
        told = lambda: cell.phone.alarm(f"{pipe.name}-valve")
        if pipe.device == "hung":
            cell.unknowable = True
            cell.wait(lambda: pipe.closes > closes or pipe.timed and not pipe.says, self.patience, "it says closed")
            cell.wait(told, SAID_AGAIN + SLACK, None)
            if not pipe.timed and pipe.closes < closes + 2:
                cell.problems.append("close was not said again")
            pipe.close_by_hand()
        elif cell.wait(told, self.patience, None):
            # That long a person takes.
            time.sleep(1)
            pipe.close_by_hand()


class Mute(Fault):
    """Both valves obey, and what they report gets lost until they are closed: nobody knows whether water runs."""

    is_the_valves = True

    def arm(self, cell):
        for pipe in cell.pipes.values():
            pipe.is_mute = True

    def strike(self, cell):
        cell.wait(lambda: all(pipe.runs and not pipe.is_open for pipe in cell.pipes.values()), 60, "they are closed")
        cell.wait(lambda: cell.phone.alarm("plain-valve"), self.patience, None)
        # That long a person takes.
        time.sleep(1)
        for pipe in cell.pipes.values():
            pipe.is_mute = False
            pipe.report()


class TwoBridges(AtStep):
    """The second closes at its start what the first has opened: that is the safe side."""

    asks_again, may_refuse = False, True

    def __init__(self, title, names):
        super().__init__(title, "open told", None, costs=AWAY)
        self.names = names

    def strike(self, cell):
        from fault_bench import Bridge

        await_step(self, cell)
        config = cell.config()
        config["broker"]["client_id"] = self.names
        other = Bridge(cell.options.loam, cell.folder, "other", config, cell.options.shim)
        cell.extra.append(other)
        other.start()


class Burst(AtStep):
    """A link that takes so long each way, and 500 plants that all have something to say half a second before the end."""

    PLANTS = 500

    def __init__(self, title, delay):
        super().__init__(title, 2.5, self.speak, costs=2 * delay)
        self.delay = delay

    def prepare(self, cell):
        cell.line = SlowLine(cell.broker.port)
        config = cell.config()
        config["broker"]["port"] = cell.line.port
        sensors = config.setdefault("sensors", {})
        for n in range(self.PLANTS):
            sensors[f"s{n}"] = {"family": "plain", "topic": f"probe/{n}", "fields": {"moisture": {"unit": "percent"}}}
            config["plants"][f"p{n}"] = {"name": f"P{n}", "sensors": f"s{n}", "dry_below": "30%"}
        cell.bridge.write(config)

    def arm(self, cell):
        super().arm(cell)
        cell.line.delay = self.delay

    def speak(self, cell):
        for n in range(self.PLANTS):
            cell.phone.client.publish(f"probe/{n}", "40")


HOUR, YEAR = 3600.0, 365 * 86400.0
FAULTS = {
    "none": Fault("none"),
    "kill-order": AtStep("kill -9 as the order comes", 0.0, kill),
    "kill-open": AtStep("kill -9 as the open command arrives", "open heard", kill),
    "kill-opened": AtStep("kill -9 as the valve says open", "open told", kill),
    "kill-running": AtStep("kill -9 in the middle", 1.5, kill, costs=1.0),
    "kill-end": AtStep("kill -9 in the middle, back after the end", 1.5, lambda c: kill(c, 4.0), costs=3.0),
    "kill-close": AtStep("kill -9 as the close command arrives", "close heard", kill, costs=AWAY),
    "kill-closed": AtStep("kill -9 as the valve says closed", "close told", kill, costs=AWAY),
    "power": AtStep("power cut, clock known", "open told", lambda c: power_cut(c, 400)),
    "power-clock": AtStep("power cut, clock unknown", "open told", lambda c: power_cut(c, 20)),
    "broker": AtStep("broker killed at the end", 2.5, lambda c: broker_killed(c, False), costs=AWAY + 3),
    "broker-empty": AtStep("broker emptied at the end", 2.5, lambda c: broker_killed(c, True), costs=AWAY + 3),
    "frozen": AtStep("network frozen at the end", 2.5, lambda c: c.broker.freeze(AWAY + 1), costs=AWAY + 1),
    "frozen-long": AtStep("network frozen beyond the keep-alive", 2.5, lambda c: c.broker.freeze(9), costs=12.0),
    "still": AtStep("bridge stands still (SIGSTOP)", 2.0, stand_still, costs=AWAY + 2),
    "hour-on": AtStep("clock +1 h", 1.0, lambda c: set_clock(c, HOUR)),
    "hour-back": AtStep("clock −1 h", 1.0, lambda c: set_clock(c, -HOUR)),
    "year-on": AtStep("clock +1 y", 1.0, lambda c: set_clock(c, YEAR)),
    "year-back": AtStep("clock −1 y", 1.0, lambda c: set_clock(c, -YEAR)),
    "1970": AtStep("clock 1970", 1.0, to_1970),
    # Berlin, 31 October 2027 and 28 March 2027, two seconds before the change.
    "autumn": Clock("DST ends", 1824944398),
    "spring": Clock("DST begins", 1806195598),
    "reload": AtStep("config reload", 1.0, reload),
    "reload-drop": AtStep("config reload without the valves", 1.0, reload_without),
    "disk-before": FullDisk("disk full before the order", None, None),
    "disk": FullDisk("disk full in the middle", "open told", fill),
    "stuck": Stuck("stuck open (until told by hand)"),
    "burst-20": Burst("20 ms each way, 500 readings at the end", 0.02),
    "burst-150": Burst("150 ms each way, 500 readings at the end", 0.15),
    "burst-300": Burst("300 ms each way, 500 readings at the end", 0.3),
    "mute": Mute("reports lost while it is open"),
    "two-one-name": TwoBridges("two bridges, one name", "loam"),
    "two": TwoBridges("two bridges, two names", "other"),
}
FAULTS["reload-drop"].asks_again = False
for name in ("hour-on", "hour-back", "year-on", "year-back", "1970", "power-clock"):
    FAULTS[name].moves_clock = True
for name in ("kill-order", "kill-open", "disk-before", "power", "power-clock"):
    FAULTS[name].may_refuse = True
