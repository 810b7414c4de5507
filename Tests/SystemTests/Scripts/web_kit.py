"""What the parts of web.py share: the programs under test, and questions to them."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import gzip

from loopback import free_port

part, loam, config, folder = sys.argv[1:5]


def check(truth, what):
    if not truth:
        raise SystemExit(f"{part}: {what}")


class Web:
    """`loam web` with a config of its own, until the block ends; SIGTERM must end it within 2 s."""

    def __init__(self, lines="", program=None, environment=None, name="web"):
        self.port = free_port()
        self.config = f"{folder}/{name}-{self.port}.yaml"
        self.lines = lines
        self.write()
        self.program = program or [loam, "web"]
        self.environment = dict(os.environ, **(environment or {}))

    def write(self, plants=""):
        text = open(config).read()
        text = text.replace("plants:\n", "plants:\n" + plants)
        with open(self.config + ".new", "w") as file:
            file.write(text + f"web:\n  port: {self.port}\n  page_folder: {folder}/page\n" + self.lines)
        os.replace(self.config + ".new", self.config)

    def __enter__(self):
        self.process = subprocess.Popen(
            self.program + ["--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment
        )
        line = self.process.stdout.readline()
        check(line.startswith("Loam's page: http"), f"said {line!r}: {self.failure()}")
        self.address = line.split(": ", 1)[1].strip()
        return self

    def failure(self):
        return self.process.stderr.read() if self.process.poll() is not None else ""

    def __exit__(self, kind, *_):
        self.process.terminate()
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("SIGTERM did not end it within a minute") from None
        if kind is None:
            check(code == 0, f"ended with {code}: {self.process.stderr.read()}")

    def ask(self, path, method="GET", host="127.0.0.1", port=None, context=None, **headers):
        kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
        more = {"context": context} if context else {}
        link = kind(host, port or self.port, timeout=60, **more)
        try:
            link.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                link.putheader(name.replace("_", "-"), value)
            link.endheaders()
            answer = link.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            link.close()

    def raw(self, data, wait=60):
        """What comes back for these bytes, until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as link:
            back = b""
            try:
                link.sendall(data)
                while chunk := link.recv(65536):
                    back += chunk
            except (TimeoutError, ConnectionError):
                pass
            return back


def make_page():
    page = f"{folder}/page"
    os.makedirs(f"{page}/icons", exist_ok=True)
    os.makedirs(f"{folder}/secret", exist_ok=True)
    with open(f"{folder}/secret/key.txt", "w") as file:
        file.write("top secret")
    for name, text in {
        "index.html": "<!doctype html>",
        "app.js": "let a = 1;" * 200,
        "style-0123abcd.css": "a{}",
        "sw.js": "s",
        "manifest.webmanifest": "{}",
        "icons/192.png": "png",
        ".hidden": "top secret",
    }.items():
        with open(f"{page}/{name}", "w") as file:
            file.write(text)
    with open(f"{page}/app.js.gz", "wb") as file:
        file.write(gzip.compress(b"let a = 1;" * 200))
    for link, target in {"link.txt": "../secret/key.txt", "etc": "/etc", "icons/up": ".."}.items():
        if not os.path.lexists(f"{page}/{link}"):
            os.symlink(target, f"{page}/{link}")


def web_memory(web):
    status = open(f"/proc/{web.process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


class Bridge:
    """`loam run` with the same plants, until the block ends."""

    def __init__(self):
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            [loam, "run", "--config", config], stderr=open(f"{folder}/bridge.log", "a"), stdin=subprocess.DEVNULL
        )
        return self

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(timeout=150)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def publish(topic, text):
    subprocess.run(["mosquitto_pub", "-p", broker_port(), "-q", "1", "-t", topic, "-m", text], check=True)


def broker_port():
    return re.search(r"port: (\d+)", open(config).read())[1]


def until(truth, what):
    deadline = time.monotonic() + 120
    while not (found := truth()):
        check(time.monotonic() < deadline, what)
        time.sleep(0.2)
    return found


def look(web, path):
    return json.loads(web.ask(path).body)


def plant(web, name):
    return next((one for one in look(web, "/api/v1/plants")["plants"] if one["id"] == name), {})


def points(web, query=""):
    return look(web, "/api/v1/plants/basil/history" + query).get("points", [])


def fill(web):
    """Readings on their way into the history: a bridge writes them at its end at the latest."""
    with Bridge():
        until(lambda: web.ask("/healthz").status == 200, "healthy with the bridge")
        for value in ("61", "61.5", "62"):
            publish("garden/basil/moisture", value)
            # The history keeps one value of a second.
            time.sleep(1.1)
        until(lambda: plant(web, "basil").get("state", {}).get("moisture"), "the reading is seen")


def lint(text):
    result = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
    check(result.returncode == 0 and not result.stderr, f"promtool: {result.stderr} {result.stdout}")


def alerts(text):
    """The shipped alerts do what their tests say; they and the dashboard speak of figures that there are, in words that Prometheus reads."""
    deploy = pathlib.Path(__file__).resolve().parents[3] / "deploy"
    rules = deploy / "prometheus"
    result = subprocess.run(["promtool", "test", "rules", "loam.rules.test.yml"], cwd=rules, capture_output=True, text=True)
    check(result.returncode == 0, f"promtool: {result.stderr} {result.stdout}")
    asked = re.findall(r"expr: *(.*)", (rules / "loam.rules.yml").read_text())
    panels = json.loads((deploy / "grafana/loam-gardens.json").read_text())["panels"]
    drawn = [target["expr"].replace("$garden", ".*") for panel in panels for target in panel["targets"]]
    for name in set(re.findall(r"loam_\w+", "\n".join(asked + drawn))):
        check(f"# TYPE {name} " in text, f"{name} is asked for, and no figure")
    recorded = [{"record": f"panel:{i}", "expr": expr} for i, expr in enumerate(drawn)]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"groups": [{"name": "dashboard", "rules": recorded}]}, file)
        file.flush()
        result = subprocess.run(["promtool", "check", "rules", file.name], capture_output=True, text=True)
    check(result.returncode == 0 and f"{len(drawn)} rules found" in result.stdout, f"promtool: {result.stderr} {result.stdout}")


def running(words):
    """Processes whose command line has these words."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            line = open(f"/proc/{entry}/cmdline").read() if entry.isdigit() else ""
        except OSError:
            continue
        if words in line and int(entry) != os.getpid():
            found.append(int(entry))
    return found
