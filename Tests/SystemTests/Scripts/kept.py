"""A line that breaks while the broker lives on and has not heard of it: what it still keeps is not published again. A broker that forgot is given all.

kept.py LOAM FOLDER
"""

import signal
import sys

from garden_phone import BASE, Phone, until
from loopback import Broker
from machines import FOLDER, Line, Machine

PLANTS = ("aloe", "basil", "mint")
broker = Broker(FOLDER / "broker", base="plants/north/v1").start()
line = Line(broker.door)
phone = Phone("anna-phone", broker)
heard = []


def note(client, data, message):
    heard.append(message.topic.removeprefix(f"{BASE}/"))
    phone.take(client, data, message)


phone.client.on_message = note
until("the phone listens", lambda: phone.ready)
phone.hello()
garden = Machine("garden", broker, by=line).start()
for plant in PLANTS:
    until(f"{plant} is fine", lambda plant=plant: phone.plant(plant) == "ok", lambda plant=plant: phone.reads(plant, 40))
heard.clear()
until("the status stands behind all the rest", lambda: "bridge/status" in heard)

# Something changes in the garden meanwhile, and something is said that waits at the broker.
line.breaks()
until("the bridge knows that it is alone", lambda: garden.said("broker: not connected"))
heard.clear()
garden.process.send_signal(signal.SIGUSR1)
until("everything is to stay closed", lambda: garden.said("emergency stop"))
phone.reads("basil", 22)
line.heals()
until("what changed meanwhile is there", lambda: "state/hold/all" in heard)
until("basil is dry, and told once", lambda: phone.told == ["basil"])
# What is retained leaves in the order in which it changed: this comes behind whatever was published with the new link.
until("mint is dry", lambda: phone.plant("mint") not in (None, "ok"), lambda: phone.reads("mint", 22))
again = [topic for topic in heard if topic in ("state/plant/aloe", "state/detail/aloe", "bridge/info")]
if again:
    sys.exit(f"FAILED: published again: {again}")
print("ok: what the broker keeps was not published again", flush=True)

# Another bridge by mistake, on a store of its own: it has heard nothing of mint.
dry = phone.plant("mint")
other = Machine("other", broker, "north-other").start()
until("the other one's documents cover ours", lambda: phone.plant("mint") not in (None, dry))
other.stop()
until("ours are there again when it is gone", lambda: phone.plant("mint") == dry)

# Nothing was written to its disk.
broker.kill()
phone.docs.clear()
broker.start()
until("a broker that forgot has all plants again", lambda: all(phone.plant(plant) for plant in PLANTS))
until("and the rest", lambda: {"bridge/info", "bridge/status", "state/hold/all"} <= phone.docs.keys())
code = garden.stop()
phone.leave()
broker.stop()
sys.exit(code)
