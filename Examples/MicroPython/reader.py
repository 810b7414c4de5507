"""Reads the documents of Loam's contract by the tables of contract.txt, in MicroPython: whole or not at all.

A key that is not in its table is passed over, null counts as absent, a word that is not known is read as its table says.

    plant = reader.read("plant-state", payload)
    if plant: draw(plant["n"], plant.get("m"))
"""

import json

import strict_json

# A board keeps it beside this file.
TABLES = "/".join(__file__.split("/")[:-1] + ["contract.txt"])
loaded = {}


def table(name):
    """A line of the tables: a kind's bytes and part, or a part's fields and rules. Only what is asked for is kept."""
    if name not in loaded:
        with open(TABLES) as file:
            for line in file:
                if line.startswith(name + " "):
                    loaded[name] = json.loads(line[len(name) + 1 :])
                    break
    return loaded[name]


def read(kind, payload):
    """The fields of a document by their keys; None where it is refused."""
    part, bytes_max = table(kind)
    if len(payload) > bytes_max:
        return None
    try:
        return read_part(part, strict_json.load(payload))
    except ValueError:
        return None


def refuse_unless(is_fine):
    if not is_fine:
        raise ValueError("unfit")


def read_part(name, value):
    refuse_unless(isinstance(value, dict))
    fields, rules = table(name)
    clean = {}
    for key, is_required, type, otherwise, twin in fields:
        item = value.get(key)
        if item is None and twin:
            item = value.get(twin)
        if item is None:
            item = otherwise
        refuse_unless(item is not None or not (is_required or twin))
        refuse_unless(not twin or value.get(twin) in (None, item))
        if item is not None:
            clean[key] = read_choice(type, item, value) if type[0] == "choice" else FORMS[type[0]](item, *type[1:])
    for rule in rules:
        check(rule, value, clean)
    return clean


def read_choice(type, item, value):
    word = value.get(type[1])
    refuse_unless(isinstance(word, str) and word in type[2])
    return read_part(type[2][word], item)


# MARK: Forms


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def flag(value):
    refuse_unless(isinstance(value, bool))
    return value


def number(value, low, high):
    refuse_unless(is_number(value) and low <= value <= high)
    return value


def whole(value, low, high):
    refuse_unless(number(value, low, high) == int(value))
    return int(value)


def clamped(value, low, high):
    refuse_unless(is_number(value))
    return min(max(value, low), high)


def positive(value):
    refuse_unless(is_number(value) and 0 < value < float("inf"))
    return value


def any_text(value):
    refuse_unless(isinstance(value, str))
    return value


