"""A button of a display without a clock, in MicroPython: the time, and an answer that is sent again until it is acknowledged."""

import json
import os

RESEND_AFTER = (0, 5, 15, 45)


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
