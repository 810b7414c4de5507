#!/usr/bin/env python3
"""Holds the schemas to the examples of Protocol.md, the lines that pages print, the golden vectors and what the renderer writes, with an
independent validator, and a reader in Python that knows nothing but the schemas to the same vectors.

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


# What pages show of a broker, which Tests/SystemTests holds to what one prints: a topic and a document, which may be broken into lines.
def printed():
    for name in ("Dashboards", "Protocol"):
        for block in re.findall(r"^```console\n(.*?)^```", (kit / "LoamKit.docc" / f"{name}.md").read_text(encoding="utf-8"), re.M | re.S):
            for line in re.finditer(r"^plants/(v1/\S+) (?=\{)", block, re.M):
                schema = contract.schema_of(line[1], "v1")
                document, _ = json.JSONDecoder().raw_decode(block, line.end())
                for error in validators[schema["title"]].iter_errors(document):
                    problems.append(f"{name}.md: {line[1]}: {error.json_path}: {error.message}")


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
printed()
count = vectors()
golden()
print("\n".join(problems) or f"{len(schemas)} schemas, {count} vectors, all examples valid")
sys.exit(1 if problems else 0)
