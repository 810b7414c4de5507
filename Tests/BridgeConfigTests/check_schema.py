#!/usr/bin/env python3
"""Holds config/loam.schema.json to the files that Loam reads and refuses, with an independent validator.

Exit 0: all agree; 1: not; 77: the package jsonschema or yaml is not there.
"""

import json
import pathlib
import re
import sys

try:
    import yaml
    from jsonschema import Draft7Validator, Draft202012Validator
except ImportError:
    print("jsonschema or yaml is not installed")
    sys.exit(77)

tests = pathlib.Path(__file__).resolve().parent
config = tests.parents[1] / "config"
problems = []


class Core(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `no` and `22:00` are texts."""

    yaml_implicit_resolvers = {}


Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile("^-?[0-9]+$"), list("-0123456789"))
Core.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^-?[0-9]+\.[0-9]+$"), list("-0123456789"))
Core.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("^(~|null|)$"), ["~", "n", ""])
Core.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile("^<<$"), ["<"])


def unfolded(part, definitions):
    """The same schema with each definition where it is named."""
    if isinstance(part, list):
        return [unfolded(one, definitions) for one in part]
    if not isinstance(part, dict):
        return part
    named = unfolded(definitions[part["$ref"].removeprefix("#/$defs/")], definitions) if "$ref" in part else {}
    return named | {key: unfolded(value, definitions) for key, value in part.items() if key != "$ref"}


schema = json.loads((config / "loam.schema.json").read_text(encoding="utf-8"))
Draft202012Validator.check_schema(schema)
definitions = schema["$defs"]
short = Draft202012Validator(schema)
long = Draft202012Validator(unfolded({k: v for k, v in schema.items() if k != "$defs"}, definitions))
# An editor of draft 7 finds $defs, and skips what stands beside a $ref.
older = Draft7Validator(schema)


def errors(document, name):
    found = [f"{e.json_path}: {e.message}" for e in short.iter_errors(document)]
    if bool(found) == long.is_valid(document):
        problems.append(f"{name}: with and without $defs it is not the same: {found}")
    if bool(found) == older.is_valid(document):
        problems.append(f"{name}: for an editor of draft 7 it is not the same: {found}")
    return found


good = sorted(set(config.glob("*.yaml")) - {config / "esphome-valve.yaml"})
for path in good:
    for error in errors(yaml.load(path.read_text(encoding="utf-8"), Core), path.name):
        problems.append(f"{path.name}: {error}")

# What only the keys, words and forms of a file show; the rest needs the whole file, or the host.
told = re.compile("error: .*(unknown (key|unit)|needs its unit|has a decimal comma|is true or false, here)")
cases, refused = sorted((tests / "Fixtures").glob("*.case")), 0
for path in cases:
    text, _, report = path.read_text(encoding="utf-8").partition("\n----------\n")
    try:
        document = yaml.load(text, Core)
    except (yaml.YAMLError, ValueError):
        continue
    found = errors(document, path.name)
    refused += bool(found)
    if told.search(report) and not found:
        problems.append(f"{path.name}: the schema accepts it: {report.splitlines()[0]}")
print("\n".join(problems) or f"{len(good)} files accepted, {refused} of {len(cases)} broken ones refused")
sys.exit(1 if problems else 0)
