#!/usr/bin/env python3
"""Everything that may arrive, against a running bridge, with nothing but the standard library.

    hostile.py {payloads|topics|flood|clocks|identity} PORT PID

PID: the bridge, whose resident memory is watched. It runs Scripts/hostile.yaml. Exits 1 with the step that failed.
"""

import json
import os
import signal
import socket
import struct
import sys
import threading
import time

CASE, PORT, PID = sys.argv[1], int(sys.argv[2]), sys.argv[3]
retained = {}
notified = []


class Client:
    """MQTT 3.1.1, as little of it as is needed."""

    def __init__(self, name):
        self.socket = socket.create_connection(("127.0.0.1", PORT))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.next, self.acknowledged, self.turn = 1, threading.Semaphore(0), threading.Lock()
        self.send(0x10, self.text(b"MQTT") + b"\x04\x02\x00\x00" + self.text(name.encode()))
        threading.Thread(target=self.listen, daemon=True).start()

    @staticmethod
    def text(data):
        return struct.pack(">H", len(data)) + data

    def send(self, head, body):
        length, rest = b"", len(body)
        while True:
            length += bytes([rest % 128 | (0x80 if rest > 127 else 0)])
            rest //= 128
            if rest == 0:
                break
        with self.turn:
            self.socket.sendall(bytes([head]) + length + body)

    def publish(self, topic, payload, qos=1):
        topic = topic if isinstance(topic, bytes) else topic.encode()
        payload = payload if isinstance(payload, bytes) else payload.encode()
        if qos == 0:
            self.send(0x30, self.text(topic) + payload)
            return True
        self.next = self.next % 65535 + 1
        self.send(0x32, self.text(topic) + struct.pack(">H", self.next) + payload)
        return self.acknowledged.acquire(timeout=150)

    def subscribe(self, topic):
        self.send(0x82, b"\x00\x01" + self.text(topic.encode()) + b"\x01")

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def listen(self):
        try:
            while True:
                head, length, shift = self.exactly(1)[0], 0, 0
                while True:
                    byte = self.exactly(1)[0]
                    length |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                self.take(head, self.exactly(length))
        except (EOFError, OSError):
            # Whoever waits for an answer learns by the connection's end that there will be none.
            pass

    def take(self, head, body):
        if head >> 4 == 4:
            self.acknowledged.release()
        if head >> 4 != 3:
            return
        count = struct.unpack(">H", body[:2])[0]
        topic, payload = body[2 : 2 + count].decode(), body[2 + count :]
        if head & 6:
            self.send(0x40, payload[:2])
            payload = payload[2:]
        if "/dn/notify" in topic:
            notified.append((topic, payload))
        retained[topic] = json.loads(payload) if payload else None


def wait(what, probe, seconds=300):
    end = time.time() + seconds
    while time.time() < end:
        found = probe()
        if found:
            print(f"ok: {what}", flush=True)
            return found
        time.sleep(0.02)
    fail(what)


def fail(what):
    print(f"FAILED: {what}\n  {json.dumps(retained)[:6000]}\n  {notified[:4]}", flush=True)
    sys.exit(1)


def check(what, holds):
    if not holds:
        fail(what)
    print(f"ok: {what}", flush=True)


