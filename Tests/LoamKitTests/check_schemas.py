#!/usr/bin/env python3
"""Holds the schemas to the examples of Protocol.md, the golden vectors and what the renderer writes, with an independent validator,
and a reader in Python that knows nothing but the schemas to the same vectors.

Exit 0: all agree; 1: not; 77: the package jsonschema is not there.
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

tests = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(tests.parent / "Examples" / "PythonPhone"))
import contract  # noqa: E402

kit = contract.KIT
page = (kit / "LoamKit.docc" / "Protocol.md").read_text(encoding="utf-8")
schemas = contract.schemas()
for schema in schemas.values():
    Draft202012Validator.check_schema(schema)
validators = {name: Draft202012Validator(schema) for name, schema in schemas.items()}
problems = []


def examples():
    seen = set()
    for name, text in re.findall(r"Example \(`([a-z-]+)`\):\n\n```json\n(.*?)```", page, re.S):
        seen.add(name)
        for error in validators[name].iter_errors(json.loads(text)):
            problems.append(f"{name}: {error.json_path}: {error.message}")
    problems.extend(f"{name}: no example" for name in sorted(set(schemas) - seen))


def reading(name, document):
    try:
        return contract.read(schemas[name], document)
    except contract.Unfit:
        return None


def vectors():
    """A schema is what writers keep to: it takes what is valid, and what only disagrees with itself. A reader is more patient."""
    count = 0
    for name, validator in validators.items():
        groups = json.loads((kit / "Vectors" / f"{name}.json").read_text(encoding="utf-8"))
        for group in ("valid", "disagreeing", "patient", "refused"):
            for vector in groups[group]:
                count += 1
                document = contract.changed(groups["examples"], vector)
                if validator.is_valid(document) != (group in ("valid", "disagreeing")):
                    problems.append(f"{name}: schema: {group}: {vector}")
                read = reading(name, document)
                if group != "disagreeing" and (read is None) != (group == "refused"):
                    problems.append(f"{name}: reader: {group}: {vector}")
                elif group == "patient" and vector["reads"] is not None:
                    parent, key = contract.place(read, [*vector.get("set", {}), *vector.get("remove", [])][0])
                    if parent[key] != vector["reads"]:
                        problems.append(f"{name}: reader: {vector} is read as {parent[key]!r}")
    return count


# What the renderer writes, as its golden files hold it: topic, flags, payload, separated by tabs.
def golden():
    folder = tests / "GardenTopicsTests" / "Golden"
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            topic, _, payload = line.split("\t")
            if not payload:
                continue
            schema = contract.schema_of(topic.partition("/")[2], "v1")
            for error in validators[schema["title"]].iter_errors(json.loads(payload)):
                problems.append(f"{path.name}: {topic}: {error.json_path}: {error.message}")


examples()
count = vectors()
golden()
print("\n".join(problems) or f"{len(schemas)} schemas, {count} vectors, all examples valid")
sys.exit(1 if problems else 0)
