"""Holds every published sentence, date, litre and percent against what is so.

It hears all documents of all devices. Fields are checked as they are; sentences are read back with the language files, and each text has
its claim in oracle_claims.py. A sentence that it cannot read, or does not know, is wrong too.
"""

import datetime
import zoneinfo

from oracle_claims import CLAIMS, nothing
from oracle_truth import Soil
from oracle_words import Language

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
# Next dates of one plant are one answer; a minute is how long a document may keep a change back.
SAME = 60
# For so long an alarm, a date or an old value may stand after its reason is gone.
GRACE = 300
# A config may name plants that nobody knows the truth of.
NOBODY = Soil("nobody")
# Single words, for labels and reasons.
BARE = ("interrupted_", "status_", "heater_", "why_")
OPEN_TROUBLES = ("valve_did_not_open", "valve_did_not_close", "valve_stuck_open", "valve_state_lies")


class Moment:
    """Where a sentence stood, and what it is about."""

    def __init__(self, oracle, language, plant=None, water=None, place=None, heater=None, run=None):
        self.oracle, self.language, self.truth = oracle, language, oracle.truth
        self.plant, self.water, self.place, self.heater, self.run, self.keys = plant, water, place, heater, run, []

    def number(self, text):
        return self.language.number(text)

    def moment(self, text):
        return self.language.moment(text, datetime.datetime.fromtimestamp(self.truth.now, BERLIN))

    def written(self, seconds):
        return self.oracle.written(seconds)

    def expect_end(self, text, room):
        """Held against the end in the snapshot as soon as that has come: that may be later by `room` seconds."""
        self.oracle.ends.append((self.run, self.moment(text), room, f"{text} ({self.language.tag})"))


