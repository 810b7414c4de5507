"""A push service as strict as RFC 8030 asks, with a browser behind it that reads what it is sent and shows one of each tag."""

import base64
import json
import os
import time

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from strict_services import Service


def wrong_post(headers, body):
    """What a push service refuses. The names of `headers` are in small letters."""
    rules = {
        "no TTL": not headers.get("ttl", "").isdigit(),
        "urgency": headers.get("urgency") not in ("very-low", "low", "normal", "high"),
        "topic": not 0 < len(headers.get("topic", "")) <= 32,
        "encoding": headers.get("content-encoding") != "aes128gcm",
        "authorization": not headers.get("authorization", "").startswith("vapid t="),
        "length": len(body) > 4096,
    }
    return [what for what, is_wrong in rules.items() if is_wrong]


def coded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Web(Service):
    """One browser. `shown` is by tag, `at` when that was shown last."""

    def __init__(self, tls):
        super().__init__(tls)
        self.path, self.key, self.auth = "/push/browser", ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.shown, self.at = {}, {}

    def subscription(self):
        """As its page hands it over."""
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"https://127.0.0.1:{self.port}{self.path}", "p256dh": coded(point), "auth": coded(self.auth)}

    def answer(self, handler, verb, path, body):
        headers = {name.lower(): value for name, value in handler.headers.items()}
        wrong = wrong_post(headers, body) + [f"{verb} {path}"] * (verb != "POST" or path != self.path)
        if wrong:
            self.fault(f"web: {wrong}")
            return 400, {}
        said = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))["notification"]
        with self.lock:
            self.shown[said["tag"]] = said
            self.at[said["tag"]] = time.monotonic()
        return 201, {}
