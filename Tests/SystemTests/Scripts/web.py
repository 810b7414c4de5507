"""The web process from outside: web.py <part> <loam> <config> <folder>.

Parts: pages (files and the gate), doors (token, TLS, rates), life (a real bridge beside it), api (the description, validated
and fuzzed), demo (as the demo's child). Exit 0: all held.
"""
import base64
import gzip
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time

part, loam, config, folder = sys.argv[1:5]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


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
            self.program + ["--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.environment)
        line = self.process.stdout.readline()
        check(line.startswith("Loam's page: http"), f"said {line!r}: {self.failure()}")
        self.address = line.split(": ", 1)[1].strip()
        return self

    def failure(self):
        return self.process.stderr.read() if self.process.poll() is not None else ""

    def __exit__(self, kind, *_):
        begun = time.monotonic()
        self.process.terminate()
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("SIGTERM did not end it within 5 s")
        took = time.monotonic() - begun
        if kind is None:
            check(code == 0, f"ended with {code}: {self.process.stderr.read()}")
            check(took < 2, f"took {took:.1f} s to end")

    def ask(self, path, method="GET", host="127.0.0.1", port=None, context=None, **headers):
        kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
        more = {"context": context} if context else {}
        link = kind(host, port or self.port, timeout=10, **more)
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

    def raw(self, data, wait=10):
        """What comes back for these bytes, until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as link:
            back = b""
            try:
                link.sendall(data)
                while chunk := link.recv(65536):
                    back += chunk
            except (ConnectionError, socket.timeout):
                pass
            return back


def make_page():
    page = f"{folder}/page"
    os.makedirs(f"{page}/icons", exist_ok=True)
    os.makedirs(f"{folder}/secret", exist_ok=True)
    with open(f"{folder}/secret/key.txt", "w") as file:
        file.write("top secret")
    for name, text in {
        "index.html": "<!doctype html>", "app.js": "let a = 1;" * 200, "style-0123abcd.css": "a{}", "sw.js": "s",
        "manifest.webmanifest": "{}", "icons/192.png": "png", ".hidden": "top secret",
    }.items():
        with open(f"{page}/{name}", "w") as file:
            file.write(text)
    with open(f"{page}/app.js.gz", "wb") as file:
        file.write(gzip.compress(b"let a = 1;" * 200))
    for link, target in {"link.txt": "../secret/key.txt", "etc": "/etc", "icons/up": ".."}.items():
        if not os.path.lexists(f"{page}/{link}"):
            os.symlink(target, f"{page}/{link}")


def pages():
    make_page()
    with Web() as web:
        for host in ("127.0.0.1", "::1"):
            answer = web.ask("/", host=host)
            check(answer.status == 200 and answer.body == b"<!doctype html>", f"{host}: {answer.status}")
        for path, kind in {
            "/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8",
            "/app.js": "text/javascript; charset=utf-8", "/style-0123abcd.css": "text/css; charset=utf-8",
            "/manifest.webmanifest": "application/manifest+json; charset=utf-8", "/icons/192.png": "image/png",
        }.items():
            answer = web.ask(path)
            check(answer.status == 200 and answer.headers["Content-Type"] == kind, f"{path}: {answer.headers}")
        check("immutable" in web.ask("/style-0123abcd.css").headers["Cache-Control"], "hashed names may be kept")
        check(web.ask("/sw.js").headers["Cache-Control"] == "no-cache", "others are asked for anew")

        packed = web.ask("/app.js", Accept_Encoding="br, gzip;q=0.8")
        check(packed.headers["Content-Encoding"] == "gzip", "gzip where it is taken")
        check(gzip.decompress(packed.body) == web.ask("/app.js").body, "packed and plain are the same")
        check(web.ask("/app.js", Accept_Encoding="gzip;q=0").headers["Content-Encoding"] is None, "q=0 is no")
        tag = packed.headers["ETag"]
        check(tag != web.ask("/app.js").headers["ETag"], "each form has a tag of its own")
        again = web.ask("/app.js", Accept_Encoding="gzip", If_None_Match=f'"x", W/{tag}')
        check(again.status == 304 and again.body == b"", f"not changed: {again.status}")
        head = web.ask("/app.js", method="HEAD")
        check(head.status == 200 and head.body == b"" and head.headers["Content-Length"] == "2000", "HEAD")

        for header, value in {
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        }.items():
            for path in ("/", "/nothing", "/metrics", "/api/v1/plants"):
                check(web.ask(path).headers[header] == value, f"{path}: {header}")
        policy = web.ask("/").headers["Content-Security-Policy"]
        check("default-src 'none'; script-src 'self'; style-src 'self'" in policy, policy)
        check("connect-src 'self' ws: wss:;" in policy and "unsafe" not in policy, policy)
        check(web.ask("/").headers["Set-Cookie"] is None and web.ask("/").headers["Server"] is None, "says no more")

        for path in (
            "/../secret/key.txt", "/..%2fsecret/key.txt", "/%2e%2e/secret/key.txt", "/icons/../../secret/key.txt",
            "/icons/..%5c..%5csecret", "/link.txt", "/etc/passwd", "/icons/up/index.html", "/.hidden", "//index.html",
            "/./index.html", "/index.html/", "/icons", "/icons/", "/app.js.gz", "/index.html%00", "/%", "/%zz",
            "/" + "a/" * 500, "/\\index.html", "/INDEX.HTML", "/api", "/api/v1", "/api/v1/plants/", "/metrics/",
        ):
            answer = web.ask(path)
            check(answer.status == 404, f"{path}: {answer.status}")
            check(b"secret" not in answer.body and b"root:" not in answer.body, path)

        for name in ("evil.example", "evil.example:80", "localhost.evil.example", "[::2]", "127.0.0.1.nip.io"):
            answer = web.ask("/", Host=name)
            check(answer.status == 421 and b"doctype" not in answer.body, f"{name}: {answer.status}")
        for name in ("localhost", f"localhost:{web.port}", "[::1]", "127.0.0.1:1"):
            check(web.ask("/", Host=name).status == 200, name)

        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            answer = web.ask("/", method=method)
            check(answer.status == 405 and answer.headers["Allow"] == "GET, HEAD", f"{method}: {answer.status}")
        hostile(web)

        with open(f"{folder}/page/new.html", "w") as file:
            file.write("new")
        deadline = time.monotonic() + 5
        while web.ask("/new.html").status != 200:
            check(time.monotonic() < deadline, "a page that was built anew is not found")
            time.sleep(0.1)
        os.remove(f"{folder}/page/new.html")
        os.symlink("../secret/key.txt", f"{folder}/page/new.html")
        check(web.ask("/new.html").status == 404, "a file that became a link is served")
        os.remove(f"{folder}/page/new.html")


def hostile(web):
    host = b"Host: localhost\r\n"
    for data, codes in (
        (b"GET / HTTP/1.1\r\n\r\n", "421 400"), (b"GET / HTTP/1.0\r\n\r\n", "421 400"),
        (b"GET http://evil.example/../secret/key.txt HTTP/1.1\r\n" + host + b"\r\n", "400 404 421"),
        (b"CONNECT evil.example:443 HTTP/1.1\r\n" + host + b"\r\n", "400 405 421"),
        (b"GET /" + b"a" * 4000 + b" HTTP/1.1\r\n" + host + b"\r\n", "414"),
        (b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 100_000 + b"\r\n\r\n", "400 431"),
        (b"GET / HTTP/1.1\r\n" + host + b"X: a\r\n" * 5000 + b"\r\n", "400 431"),
        (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 9999999999\r\n\r\n" + b"a" * 100_000, "405"),
        (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n\r\nhello", "413"),
        (b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "413"),
        (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 413"),
        (b"GET / HTTP/9.9\r\n" + host + b"\r\n", "400 505"), (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "400"),
        (b"\x00" * 5000, "400"), (b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n", "400 421"),
        (b"GET /\xff\xfe HTTP/1.1\r\n" + host + b"\r\n", "400 404"),
    ):
        back = web.raw(data, wait=3)
        status = back.split(b" ", 2)[1].decode() if back.startswith(b"HTTP/") else ""
        check(status in codes.split() or (back == b""), f"{data[:60]!r}: {back[:60]!r}")
        check(not status.startswith("5") or status == "505", f"{data[:60]!r}: {status}")
    pipelined = web.raw((b"GET /sw.js HTTP/1.1\r\n" + host + b"\r\n") * 5 + b"GET /sw.js HTTP/1.1\r\n" + host
                        + b"Connection: close\r\n\r\n", wait=3)
    check(pipelined.count(b"HTTP/1.1 200 OK") == 6, "requests behind each other are answered in order")
    crowd = []
    for _ in range(300):
        try:
            crowd.append(socket.create_connection(("127.0.0.1", web.port), timeout=2))
        except OSError:
            break
    check(web_memory(web) < 120_000, "a crowd costs memory without bound")
    for link in crowd:
        link.close()
    deadline = time.monotonic() + 5
    while True:
        try:
            if web.ask("/sw.js").status == 200:
                break
        except OSError:
            pass
        check(time.monotonic() < deadline, "not served after a crowd")
        time.sleep(0.1)
    figures = web.ask("/metrics").body.decode()
    refused = re.search(r"^loam_web_connections_refused_total (\d+)$", figures, re.M)
    check(int(refused[1]) >= 200, f"refused connections are counted: {refused[0]}")


def web_memory(web):
    status = open(f"/proc/{web.process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


def doors():
    make_page()
    token = "correct-horse-battery-staple"
    with open(f"{folder}/token", "w") as file:
        file.write(token + "\n")
    basic = base64.b64encode(f"anna:{token}".encode()).decode()
    paths = ("/", "/metrics", "/healthz", "/config.json", "/openapi.json", "/api/v1/plants", "/nothing")
    with Web(f"  token_file: {folder}/token\n") as web:
        for path in paths:
            closed = web.ask(path)
            check(closed.status == 401, f"{path} without a token: {closed.status}")
            check(closed.headers["WWW-Authenticate"].startswith("Basic "), "a browser must be told to ask")
        for way in (f"Bearer {token}", f"Basic {basic}"):
            check(web.ask("/", Authorization=way).status == 200, way)
        for way in (f"Bearer {token}x", f"Bearer {token[:-1]}", "Basic " + token, f"Digest {token}", "Bearer", "x" * 5000):
            check(web.ask("/", Authorization=way).status in (401, 429), way[:40])
        for guess in range(60):
            if web.ask("/", Authorization=f"Bearer guess-{guess}").status == 429:
                break
        check(guess < 20, f"a guesser may go on for {guess} guesses")
        check(web.ask("/").headers["Retry-After"] is not None, "told when to come again")

    with Web() as web:
        codes = [web.ask("/sw.js").status for _ in range(600)]
        check(codes.count(429) > 0 and codes[:200].count(429) == 0, "a rate that is bounded, and not too low")
        time.sleep(1.2)
        figures = web.ask("/metrics").body.decode()
        check(re.search(r'^loam_web_requests_total\{code="429"\} [1-9]', figures, re.M), "counted")



def doors_closed():
    """Without a token nobody listens to the network."""
    web = Web("  listen: 0.0.0.0\n")
    result = subprocess.run(web.program + ["--config", web.config], capture_output=True, text=True, timeout=20)
    check(result.returncode == 78 and "no token keeps strangers out" in result.stderr, result.stderr)
    os.makedirs(f"{folder}/tls", exist_ok=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", f"{folder}/tls/key.pem",
         "-out", f"{folder}/tls/cert.pem"], check=True, capture_output=True)
    lines = (f"  listen: 0.0.0.0\n  token_file: {folder}/token\n"
             f"  tls: {{certificate_file: {folder}/tls/cert.pem, key_file: {folder}/tls/key.pem}}\n"
             "  page: {broker: 'wss://garden.example/mqtt'}\n")
    with Web(lines) as web:
        check(web.address.startswith("https://"), web.address)
        trusting = ssl.create_default_context(cafile=f"{folder}/tls/cert.pem")
        answer = web.ask("/", context=trusting, Authorization="Bearer correct-horse-battery-staple", Host="a.example")
        check(answer.status == 200, f"over TLS: {answer.status}")
        check("connect-src 'self' wss://garden.example;" in answer.headers["Content-Security-Policy"], "the broker alone")
        check(web.ask("/", context=trusting).status == 401, "over TLS without a token")
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            web.ask("/", context=old)
            check(False, "TLS 1.1 is spoken")
        except (ssl.SSLError, ConnectionError):
            pass
        check(b"HTTP/1.1 200" not in web.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", wait=3), "plain on TLS")
    broken = Web(lines.replace("key.pem", "cert.pem"))
    result = subprocess.run(broken.program + ["--config", broken.config], capture_output=True, text=True, timeout=20)
    check(result.returncode == 69 and "loam-web:" in result.stderr, f"{result.returncode}: {result.stderr}")
    taken = Web()
    with socket.create_server(("127.0.0.1", taken.port)):
        result = subprocess.run(taken.program + ["--config", taken.config], capture_output=True, text=True, timeout=20)
    check(result.returncode == 69 and result.stderr, f"a taken port: {result.returncode}: {result.stderr}")


class Bridge:
    """`loam run` with the same plants, until the block ends."""

    def __init__(self):
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            [loam, "run", "--config", config], stderr=open(f"{folder}/bridge.log", "a"), stdin=subprocess.DEVNULL)
        return self

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(timeout=20)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def publish(topic, text):
    subprocess.run(["mosquitto_pub", "-p", broker_port(), "-q", "1", "-t", topic, "-m", text], check=True)


def broker_port():
    return re.search(r"port: (\d+)", open(config).read())[1]


def until(truth, what, seconds=40):
    deadline = time.monotonic() + seconds
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
            time.sleep(1.1)
        until(lambda: plant(web, "basil").get("state", {}).get("moisture"), "the reading is seen")


def lint(text):
    result = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
    check(result.returncode == 0 and not result.stderr, f"promtool: {result.stderr} {result.stdout}")


def life():
    make_page()
    with Web() as web:
        quiet = web.ask("/metrics").body.decode()
        check("\nloam_up 0\n" in quiet, "no bridge, not up")
        lint(quiet)
        health = web.ask("/healthz")
        check(health.status == 503 and not json.loads(health.body)["hub"]["ok"], f"{health.status} {health.body}")
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
            check("offline" in look(web, "/healthz")["hub"]["reason"], "and says so")
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
        [f"{tools}/schemathesis", "run", description, "--url", f"http://localhost:{web.port}", "--seed", "7",
         "--max-examples", "60", "--phases", "examples,coverage,fuzzing", "--rate-limit", "50/s",
         "--no-color", "--generation-database", "none", "--exclude-checks", "positive_data_acceptance",
         "--max-time", "25"],
        capture_output=True, text=True, cwd=folder)
    print("\n".join(result.stdout.splitlines()[-40:]))
    check(result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:])
    figures = web.ask("/metrics").body.decode()
    check(not re.search(r'^loam_web_requests_total\{code="50\d"\} [1-9]', figures.replace('code="503"', ""), re.M),
          "an answer of the 5xx kind")


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
    bare = subprocess.run([f"{house}/loam", "demo", "--seconds", "2"], capture_output=True, text=True, timeout=60)
    check(bare.returncode == 0 and bare.stdout.startswith("No page: "), f"without a page: {bare.stdout[:300]} {bare.stderr}")
    os.rename(f"{folder}/page", f"{house}/page")
    for how in (signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen([f"{house}/loam", "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        check(line.startswith("The page of this garden: http://localhost:"), f"first of all the address: {line!r}")
        web = Web.__new__(Web)
        web.port = int(re.search(r":(\d+)/", line)[1])
        check(web.ask("/").status == 200, "the page")
        told = look(web, "/config.json")
        broker = int(re.fullmatch(r"ws://127\.0\.0\.1:(\d+)", told["broker"])[1])
        check(told["device"] == "dashboard", f"{told}")
        socket.create_connection(("127.0.0.1", broker), timeout=5).close()
        until(lambda: look(web, "/healthz")["ok"], "the demo's bridge is heard, and its history read")
        until(lambda: all("state" in one for one in look(web, "/api/v1/plants")["plants"]), "every plant is known")
        until(lambda: points(web), "its history grows", 60)
        check("\nloam_up 1\n" in web.ask("/metrics").body.decode(), "up")
        children = running(f"{house}/loam-web")
        check(children, "no child")
        process.send_signal(how)
        process.wait(timeout=20)
        until(lambda: not running(house), f"left after {how.name}: {running(house)}", 10)
        until(lambda: not running(str(broker - 1)), "the broker is left", 10)
        process.stdout.close()
        process.stderr.close()


PARTS = {"pages": [pages], "doors": [doors, doors_closed], "life": [life], "api": [api], "demo": [demo]}
if __name__ == "__main__":
    for one in PARTS[part]:
        one()
    print(f"{part}: all held")