def is_hidden(c):
    return c != "\n" and (c < " " or "\x7f" <= c <= "\x9f" or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069")


def text(value, low, high):
    refuse_unless(low <= len(any_text(value)) <= high and not any(is_hidden(c) for c in value))
    return value


def is_flag(c):
    return 0x1F1E6 <= c <= 0x1F1FF


def grapheme(value, bytes_max):
    """One emoji with what goes on with it. What Unicode 15 says of other scripts is not looked at."""
    refuse_unless(0 < len(any_text(value).encode()) <= bytes_max)
    before, flags = 0, 0
    for i, c in enumerate(ord(c) for c in value):
        extends = (
            0x300 <= c <= 0x36F or 0xFE00 <= c <= 0xFE0F or 0x1F3FB <= c <= 0x1F3FF or 0xE0020 <= c <= 0xE007F or c in (0x200D, 0x20E3)
        )
        refuse_unless(i == 0 or extends or before == 0x200D and c >= 0x2000 or is_flag(c) and flags == 1)
        before, flags = c, flags + 1 if is_flag(c) else 0
    return value


def in_class(c, chars):
    i = 0
    while i < len(chars):
        is_range = i + 2 < len(chars) and chars[i + 1] == "-"
        if chars[i] <= c <= chars[i + 2 if is_range else i]:
            return True
        i += 3 if is_range else 1
    return False


def matches(value, pattern):
    """Characters and classes in brackets, each with {n} or {n,m} behind it or not."""
    at = i = 0
    while i < len(pattern):
        if pattern[i] == "[":
            end = pattern.index("]", i)
            chars, i = pattern[i + 1 : end], end + 1
        else:
            i += pattern[i] == "\\"
            chars, i = pattern[i], i + 1
        low = high = 1
        if pattern[i : i + 1] == "{":
            end = pattern.index("}", i)
            bounds = pattern[i + 1 : end].split(",")
            low, high, i = int(bounds[0]), int(bounds[-1]), end + 1
        start = at
        while at < len(value) and at - start < high and in_class(value[at], chars):
            at += 1
        if at - start < low:
            return False
    return at == len(value)


def form(value, pattern):
    pattern = pattern[1:-1]
    choices = pattern[1:-1].split("|") if pattern[0] == "(" else [pattern]
    refuse_unless(any(matches(any_text(value), choice) for choice in choices))
    return value


def words(value, known, other):
    refuse_unless(any_text(value) in known or other is not None)
    return value if value in known else other


def opaque(value, bytes_max):
    refuse_unless(isinstance(value, dict) and len(json.dumps(value, separators=(",", ":")).encode()) <= bytes_max)
    return value


def base64_count(value):
    return len(value) // 4 * 3 - len(value) + len(value.rstrip("="))


def base64(value, low, high):
    """RFC 4648 section 4; the bits behind the last byte are 0."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bare = any_text(value).rstrip("=")
    padding = len(value) - len(bare)
    refuse_unless(len(value) % 4 == 0 and padding <= 2 and all(c in digits for c in bare) and low <= base64_count(value) <= high)
    refuse_unless(digits.index(bare[-1]) & (0, 3, 15)[padding] == 0)
    return value


def take(type, value):
    return FORMS[type[0]](value, *type[1:])


def items(value, type, count_max):
    refuse_unless(isinstance(value, list) and len(value) <= count_max)
    return [take(type, item) for item in value]


def named(value, names, type, count_max):
    refuse_unless(isinstance(value, dict) and len(value) <= count_max)
    return {take(names, key): take(type, item) for key, item in value.items() if item is not None}


def row(value, types):
    refuse_unless(isinstance(value, list) and len(value) == len(types))
    return [take(type, item) for type, item in zip(types, value)]


FORMS = {
    "flag": flag,
    "whole": whole,
    "number": number,
    "clamped": clamped,
    "positive": positive,
    "any": any_text,
    "text": text,
    "grapheme": grapheme,
    "form": form,
    "words": words,
    "part": lambda value, name: read_part(name, value),
    "object": opaque,
    "base64": base64,
    "list": items,
    "table": named,
    "row": row,
}

# MARK: Rules


def reach(value, path):
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def order(holds):
    return lambda value, clean, key, other: key not in clean or other not in clean or holds(clean[key], clean[other])


def is_whole(value, clean, key, low, high):
    number = value.get(key)
    return number is None or low <= number <= high and number == int(number)


def is_rising(value, clean, key):
    rows = clean[key]
    return all(rows[i - 1][0] < rows[i][0] for i in range(1, len(rows)))


DEMANDS = {
    "fields": lambda value, clean, keys: all(value.get(key) is not None for key in keys),
    "someText": lambda value, clean, keys: any(value.get(key) not in (None, "") for key in keys),
    "otherWords": lambda value, clean, key, words: value.get(key) is None or value[key] not in words,
    "nothing": lambda value, clean, path: reach(value, path) is None,
    "above": order(lambda a, b: a > b),
    "notBelow": order(lambda a, b: a >= b),
    "notAbove": order(lambda a, b: a <= b),
    "steps": lambda value, clean, most: (clean["max"] - clean["min"]) / clean["step"] <= most,
    "whole": is_whole,
    "unique": lambda value, clean, key, other: len({part[other] for part in clean[key]}) == len(clean[key]),
    "rising": is_rising,
    "each": lambda value, clean, key, other, words: all(part.get(other) in words for part in value[key]),
    "within": lambda value, clean, key, start, path: clean[start] + base64_count(clean[key]) <= reach(clean, path),
}


def check(rule, value, clean):
    """What must agree, where the word that the rule is for is said."""
    condition, demand = rule[0], rule[1]
    if condition:
        path, said, is_negated = condition
        word = reach(value, path)
        if word is None or any(word == one and isinstance(word, bool) == isinstance(one, bool) for one in said) == is_negated:
            return
    refuse_unless(DEMANDS[demand](value, clean, *rule[2:]))
