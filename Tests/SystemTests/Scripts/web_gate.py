"""The web process from outside: its files, and who is let in."""

import base64
import gzip
import http.client
import os
import re
import socket
import ssl
import subprocess

from web_kit import Web, check, folder, make_page, until, web_memory


def pages():
    make_page()
    with Web() as web:
        for host in ("127.0.0.1", "::1"):
            answer = web.ask("/", host=host)
            check(answer.status == 200 and answer.body == b"<!doctype html>", f"{host}: {answer.status}")
        for path, kind in {
            "/": "text/html; charset=utf-8",
            "/index.html": "text/html; charset=utf-8",
            "/app.js": "text/javascript; charset=utf-8",
            "/style-0123abcd.css": "text/css; charset=utf-8",
            "/manifest.webmanifest": "application/manifest+json; charset=utf-8",
            "/icons/192.png": "image/png",
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
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }.items():
            for path in ("/", "/nothing", "/metrics", "/api/v1/plants"):
                check(web.ask(path).headers[header] == value, f"{path}: {header}")
        policy = web.ask("/").headers["Content-Security-Policy"]
        check("default-src 'none'; script-src 'self'; style-src 'self'" in policy, policy)
        check("connect-src 'self' ws: wss:;" in policy and "unsafe" not in policy, policy)
        check(web.ask("/").headers["Set-Cookie"] is None and web.ask("/").headers["Server"] is None, "says no more")

        for path in (
            "/../secret/key.txt",
            "/..%2fsecret/key.txt",
            "/%2e%2e/secret/key.txt",
            "/icons/../../secret/key.txt",
            "/icons/..%5c..%5csecret",
            "/link.txt",
            "/etc/passwd",
            "/icons/up/index.html",
            "/.hidden",
            "//index.html",
            "/./index.html",
            "/index.html/",
            "/icons",
            "/icons/",
            "/app.js.gz",
            "/index.html%00",
            "/%",
            "/%zz",
            "/" + "a/" * 500,
            "/\\index.html",
            "/INDEX.HTML",
            "/api",
            "/api/v1",
            "/api/v1/plants/",
            "/metrics/",
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
        until(lambda: web.ask("/new.html").status == 200, "a page that was built anew is found")
        os.remove(f"{folder}/page/new.html")
        os.symlink("../secret/key.txt", f"{folder}/page/new.html")
        check(web.ask("/new.html").status == 404, "a file that became a link is served")
        os.remove(f"{folder}/page/new.html")


def hostile(web):
    host = b"Host: localhost\r\n"
    for data, codes in (
        (b"GET / HTTP/1.1\r\n\r\n", "421 400"),
        (b"GET / HTTP/1.0\r\n\r\n", "421 400"),
        (b"GET http://evil.example/../secret/key.txt HTTP/1.1\r\n" + host + b"\r\n", "400 404 421"),
        (b"GET http://evil/healthz HTTP/1.1\r\n" + host + b"\r\n", "421"),
        (b"GET HTTP://evil/ HTTP/1.1\r\n" + host + b"\r\n", "421"),
        (b"GET http://localhost@evil/ HTTP/1.1\r\n" + host + b"\r\n", "421"),
        (b"GET http://localhost/sw.js HTTP/1.1\r\nHost: evil\r\n\r\n", "200"),
        (b"GET http://localhost?a HTTP/1.1\r\n" + host + b"\r\n", "200"),
        (b"GET /sw.js HTTP/1.1\r\n" + host + b"Host: evil\r\n\r\n", "400"),
        (b"GET /sw.js HTTP/1.1\r\n" + host + host + b"\r\n", "400"),
        (b"GET http://localhost/ HTTP/1.1\r\n" + host + host + b"\r\n", "400"),
        (b"CONNECT evil.example:443 HTTP/1.1\r\n" + host + b"\r\n", "400 405 421"),
        (b"GET /" + b"a" * 4000 + b" HTTP/1.1\r\n" + host + b"\r\n", "414"),
        (b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 100_000 + b"\r\n\r\n", "400 431"),
        (b"GET / HTTP/1.1\r\n" + host + b"X: a\r\n" * 5000 + b"\r\n", "400 431"),
        (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 9999999999\r\n\r\n" + b"a" * 100_000, "405"),
        (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n\r\nhello", "413"),
        (b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "413"),
        (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 413"),
        (b"GET / HTTP/9.9\r\n" + host + b"\r\n", "400 505"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "400"),
        (b"\x00" * 5000, "400"),
        (b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n", "400 421"),
        (b"GET /\xff\xfe HTTP/1.1\r\n" + host + b"\r\n", "400 404"),
    ):
        back = web.raw(data, wait=3)
        status = back.split(b" ", 2)[1].decode() if back.startswith(b"HTTP/") else ""
        check(status in codes.split() or (back == b""), f"{data[:60]!r}: {back[:60]!r}")
        check(not status.startswith("5") or status == "505", f"{data[:60]!r}: {status}")
    pipelined = web.raw(
        (b"GET /sw.js HTTP/1.1\r\n" + host + b"\r\n") * 5 + b"GET /sw.js HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
    )
    check(pipelined.count(b"HTTP/1.1 200 OK") == 6, "requests behind each other are answered in order")
    half_requests(web)
    crowd = []
    for _ in range(300):
        try:
            crowd.append(socket.create_connection(("127.0.0.1", web.port), timeout=60))
        except OSError:
            break
    check(web_memory(web) < 120_000, "a crowd costs memory without bound")
    for link in crowd:
        link.close()

    def is_served():
        try:
            return web.ask("/sw.js").status == 200
        except OSError:
            return False

    until(is_served, "served after a crowd")
    figures = web.ask("/metrics").body.decode()
    refused = re.search(r"^loam_web_connections_refused_total (\d+)$", figures, re.M)
    check(int(refused[1]) >= 200, f"refused connections are counted: {refused[0]}")


def half_requests(web):
    """Slow strangers at many addresses take every place there is; who comes with a whole request is answered all the same."""

    def link(address):
        one = socket.create_connection(("127.0.0.1", web.port), timeout=60, source_address=(address, 0))
        one.sendall(b"GET /sw.js HTTP/1.1\r\nHost: loc")
        return one

    for addresses in (3, 8):
        crowd = [link(f"127.0.1.{n + 1}") for n in range(addresses) for _ in range(48)]
        for _ in range(10):
            check(web.ask("/sw.js").status == 200, f"{addresses} addresses with half requests keep everybody out")
        for one in crowd:
            one.close()
    figures = web.ask("/metrics").body.decode()
    displaced = re.search(r"^loam_web_connections_displaced_total (\d+)$", figures, re.M)
    check(int(displaced[1]) >= 1, f"half requests make room: {displaced[0]}")


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
            answer = web.ask("/", Authorization=f"Bearer guess-{guess}")
            if answer.status == 429:
                break
        check(guess < 20, f"a guesser may go on for {guess} guesses")
        # Of that answer: a second later a guess may be allowed again.
        check(answer.headers["Retry-After"] is not None, "told when to come again")

    with Web() as web:
        # Behind each other on one connection: a busy machine that asks one by one asks slower than is allowed.
        asked = b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\n"
        back = web.raw((asked + b"\r\n") * 599 + asked + b"Connection: close\r\n\r\n")
        codes = [int(code) for code in re.findall(rb"HTTP/1\.1 (\d+) ", back)]
        check(codes.count(429) > 0 and codes[:200].count(200) == 200, f"a rate that is bounded, and not too low: {codes}")
        counted = re.compile(r'^loam_web_requests_total\{code="429"\} [1-9]', re.M)
        until(lambda: counted.search(web.ask("/metrics").body.decode()), "counted, and answered again")


def doors_closed():
    """Without a token nobody listens to the network."""
    web = Web("  listen: 0.0.0.0\n")
    result = subprocess.run(web.program + ["--config", web.config], capture_output=True, text=True, timeout=150)
    check(result.returncode == 78 and "no token keeps strangers out" in result.stderr, result.stderr)
    os.makedirs(f"{folder}/tls", exist_ok=True)
    certify()
    lines = (
        f"  listen: 0.0.0.0\n  token_file: {folder}/token\n"
        f"  tls: {{certificate_file: {folder}/tls/cert.pem, key_file: {folder}/tls/key.pem}}\n"
        "  page: {broker: 'wss://garden.example/mqtt'}\n"
    )
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
        renewal(web, trusting)
    broken = Web(lines.replace("key.pem", "cert.pem"))
    result = subprocess.run(broken.program + ["--config", broken.config], capture_output=True, text=True, timeout=150)
    check(result.returncode == 69 and "loam-web:" in result.stderr, f"{result.returncode}: {result.stderr}")
    taken = Web()
    with socket.create_server(("127.0.0.1", taken.port)):
        result = subprocess.run(taken.program + ["--config", taken.config], capture_output=True, text=True, timeout=150)
    check(result.returncode == 69 and result.stderr, f"a taken port: {result.returncode}: {result.stderr}")


def certify():
    """A new pair in place of the one before, as a renewal writes it: one file after the other."""
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    files = ["-keyout", f"{folder}/tls/key.new", "-out", f"{folder}/tls/cert.new"]
    subprocess.run(["openssl", *words.split(), *files], check=True, capture_output=True)
    for name in ("cert", "key"):
        os.replace(f"{folder}/tls/{name}.new", f"{folder}/tls/{name}.pem")


def renewal(web, trusting):
    """New connections get a renewed certificate; one that is open stays open, and half a renewal changes nothing."""
    token = {"Authorization": "Bearer correct-horse-battery-staple"}
    link = http.client.HTTPSConnection("127.0.0.1", web.port, timeout=60, context=trusting)

    def asked():
        link.request("GET", "/healthz", headers=token)
        answer = link.getresponse()
        return answer.read() and link.sock.getsockname()

    opened = asked()
    old = open(f"{folder}/tls/key.pem").read()
    certify()
    new = open(f"{folder}/tls/key.pem").read()
    with open(f"{folder}/tls/key.pem", "w") as file:
        file.write(old)
    check(web.ask("/", context=trusting, **token).status == 200, "half a renewal is taken over")
    with open(f"{folder}/tls/key.pem", "w") as file:
        file.write(new)
    renewed = ssl.create_default_context(cafile=f"{folder}/tls/cert.pem")
    check(web.ask("/", context=renewed, **token).status == 200, "the renewed certificate is not taken over")
    try:
        web.ask("/", context=trusting, **token)
        check(False, "the old certificate is still shown")
    except ssl.SSLCertVerificationError:
        pass
    check(asked() == opened, "the open connection was dropped")
    link.close()
