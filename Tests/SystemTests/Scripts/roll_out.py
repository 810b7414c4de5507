"""`loam fleet roll-out` over three gardens: roll_out.py LOAM FOLDER. They are looked after as systemd does it: one that ends is started again."""

import pathlib
import subprocess
import sys
import threading
import time

from loopback import MORTAL, Broker

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
PATIENCE = 90


def check(what, truth, said=""):
    if not truth:
        print(f"FAILED: {what}\n{said}")
        sys.exit(1)
    print(f"ok: {what}", flush=True)


class Garden:
    def __init__(self, name, port):
        self.name, self.config, self.comes_back = name, FOLDER / "gardens" / f"{name}.yaml", True
        store = f"store: {{path: {FOLDER}/store-{name}}}"
        self.text = f"site: {{id: {name}}}\nbroker: {{host: 127.0.0.1, port: {port}}}\n{store}\nplants: {{fern: {{name: Fern}}}}\n"
        self.config.write_text(self.text)
        self.log = open(FOLDER / f"{name}.log", "ab")
        self.begin()
        threading.Thread(target=self.watch, daemon=True).start()

    def begin(self):
        command = [*MORTAL, LOAM, "run", "--config", self.config]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        (FOLDER / f"{self.name}.pid").write_text(str(self.process.pid))

    def watch(self):
        while True:
            self.process.wait()
            if not self.comes_back:
                return
            self.begin()

    def is_heard(self):
        return "subscriptions granted" in (FOLDER / f"{self.name}.log").read_text()


def roll_out(command, patience=PATIENCE):
    words = [LOAM, "fleet", "roll-out", FOLDER / "gardens", "--patience", str(patience), "--restart", command]
    return subprocess.run(words, capture_output=True, text=True)


def pids():
    return [garden.process.pid for garden in gardens]


broker = Broker(FOLDER / "broker", because="three gardens need three accounts, and we ship one").start()
(FOLDER / "gardens").mkdir()
# PR_SET_PDEATHSIG is about the thread that started it: those of the gardens go on as long as this program.
gardens = [Garden(name, broker.port) for name in ("a-north", "b-east", "c-south")]
end = time.monotonic() + PATIENCE
while not all(garden.is_heard() for garden in gardens) and time.monotonic() < end:
    time.sleep(0.05)
RESTART = f"kill $(cat {FOLDER}/{{}}.pid)"

before = pids()
ended = roll_out(RESTART)
names = [line.split(":")[0] for line in ended.stdout.splitlines()]
check("all are started anew, in order", ended.returncode == 0 and names == ["a-north", "b-east", "c-south"], ended)
check("each has ended and come back", all(old != new for old, new in zip(before, pids())))

gardens[1].comes_back = False
before = pids()
ended = roll_out(RESTART, patience=10)
check("one does not come back", ended.returncode == 1 and "b-east: not online again after 10 s" in ended.stderr, ended)
check("the rest is left, and named", "left as they are: c-south" in ended.stderr and pids()[2] == before[2], ended)

before = pids()
ended = roll_out("false")
check("a command that fails stops it", ended.returncode == 1 and "a-north: the command failed" in ended.stderr, ended)
gardens[2].config.write_text(gardens[2].text.replace("name: Fern", "nane: Fern"))
ended = roll_out(RESTART)
check("with a mistake in one config none is started", ended.returncode == 78 and "did you mean 'name'?" in ended.stderr, ended)
check("and none has ended", pids() == before)
for garden in gardens:
    garden.comes_back = False
    garden.process.terminate()
broker.stop()
