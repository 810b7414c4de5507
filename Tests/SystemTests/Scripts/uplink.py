"""A garden behind a bad line: its own mosquitto, which deploy/mosquitto-uplink.conf connects to one elsewhere.

    uplink.py LOAM FOLDER

anna-tablet is in the garden, anna-phone elsewhere. The line breaks, and both sides go on.
"""

import json
import pathlib
import re
import subprocess
import sys
import time

from bridge_kit import new_id
from garden_phone import BASE, CONFIG, Phone, until
from loopback import MORTAL, Broker, reaching

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SETTINGS = pathlib.Path(__file__).resolve().parents[3] / "deploy/mosquitto-uplink.conf"
DURABLE = "persistence true\nautosave_interval 1\nautosave_on_changes true\n"


def uplink(port):
    """The shipped settings, for a broker on this machine that wants neither TLS nor an account."""
    text = SETTINGS.read_text().replace("cluster.example:8883", f"127.0.0.1:{port}")
    text = re.sub(r"(?m)^(bridge_cafile|remote_username|remote_password) .*\n", "", text)
    # A test waits for no minute.
    return text.replace("restart_timeout 1 60", "restart_timeout 1 1")


elsewhere = Broker(FOLDER / "elsewhere", DURABLE, because="it is somebody else's").start()
garden = Broker(FOLDER / "garden", DURABLE + uplink(elsewhere.port), base="plants/north/v1").start()
config = FOLDER / "garden.yaml"
text = reaching(CONFIG.read_text(), garden.folder)
config.write_text(text + f"store: {{path: {FOLDER}/store}}\n")
log = open(FOLDER / "loam.log", "ab")
bridge = subprocess.Popen([*MORTAL, LOAM, "run", "--config", config], stdout=log, stderr=log)
house, away = Phone("anna-tablet", garden), Phone("anna-phone", elsewhere)
for phone in (house, away):
    until(f"{phone.name} listens", lambda phone=phone: phone.ready)
    phone.hello()
until("the bridge is seen from elsewhere", lambda: (away.docs.get("bridge/status") or {}).get("online"))

for plant in ("aloe", "basil", "mint"):
    until(f"{plant} is fine", lambda plant=plant: house.plant(plant) == "ok", lambda plant=plant: house.reads(plant, 40))
until("aloe is dry, and both are told", lambda: "aloe" in house.told and "aloe" in away.told, lambda: house.reads("aloe", 22))
answer = away.act("water_done", "aloe")
until("an answer from elsewhere is taken", lambda: "accepted" in away.acks.get(answer, []))
until("and the reminder is gone on both sides", lambda: not house.reminder("aloe") and not away.reminder("aloe"))

# What elsewhere has taken must be on its disk: our broker's bridge says no document again that it was rid of there.
taken, disk = time.time(), FOLDER / "elsewhere/mosquitto.db"
until(
    "elsewhere has written it down",
    lambda: disk.exists() and disk.stat().st_mtime > taken,
    lambda: away.client.publish("elsewhere/mark", str(time.time()), qos=1, retain=True),
)

# The line breaks. In the garden nothing is missing; elsewhere people go on sending.
elsewhere.kill()
until("basil is dry, and the garden is told", lambda: "basil" in house.told, lambda: house.reads("basil", 22))
done = house.act("water_done", "basil")
until("an answer in the garden is taken", lambda: "accepted" in house.acks.get(done, []))
until("mint is dry, and the garden is told", lambda: "mint" in house.told, lambda: house.reads("mint", 22))
elsewhere.start()
until("elsewhere is told of mint", lambda: "mint" in away.told)
until("what is open and what is not is the same on both sides", lambda: away.docs == house.docs)
once = {name: away.told.count(name) for name in ("aloe", "mint")}
if set(once.values()) != {1} or away.told.count("basil") > 1:
    print(f"FAILED: a reminder came twice: {away.told}")
    sys.exit(1)

# The garden's broker is killed as well: what it had for elsewhere is not lost.
garden.kill()
garden.start()
until("the bridge is back", lambda: house.plant("mint") == "dry", lambda: house.reads("mint", 21))
later = away.act("water_later", "mint")
until("an answer goes down once more", lambda: "accepted" in away.acks.get(later, []))

# Who means harm elsewhere: a command that stays on the broker, an old one, one without an id, and one for a garden that is not this one.
retained = away.act("water_start", "aloe", retain=True, value=60, exp=int(time.time()) + 3600)
old = away.act("water_start", "aloe", at=int(time.time()) - 86_400, value=60)
away.send("action", {"v": 1, "category": "WATERING_CONTROL", "action": "water_start", "plant": "aloe", "at": int(time.time()), "value": 60})
away.client.publish("plants/v1/d/anna-phone/up/action", json.dumps({"v": 1, "id": new_id()}), qos=1)
away.client.publish(f"{BASE}/state/plant/aloe", json.dumps({"v": 1, "lies": True}), qos=1, retain=True)
until("the old command is refused", lambda: "expired" in away.acks.get(old, []))
wish = away.act("water_start", "aloe", value=60)
until("a live one waters", lambda: "accepted" in away.acks.get(wish, []) and "on" in house.orders)
stop = away.act("water_stop", "aloe")
until("and is stopped from elsewhere", lambda: house.orders[-1] == "off" and "accepted" in away.acks.get(stop, []))
if house.orders.count("on") != 1 or "accepted" in away.acks.get(retained, []):
    print(f"FAILED: the retained command acted: {house.orders} {away.acks.get(retained)}")
    sys.exit(1)
if "lies" in (house.docs.get("state/plant/aloe") or {}):
    print("FAILED: a document from elsewhere came down")
    sys.exit(1)
print("ok: neither the retained command nor a document from elsewhere did anything")

bridge.terminate()
code = bridge.wait(20)
until("elsewhere sees that the bridge has gone", lambda: (away.docs.get("bridge/status") or {}).get("online") is False)
for phone in (house, away):
    phone.leave()
garden.stop()
elsewhere.stop()
sys.exit(code)