def memory():
    with open(f"/proc/{PID}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def plant(name):
    return retained.get(f"plants/v1/state/plant/{name}") or {}


def detail(name):
    return retained.get(f"plants/v1/state/detail/{name}") or {}


def sensor(name):
    return next(iter(detail(name).get("sensors", [])), {})


def moisture_at(name):
    return next((v.get("at") for v in sensor(name).get("values", []) if v["quantity"] == "moisture"), None)


def is_healthy(name, value):
    return plant(name).get("m") == value and plant(name).get("s") == "ok"


def settle():
    """The bridge has read all that was sent before: a plant turns dry or fine behind it, which is said at once."""
    is_fine = plant("tame").get("s") == "ok"
    good("tame", 25 if is_fine else 45)
    wait("the bridge has read it all", lambda: plant("tame").get("s") == ("dry" if is_fine else "ok"))


def look():
    """Values and counts are said at a calm pace; after SIGHUP all is said anew."""
    settle()
    for topic in [topic for topic in retained if "/state/plant/" in topic or "/state/detail/" in topic]:
        del retained[topic]
    os.kill(int(PID), signal.SIGHUP)
    wait("all is said anew", lambda: all(plant(name) and detail(name) for name in DEVICES))


DEVICES = {
    "tame": ("zigbee2mqtt/tame", '{"soil_moisture":%s}'),
    "zigbee": ("zigbee2mqtt/zigbee", '{"soil_moisture":%s}'),
    "bare": ("garden/bare", "%s"),
    "wild": ("wild/a/state", '{"id":"one","moisture":%s}'),
    "radio": ("home/gw1/BTtoMQTT/AABBCCDDEEFF", '{"id":"AA:BB:CC:DD:EE:FF","moi":%s}'),
    "chatty": ("zigbee2mqtt/chatty", '{"soil_moisture":%s}'),
}


def good(name, value):
    topic, form = DEVICES[name]
    people.publish(topic, form % value)


# As the value of a field, where a number belongs.
# "unavailable" is not among them: it is the device's own word that it cannot be reached, and believed.
VALUES = [
    "-5",
    "155",
    "1e999",
    "-1e999",
    '"1e999"',
    '"-1e999"',
    "NaN",
    "-NaN",
    '"NaN"',
    '"nan"',
    "Infinity",
    '"inf"',
    '"-Infinity"',
    "true",
    "false",
    '"true"',
    "null",
    '""',
    '"unknown"',
    '"12abc"',
    '"0x10"',
    '"10,5"',
    "[10]",
    '{"value":10}',
    "0x10",
    "012",
    "+10",
    "10.",
    ".5",
    '"\\ud800"',
    '"\\u0000"',
    "'10'",
    "1" * 400,
    '"' + "1" * 400 + '"',
    "10 20",
    "99999999999999999999999",
]
# As the whole payload.
WHOLE = [
    b"\x00",
    b"\x00" * 4096,
    b"\xff\xfe\xfd",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    bytes(range(256)) * 8,
    b"not json",
    b"nan",
    b"NaN",
    b"inf",
    b"-inf",
    b"1e999",
    b"-1e999",
    b"true",
    b"null",
    b"{}",
    b"[]",
    b'""',
    b"{",
    b"}",
    b"[1,2",
    b'{"soil_moisture":1',
    b'{"soil_moisture":12,}',
    b'{"soil_moisture":}',
    b"[" * 100_000,
    b"{" * 100_000,
    b'{"a":' * 20_000,
    b"[" * 60_000 + b"]" * 60_000,
    b"[" * 30_000,
    b'{"a":' * 12_000,
    b"0" * 65_000,
    b"1" * 10_000_000,
    b'{"soil_moisture":12,"pad":"' + b"x" * 10_000_000 + b'"}',
    b'{"soil_moisture":5,"soil_moisture":45,"moi":5,"moi":45,"id":"one","moisture":5,"moisture":45}',
    b'{"soil_moisture":12,"x":"\xff","moi":12,"id":"one","moisture":12}',
    b'{"soil_moisture":"\xed\xa0\x80"}',
    b'{"soil_moisture":12}\x00',
    b'\x00{"soil_moisture":12}',
    b'{"soil_moisture":12}{"soil_moisture":13}',
    b'{"soil_moisture":"12\x00"}',
    b"12\x00",
    b"\x0012",
    b"12 apples",
    b"--12",
    b"12;13",
    b"\x1f\x8b\x08\x00gzip",
    b"\xef\xbc\x91\xef\xbc\x92",
    b"\xd9\xa1\xd9\xa2",
]


def is_tame(topic):
    return topic.endswith("/water-tame")


def payloads():
    names = ["zigbee", "bare", "wild", "radio"]
    for name in names:
        good(name, 45)
    for name in names:
        wait(f"{name} is well", lambda: is_healthy(name, 45) and moisture_at(name))
    measured = {name: moisture_at(name) for name in names}
    settle()
    # Times are whole seconds: a value that is dated anew must show.
    time.sleep(1.1)
    before = memory()
    for name in names:
        topic, form = DEVICES[name]
        for payload in [(form % value) for value in VALUES] + WHOLE:
            if not people.publish(topic, payload):
                fail(f"the broker took no {payload[:60]}")
    for kind in ["hello", "action", "set", "activity", "ack", "no-such"]:
        for payload in WHOLE:
            people.publish(f"plants/v1/d/anna-phone/up/{kind}", payload)
    look()
    # The bridge's other session may still read: what stays counts.
    wait(f"memory is bounded, {before} kB before", lambda: memory() - before < 16_384, 60)
    for name in names:
        check(f"{name} keeps its last good value", is_healthy(name, 45))
        check(f"{name} keeps the age of it", moisture_at(name) == measured[name])
        check(f"{name} counts what it refused", sum(sensor(name).get("refused", {}).values()) > 40)
    others = [topic for topic in retained if "/state/reminder/" in topic and not is_tame(topic)]
    check("nobody is reminded", not others and all(b"tame" in payload for _, payload in notified))
    for name in names:
        good(name, 44)
    look()
    for name in names:
        check(f"{name} is read as before", is_healthy(name, 44) and moisture_at(name) > measured[name])


def topics():
    good("wild", 45)
    wait("wild is well", lambda: is_healthy("wild", 45))
    stranger = '{"id":"two","moisture":3}'
    # The broker hangs up on what MQTT forbids; each of these has a connection of its own.
    for i, topic in enumerate(
        [
            b"wild/" + b"x" * 65_000 + b"/state",
            b"wild/" + b"/" * 60_000 + b"/state",
            b"wild/\x01\x7f/state",
            b"wild/\x00/state",
            b"wild/+/state",
            b"wild/#",
            b"wild/\xff\xfe/state",
            b"wild/\xed\xa0\x80/state",
            b"",
            b"$SYS/state",
            b"wild//state",
            "wild/🌱/state".encode(),
            b"plants/v1/d/" + b"x" * 60_000 + b"/up/action",
            b"plants/v1/d/\x01/up/set",
            b"plants/v1/d//up/hello",
        ]
    ):
        one = Client(f"topic-{i}")
        try:
            one.publish(topic, stranger, qos=0)
            one.publish(topic, b"", qos=0)
        except OSError:
            pass
    sizes = []
    for i in range(100_000):
        people.publish(f"wild/{i:06}/state", stranger, qos=0)
        if i % 5000 == 4999:
            settle()
            sizes.append(memory())
    # The first half finds room for a burst, whose size is the machine's; what grows after it grows with the topics.
    half = max(sizes[:10])
    check(f"memory is bounded with 100000 topics ({half} → {sizes[-1]} kB)", sizes[-1] - half < 4096)
    good("wild", 44)
    look()
    check("a known topic is read as before", is_healthy("wild", 44))
    people.publish("wild/never-seen/state", DEVICES["wild"][1] % 43)
    look()
    check("a topic that was never seen is read too", is_healthy("wild", 43))


def flood():
    started = time.time()
    good("zigbee", 45)
    for i in range(1000):
        good("chatty", 45 + i % 100 / 100)
    good("zigbee", 46)
    look()
    check("another device is heard beside the flood", is_healthy("zigbee", 46))
    check("the flood is a value like any other", 45 <= plant("chatty").get("m", 0) <= 46)
    refused = sensor("chatty").get("refused", {})
    # Ten of a minute are believed; a new minute may begin in the midst of them.
    check(
        f"the flood is bounded, counted and shown: {refused} in {time.time() - started:.1f} s",
        refused.get("flood", 0) > 900 and 980 <= sum(refused.values()) <= 990,
    )


def clocks():
    now = int(time.time())

    def say(value, seen):
        people.publish("zigbee2mqtt/zigbee", json.dumps({"soil_moisture": value, "last_seen": seen}))

    def shown(what, value, at=None):
        look()
        check(what, is_healthy("zigbee", value) and (at is None or moisture_at("zigbee") == at))

    say(45, (now - 30) * 1000)
    shown("milliseconds", 45, now - 30)
    for i, future in enumerate([(now + 2 * 86_400) * 1000, "2099-01-01T00:00:00Z", 1 << 62, 4e12, "9999-12-31T23:59:59Z"]):
        say(50 + i, future)
    shown("a value from the future counts as measured when it came", 54)
    check("and is dated so", 0 <= moisture_at("zigbee") - now < 60)
    check("it is counted", sensor("zigbee").get("refused", {}).get("future") == 5)
    # A device without a clock of its own: the arrival counts.
    say(46, 0)
    shown("1970 is no time of measurement", 46)
    check("the arrival is", 0 <= moisture_at("zigbee") - now < 60)
    say(47, "1970-01-01T00:00:12Z")
    shown("1970 in words", 47)
    say(48, now + 1)
    shown("seconds", 48, now + 1)
    say(49, (now + 2) * 1_000_000)
    shown("microseconds", 49, now + 2)
    say(40, (now - 3600) * 1000)
    shown("an older value changes nothing", 49, now + 2)
    # The future did not become the newest that is known.
    say(44, (now + 3) * 1000)
    shown("a newer one counts", 44, now + 3)


def identity():
    good("wild", 45)
    wait("wild is well", lambda: is_healthy("wild", 45))
    for stranger in [
        '{"id":"new","moisture":10}',
        '{"id":1,"moisture":10}',
        '{"id":["one"],"moisture":10}',
        '{"id":"one","id":"new","moisture":10}',
        '{"moisture":10}',
    ]:
        people.publish("wild/a/state", stranger)
    look()
    check("a device with another id is another device", is_healthy("wild", 45))
    for value in [45, 46, 47]:
        for gateway in ["gw1", "gw2", "gw3"]:
            people.publish(f"home/{gateway}/BTtoMQTT/AABBCCDDEEFF", '{"id":"AA:BB:CC:DD:EE:FF","moi":%d}' % value)
    look()
    check("the probe is heard", is_healthy("radio", 47))
    check("each reading counts once", sensor("radio").get("refused", {}).get("duplicate") == 6)


people = Client("people")
for tree in ["state/#", "d/+/dn/+"]:
    people.subscribe(f"plants/v1/{tree}")
wait("the bridge is there", lambda: plant("tame") and plant("chatty"))
{"payloads": payloads, "topics": topics, "flood": flood, "clocks": clocks, "identity": identity}[CASE]()
