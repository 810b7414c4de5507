"""A garden moves to another machine in the middle of a season: moved.py LOAM FOLDER

It has ninety days of history, a reminder that was told, one that was put off, and what its soil has taught. The first machine is stopped, its garden
backed up and put back on the second. Meanwhile a person answers.
"""

import json
import pathlib
import re
import subprocess
import sys
import time

from garden_phone import CONFIG, Phone, until
from loopback import MORTAL, Broker, reaching

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
DAYS = 90


def check(what, truth, more=""):
    if not truth:
        print(f"FAILED: {what} {more}")
        sys.exit(1)
    print(f"ok: {what}", flush=True)


class Machine:
    def __init__(self, name):
        self.folder = FOLDER / name
        self.folder.mkdir()
        self.config = self.folder / "etc/garden.yaml"
        self.options = ("--config", self.config)

    def loam(self, *words, also=()):
        result = subprocess.run([LOAM, *words, *self.options, *also], capture_output=True, text=True, cwd=self.folder)
        check(" ".join(str(word) for word in words[:2]), result.returncode == 0, f"{result.stdout[-2000:]}{result.stderr}")
        return result.stdout

    def start(self):
        log = open(self.folder / "loam.log", "ab")
        self.process = subprocess.Popen([*MORTAL, LOAM, "run", *self.options], stdout=log, stderr=log, cwd=self.folder)

    def stop(self):
        self.process.terminate()
        check("it ends", self.process.wait(20) == 0)

    def told(self):
        """What commands say of the past and of the future."""
        past = {plant: self.loam("history", plant, "--days", str(DAYS + 10), also=("--as", "anna-phone")) for plant in ("aloe", "basil")}
        rows = json.loads(self.loam("forecast", "--json"))
        return past, [{key: row[key] for key in row if key in ("id", "likely", "earliest", "latest")} for row in rows]


def lasting(documents):
    """What devices hold, without when it was written, and what belongs to a start or a machine."""
    own = ("bridge/status", "bridge/counters")
    strip = ("ts", "since", "rev", "r")
    return {topic: {k: v for k, v in text.items() if k not in strip} for topic, text in documents.items() if topic not in own}


def season():
    """Each hour, from 60 % down by half a point, and watered again; the last hours above the limit."""
    now = int(time.time()) // 3600 * 3600
    lines = ["time,aloe-probe.moisture,basil-probe.moisture"]
    for hour in range(DAYS * 24, 0, -1):
        step = DAYS * 24 - hour
        lines.append(f"{now - hour * 3600},{60 - step % 66 / 2:.1f},{55 - step % 50 / 2:.1f}")
    return "\n".join(lines) + "\n"


broker = Broker(FOLDER / "broker", "autosave_interval 1\nautosave_on_changes true\n", base="plants/north/v1").start()
phone = Phone("anna-phone", broker)
until("the phone listens", lambda: phone.ready)
first, second = Machine("first"), Machine("second")
first.config.parent.mkdir()
# Each machine has its store in a folder of its own, below where the garden is put.
text = reaching(CONFIG.read_text(), broker.folder)
first.config.write_text(text + f"store: {{path: {FOLDER}/first/store}}\n")
(first.folder / "season.csv").write_text(season())
first.loam("import", "season.csv")
first.start()
phone.hello()
for plant, percent in (("aloe", 41), ("basil", 40), ("mint", 40)):
    until(
        f"{plant} is fine", lambda plant=plant: phone.plant(plant) == "ok", lambda plant=plant, percent=percent: phone.reads(plant, percent)
    )
until("basil is dry, and told", lambda: "basil" in phone.told, lambda: phone.reads("basil", 22))
until("mint is dry, and told", lambda: "mint" in phone.told, lambda: phone.reads("mint", 22))
later = phone.act("water_later", "mint", value=86_400)
until("mint is put off", lambda: "accepted" in phone.acks.get(later, []))
until("aloe has a date", lambda: "earliest" in json.dumps(phone.docs.get("state/detail/aloe")))
past, dates = first.told()
check("the season is there", past["aloe"].count("\n") > DAYS * 20, past["aloe"][:300])
first.stop()
held, day = lasting(phone.docs), time.localtime().tm_yday
until("the phone sees that the bridge is away", lambda: phone.docs["bridge/status"]["online"] is False)

made = first.loam("backup", "--yes", FOLDER / "garden.loam")
known = re.search("Fingerprint: ([0-9a-f-]+)", made)[1]
answer = phone.act("water_done", "basil", exp=int(time.time()) + 86_400)
restored = subprocess.run(
    [LOAM, "restore", "--yes", "--from", known, "--store", FOLDER / "first", FOLDER / "garden.loam", *second.options],
    capture_output=True,
    text=True,
    cwd=second.folder,
)
check("it is put back", restored.returncode == 0, restored.stdout + restored.stderr)
second.start()
until("the answer of the pause is taken", lambda: "accepted" in phone.acks.get(answer, []))
until("the bridge is there", lambda: phone.docs["bridge/status"]["online"])
phone.reads("basil", 21)
until("it measures", lambda: (phone.docs.get("state/plant/basil") or {}).get("m") == 21)
now = lasting(phone.docs)
check("what was answered is gone, and nothing else", held.keys() ^ now.keys() == {"state/reminder/water-basil"}, held.keys() ^ now.keys())
still = [topic for topic in now if topic.startswith(("state/reminder", "bridge", "d/"))]
if time.localtime().tm_yday != day:
    # Past midnight a time of yesterday is told as a day.
    for document in [docs[topic] for docs in (held, now) for topic in still if topic.startswith("state/reminder")]:
        document.pop("alert", None), document.pop("alerts", None)
check(
    "what is told stands as it stood",
    all(held[topic] == now[topic] for topic in still),
    [(held[t], now[t]) for t in still if held[t] != now[t]],
)
past_then, dates_then = second.told()
check("history is whole", all(past_then[plant].startswith(past[plant][:-40]) for plant in past))
(before,), (then,) = [[row for row in rows if row["id"] == "aloe"] for rows in (dates, dates_then)]
# The hour that was not over counts now.
check("aloe has the date that it had", all(abs(before[key] - then[key]) < 3600 for key in ("likely", "earliest", "latest")), (before, then))
check("nobody was told again", phone.told.count("basil") == 1 and phone.told.count("mint") == 1, phone.told)
second.stop()
phone.leave()
broker.stop()
