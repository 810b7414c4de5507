#!/usr/bin/env python3
"""5000 forbidden commands a second beside 20 plants that turn dry.

    flood.py LOAM PORT FOLDER REACH

A viewer, an actor and one that nobody knows send as fast as that; a phone hears its reminders, acknowledges them and presses stop. Prints what it
measured. FOLDER lies on a disk: what the bridge writes is counted by the kernel.
"""

import json
import os
import subprocess
import sys
import threading
import time
import uuid

from documents import plants_of
from little_mqtt import Client, publication

LOAM, PORT, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
BASE, PLANTS, RATE, SECONDS = "plants/v1", 20, 5000, 15
HERE = os.path.dirname(os.path.abspath(__file__))
told, acks, dry, stops, ended = {}, {}, {}, [], threading.Event()


def fail(what):
    print(f"FAILED: {what}; not told: {sorted(set(dry) - set(told))}", flush=True)
    sys.exit(1)


def command(action, **more):
    return json.dumps(
        {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_CONTROL", "action": action, "at": int(time.time()), **more}
    ).encode()


def config():
    text = open(f"{HERE}/flood.yaml").read().replace("port: 1883", sys.argv[4])
    text += f"store: {{path: {FOLDER}/store}}\nsensors:\n"
    text += "".join(f"  s{n}: {{family: zigbee2mqtt, topic: zigbee2mqtt/p{n}}}\n" for n in range(PLANTS)) + "plants:\n"
    text += "".join(f"  p{n}: {{name: P{n}, sensors: s{n}, dry_below: 30%, dwell: 0s}}\n" for n in range(PLANTS))
    path = f"{FOLDER}/flood.yaml"
    open(path, "w").write(text)
    return path


def written(pid):
    return int(next(line.split()[1] for line in open(f"/proc/{pid}/io") if line.startswith("write_bytes")))


def listen(phone):
    """As the contract wants it: every notification is acknowledged."""
    while not ended.is_set():
        for topic, payload, _ in phone.take(0.2):
            kind = topic.rsplit("/", 1)[1]
            if kind == "notify":
                doc = json.loads(payload)
                note = doc["note"]
                # Of two that fall due in one turn a digest tells.
                for plant in plants_of(doc):
                    told.setdefault(f"water-{plant}", time.monotonic())
                phone.send(
                    f"{BASE}/d/anna-phone/up/ack",
                    json.dumps({"v": 1, "re": note["id"], "ok": True, "code": "accepted", "ts": int(time.time())}).encode(),
                )
            elif kind == "ack":
                doc = json.loads(payload)
                acks[doc.get("re")] = doc["code"]


def flood(name, rate, sent):
    """In pieces of 10 ms. A quarter of it is no JSON."""
    client = Client(PORT, name)
    topic, piece = f"{BASE}/d/{name}/up/action", max(1, rate // 100)
    due, asked = time.monotonic(), command("water_start", plant="p0")
    id_at = asked.index(b'"id": "') + 7
    # Longer than the crossings take. A machine that is too slow for such a rate sends fewer.
    end = due + SECONDS
    while not ended.is_set() and time.monotonic() < end:
        good = b"".join(
            publication(topic, asked[:id_at] + str(uuid.uuid4()).encode() + asked[id_at + 36 :]) for _ in range(piece - piece // 4)
        )
        client.socket.sendall(good + publication(topic, b'{"v":1,') * (piece // 4))
        sent[name] = sent.get(name, 0) + piece
        due = max(due + 0.01, time.monotonic() - 1)
        time.sleep(max(0, due - time.monotonic()))
    client.close()


def worked(pid):
    """CPU time of a process so far, seconds."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait(what, probe):
    """For as long as the bridge works on what it heard: on a slow machine a flood takes its time. Two minutes without work are the end."""
    before, end = worked(bridge.pid), time.monotonic() + 120
    while time.monotonic() < end:
        if probe():
            return
        if worked(bridge.pid) > before + 0.5:
            before, end = worked(bridge.pid), time.monotonic() + 120
        time.sleep(0.02)
    fail(what)


log = open(f"{FOLDER}/log", "w")
bridge = subprocess.Popen([LOAM, "run", "--config", config()], stderr=log)
try:
    phone = Client(PORT, "anna-phone", [f"{BASE}/d/anna-phone/dn/+"])
    reader = Client(PORT, "reader", [f"{BASE}/bridge/status", f"{BASE}/state/plant/+"])
    heard = {}

    def fresh():
        for topic, payload, _ in reader.take(0.05):
            heard[topic] = json.loads(payload) if payload else None
        return heard

    wait("the bridge is online", lambda: (fresh().get(f"{BASE}/bridge/status") or {}).get("online"))
    probe = Client(PORT, "probes")
    for n in range(PLANTS):
        probe.send(f"zigbee2mqtt/p{n}", b'{"soil_moisture":31}')
    wait(
        "all plants are fine", lambda: sum((fresh().get(f"{BASE}/state/plant/p{n}") or {}).get("m") == 31 for n in range(PLANTS)) == PLANTS
    )
    threading.Thread(target=listen, args=(phone,), daemon=True).start()
    sent, before, start = {}, written(bridge.pid), time.monotonic()
    for name, rate in (("wall-tablet", RATE // 2), ("anna-watch", RATE // 4), ("stranger", RATE // 4)):
        threading.Thread(target=flood, args=(name, rate, sent), daemon=True).start()
    watch = Client(PORT, "watch-stops")
    for n in range(PLANTS):
        probe.send(f"zigbee2mqtt/p{n}", b'{"soil_moisture":29}')
        dry[f"water-p{n}"] = time.monotonic()
        if n % 5 == 0:
            stop = command("water_stop_all")
            stops.append(json.loads(stop)["id"])
            phone.send(f"{BASE}/d/anna-phone/up/action", stop)
        # Two crossings a second, for as long as the flood lasts.
        time.sleep(0.5)
    wait("every reminder is told", lambda: all(key in told for key in dry))
    wait("every stop is answered", lambda: all(acks.get(stop) in ("accepted", "already_done", "duplicate") for stop in stops))
    seconds, bytes_written = time.monotonic() - start, written(bridge.pid) - before
    ended.set()
    latest = max(told[key] - dry[key] for key in dry)
    lines = sum(1 for _ in open(f"{FOLDER}/log"))
    print(
        f"flood: {sum(sent.values()) / seconds:.0f} commands a second for {seconds:.1f} s; told after {latest:.3f} s at the latest "
        f"(wanted: 2); {bytes_written} bytes written (wanted: 1000000); {lines} lines of log",
        flush=True,
    )
    if bytes_written == 0:
        fail("nothing was counted: the folder lies on no disk")
    if bytes_written > 1 << 20:
        fail(f"{bytes_written} bytes written")
    if lines > 300:
        fail(f"{lines} lines of log")
finally:
    bridge.terminate()
    if bridge.wait(20) != 0:
        fail("the bridge did not end well")
print("done", flush=True)
