"""How other people's readers are held against our fixtures: what we make of a message stands in `expect`, which FixtureTests holds."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/DeviceFamilyTests/Fixtures"
QUANTITIES = ("moisture", "temperature", "light", "conductivity", "battery", "humidity", "power")
# Others' names of quantities.
NAMES = {"illuminance": "light", "fertility": "conductivity"}


def fixtures(family):
    """Name, message and fixture, of each that is a JSON object and expected to be read."""
    for file in sorted((FIXTURES / family).glob("*.json")):
        fixture = json.loads(file.read_text())
        text = fixture.get("payload_text")
        message = fixture.get("payload") or (json.loads(text) if text and re.match(r"\s*\{.*\}\s*$", text, re.DOTALL) else None)
        if message and fixture.get("expect"):
            yield f"{family}/{file.stem}", message, fixture


def reading(quantity, number, unit=None):
    """Their quantity and number, in our words; `None`: they do not say which."""
    quantity = quantity and str(quantity).lower()
    return NAMES.get(quantity, quantity), round((number - 32) / 1.8, 4) if unit in ("F", "°F") else number


def compare(name, fixture, theirs, tolerance=()):
    """`tolerance`: of a quantity, where it is not 0.01. What we read must be among what they read, pairs of a quantity and its number; what we refuse must be nothing to them either."""
    # An owner's own fields say what a number is.
    is_named = "fields" in fixture.get("binding", {})
    for item in fixture["expect"]:
        quantity = next((quantity for quantity in QUANTITIES if quantity in item), None)
        # The number on the wire where a calibration has made another of it.
        numbers = {item.get(quantity), item.get("raw")} - {None}
        same = [other for known, other in theirs if is_named or known in (None, quantity)]
        if quantity and not any(abs(number - other) <= dict(tolerance).get(quantity, 0.01) for number in numbers for other in same):
            yield f"{name}: we read {quantity} {item[quantity]}, they read {theirs}"
        refused = [other for known, other in theirs if known in (None, item.get("refused"))]
        if item.get("reason") in ("impossible", "no value") and refused:
            yield f"{name}: we refuse {item['refused']} ({item['reason']}), they read {refused}"


def missed(name, fixture, theirs):
    """What they read and we do not, though we take the message and its owner wants it."""
    ours = {quantity for item in fixture["expect"] for quantity in (*item, item.get("refused"), item.get("fault"))}
    ours.update(fixture["binding"].get("excluded", []), ["battery"] if "battery_low" in ours else [])
    for known, other in theirs:
        if known in QUANTITIES and not ours & {known, "message"}:
            yield f"{name}: they read {known} {other}, we do not"


def judge(differences, explained, what):
    """`explained`: why we make something else of it, by fixture. Exits 1 with what differs and has no reason, or has one and no longer differs."""
    different = {}
    for difference in differences:
        different.setdefault(difference.split(":")[0], []).append(difference)
    wrong = [line for name, lines in different.items() if name not in explained for line in lines]
    wrong += [f"{name}: no longer different" for name in explained if name not in different]
    print("\n".join(wrong) or f"ok: {what}, {len(explained)} differences explained")
    sys.exit(1 if wrong else 0)
