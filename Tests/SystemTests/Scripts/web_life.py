"""The web process beside a real bridge, its description, and the demo."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from web_kit import Bridge, Web, alerts, check, config, fill, folder, lint, loam, look, make_page, plant, points, running, until, web_memory


def service():
    """What systemd is told: ready, alive, ending."""
    make_page()
    bell = f"{folder}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(bell)
        ear.settimeout(60)
        with Web(environment={"NOTIFY_SOCKET": bell, "WATCHDOG_USEC": "2000000"}):
            heard = [ear.recv(256) for _ in range(4)]
            check(b"READY=1" in heard and heard.count(b"WATCHDOG=1") >= 2, f"{heard}")
        heard = []
        ear.setblocking(False)
        try:
            while True:
                heard.append(ear.recv(256))
        except BlockingIOError:
            check(b"STOPPING=1" in heard, f"{heard}")


def life():
    make_page()
    with Web() as web:
        quiet = web.ask("/metrics").body.decode()
        check("\nloam_up 0\n" in quiet, "no bridge, not up")
        lint(quiet)
        health = web.ask("/healthz")
        check(health.status == 503 and not json.loads(health.body)["bridge"]["ok"], f"{health.status} {health.body}")
        check(web.ask("/api/v1/plants/basil/history").status == 503, "no history yet")
        check("state" not in plant(web, "basil"), "a plant of which nothing is known")
        fill(web)
        with Bridge() as bridge:
            until(lambda: web.ask("/healthz").status == 200, "healthy with the bridge again")
            live = web.ask("/metrics").body.decode()
            check("\nloam_up 1\n" in live, "up")
            check(r'loam_plant_moisture_percent{plant="basil",name="Basil \"big\" \\ one"} 6' in live, "escaped")
            check("# HELP loam_readings_total " in live and "\nloam_readings_total " in live, "the bridge's counters")
            lint(live)
            alerts(live)
            made = until(lambda: points(web), "the history has it")
            check(all(len(one) == 4 and one[2] <= one[1] <= one[3] for one in made), f"{made}")
            table = web.ask("/api/v1/plants/basil/history.csv")
            check(table.headers["Content-Type"].startswith("text/csv"), "a table")
            check(len(table.body.splitlines()) == len(points(web)) + 1, f"{table.body}")
            end = int(time.time()) + 10
            span = f"?from={end - 3600}&to={end}&points=2"
            check(len(points(web, span)) <= 2, "not more points than asked for")
            check(look(web, "/api/v1/plants/basil/waterings")["waterings"] == [], "no watering yet")
            stranger(web)

            web.write(plants="  mint: {name: Mint, sensors: basil-probe}\n")
            until(lambda: plant(web, "mint").get("name") == "Mint", "a changed config is taken over")
            web.write(plants="  mint: {name: Mint, sensors: nobody}\n")
            until(lambda: "loam_web_config_refusals_total 1\n" in web.ask("/metrics").body.decode(), "refused")
            check(plant(web, "mint").get("name") == "Mint", "a bad config changes nothing")
            web.process.send_signal(signal.SIGHUP)
            until(lambda: "loam_web_config_refusals_total 2\n" in web.ask("/metrics").body.decode(), "SIGHUP reads")
            bridge.stop()
            until(lambda: "\nloam_up 0\n" in web.ask("/metrics").body.decode(), "the bridge is gone")
            check("offline" in look(web, "/healthz")["bridge"]["reason"], "and says so")
            check(plant(web, "basil")["state"]["moisture"] > 60, "its last word is kept, and marked as old")
            check(look(web, "/api/v1/plants")["live"] is False, "not live")
        print(f"resident {web_memory(web)} kB")


def stranger(web):
    """As a user who may read the history and nothing else: it reads, and writes nowhere."""
    store = re.search(r"store: {path: ([^}]+)}", open(config).read())[1]
    group = str(os.stat(store).st_gid)
    drop = ["setpriv", "--reuid", "65534", "--regid", "65534", "--groups", group]
    if os.geteuid() != 0 or subprocess.run(drop + ["test", "-x", loam]).returncode != 0:
        return
    check(os.stat(store).st_mode & 0o777 == 0o750, "the store is its owner's and its group's")
    os.chmod(folder, 0o755)
    check(subprocess.run(drop + ["cat", f"{store}/state.sqlite"], capture_output=True).returncode != 0, "state is read")
    before = sorted(os.listdir(store))
    with Web(program=drop + [loam, "web"], name="stranger") as other:
        check(points(other) and points(other) == points(web), "the same history for another user")
        until(lambda: other.ask("/healthz").status == 200, "healthy for another user")
    check(sorted(os.listdir(store)) == before, "files beside the store")


def api():
    make_page()
    tools = os.path.dirname(sys.executable)
    with Web() as web:
        fill(web)
        with Bridge():
            until(lambda: web.ask("/healthz").status == 200, "healthy with the bridge again")
            until(lambda: points(web), "the history has it")
            fuzz(web, tools)


def fuzz(web, tools):
    description = f"{folder}/openapi.json"
    with open(description, "wb") as file:
        file.write(web.ask("/openapi.json").body)
    valid = subprocess.run([f"{tools}/openapi-spec-validator", description], capture_output=True, text=True)
    check(valid.returncode == 0, valid.stdout + valid.stderr)
    result = subprocess.run(
        [
            f"{tools}/schemathesis",
            "run",
            description,
            "--url",
            f"http://localhost:{web.port}",
            "--seed",
            "7",
            "--max-examples",
            "60",
            "--phases",
            "examples,coverage,fuzzing",
            "--rate-limit",
            "50/s",
            "--no-color",
            "--generation-database",
            "none",
            "--exclude-checks",
            "positive_data_acceptance",
            "--max-time",
            "25",
        ],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    print("\n".join(result.stdout.splitlines()[-40:]))
    check(result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:])
    figures = web.ask("/metrics").body.decode()
    check(
        not re.search(r'^loam_web_requests_total\{code="50\d"\} [1-9]', figures.replace('code="503"', ""), re.M),
        "an answer of the 5xx kind",
    )


def demo():
    """The demo's page, and that nothing is left of it when the demo is killed."""
    make_page()
    house = f"{folder}/house"
    os.makedirs(house)
    for name in ("loam", "loam-web"):
        try:
            os.link(f"{os.path.dirname(loam)}/{name}", f"{house}/{name}")
        except OSError:
            shutil.copy(f"{os.path.dirname(loam)}/{name}", f"{house}/{name}")
    rooms = f"{folder}/rooms"
    os.makedirs(rooms)
    for how in (signal.SIGTERM, signal.SIGKILL):
        told = f"{folder}/demo-{how.name}.txt"
        with open(told, "w") as output:
            process = subprocess.Popen(
                [f"{house}/loam", "demo"], stdout=output, stderr=subprocess.STDOUT, env={**os.environ, "TMPDIR": rooms}
            )
        if how == signal.SIGTERM:
            until(lambda: "No page yet: " in open(told).read(), "the garden shows before its page is built")
            os.rename(f"{folder}/page", f"{house}/page")
        address = until(lambda: re.search(r"The page of this garden: http://localhost:(\d+)/\n", open(told).read()), "the page joins")
        web = Web.__new__(Web)
        web.port = int(address[1])
        check(web.ask("/").status == 200, "the page")
        served = look(web, "/config.json")
        broker = int(re.fullmatch(r"ws://127\.0\.0\.1:(\d+)", served["broker"])[1])
        check(served["device"] == "dashboard", f"{served}")
        socket.create_connection(("127.0.0.1", broker), timeout=5).close()
        until(lambda: look(web, "/healthz")["ok"], "the demo's bridge is heard, and its history read")
        until(lambda: all("state" in one for one in look(web, "/api/v1/plants")["plants"]), "every plant is known")
        until(lambda: points(web), "its history grows")
        check("\nloam_up 1\n" in web.ask("/metrics").body.decode(), "up")
        children = running(f"{house}/loam-web")
        check(children, "no child")
        process.send_signal(how)
        process.wait(timeout=150)
        until(lambda: not running(house), f"nothing is left after {how.name}")
        until(lambda: not running(str(broker - 1)), "the broker is gone")
        until(lambda: not os.listdir(rooms), f"its folder is gone after {how.name}")