class Oracle:
    """`names`: the subjects that titles may be, beside plants and places. `languages`: the language of each device."""

    def __init__(self, truth, languages, site_language="en"):
        self.truth, self.languages, self.site = truth, languages, site_language
        self.tongues = {tag: Language(tag) for tag in {*languages.values(), site_language}}
        self.problems, self.seen, self.retained, self.ends, self.standing, self.count = [], {}, {}, [], {}, 0

    def written(self, seconds):
        return datetime.datetime.fromtimestamp(seconds, BERLIN).strftime("%d %b %H:%M:%S")

    def wrong(self, where, what, kind="claim"):
        """Each is said once, in one language: of those of its second the first by letters, as devices are not told in order."""
        problem = f"{self.written(self.truth.now)} {where}: {what}"
        if (kind, where) not in self.seen:
            self.seen[kind, where] = (self.truth.now, len(self.problems))
            self.problems.append(problem)
        elif self.seen[kind, where][0] == self.truth.now:
            index = self.seen[kind, where][1]
            self.problems[index] = min(self.problems[index], problem)

    # Sentences.
    def subject(self, key):
        """Plant, valve, place and heater that a key is about."""
        name, truth = key.split("-", 1)[-1], self.truth
        if key.startswith("valve-") and name in truth.valves:
            water = truth.valves[name]
            return {"water": water, "plant": truth.plants.get(water.plant)}
        if key.startswith("sens-"):
            subject = name.removesuffix("-probe").removesuffix("-air")
            return {"plant": truth.plants.get(subject), "place": truth.places.get(subject)}
        if key.startswith("heat-"):
            heater = truth.heaters.get(name)
            return {"heater": heater, "place": heater}
        if key.startswith("set-"):
            device = truth.thermostats.get(name.removesuffix("-setpoint")) or truth.heaters.get(name.removesuffix("-setpoint"))
            return {"place": device and truth.places.get(device.place)}
        plant = truth.plants.get(name)
        return {"plant": plant, "water": plant and plant.water}

    def check(self, tag, text, where, **subject):
        """A whole text: all that it claims."""
        language = self.tongues[tag]
        claims = language.read(text)
        self.count += 1
        if claims is None:
            return self.wrong(f"{where}: {text!r}", "no text of the language file", "unread")
        moment = Moment(self, language, **subject)
        moment.keys = [key for key, _ in claims]
        for key, values in claims:
            if key not in CLAIMS and not key.startswith(BARE):
                self.wrong(key, f"the oracle does not know this text: {text!r}", "unknown")
            elif why := CLAIMS.get(key, nothing)(moment, values):
                self.wrong(f"{where}, {key}", f"{text!r}: {why}", key)

    def alert(self, tag, alert, where, own=None, **subject):
        """`own`: the plant of which the document says that it is about it."""
        subjects = [*self.truth.plants.values(), *self.truth.places.values()]
        names = {own and own["name"], *(s.name for s in subjects), *self.truth.names}
        # A heater's title says its place as well.
        form = self.tongues[tag].texts["heat_place"]
        names |= {form.replace("{name}", a).replace("{place}", b) for a in self.truth.names for b in names if b}
        for part in ("title", "subtitle", "body"):
            if (text := alert.get(part)) and text not in names:
                self.check(tag, text, where, **subject)

    # Documents.
    def hear(self, words, doc):
        """`words`: the topic below `<base>/v1/`; `doc`: None, where it was taken away."""
        part = words.split("/")
        if words.startswith("state/"):
            self.retained[words] = doc
            if doc is not None:
                getattr(self, f"state_{part[1]}", nothing)(part[2], doc)
        elif part[2:3] == ["dn"] and doc is not None and part[1] in self.languages:
            getattr(self, f"told_{part[3]}", nothing)(part[1], doc)

    def told_notify(self, device, doc):
        key = doc["note"]["key"]
        self.alert(self.languages[device], doc["aps"]["alert"], f"told of {key}", doc.get("plant"), **self.subject(key))
        if "water" in doc and self.truth.is_steady and "plant" in doc:
            self.future(doc["plant"]["nextDate"], f"told of {key}: nextDate")

    def told_activity(self, device, doc):
        run, aps = doc["activity"], doc["aps"]
        plant = self.truth.plants.get(self.plant_of(run["id"], run.get("plant")))
        subject = {"plant": plant, "water": plant and plant.water, "run": run["id"]}
        tag, where = self.languages[device], f"{aps['event']} of the activity of {plant and plant.name}"
        self.check(tag, aps["content-state"]["title"], where, **subject)
        self.alert(tag, aps.get("alert", {}), where, **subject)

    def plant_of(self, run, plant):
        """Only the first step names it."""
        self.standing.setdefault(("run", run), plant)
        return self.standing["run", run]

    def told_ack(self, device, doc):
        if "plant" in doc:
            self.future(doc["plant"]["nextDate"], "an ack's nextDate")

    def told_reply(self, device, doc):
        content = doc["content"]
        if doc["identifier"] == "allPlants":
            for plant in content["response"]:
                if "nextWateringDate" in plant:
                    self.future(plant["nextWateringDate"], "nextWateringDate of allPlants")
                self.standing["all", plant["id"]] = (self.truth.now, answer(plant, "nextWateringDate"))
        if doc["identifier"] == "history":
            self.records(self.truth.plants[content["plant"]], content["waterings"])

    def records(self, plant, records):
        """What the history says of runs is what they were: from when to when, and how much."""
        water, slack = plant.water, self.truth.slack + 2
        for run in water.runs if water and self.truth.is_steady else []:
            if run.ended is None or not water.is_proved_closed(run.ended - 0.5) or run.ended - run.began < 1:
                continue
            mine = [r for r in records if r["kind"] == "valve" and r["at"] <= run.began + slack and r["until"] >= run.began - slack]
            if not mine:
                return self.wrong(f"history of {plant.name}", f"the run of {self.written(run.began)} is missing: {records}")
            record = max(mine, key=lambda r: r["until"])
            # What is known in the end is not late: a date of whole seconds, and what a device takes to tell.
            if not run.ended - 2.5 <= record["until"] <= water.proof(run) + slack and not water.has_lied:
                why = f"until {self.written(record['until'])}, water ran until {self.written(run.ended)}, proved {self.written(water.proof(run))}"
                self.wrong(f"history of {plant.name}", why)
            if water.has_meter and abs(record.get("litres", -9) - run.litres) > 0.5 + 0.05 * run.litres:
                self.wrong(f"litres of {plant.name}", f"{record.get('litres')} l, {run.litres:.1f} l have run")

    # Snapshots.
    def future(self, at, where):
        if self.truth.is_steady and at < self.truth.now - SAME:
            self.wrong(where, f"{self.written(at)} has passed", "next")

    def state_plant(self, name, doc):
        plant = self.truth.plants.get(name, NOBODY)
        if "x" in doc:
            self.future(doc["x"], f"x of plant-state {name}")
        if "m" in doc and plant.readings and doc["s"] not in ("stale", "unknown"):
            if not plant.said(doc["m"], self.truth.now):
                self.wrong(f"m of plant-state {name}", f"{doc['m']}, the probe said {plant.last[1]}")

    def state_detail(self, name, doc):
        if "next" in doc:
            self.future(doc["next"], f"next of plant-detail {name}")
        state, water = (doc.get("watering") or {}).get("state"), self.truth.plants.get(name, NOBODY).water
        since = self.truth.now - self.truth.slack
        if state == "open" and water and not (water.was_open(since) or water.said_open(since)):
            self.wrong(f"watering.state of {name}", "open; the valve is neither open nor has it said so")

    def state_reminder(self, key, doc):
        for tag, alert in {self.site: doc["alert"], **doc.get("alerts", {})}.items():
            if tag in self.tongues:
                self.alert(tag, alert, f"reminder {key}", doc.get("plant"), **self.subject(key))
        if "plant" in doc:
            self.future(doc["plant"]["nextDate"], f"nextDate of reminder {key}")

    def state_activity(self, run, doc):
        plant = self.truth.plants.get(doc.get("plant"))
        self.plant_of(run, doc.get("plant"))
        where = f"activity-state of {plant and plant.name}"
        if doc["kind"] != "watering":
            self.check(self.site, doc["content-state"]["title"], where)
            if heat := doc.get("heat"):
                place = next((p for p in self.truth.places.values() if p.name == doc["attributes"]["name"]), None)
                if place and place.last and not place.said(heat["value"], self.truth.now):
                    self.wrong(f"heat of {place.name}", f"{heat['value']}, its thermometer said {place.last[1]}")
        elif plant:
            self.check(self.site, doc["content-state"]["title"], where, plant=plant, water=plant.water, run=run)
            if doc.get("end") == "target" and not (plant.target is not None and plant.last and plant.last[1] >= plant.target):
                self.wrong(where, f"end: target; the soil is at {plant.last}, the target {plant.target}", "target")
            if doc["state"] == "ended" and self.truth.is_steady and "ends" in doc and doc["ends"] > self.truth.now + self.truth.slack + 1:
                self.wrong(where, f"it is over, and ends at {self.written(doc['ends'])}", "ends")

    def state_glance(self, _, doc):
        if "next" in doc:
            self.future(doc["next"], "next of the glance")
        for run in doc["runs"]:
            if run["state"] != "running" and self.truth.is_steady and run["ends"] > self.truth.now + self.truth.slack + 1:
                self.wrong(f"glance of {run['name']}", f"it is {run['state']}, and ends at {self.written(run['ends'])}", "ends")

    def state_heater(self, name, doc):
        heater = self.truth.heaters[name]
        if self.truth.now - heater.changed > self.truth.slack:
            if doc["state"] == "on" and not heater.is_heated and not heater.says_heated:
                self.wrong(f"heater-state {name}", "on; it does not heat")
            if doc["state"] == "off" and heater.is_heated:
                self.wrong(f"heater-state {name}", "off; it heats")

    # What stands.
    def tick(self):
        """Called when all is quiet: ends that were promised, and what is retained."""
        for run, span, room, text in self.ends:
            doc = self.retained.get(f"state/activity/{run}")
            if doc and "ends" in doc and span and self.truth.is_steady and doc["state"] != "ended" and doc["ends"] > span[0] + room:
                self.wrong(f"the start of a run says its end: {text}", f"it is meant to end at {self.written(doc['ends'])}", "end")
        self.ends = []
        for words, doc in list(self.retained.items()):
            if doc is None or not words.startswith("state/"):
                self.stands(words, None)
            elif words.startswith("state/reminder/valve-"):
                self.stands(words, self.stale_alarm(words.removeprefix("state/reminder/"), doc))
        for name in self.truth.plants:
            self.stands(f"next of {name}", self.next_of(name) if self.truth.is_steady else None)

    def stands(self, where, why):
        """Wrong where it stays so."""
        if why is None:
            self.standing.pop(("wrong", where), None)
        elif self.truth.now - self.standing.setdefault(("wrong", where), self.truth.now) > GRACE:
            self.wrong(where, why, "stands")

    def stale_alarm(self, key, doc):
        water = self.truth.valves[key.removeprefix("valve-")]
        if water.is_open or not water.is_proved_closed(water.ordered or 0):
            return None
        if "water_stop" in doc["actions"]:
            return "it offers to stop water; the valve is closed, and has said so"
        kinds = [key for key, _ in self.tongues[self.site].read(doc["alert"].get("subtitle", "")) or []]
        return f"{kinds[0]}; the valve is closed, and has said so" if kinds and kinds[0] in OPEN_TROUBLES else None

    def next_of(self, name):
        """One answer on all surfaces. What was due when it was written is due."""
        state, detail = self.retained.get(f"state/plant/{name}"), self.retained.get(f"state/detail/{name}")
        if state is None or detail is None:
            return None
        answers = {"plant-state": answer(state, "x"), "plant-detail": answer(detail, "next")}
        asked, date = self.standing.get(("all", name), (0, None))
        # Who waters a plant changes its answer.
        is_given = any(began >= asked for began, _, _ in self.truth.plants[name].given)
        if self.truth.now - asked <= GRACE + 2 * SAME and not is_given:
            answers["allPlants"] = date
        answers = {where: "due" if at and at <= self.truth.now + SAME else at for where, at in answers.items()}
        dates = [at for at in answers.values() if isinstance(at, int)]
        kinds = {"due" if at == "due" else "a date" if at else "none" for at in answers.values()}
        if len(kinds) == 1 and (not dates or max(dates) - min(dates) <= SAME):
            return None
        words = (f"{where} {self.written(at) if isinstance(at, int) else at or 'none'}" for where, at in answers.items())
        return "answers differ: " + ", ".join(words)


def answer(doc, field):
    """What a document says of the next watering; None: nothing, or that nobody knows."""
    return None if doc.get("next_because") == "unknown" else doc.get(field)
