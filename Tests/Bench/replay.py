"""What `loam replay` costs: 400 days of 20 plants, a reading every five minutes each, out of a store.

The reference is sqlite3 of Python, which sums up the same rows: what reading them costs at least.
"""

import json
import os
import sqlite3
import subprocess

DAYS, PLANTS, STEP = 400, 20, 300
START = 1_700_000_000


def garden(folder):
    """A season of pots that dry and are watered, as the bridge would have written it, and the config for it."""
    store = folder / "store"
    store.mkdir()
    config = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": 1883},
        "store": {"path": str(store)},
        "people": {"anna": {"devices": {"anna-phone": {"role": "operator"}}}},
        "sensors": {f"s{i}": {"family": "zigbee2mqtt", "topic": f"zigbee2mqtt/s{i}"} for i in range(PLANTS)},
        "plants": {f"p{i}": {"name": f"Plant {i}", "sensors": f"s{i}", "dry_below": "30%"} for i in range(PLANTS)},
    }
    path = folder / "replay.yaml"
    path.write_text(json.dumps(config))
    # The steps of the schema are the program's own: an import of nothing makes the files.
    (folder / "nothing.csv").write_text("time,s0.moisture\n2023-01-01T00:00:00Z,50\n")
    return path, store / "history.sqlite"


def rows():
    moisture = [90 - 3 * i % 50 for i in range(PLANTS)]
    for step in range(DAYS * 86_400 // STEP):
        for i in range(PLANTS):
            # A day's swing on it, as a capacitive probe has it.
            moisture[i] -= 0.02 + i * 0.001
            if moisture[i] < 26:
                moisture[i] = 85.0
            at = (START + step * STEP + i) * 1000
            swing = ((step % 288) - 144) / 144
            yield at << 10, i + 1, round(moisture[i] + swing * swing, 1)


def replay(folder, loam, verdict):
    path, history = garden(folder)
    subprocess.run([loam, "import", "--config", path, folder / "nothing.csv"], check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(history) as database:
        database.execute("DELETE FROM hour")
        database.execute("DELETE FROM series")
        database.executemany("INSERT INTO series (id, sensor, quantity) VALUES (?, ?, 0)", [(i + 1, f"s{i}") for i in range(PLANTS)])
        database.executemany("INSERT INTO reading (id, series, value, lag) VALUES (?, ?, ?, 0)", rows())
    count = DAYS * 86_400 // STEP * PLANTS

    def timed(command):
        """Processor seconds, and MB at most."""
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise RuntimeError(f"{command}: {status}")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output

    command = [loam, "replay", "--config", path, "--json"]
    first, second = timed(command), timed(command)
    read = [
        timed(
            [
                "python3",
                "-c",
                f"import sqlite3; c = sqlite3.connect('{history}'); print(sum(v for _, _, v, _, _ in c.execute('SELECT id, series, value, raw, lag FROM reading ORDER BY id')))",
            ]
        )[0]
        for _ in range(2)
    ]
    report = json.loads(first[2])
    reminders = sum(len(plant["reminders"]) for plant in report["plants"])
    seconds, floor, resident = min(first[0], second[0]), min(read), max(first[1], second[1])
    print(f"replay, {DAYS} days of {PLANTS} plants: {count} readings, {reminders} reminders")
    print(f"processor time             {seconds:6.2f} s  {verdict(round(seconds, 1), 10)}")
    print(f"ratio to reading the rows  {seconds / floor:6.2f}")
    print(f"resident at most           {resident:6.1f} MB  {verdict(round(resident, 1), 64)}")
    print(f"two runs                   {'the same bytes  pass' if first[2] == second[2] else 'other bytes  MISS'}", flush=True)
