"""Apple's push service as strict as its documents say the real one is, on the loopback, with phones behind it.

What it refuses is our fault and stands in `faults`, unless the fault was injected.
"""

import asyncio
import base64
import json
import random
import re
import ssl
import subprocess
import threading
import time
import uuid

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, RequestReceived, StreamEnded
from h2.settings import SettingCodes

from loopback import free_port

APS = {
    "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content", "target-content-id",
    "interruption-level", "relevance-score", "filter-criteria", "stale-date", "content-state", "timestamp", "event",
    "dismissal-date", "attributes-type", "attributes", "content-changed", "input-push-token",
}  # fmt: skip
SUFFIX = {"alert": "", "background": "", "liveactivity": ".push-type.liveactivity", "widgets": ".push-type.widgets"}
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Token:
    """A token that a phone was given; `kind` is device, start, activity or widget."""

    def __init__(self, kind, phone, activity=None):
        self.kind, self.phone, self.activity = kind, phone, activity
        self.gone, self.stamp, self.ended = None, 0, False


class Apns:
    """`delivered(token, headers, payload)` is called for each push that was taken, in the server's thread."""

    def __init__(self, public_key, key_id, team, app, certificate, delivered):
        self.public_key, self.key_id, self.team, self.app, self.delivered = (public_key, key_id, team, app, delivered)
        self.tokens, self.faults, self.taken, self.refused, self.ids = ({}, [], 0, {}, set())
        # Parts in a thousand of the requests that meet an injected fault.
        self.hurts, self.chance, self.connections, self.jwts = (0, random.Random(1), 0, {})
        self.port, self.lock, self.open = free_port(), threading.RLock(), 0
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["h2"])
        context.load_cert_chain(*certificate)
        self.context, ready = context, threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True).start()
        ready.wait()

    async def serve(self, ready):
        server = await asyncio.start_server(self.connection, "127.0.0.1", self.port, ssl=self.context)
        ready.set()
        await server.serve_forever()

    def issue(self, kind, phone, activity=None):
        with self.lock:
            text = self.chance.randbytes(32 if kind == "device" else 80).hex()
            self.tokens[text] = Token(kind, phone, activity)
            return text

    async def connection(self, reader, writer):
        self.connections, self.open = self.connections + 1, self.open + 1
        h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        h2.initiate_connection()
        # One stream only, until a request with a valid token was taken.
        h2.update_settings({SettingCodes.MAX_CONCURRENT_STREAMS: 1})
        writer.write(h2.data_to_send())
        streams, state = {}, {"jwts": {}, "wide": False}
        try:
            if writer.get_extra_info("ssl_object").selected_alpn_protocol() != "h2":
                return self.faults.append("no HTTP/2")
            while data := await reader.read(65536):
                for event in h2.receive_data(data):
                    if isinstance(event, RequestReceived):
                        streams[event.stream_id] = (event.headers, bytearray())
                    elif isinstance(event, DataReceived):
                        streams[event.stream_id][1].extend(event.data)
                        h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, StreamEnded) and not self.answer(h2, event.stream_id, *streams.pop(event.stream_id), state):
                        writer.write(h2.data_to_send())
                        return writer.close()
                writer.write(h2.data_to_send())
                await writer.drain()
        except (OSError, ssl.SSLError):
            pass  # Who sent was killed.
        finally:
            self.open -= 1
            writer.close()

    def is_quiet(self):
        """Whether nobody is connected."""
        return not self.open

    def answer(self, h2, stream, headers, body, state):
        """False: the connection is over."""
        with self.lock:
            roll = self.chance.random() * 1000
            hurt = self.hurts and roll < self.hurts
            kind = self.chance.choice(["503", "429", "500", "goaway", "cut", "lost", "410"]) if hurt else None
            if kind == "cut":
                return False
            if kind == "goaway":
                h2.close_connection(last_stream_id=max(0, stream - 2), additional_data=b'{"reason":"Shutdown"}')
                return False
            status, reason, more = self.judge(dict_of(headers), headers, bytes(body), state, kind)
            if kind == "lost" and status == 200:
                return False  # It arrived, and nobody is told.
            if status == 200 and not state["wide"]:
                state["wide"] = True
                h2.update_settings({SettingCodes.MAX_CONCURRENT_STREAMS: 1000})
            answer = b"" if status == 200 else json.dumps({"reason": reason, **({"timestamp": more} if status == 410 else {})}).encode()
            fields = [(":status", str(status)), ("apns-id", dict_of(headers).get("apns-id", ""))]
            if status in (429, 503) and more:
                fields.append(("retry-after", str(more)))
            h2.send_headers(stream, fields, end_stream=not answer)
            if answer:
                h2.send_data(stream, answer, end_stream=True)
            return True

    def judge(self, fields, headers, body, state, hurt):
        wrong = self.fault(fields, headers, body, state)
        if wrong:
            self.faults.append(f"{wrong}: {fields.get('apns-push-type')} {body[:300]}")
            return ((429 if wrong == "TooManyProviderTokenUpdates" else 403 if "Token" in wrong else 400), wrong, None)
        token = self.tokens.get(fields[":path"].removeprefix("/3/device/"))
        if token is None:
            self.faults.append("BadDeviceToken")
            return 400, "BadDeviceToken", None
        if token.gone is None and hurt == "410" and token.kind in ("device", "activity"):
            token.gone = int(time.time() * 1000)
            self.count("410")
            self.delivered(token, None, None)
        if token.gone is not None:
            return 410, "Unregistered", token.gone
        if hurt in ("503", "429", "500"):
            self.count(hurt)
            return (int(hurt), {"503": "ServiceUnavailable", "429": "TooManyRequests", "500": "InternalServerError"}[hurt], 1)
        payload = json.loads(body)
        problem = self.drop(token, fields, payload)
        if problem:
            self.faults.append(f"a device would drop it: {problem}: {body[:300]}")
        self.taken += 1
        self.delivered(token, fields, payload)
        return 200, "", None

    def count(self, what):
        self.refused[what] = self.refused.get(what, 0) + 1

    def fault(self, fields, headers, body, state):
        """What Apple documents as refused."""
        names = [name for name, _ in headers]
        kind, priority = fields.get("apns-push-type"), fields.get("apns-priority", "10")
        if fields[":method"] != "POST":
            return "MethodNotAllowed"
        if not re.fullmatch("/3/device/(?:[0-9a-f]{2})+", fields[":path"]):
            return "BadPath"
        if any(names.count(n) > 1 for n in names if n.startswith("apns-") or n == "authorization"):
            return "DuplicateHeaders"
        if problem := self.provider(fields.get("authorization", ""), state):
            return problem
        if kind not in SUFFIX:
            return "InvalidPushType"
        if fields.get("apns-topic") != self.app + SUFFIX[kind]:
            return "BadTopic"
        if not UUID.fullmatch(fields.get("apns-id", "")) or fields["apns-id"] in self.ids:
            return "BadMessageId"
        if not re.fullmatch("[0-9]{1,12}", fields.get("apns-expiration", "0")):
            return "BadExpirationDate"
        if priority not in ("1", "5", "10") or (kind == "background" and priority != "5"):
            return "BadPriority"
        if len(fields.get("apns-collapse-id", "").encode()) > 64:
            return "BadCollapseId"
        if not body:
            return "PayloadEmpty"
        if len(body) > 4096:
            return "PayloadTooLarge"
        self.ids.add(fields["apns-id"])
        return None

    def provider(self, shown, state):
        match = re.fullmatch("bearer ([^.]+)[.]([^.]+)[.]([^.]+)", shown, re.IGNORECASE)
        if not match:
            return "MissingProviderToken"
        head, claims, signature = (unpadded(part) for part in match.groups())
        head, claims = json.loads(head), json.loads(claims)
        if head != {"alg": "ES256", "kid": self.key_id} or claims.get("iss") != self.team or type(claims.get("iat")) is not int:
            return "InvalidProviderToken"
        if len(signature) != 64:
            return "InvalidProviderToken"
        der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
        try:
            self.public_key.verify(der, f"{match[1]}.{match[2]}".encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return "InvalidProviderToken"
        now = time.time()
        if claims["iat"] < now - 3600 or claims["iat"] > now + 60:
            return "ExpiredProviderToken"
        # Over all connections, which is stricter than Apple: a process that is started anew has no reason for another.
        self.jwts.setdefault(shown, now)
        if sum(first > now - 1200 for first in self.jwts.values()) > 1:
            return "TooManyProviderTokenUpdates"
        return None

    def drop(self, token, fields, payload):
        """What a device drops although the service has taken it."""
        kind, aps = fields["apns-push-type"], payload.get("aps")
        if not isinstance(aps, dict) or not set(aps) <= APS:
            return "aps"
        fits = {"device": ("alert", "background"), "start": ("liveactivity",), "activity": ("liveactivity",), "widget": ("widgets",)}
        if kind not in fits[token.kind]:
            return f"a token of the kind {token.kind}"
        if kind == "alert" and not aps.get("alert"):
            return "no alert"
        if kind == "background" and aps != {"content-available": 1}:
            return "more than content-available"
        if kind == "widgets" and aps != {"content-changed": True}:
            return "no content-changed"
        if kind == "liveactivity":
            return self.step(token, aps)
        return None

    def step(self, token, aps):
        state, event, stamp = (aps.get("content-state"), aps.get("event"), aps.get("timestamp"))
        if not isinstance(state, dict) or set(state) != {"emoji", "title", "progress"}:
            return "content-state"
        if type(stamp) is not int or event not in ("start", "update", "end"):
            return "timestamp or event"
        if (event == "start") != (token.kind == "start"):
            return f"{event} by a token of the kind {token.kind}"
        if event == "start" and not (aps.get("alert") and aps.get("attributes-type") and aps.get("attributes", {}).get("name")):
            return "a start without alert or attributes"
        if ("dismissal-date" in aps) and event != "end":
            return "dismissal-date"
        if token.kind == "activity":
            if stamp <= token.activity["stamp"]:
                return f"timestamp {stamp} after {token.activity['stamp']}"
            # An end whose answer was lost is said again, and a device ignores it.
            if token.activity["ended"] and event != "end":
                return "a step after the end"
            token.activity["stamp"], token.activity["ended"] = stamp, token.activity["ended"] or event == "end"
        return None


def dict_of(headers):
    return dict(headers)


def new_id():
    return str(uuid.uuid4())


def make_keys(folder):
    """A certificate for the server alone, and the developer's key."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=apns test", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", f"{folder}/tls.key", "-out", f"{folder}/tls.pem"]
    subprocess.run(["openssl", "req", "-x509", *curve, *names, *files], check=True, capture_output=True)
    signer = ec.generate_private_key(ec.SECP256R1())
    pem = signer.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    with open(f"{folder}/key.p8", "wb") as file:
        file.write(pem)
    return signer


def notification(key, title):
    now = int(time.time())
    return {
        "aps": {
            "alert": {"title": title, "subtitle": "Needs watering", "body": "Soil moisture 18%, limit 30%."},
            "category": "WATERING_REMINDER", "thread-id": key, "sound": "default", "interruption-level": "active",
        },
        "plant": {"id": key, "name": title, "lastDate": now - 99, "nextDate": now, "lastWateringDate": now - 99, "nextWateringDate": now},
        "note": {"v": 1, "id": new_id(), "key": key, "rev": 1, "ts": now, "exp": now + 86400},
    }  # fmt: skip
