"""What a question costs a person: the round trip of `up/msg` and `dn/reply` through a real mosquitto, beside the same bytes through a C program that
only answers (drain.c). One client asks both in turn, so the difference of the medians is what the bridge adds to the broker's two hops.

All clients and the broker set TCP_NODELAY, as in deploy/mosquitto.conf: a broker that does not holds the answer behind its own PUBACK until the client's
kernel acknowledges that, 44 ms at p50 for both. Each device asks less often than its rate allows.
"""

import json
import statistics
import subprocess
import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "SystemTests" / "Scripts"))
from little_mqtt import Client  # noqa: E402
from loopback import MORTAL, Broker  # noqa: E402

DEVICES = 150
ROUNDS = 10
PLANTS = 20
IDENTIFIERS = ("glance", "allPlants")
# The bridge and the echo are of this machine; a device has an account.
ACL = """topic readwrite #
pattern read plants/v1/d/%u/dn/#
pattern write plants/v1/d/%u/up/#
pattern read mirror/v1/d/%u/dn/#
pattern write mirror/v1/d/%u/up/#
"""


def config(folder, port):
    doc = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": port},
        "store": {"path": str(folder / "store")},
        "people": {"anna": {"devices": {f"d{i}": {} for i in range(DEVICES)}}},
        "sensors": {f"s{i}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt/s{i}"} for i in range(PLANTS)},
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%"} for i in range(PLANTS)},
    }
    path = folder / "reply.yaml"
    path.write_text(json.dumps(doc))
    return path


def bytes_of_answer(port, identifier):
    """How large the bridge's answer is: the echo's are as large."""
    asker = Client(port, "asker", ["plants/v1/bridge/#", "plants/v1/state/#", "plants/v1/d/d0/dn/#"])

    def heard(topic, word):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for at, payload, _ in asker.take(1):
                if at == topic and word in payload:
                    return payload
        raise SystemExit(f"nothing came on {topic}")

    heard("plants/v1/bridge/status", b'"online":true')
    # A question that meets the full window of a start's publications is lost.
    while asker.take(1):
        pass
    asked = str(uuid.uuid4())
    question = {"v": 1, "id": asked, "kind": "interactive", "identifier": identifier, "content": {}, "ts": int(time.time())}
    asker.send("plants/v1/d/d0/up/msg", json.dumps(question).encode())
    answer = heard("plants/v1/d/d0/dn/reply", asked.encode())
    asker.close()
    return len(answer)


def row(folder, port, identifier, verdict):
    size = bytes_of_answer(port, identifier)
    command = [*MORTAL, folder / "drain", str(port), "mirror/v1/d/+/up/#", str(size)]
    echo = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert echo.stdout.readline().strip() == "ready"
        asking = [*MORTAL, folder / "ask", str(port), identifier, str(DEVICES), str(ROUNDS)]
        asked = subprocess.run(asking, capture_output=True, text=True, timeout=300)
    finally:
        echo.kill()
        echo.wait()
    if asked.returncode:
        raise SystemExit(f"a round trip failed, {identifier}: {asked.stderr.strip()}")
    pairs = [[float(word) / 1000 for word in line.split()] for line in asked.stdout.splitlines()]
    bridge, echoed = ([pair[side] for pair in pairs] for side in (0, 1))
    for what, times in ((f"{identifier}, {size} B", bridge), ("  echo in C", echoed)):
        cuts = statistics.quantiles(times, n=100)
        print(f"{what:<26} {cuts[49]:>7.3f} {cuts[94]:>7.3f} {cuts[98]:>7.3f} ms")
    more = statistics.median(bridge) - statistics.median(echoed)
    print(f"{'  the bridge adds, p50':<26} {more:>7.3f} ms  {verdict(round(more, 2), 1)}", flush=True)


def reply(folder, loam, verdict):
    folder = Path(folder)
    (folder / "acl").write_text(ACL)
    broker = Broker(folder / "reply", f"set_tcp_nodelay true\nacl_file {folder / 'acl'}\n", because="it has rules of its own").start()
    bridge = None
    try:
        with open(folder / "log", "ab") as log:
            bridge = subprocess.Popen([*MORTAL, loam, "run", "--config", config(folder, broker.port)], stdout=log, stderr=log)
        print(f"\n{DEVICES * ROUNDS} round trips of a question, {DEVICES} devices  p50, p95, p99")
        for identifier in IDENTIFIERS:
            row(folder, broker.port, identifier, verdict)
    finally:
        if bridge:
            bridge.kill()
            bridge.wait()
        broker.kill()
