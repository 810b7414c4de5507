#!/usr/bin/env python3
"""Checks every example of Protocol.md against its JSON Schema with an independent implementation.

Exit 0: all valid and every schema has an example; 1: not; 77: the package jsonschema is not there.
"""
import json
import pathlib
import re
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("jsonschema is not installed")
    sys.exit(77)

kit = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "LoamKit"
page = (kit / "LoamKit.docc" / "Protocol.md").read_text(encoding="utf-8")
schemas = {p.name.removesuffix(".schema.json"): json.loads(p.read_text(encoding="utf-8"))
           for p in (kit / "Schemas").glob("*.schema.json")}
problems = []
for schema in schemas.values():
    Draft202012Validator.check_schema(schema)
seen = set()
for name, text in re.findall(r"Example \(`([a-z-]+)`\):\n\n```json\n(.*?)```", page, re.S):
    seen.add(name)
    document = json.loads(text)
    for error in Draft202012Validator(schemas[name]).iter_errors(document):
        problems.append(f"{name}: {error.json_path}: {error.message}")
    # A schema that takes anything proves nothing: without a required key, and of another version, it must refuse.
    for key in schemas[name]["required"]:
        if Draft202012Validator(schemas[name]).is_valid({k: v for k, v in document.items() if k != key}):
            problems.append(f"{name}: valid without {key}")
# What the renderer writes, as its golden files hold it: topic, flags, payload, separated by tabs.
KINDS = {"bridge/status": "bridge-status", "bridge/info": "bridge-info", "bridge/counters": "bridge-counters", "state/plant": "plant-state",
         "state/detail": "plant-detail", "state/category": "category", "state/control": "control-state",
         "state/reminder": "reminder-state", "state/hold": "hold-state", "state/activity": "activity-state",
         "state/heater": "heater-state", "state/glance": "glance-state", "dn/notify": "notification",
         "dn/withdraw": "withdraw", "dn/activity": "activity", "dn/ack": "ack", "dn/context": "context", "dn/reply": "reply"}
golden = pathlib.Path(__file__).resolve().parents[1] / "GardenTopicsTests" / "Golden"
for path in sorted(golden.glob("*.txt")):
    for line in path.read_text(encoding="utf-8").splitlines():
        topic, _, payload = line.split("\t")
        if not payload:
            continue
        name = next(kind for part, kind in KINDS.items() if f"/{part}" in topic)
        for error in Draft202012Validator(schemas[name]).iter_errors(json.loads(payload)):
            problems.append(f"{path.name}: {topic}: {error.json_path}: {error.message}")
problems += [f"{name}: no example" for name in sorted(set(schemas) - seen)]
print("\n".join(problems) or f"{len(schemas)} schemas, all examples valid")
sys.exit(1 if problems else 0)
