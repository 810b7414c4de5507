"""A garden that is started elsewhere on a copy of its store, while the machine before is frozen, dead, or cut off from the broker.

    takeover.py LOAM FOLDER

What woke, was started again or is heard again on the older store stands by, and says nothing to anybody.
"""

import shutil
import signal
import sys
import time

from garden_phone import Phone, until
from loopback import Broker
from machines import FOLDER, Line, Machine


def check(what, truth):
    if not truth:
        print(f"FAILED: {what}; {phone}")
        sys.exit(1)
    print(f"ok: {what}", flush=True)


broker = Broker(FOLDER / "broker", base="plants/north/v1").start()
line = Line(broker.port)
phone = Phone("anna-phone", broker)
until("the phone listens", lambda: phone.ready)
phone.hello()

# A garden with a reminder that was told, as a replica has it; then water that no replica knows of, and the machine stands still.
first, second = Machine("first", broker), Machine("second", broker)
first.start()
for plant in ("aloe", "basil", "mint"):
    until(f"{plant} is fine", lambda plant=plant: phone.plant(plant) == "ok", lambda plant=plant: phone.reads(plant, 40))
until("basil is dry, and told", lambda: "basil" in phone.told, lambda: phone.reads("basil", 22))
known = phone.act("water_later", "basil")
until("an answer is taken", lambda: "accepted" in phone.acks.get(known, []))
second.copy(first)
wish = phone.act("water_start", "aloe", value=60)
until("water runs", lambda: phone.orders[-1:] == ["on"] and "accepted" in phone.acks.get(wish, []))
first.process.send_signal(signal.SIGSTOP)
second.start()
until("the machine that takes over closes the valve", lambda: phone.orders[-1:] == ["off"])
until("it says what it does not know", lambda: second.said("what came after it is not known here"))
later = phone.act("water_done", "basil")
until("it takes answers to what the other has told", lambda: "accepted" in phone.acks.get(later, []))
orders = list(phone.orders)
first.process.send_signal(signal.SIGCONT)
until("the one that wakes stands by, and says why", first.stands_by)
stood, used = time.monotonic(), first.seconds()
until("mint is dry, and told by the other", lambda: "mint" in phone.told, lambda: phone.reads("mint", 22))
check("who stands by sleeps", first.seconds() - used < 0.5 * (time.monotonic() - stood) + 0.1)
check("nothing was opened meanwhile", "on" not in phone.orders[len(orders) :])

# Power comes back to the machine that was left.
first.process.kill()
first.process.wait()
first.start()
until("it stands by again", lambda: first.stands_by(times=2))
until("the other one is heard", lambda: second.is_in_charge(phone))
answer = phone.act("water_done", "mint")
until("and takes answers", lambda: "accepted" in phone.acks.get(answer, []))

# Its line is cut, and mended when a third has the garden, which has a name of its own at the broker.
second.stop()
cut = Machine("cut", broker, "north-2", by=line)
shutil.copytree(second.folder / "store", cut.folder / "store", ignore=shutil.ignore_patterns("*.sock"))
cut.start()
until("the next machine is in charge", lambda: cut.is_in_charge(phone))
until("aloe is dry, and told", lambda: "aloe" in phone.told, lambda: phone.reads("aloe", 22))
third = Machine("third", broker, "north-3")
third.copy(cut)
line.whole.clear()
third.start()
until("the third is in charge", lambda: third.is_in_charge(phone))
done = phone.act("water_done", "aloe")
until("it takes answers", lambda: "accepted" in phone.acks.get(done, []))
line.whole.set()
until("the one that is heard again stands by", cut.stands_by)
check("each plant was told of once", all(phone.told.count(plant) == 1 for plant in ("aloe", "basil", "mint")))
# An answer's receipt may come again, from a copy that does not know that it has arrived.
check("each answer has one outcome", all(set(codes) == {"accepted"} for codes in phone.acks.values()))

check("those that stand by end like any other", first.stop() == 0 and cut.stop() == 0)

# Killed: nobody is left to stand by.
third.process.kill()
third.process.wait()
fourth = Machine("fourth", broker, "north-4")
shutil.copytree(third.folder / "store", fourth.folder / "store", ignore=shutil.ignore_patterns("*.sock"))
fourth.start()
until("basil is wet for the fourth", lambda: phone.plant("basil") == "ok", lambda: phone.reads("basil", 45))
code = fourth.stop()
phone.leave()
broker.stop()
sys.exit(code)
