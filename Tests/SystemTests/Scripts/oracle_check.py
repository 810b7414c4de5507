#!/usr/bin/env python3
"""The oracle itself: it reads every text of every language back, and finds each lie that was once told.

The documents are what the bridge published before it was mended, with the truth of that moment.
"""

import sys

from oracle import Oracle
from oracle_claims import CLAIMS
from oracle_truth import Soil, Truth, Water
from oracle_words import DATES, NESTED, NUMBERS, WORDS, Language

NOW = 1_854_850_000
TAGS = ("en", "de", "zh-Hans")
FAILED = []


def check(truth, words):
    if not truth:
        FAILED.append(words)


def written(language, form):
    """A text with values of the kind that its places want; the innermost is one of the file as well."""
    inner = {"why": language.texts["why_silent"]}
    out = form.replace("[", "").replace("]", "")
    for name in DATES:
        out = out.replace("{" + name + "}", "07:40")
    for name in NESTED - {"why"}:
        out = out.replace("{" + name + "}", language.texts["valve_too_little_text"])
    for name in NUMBERS:
        out = out.replace("{" + name + "}", "3")
    if form == language.texts["labelled"]:
        out = out.replace("{name}", language.texts["countdown"])
    for name, text in inner.items():
        out = out.replace("{" + name + "}", text)
    while "{" in out:
        out = out[: out.index("{")] + "Mint" + out[out.index("}") + 1 :]
    return out


def reads_back(tag):
    language = Language(tag)
    # Of these a person's words or names are all there is.
    for key in set(CLAIMS) - {"noted", "heat_place"}:
        for form in language.forms(key):
            text = written(language, form)
            claims = language.read(text)
            keys = [k for k, _ in claims or []]
            twins = [k for k in CLAIMS if any(written(language, f) == text for f in language.forms(k))]
            check(set(keys) & set(twins), f"{tag} {key}: {text!r} is read as {keys}")


def world():
    truth = Truth(2)
    truth.now = NOW
    water = truth.valves["mint-valve"] = Water("mint", has_meter=True)
    truth.plants["mint"] = Soil("Mint", 35, None, water)
    truth.names = ["Mint valve"]
    truth.plants["mint"].read(33.0, NOW - 60)
    return truth, water, Oracle(truth, {"phone": "en"})


def run(oracle, event, title, alert=None, **more):
    aps = {
        "event": event,
        "timestamp": NOW,
        "content-state": {"emoji": "💧", "title": title, "progress": 0},
        **({"alert": alert} if alert else {}),
    }
    oracle.hear("d/phone/dn/activity", {"activity": {"v": 1, "id": "run", "seq": 1, "plant": "mint", **more}, "aps": aps})


def told(oracle, subtitle, body):
    note = {"v": 1, "id": "note", "key": "valve-mint-valve", "rev": 1, "ts": NOW, "exp": NOW + 60}
    alert = {"title": "Mint valve", "subtitle": subtitle, "body": body}
    oracle.hear("d/phone/dn/notify", {"note": note, "aps": {"alert": alert, "category": "VALVE_TROUBLE"}})


def finds(what, oracle, words):
    check(any(words in p for p in oracle.problems), f"{what}: not found in {oracle.problems}")


def lies():
    english = Language("en").texts
    has = lambda *keys: all(key in english for key in keys)

    truth, water, oracle = world()
    water.turn(True, NOW - 20)
    water.turn(False, NOW - 1)
    water.say(False, NOW - 1)
    run(oracle, "end", english["watering_target_reached"].replace("{plant}", "Mint"), end="target")
    finds("litres are no moisture", oracle, "it was not watered until it is moist")

    truth, water, oracle = world()
    water.runs, water.order = [], water.order(NOW)
    run(
        oracle,
        "start",
        english["watering_opening"].replace("{plant}", "Mint"),
        {"title": "Mint", "body": "Watering has started; it ends by 09:24."},
    )
    if english["watering_started"] == "Watering has started; it ends by {end}.":
        finds("nothing has started before the valve is open", oracle, "neither open")
    else:
        finds("a text that nobody wrote", oracle, "no text of the language file")

    truth, water, oracle = world()
    water.order(NOW)
    told(oracle, english["valve_did_not_open"], "No water is flowing. Trouble since 09:26.")
    finds("silence is no proof", oracle, "nobody knows")
    water.measure(0.0, NOW + 1)
    truth.now = NOW + 2
    count = len(oracle.problems)
    oracle.seen.clear()
    told(oracle, english["valve_did_not_open"], "No water is flowing. Trouble since 09:26.")
    check(len(oracle.problems) == count, f"a meter is proof: {oracle.problems[count:]}")

    truth, water, oracle = world()
    water.turn(True, NOW - 100)
    water.turn(False, NOW - 10)
    water.runs[-1].litres = 18.0
    water.say(False, NOW - 10)
    water.measure(0.0, NOW - 10)
    waterings = [{"at": NOW - 100, "until": NOW - 95, "kind": "valve", "end": "finished", "litres": 1.0}]
    oracle.hear("d/phone/dn/reply", {"v": 1, "re": "q", "identifier": "history", "content": {"plant": "mint", "waterings": waterings}})
    finds("a run is as long as it was", oracle, "water ran until")
    finds("and as much", oracle, "18.0 l have run")

    truth, water, oracle = world()
    oracle.hear("state/plant/mint", {"v": 1, "n": "Mint", "s": "dry", "m": 50, "x": NOW - 600, "r": 1})
    finds("next is not behind us", oracle, "has passed")
    finds("a value is what the probe said", oracle, "the probe said 33.0")

    truth, water, oracle = world()
    run(oracle, "update", "Mint is on holiday")
    finds("what is in no language file", oracle, "no text of the language file")
    check(has("watering_running"), "the file of English lacks what this file asks for")


for tag in TAGS:
    reads_back(tag)
lies()
print("\n".join(FAILED) or f"the oracle reads {len(CLAIMS)} texts in {len(TAGS)} languages ({WORDS.name})")
sys.exit(1 if FAILED else 0)
