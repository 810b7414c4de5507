"""What a small display needs of Loam's contract, in MicroPython: documents that are read whole or not at all, the time, an answer.

A field's rule is one entry of a table; the tables say what Sources/LoamKit/Schemas says.
"""

import json
import os

LOWER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
INNER = LOWER + LOWER.upper() + DIGITS
RESEND_AFTER = (0, 5, 15, 45)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number(low, high):
    return lambda value: value if is_number(value) and low <= value <= high else None


def whole(low, high):
    return lambda value: value if is_number(value) and low <= value <= high and value == int(value) else None


def words(text, other):
    """A word that is not known is read as another."""
    known = text.split()
    return lambda value: (value if value in known else other) if isinstance(value, str) else None


def is_shown(c):
    return c == "\n" or c >= " " and not ("\x7f" <= c <= "\x9f" or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069")


def text(low, high):
    return lambda value: value if isinstance(value, str) and low <= len(value) <= high and all(is_shown(c) for c in value) else None


def name(longest, inner=INNER + "_-", first=INNER):
    return lambda value: (
        value if isinstance(value, str) and 0 < len(value) <= longest and value[0] in first and all(c in inner for c in value) else None
    )


def uuid(value):
    parts = value.split("-") if isinstance(value, str) else []
    is_one = [len(part) for part in parts] == [8, 4, 4, 4, 12] and all(c in DIGITS + "abcdef" for part in parts for c in part)
    return value if is_one else None


def flag(value):
    return value if isinstance(value, bool) else None


def version(value):
    return value if is_number(value) and value == 1 else None


def marks(value):
    return value if isinstance(value, str) and len(value) <= 8 and all(c in LOWER for c in value) else None


def part(fields, required):
    return lambda value: read_object(value, fields, required)


TIME = whole(1000000000, 4102444800)
COUNT = whole(0, 2147483647)
AMOUNT = number(-1000000000, 1000000000)
PERCENT = number(0, 100)
DEVICE = name(32, LOWER + DIGITS + "-", LOWER + DIGITS)

PLANT_STATE = {
    "v": version,
    "n": text(1, 24),
    "s": words("ok dry wet cold hot dark bright hungry salty stale unknown", "unknown"),
    "r": COUNT,
    "m": PERCENT,
    "c": number(-100, 150),
    "u": number(0, 1000000),
    "e": number(0, 1000000),
    "b": PERCENT,
    "d": PERCENT,
    "l": TIME,
    "x": TIME,
    "t": TIME,
    "y": words("none never silent offline unreadable quorum age clock refused", "none"),
    "f": marks,
}
STATUS = {
    "v": version,
    "online": flag,
    "ts": TIME,
    "since": TIME,
    "session": uuid,
    "clock": words("set unset", "unset"),
    "trouble": words("unheard", "unheard"),
}
TAKEN = "accepted duplicate already_done queued delivered"
CODES = (
    TAKEN + " bad_json too_large unsupported_version missing_field bad_id bad_time bad_value bad_unit out_of_range off_step conflict "
    "stale expired unknown_note unknown_action unknown_request unknown_control unknown_plant forbidden rate_limited refused busy "
    "cancelled not_reachable unknown_message"
)
WHY = {
    "word": lambda value: value if isinstance(value, str) else None,
    "name": text(1, 64),
    "valve": name(64),
    "by": DEVICE,
    "unit": words("s l", "s"),
    "asked": AMOUNT,
    "used": AMOUNT,
    "most": AMOUNT,
    "until": TIME,
}
CONTROL = {
    "id": name(80),
    "rev": COUNT,
    "min": AMOUNT,
    "max": AMOUNT,
    "step": lambda value: value if is_number(value) and value > 0 else None,
    "value": AMOUNT,
    "requested": AMOUNT,
}
ACK = {
    "v": version,
    "ok": flag,
    "code": words(CODES, "refused"),
    "ts": TIME,
    "re": uuid,
    "why": part(WHY, ("word",)),
    "message": text(1, 120),
    "field": text(0, 200),
    "by": DEVICE,
    "plant": part({"id": name(64), "lastDate": TIME, "nextDate": TIME}, ("id", "lastDate", "nextDate")),
    "control": part(CONTROL, ("id", "rev", "min", "max", "step")),
    "activity": uuid,
    "reachability": words("notReachable backgroundOnly immediatelyReachable", "notReachable"),
    "left": COUNT,
    "next": whole(0, 4194304),
}


def read_object(value, fields, required):
    """The known fields of an object; None where one of them is not as it must be. Null counts as absent."""
    if not isinstance(value, dict):
        return None
    taken = {}
    for key, item in value.items():
        if key in fields and item is not None:
            taken[key] = fields[key](item)
            if taken[key] is None:
                return None
    return taken if all(key in taken for key in required) else None


def read(payload, fields, required):
    try:
        return read_object(json.loads(payload), fields, required)
    except (ValueError, UnicodeError):
        return None


def read_plant(payload):
    return read(payload, PLANT_STATE, ("v", "n", "s", "r"))


def read_status(payload):
    return read(payload, STATUS, ("v", "online", "ts", "since", "session"))


def read_ack(payload):
    """Its code and `ok` say the same, where the code is known."""
    ack = read(payload, ACK, ("v", "ok", "code", "ts"))
    if ack is None or ack["ok"] and ack["code"] not in TAKEN.split() and json.loads(payload)["code"] in CODES.split():
        return None
    if not ack["ok"] and ack["code"] in TAKEN.split() or "control" in ack and ack["control"]["min"] >= ack["control"]["max"]:
        return None
    return ack


def new_id():
    b = bytearray(os.urandom(16))
    b[6], b[8] = b[6] & 0x0F | 0x40, b[8] & 0x3F | 0x80
    h = "".join("%02x" % byte for byte in b)
    return "-".join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))


class Clock:
    """The time of a device without a clock: the bridge's, and its own uptime since then."""

    at_start = None

    def take(self, status, uptime):
        # Of a bridge that is gone the status says when it came.
        if status["online"]:
            self.at_start = status["ts"] - uptime if status.get("clock", "set") == "set" else None

    def now(self, uptime):
        return None if self.at_start is None else int(self.at_start + uptime)


class Press:
    """A button that was pressed, until the bridge has answered: at QoS 0 it is sent again under its id after 5, 15 and 45 s."""

    def __init__(self, plant, action, now, uptime):
        self.id, self.pressed, self.sent = new_id(), uptime, 0
        document = {"v": 1, "id": self.id, "category": "WATERING_REMINDER", "action": action, "plant": plant, "at": now}
        self.payload = json.dumps(document)

    def is_due(self, uptime):
        is_due = self.sent < len(RESEND_AFTER) and uptime - self.pressed >= RESEND_AFTER[self.sent]
        self.sent += is_due
        return is_due

    def is_over(self):
        return self.sent == len(RESEND_AFTER)
