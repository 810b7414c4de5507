"""The same, while the clocks of the two machines differ by an hour: takeover_clock.py LOAM FOLDER AHEAD

AHEAD: by how many seconds the clock of the machine that takes over is ahead. Who is in charge depends on no clock.
"""

import signal
import sys
import time

from garden_phone import Phone, until
from loopback import Broker
from machines import FOLDER, Machine

broker = Broker(FOLDER / "broker", base="plants/north/v1").start()
phone = Phone("anna-phone", broker)
until("the phone listens", lambda: phone.ready)
phone.hello()
first, second = Machine("first", broker), Machine("second", broker, clock=int(sys.argv[3]))
first.start()
for plant in ("aloe", "basil", "mint"):
    until(f"{plant} is fine", lambda plant=plant: phone.plant(plant) == "ok", lambda plant=plant: phone.reads(plant, 40))
until("basil is dry, and told", lambda: "basil" in phone.told, lambda: phone.reads("basil", 26))
wish = phone.act("water_start", "aloe", value=60)
until("water runs", lambda: phone.orders[-1:] == ["on"] and "accepted" in phone.acks.get(wish, []))
# The copy knows of the run, so that it ends by a clock of another hour.
second.copy(first)
first.process.send_signal(signal.SIGSTOP)
second.start()
began = time.monotonic()
until("the machine that takes over closes the valve", lambda: phone.orders[-1:] == ["off"])
until("long before its bound, which is a minute", lambda: time.monotonic() - began < 55)
until("it is in charge", lambda: second.is_in_charge(phone))
until("its clock is an hour off", lambda: abs(phone.docs["bridge/status"]["ts"] - int(sys.argv[3]) - time.time()) < 60)
orders = list(phone.orders)
first.process.send_signal(signal.SIGCONT)
until("the one that wakes stands by, and says why", first.stands_by)
until("mint is dry, and told by the other", lambda: "mint" in phone.told, lambda: phone.reads("mint", 26))
until("nothing was opened meanwhile", lambda: "on" not in phone.orders[len(orders) :])
until("each plant was told of once", lambda: all(phone.told.count(plant) == 1 for plant in ("basil", "mint")))
until("both end like any other", lambda: first.stop() == 0 and second.stop() == 0)
phone.leave()
broker.stop()
