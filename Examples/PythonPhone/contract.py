"""A patient reader of the contract's documents in Python, made of the published schemas alone: what a device can do in any language.

A schema says what writers keep to. A reader takes a word that it does not know as `x-unknown`, what is missing as `default` or as the
value of `x-same-as`, null as missing, and what is beyond the bounds of `x-clamped` as the bound.
"""

import copy
import json
import pathlib
import re

KIT = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "LoamKit"


class Unfit(Exception):
    pass


def schemas():
    """By the document's name."""
    files = (KIT / "Schemas").glob("*.schema.json")
    return {p.name.removesuffix(".schema.json"): json.loads(p.read_text(encoding="utf-8")) for p in files}


def schema_of(topic, base):
    """The schema of what is published there; None where it is no topic of ours."""
    for schema in schemas().values():
        for place in schema["description"].split(", "):
            pattern = re.sub("<[^>]*>", "[^/]+", place).replace("d/D/", "d/[^/]+/")
            if re.fullmatch(f"{re.escape(base)}/{pattern}", topic):
                return schema
    return None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


KINDS = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": is_number,
    "integer": lambda value: is_number(value) and value == int(value),
}


def read(schema, value):
    """The value as a reader takes it; raises Unfit."""
    if "const" in schema or "enum" in schema:
        return word(schema, value)
    if "type" in schema and not KINDS[schema["type"]](value):
        raise Unfit(f"{value!r} is no {schema['type']}")
    if schema.get("x-clamped"):
        return min(max(value, schema["minimum"]), schema["maximum"])
    bounds(schema, value)
    if isinstance(value, dict):
        value = members(schema, value)
    if isinstance(value, list):
        fixed = schema.get("prefixItems", [])
        value = [read(fixed[i] if i < len(fixed) else schema.get("items", {}), item) for i, item in enumerate(value)]
    return value


def word(schema, value):
    words = schema.get("enum", [schema.get("const")])
    if isinstance(value, str) and value not in words and "x-unknown" in schema:
        return schema["x-unknown"]
    if value not in words or isinstance(value, bool):
        raise Unfit(f"{value!r} is none of {words}")
    return value


def bounds(schema, value):
    size = len(value) if isinstance(value, (str, list, dict)) else value
    low, high = {str: ("minLength", "maxLength"), list: ("minItems", "maxItems"), dict: ("", "maxProperties")}.get(
        type(value), ("minimum", "maximum")
    )
    if low in schema and size < schema[low] or high in schema and size > schema[high]:
        raise Unfit(f"{value!r} is out of bounds")
    if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
        raise Unfit(f"{value!r} is out of bounds")
    # In Python `$` also stands before a line feed at the end.
    if "pattern" in schema and not re.search(re.sub(r"\$$", r"\\Z", schema["pattern"]), value):
        raise Unfit(f"{value!r} has not the form")


def members(schema, value):
    value = {key: item for key, item in value.items() if item is not None}
    fields = schema.get("properties", {})
    for key, field in fields.items():
        if key not in value and "default" in field:
            value[key] = field["default"]
        elif key not in value and field.get("x-same-as") in value:
            value[key] = value[field["x-same-as"]]
        if key in value and "x-same-as" in field and value[key] != value.get(field["x-same-as"], value[key]):
            raise Unfit(f"{key} and {field['x-same-as']} differ")
    for key in schema.get("required", []):
        if key not in value:
            raise Unfit(f"{key} is missing")
    rest = schema.get("additionalProperties", {})
    for key in value:
        read(schema.get("propertyNames", {}), key)
    clean = {key: read(fields.get(key, rest), item) for key, item in value.items()}
    for rule in schema.get("allOf", []):
        told = {key: field for key, field in rule.get("then", {}).get("properties", {}).items() if "type" in field}
        if not told:
            agree(rule, value)
        elif holds(rule["if"], value):
            clean |= {key: read(field, value[key]) for key, field in told.items()}
    return clean


def agree(rule, value):
    """What a schema says of a whole object: `if`, `then`, `else`, `anyOf`, `not`."""
    if "if" in rule:
        rule = rule.get("then" if holds(rule["if"], value) else "else", {})
    if not holds(rule, value):
        raise Unfit(f"{value!r} breaks a rule")


def holds(rule, value):
    if "not" in rule and holds(rule["not"], value):
        return False
    if "anyOf" in rule and not any(holds(one, value) for one in rule["anyOf"]):
        return False
    if value not in rule.get("enum", [rule.get("const", value)]):
        return False
    if "minLength" in rule and len(value) < rule["minLength"]:
        return False
    if any(key not in value for key in rule.get("required", [])):
        return False
    return all(holds(field, value[key]) for key, field in rule.get("properties", {}).items() if key in value)


def place(document, pointer):
    """What holds the field, and its key there."""
    *parents, key = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for parent in parents:
        document = document[int(parent) if isinstance(document, list) else parent]
    return document, int(key) if isinstance(document, list) else key


def changed(examples, vector):
    """The document of a golden vector."""
    document = copy.deepcopy(examples[vector["example"]])
    for pointer, value in vector.get("set", {}).items():
        parent, key = place(document, pointer)
        parent[key] = value
    for pointer in vector.get("remove", []):
        parent, key = place(document, pointer)
        parent.pop(key, None)
    return document
