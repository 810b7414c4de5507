"""Inside the network of app.sh: a broker and a Supervisor such as Home Assistant has, the app, its ingress, and a browser.

app.py ROOT PICTURES
"""

import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from playwright.sync_api import sync_playwright

root, pictures = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
PATIENCE, STOP = 60, 5.0
INGRESS = "/api/hassio_ingress/a-token-of-one-session/"
KNOWN = {"host": "core-mosquitto", "port": 1883, "username": "addons", "password": "of-home-assistant"}
work = root.parent


def check(what, truth, more=""):
    if not truth:
        print(f"FAILED: {what} {more}", flush=True)
        print(log.read_text()[-4000:], flush=True)
        sys.exit(1)
    print(f"ok: {what}", flush=True)


def until(what, truth, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > end:
            check(what, False, f"(not within {seconds} s)")
        time.sleep(0.1)
    print(f"ok: {what}", flush=True)


def broker():
    """As the Mosquitto app is: accounts alone, websockets at 1884."""
    folder = work / "broker"
    folder.mkdir()
    passwords = folder / "passwords"
    passwords.touch()
    for name, password in (
        ("addons", KNOWN["password"]),
        ("dashboard", "its-login"),
        ("loam-web", "reads-only"),
        ("zigbee2mqtt", "its-own"),
    ):
        subprocess.run(["mosquitto_passwd", "-b", passwords, name, password], check=True)
    (folder / "settings").write_text(
        f"per_listener_settings false\nallow_anonymous false\npassword_file {passwords}\nuser root\n"
        "listener 1883\nlistener 1884\nprotocol websockets\n"
    )
    return subprocess.Popen(["mosquitto", "-c", folder / "settings"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Supervisor(http.server.BaseHTTPRequestHandler):
    knows_broker = False

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.headers["Authorization"] != "Bearer of-the-supervisor":
            return self.answer(401, {"result": "error"})
        if self.path != "/services/mqtt" or not Supervisor.knows_broker:
            return self.answer(400, {"result": "error", "message": "Service not enabled"})
        self.answer(200, {"result": "ok", "data": {**KNOWN, "ssl": False, "protocol": "3.1.1"}})

    def answer(self, status, body):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


def ingress():
    """Home Assistant's page in a frame of its own origin, and what it passes on, from the one address that the app lets in."""
    folder = work / "ingress"
    folder.mkdir()
    (folder / "index.html").write_text(
        f'<title>Home</title><link rel="icon" href="data:,"><iframe src="{INGRESS}" style="width:100%;height:95vh;border:0"></iframe>'
    )
    (folder / "settings").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}} http {{ access_log off; proxy_temp_path {folder}/p;"
        f" client_body_temp_path {folder}/b; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;"
        f" server {{ listen 8123; location / {{ root {folder}; types {{ text/html html; }} }}"
        f" location {INGRESS} {{ proxy_bind 172.30.32.2; proxy_pass http://172.30.32.33:8099/; proxy_http_version 1.1;"
        " proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection; proxy_set_header X-Ingress-Path"
        f" {INGRESS}; }} }} }}"
    )
    # The same program as in the app; it sees this folder there.
    subprocess.run(["mount", "--bind", folder, mkdir(root / "mnt")], check=True)
    settings = (folder / "settings").read_text().replace(str(folder), "/mnt")
    (folder / "settings").write_text(settings)
    return subprocess.Popen(["chroot", root, "nginx", "-c", "/mnt/settings"])


def mkdir(path):
    path.mkdir(exist_ok=True)
    return path


def app(word="run"):
    with log.open("ab") as said:
        return subprocess.Popen(
            ["chroot", root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "SUPERVISOR_TOKEN=of-the-supervisor",
             "/usr/lib/loam/app.sh", word], stdout=said, stderr=said, start_new_session=True)  # fmt: skip


def ends(process, what, seconds=STOP):
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    process.wait(30)
    took = time.monotonic() - began
    check(f"{what} within {seconds:.0f} s", took <= seconds, f"{took:.1f} s")


def status(address):
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def reads(percent):
    subprocess.run(
        ["mosquitto_pub", "-u", "zigbee2mqtt", "-P", "its-own", "-t", "zigbee2mqtt/basil", "-r", "-m",
         json.dumps({"soil_moisture": percent, "battery": 90})], check=True)  # fmt: skip


def look(pages, name):
    """The page in its frame, as somebody who has logged in to Home Assistant and then to the broker."""
    context = pages.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    told = []
    page.on("console", lambda m: told.append(m.text) if m.type == "error" else None)
    account = json.dumps(json.dumps({"device": "dashboard", "password": "its-login"}))
    page.add_init_script(f"if (location.protocol !== 'about:') sessionStorage.setItem('loam.account', {account})")
    page.goto("http://127.0.0.1:8123/")
    frame = page.frame_locator("iframe")
    frame.locator(".card h3").first.wait_for(timeout=PATIENCE * 1000)
    print(f"ok: {name}: the plant stands in Home Assistant's frame", flush=True)
    return page, frame, told


log = work / "app.log"
log.touch()
(root / "data/options.json").write_text(json.dumps({"web_password": "reads-only"}))
mosquitto = broker()
supervisor = http.server.ThreadingHTTPServer(("127.0.0.1", 80), Supervisor)
threading.Thread(target=supervisor.serve_forever, daemon=True).start()

# Nobody has installed a broker yet.
process = app()
check("without a broker it ends, and says what to do", process.wait(30) == 78 and "Install the Mosquitto app" in log.read_text())
check("and it has written nothing", not list((root / "config").iterdir()))

Supervisor.knows_broker = True
until(
    "the broker runs",
    lambda: (
        subprocess.run(
            ["mosquitto_pub", "-u", "zigbee2mqtt", "-P", "its-own", "-t", "x", "-n"], check=False, capture_output=True
        ).returncode
        == 0
    ),
)
reads(41)
process = app()
until("the app is healthy", lambda: status("http://172.30.32.33:8099/health") == 200, 120)
config = (root / "config/loam.yaml").read_text()
check("its config has the probe that spoke", "zigbee2mqtt/basil" in config and "broker: './mqtt'" in config, config)
check(
    "a neighbour gets neither the page nor the broker", [status(f"http://172.30.32.33:8099{path}") for path in ("/", "/mqtt")] == [403, 403]
)
names = subprocess.run(["ps", "-eo", "user=,args="], check=True, capture_output=True, text=True).stdout
check(
    "what people reach runs without root",
    all(not line.startswith("root") for line in names.splitlines() if "loam run" in line or "loam-web" in line),
    names,
)
gate = ingress()
until("the ingress answers", lambda: status("http://127.0.0.1:8123/") == 200)
with sync_playwright() as player:
    pages = player.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page, frame, told = look(pages, "the first start")
    reads(12)
    frame.locator(".card", has_text="12").first.wait_for(timeout=PATIENCE * 1000)
    print("ok: a reading reaches the page through the ingress", flush=True)
    page.screenshot(path=str(pictures / "app.png"))
    check("without a complaint of the browser", not told, str(told))

    # A backup of Home Assistant, and a garden that comes back from it.
    check("a backup is made while it runs", app("backup").wait(60) == 0 and (root / "data/garden.tar").exists())
    ends(process, "stopped by the Supervisor, it ends")
    subprocess.run(["rm", "-rf", root / "data/store", root / "data/push"], check=True)
    for file in (root / "config").iterdir():
        file.unlink()
    process = app()
    until("brought back, it is healthy", lambda: status("http://172.30.32.33:8099/health") == 200, 120)
    check("with the config that it had", (root / "config/loam.yaml").read_text() == config)
    look(pages, "brought back")
    pages.close()


# A program that is killed is started again, and the others go on. A config that is wrong ends the app.
def pid(name):
    return subprocess.run(["pgrep", "-o", "-f", f"^{name}"], check=False, capture_output=True, text=True).stdout.strip()


before = {name: pid(name) for name in ("loam run", "loam-web", "nginx: master")}
os.kill(int(before["loam run"]), signal.SIGKILL)
until("a bridge that was killed is started again", lambda: pid("loam run") not in ("", before["loam run"]))
check("and the others went on", all(pid(name) == before[name] for name in ("loam-web", "nginx: master")), str(before))
(root / "config/loam.yaml").write_text(config + "watering: {}\n")
os.kill(int(pid("loam run")), signal.SIGKILL)
process.wait(30)
check(
    "a config that is wrong ends the app, and its log says why",
    "loam.yaml:" in log.read_text().splitlines()[-8:].__str__(),
    log.read_text()[-800:],
)
for other in (gate, mosquitto):
    other.terminate()
print("DONE", flush=True)
