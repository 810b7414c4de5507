"""What the oracle knows: what really is, and what devices have told of it. A garden fills it in; times are those of the bridge's wall clock."""

import dataclasses


@dataclasses.dataclass
class Run:
    """Water really ran."""

    began: float
    ended: float | None = None
    litres: float = 0.0


class Water:
    """A valve and its pipe. `said`: what its reports called it; `flows`: what its meter said, where it has one."""

    def __init__(self, plant, has_meter=False):
        self.plant, self.has_meter = plant, has_meter
        self.runs, self.said, self.flows, self.ordered, self.again, self.closed, self.has_lied = [], [], [], None, None, None, False

    @property
    def is_open(self):
        return bool(self.runs) and self.runs[-1].ended is None

    def was_open(self, since):
        return any(r.ended is None or r.ended >= since for r in self.runs)

    @property
    def says_open(self):
        return self.said[-1][1] if self.said else None

    def said_open(self, since):
        """Its last word is open, or was at some time since then."""
        return self.says_open or any(is_open and at >= since for at, is_open in self.said)

    def said_closed(self, since):
        """Its last word is closed, or was at some time since then."""
        return self.says_open is False or any(not is_open and at >= since for at, is_open in self.said)

    def is_proved_closed(self, since):
        """It has said so since then, and its meter, where it has one, does not say otherwise."""
        is_told = bool(self.said) and not self.said[-1][1] and self.said[-1][0] >= since
        return is_told and not (self.flows and self.flows[-1][1] > 0)

    def proof(self, run):
        """When something first said that this run was over."""
        told = [at for at, is_open in self.said if not is_open and at >= run.ended - 0.5]
        return min(told + [at for at, flow in self.flows if flow == 0 and at >= run.ended], default=run.ended)

    def is_known_dry(self):
        """Something has said since the last order to open that no water runs: its meter, or its own word for closed."""
        since = self.ordered or 0
        is_metered = bool(self.flows) and self.flows[-1][0] >= since and self.flows[-1][1] == 0
        return is_metered or self.is_proved_closed(since) or self.ordered is None

    # What a garden tells.
    def order(self, now):
        """It is told to open; again, where that is said anew for want of an answer."""
        if self.again is None or now - self.again > 120:
            self.ordered = now
        self.again = now

    def turn(self, is_open, now):
        if is_open and not self.is_open:
            self.runs.append(Run(now))
        elif not is_open and self.is_open:
            self.runs[-1].ended = self.closed = now

    def say(self, is_open, now):
        self.said = [*self.said[-200:], (now, is_open)]

    def measure(self, flow, now):
        self.flows = [*self.flows[-200:], (now, flow)]


class Probe:
    """What has readings, (time, value)."""

    readings: list

    def read(self, value, now):
        self.readings = [*self.readings[-200:], (now, value)]

    def said(self, value, now):
        """Whether a probe has said so, as far as people see it: a value is smoothed, and a jump is not believed at once."""
        recent = [said for at, said in self.readings if at >= now - 1800] or [self.readings[-1][1]]
        return min(recent) - 0.51 <= value <= max(recent) + 0.51

    @property
    def last(self):
        return self.readings[-1] if self.readings else None


@dataclasses.dataclass
class Soil(Probe):
    """A plant. `readings`: what its probe said; `water`: its valve; `given`: when it was watered, by valve or hand: from when to when a date
    of it may lie, and whether anybody told of it (else the probe may notice)."""

    name: str
    limit: float | None = None
    target: float | None = None
    water: Water | None = None
    silent_after: float | None = None
    readings: list = dataclasses.field(default_factory=list)
    given: list = dataclasses.field(default_factory=list)

    def give(self, began, ended, is_told=True):
        self.given.append((began, ended + (2 if is_told else 1800), is_told))


@dataclasses.dataclass
class Warmth(Probe):
    """A place, its heater or its thermostat. `setpoint`: what the device has said."""

    name: str
    limits: tuple = (None, None)
    readings: list = dataclasses.field(default_factory=list)
    is_heated: bool = False
    says_heated: bool = False
    changed: float = 0.0
    setpoint: float | None = None
    place: str | None = None


class Truth:
    """`slack`: by how many seconds a document may be behind what happens. `is_steady`: the wall clock was not moved."""

    def __init__(self, slack, is_steady=True):
        self.slack, self.is_steady, self.now = slack, is_steady, 0.0
        self.plants, self.valves, self.places, self.heaters, self.thermostats = {}, {}, {}, {}, {}
        # What people call valves, heaters and the rest.
        self.names = []
