"""The diary of a day: every sentence that anybody reads, in each language, beside what really happened. Stable: no ids, no order of arrival."""

import json
import pathlib
import re

from day_garden import LANGUAGES

WORDS = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "GardenWords" / "Languages"


class Language:
    """The texts of a language by their keys; what stands in brackets is left out where a value of it is not known."""

    def __init__(self, tag):
        groups = json.loads((WORDS / f"{tag}.json").read_text(encoding="utf-8"))
        self.tag, self.formats = tag, groups["language"]["formats"]
        self.texts = {key: text for group in ("shared", "bridge", "page") for key, text in groups[group].items()}

    def has(self, key):
        return isinstance(self.texts.get(key), str)

    def say(self, key, **values):
        def optional(match):
            return match[1] if all(values.get(name) is not None for name in re.findall(r"{(\w+)}", match[1])) else ""

        text = re.sub(r"\[([^\]]*)\]", optional, self.texts[key])
        return re.sub(r"{(\w+)}", lambda match: str(values.get(match[1], "…")), text)


TONGUES = {tag: Language(tag) for tag in LANGUAGES.values()}
# In this order within a second.
KINDS = ("told", "taken away", "runs", "answered", "page")


def joined(*parts):
    return " · ".join(str(p) for p in parts if p)


class Diary:
    """Collects what one second brings, and writes it when the second is over."""

    def __init__(self, machine, garden):
        self.machine, self.garden, self.lines, self.day = machine, garden, [], None
        self.happened, self.said, self.subjects, self.shown, self.buttons = [], {}, [], {}, {}

    def tell(self, text):
        """Something that people can see with their eyes, or that somebody does."""
        self.happened.append(text)

    def say(self, kind, about, tag, text):
        """`about` groups what is one matter in several languages."""
        texts = self.said.setdefault((KINDS.index(kind), about), {}).setdefault(tag, [])
        if text in texts:
            texts.remove(text)
        texts.append(text)

    def mention(self, subject):
        if subject and subject not in self.subjects:
            self.subjects.append(subject)

    def turn(self):
        """Writes the second that has passed."""
        if self.happened or self.said:
            day = self.machine.written(form="%A, %d %B")
            if day != self.day:
                self.day = day
                self.lines += ["", f"== {day}"]
            self.lines += ["", self.machine.written()]
            self.lines += [f"  * {text}" for text in self.happened]
            truths = [(s, self.garden.describe(s)) for s in sorted(self.subjects)]
            self.lines += [f"  ({subject}: {truth})" for subject, truth in truths if truth]
            for (kind, about), tongues in sorted(self.said.items()):
                if KINDS[kind] == "page":
                    self.lines.append(f"  page: {about}: " + " | ".join(tongues[t][-1] for t in ["", *TONGUES] if t in tongues))
                    continue
                self.lines.append(f"  {KINDS[kind]}: {about}")
                for tag in TONGUES:
                    self.lines += [f"    {tag:8}{text}" for text in tongues.get(tag, [])]
        self.happened, self.said, self.subjects = [], {}, []

    def text(self):
        return "\n".join(self.lines).strip() + "\n"

    # What devices are told.
    def note(self, device, doc):
        alert, tag = doc["aps"]["alert"], LANGUAGES[device]
        titles = self.buttons.get(doc["aps"]["category"], {})
        names = doc["note"].get("actions") or list(titles)
        buttons = "".join(f" [{titles.get(name, {}).get(tag, name)}]" for name in names)
        sound = "" if "sound" in doc["aps"] else " (silent)"
        text = joined(alert.get("title"), alert.get("subtitle"), alert.get("body")) + buttons + sound
        self.say("told", doc["note"]["key"], tag, text)
        for plant in [doc["plant"]] if "plant" in doc else doc.get("plants", []):
            self.mention(plant["id"])
        self.mention(doc["note"]["key"].split("-", 1)[1].removesuffix("-probe").removesuffix("-air"))

    def withdrawn(self, device, doc):
        by = f" by {doc['by']}" if "by" in doc else ""
        self.say("taken away", doc["key"], LANGUAGES[device], doc["reason"] + by)

    def step(self, device, doc):
        aps, tag, run = doc["aps"], LANGUAGES[device], doc["activity"]
        title = aps["content-state"]["title"]
        known = self.shown.get((device, run["id"]))
        if known and known[1] == title and aps["event"] == "update":
            return
        plant = run.get("plant") or aps.get("attributes", {}).get("name") or known and known[0]
        self.shown[device, run["id"]] = (plant, title)
        alert = aps.get("alert", {})
        text = joined(
            title if aps["event"] != "end" else f"{title} ({joined(run.get('end'), run.get('why'), run.get('by'))})",
            f"{aps['content-state']['progress']:.0%}",
            alert.get("title") if alert.get("title") != title else None,
            alert.get("subtitle"),
            alert.get("body"),
        )
        self.say("runs", f"{plant or 'countdown'}, {aps['event']}", tag, text)
        self.mention(plant)

    def answered(self, device, doc, what):
        language, why = TONGUES[LANGUAGES[device]], doc.get("why", {})
        values = {name: why.get(name) for name in ("by", "valve", "name", "asked", "used", "most")}
        if "until" in why:
            values["until"] = self.machine.written(why["until"], "%H:%M")
        code, word = doc["code"], f"reason_{why.get('word')}"
        if language.has(word):
            text = language.say(word, **values)
        elif language.has(f"code_{code}"):
            text = language.say(f"code_{code}", by=doc.get("by"))
        else:
            text = code
        following = f" · next {self.following(doc['plant']['nextDate'], doc['plant']['next_because'])}" if "plant" in doc else ""
        self.say("answered", f"{device}, {what}", LANGUAGES[device], f"{text} ({code}){following}")

    def following(self, at, because):
        """When a plant wants water next, as surfaces show it: what is due is due now, and a guess is none."""
        if because == "due" and at <= self.machine.now:
            return "now"
        return "when dry" if because == "unknown" else self.machine.written(at, "%d %b %H:%M")

    # What the page and dashboards show; only changes of words, not of numbers.
    def retained(self, topic, doc):
        kind, name = topic.split("/")[:2] if "/" in topic else (topic, "")
        if kind == "category" and doc:
            self.buttons[name] = {a["id"]: a.get("titles") or dict.fromkeys(TONGUES, a["title"]) for a in doc["actions"]}
        words = getattr(self, f"page_{kind}", lambda *_: None)(doc) if doc else {} if self.shown.get(topic) else None
        if words is None or words == self.shown.get(topic):
            return
        self.shown[topic] = words
        if not words:
            return self.say("page", f"{kind} {name}" if kind != "activity" else "activity", "", "gone")
        for tag, text in words.items():
            self.say("page", f"{kind} {name}" if kind != "activity" else f"activity {doc['attributes']['name']}", tag, text)
        self.mention(name)

    def page_plant(self, doc):
        def text(t):
            why = t.say(f"why_{doc['y']}") if "y" in doc and doc["s"] in ("unknown", "stale") else None
            return joined(t.say(f"status_{doc['s']}"), why)

        because = "due" if "d" in doc.get("f", "") else "known"
        following = f"next {self.following(doc['x'], because)}" if "x" in doc else None
        marks = [
            word for mark, word in (("r", "reminder open"), ("w", "being watered"), ("n", "never watered")) if mark in doc.get("f", "")
        ]
        return {"": joined(*marks, following) or "-", **{tag: text(t) for tag, t in TONGUES.items()}}

    def page_activity(self, doc):
        if doc["state"] == "active":
            return {"": doc["content-state"]["title"]}

        def text(t):
            ended = t.say(f"ended_{doc['end']}") if "end" in doc else doc["state"]
            return joined(ended, t.say(f"why_{doc['why']}") if t.has(f"why_{doc.get('why')}") else None)

        return {tag: text(t) for tag, t in TONGUES.items()}

    def page_reminder(self, doc):
        if doc["state"] != "snoozed":
            return {"": joined(doc["state"], ", ".join(doc["actions"]))}
        when = self.machine.written(doc["until"], "%d %b %H:%M")
        return {tag: t.say("reminder_snoozed_by", when=when, device=doc.get("by", "…")) for tag, t in TONGUES.items()}

    def page_heater(self, doc):
        def text(t):
            trouble = t.say(f"trouble_{doc['trouble']}") if "trouble" in doc else None
            return joined(t.say(f"heater_{doc['state']}"), t.say(f"heater_{doc['reason']}"), trouble)

        return {"": f"{doc['setpoint']:g} °C", **{tag: text(t) for tag, t in TONGUES.items()}}

    def page_control(self, doc):
        if doc["phase"] == "settled" and "refused" not in doc and f"control/{doc['id']}" not in self.shown:
            return None

        def text(t):
            value = doc.get("requested", doc.get("value", "…"))
            phase = t.say(f"phase_{doc['phase']}", value=f"{doc.get('value', '…')} {doc['unit']}" if doc["phase"] != "requested" else value)
            return joined(
                phase, t.say(f"code_{doc['refused']['code']}") if "refused" in doc and t.has(f"code_{doc['refused']['code']}") else None
            )

        return {tag: text(t) for tag, t in TONGUES.items()}

    def page_glance(self, doc):
        following = self.following(doc["next"], doc["next_because"]) if "next" in doc else "not known"
        runs = "".join(f" · {r['name']} {r['state']}, ends {self.machine.written(r['ends'], '%H:%M:%S')}" for r in doc["runs"])
        return {"": f"{doc['due']} due, next {following}{runs}"}
