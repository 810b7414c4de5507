"""A real Firefox with nobody at the screen: what pushes to it, what shows its notifications, and who drives it."""

# Signatures of D-Bus stand as annotations.
# ruff: noqa: F722, F821
import asyncio
import base64
import contextlib
import http.server
import json
import os
import pathlib
import queue
import shutil
import socket
import ssl
import subprocess
import threading
import time
import uuid

from dbus_next import BusType
from dbus_next.aio import MessageBus
from dbus_next.service import ServiceInterface, method, signal
from loopback import MORTAL, free_port, wait_for_listener
from strict_web import wrong_post
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

PREFERENCES = {
    "dom.push.connection.enabled": True,
    "dom.push.testing.allowInsecureServerURL": True,
    "permissions.default.desktop-notification": 1,
    "dom.webnotifications.actions.enabled": True,
    "alerts.useSystemBackend": True,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Loop:
    """An event loop on a thread of its own."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def wait(self, work, seconds=30):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)


class PushService:
    """Speaks with Firefox as Mozilla's service does, and takes posts as RFC 8030 has it. `faults`: what the real one would refuse.

    As there, a browser that comes again stays who it is, and what it has not acknowledged is sent to it again.
    """

    def __init__(self, loop, folder):
        self.loop, self.channels, self.posts, self.faults, self.answers = loop, {}, [], [], []
        self.port, self.socket, self.unacknowledged = free_port(), None, {}
        loop.wait(self._listen())
        self.tls_port = free_port()
        self.certificate = f"{folder}/push-ca.pem"
        words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
        subprocess.run(
            ["openssl", *words.split(), "-keyout", f"{folder}/push-key.pem", "-out", self.certificate], check=True, capture_output=True
        )
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                status, headers = service.post(self.path, dict(self.headers.items()), body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()
                if status == 201:
                    service.pass_on(self.path, body)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", self.tls_port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, f"{folder}/push-key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    async def _listen(self):
        # A browser on a busy machine is not gone because it answers no ping for a while.
        self.server = await serve(self._browser, "127.0.0.1", self.port, ping_interval=None)

    async def _browser(self, link):
        self.socket = link
        with contextlib.suppress(ConnectionClosed):
            await self._serve(link)

    async def _serve(self, link):
        async for text in link:
            said = json.loads(text)
            kind = said.get("messageType")
            if kind == "hello":
                own = said.get("uaid") or uuid.uuid4().hex
                await link.send(json.dumps({"messageType": "hello", "status": 200, "uaid": own, "use_webpush": True}))
                for message in list(self.unacknowledged.values()):
                    await link.send(message)
            elif kind == "ack":
                for one in said["updates"]:
                    self.unacknowledged.pop(one["version"], None)
            elif kind == "register":
                channel = said["channelID"]
                endpoint = self.endpoint(f"/push/{channel}")
                self.channels[f"/push/{channel}"] = channel
                await link.send(json.dumps({"messageType": "register", "channelID": channel, "status": 200, "pushEndpoint": endpoint}))
            elif kind == "unregister":
                self.channels.pop(f"/push/{said['channelID']}", None)
                await link.send(json.dumps({"messageType": "unregister", "channelID": said["channelID"], "status": 200}))
            elif kind is None:
                await link.send("{}")

    def endpoint(self, path):
        return f"https://127.0.0.1:{self.tls_port}{path}"

    def post(self, path, headers, body):
        small = {name.lower(): value for name, value in headers.items()}
        wrong = wrong_post(small, body)
        if wrong:
            self.faults.append(f"{path}: {wrong}")
            return 400, {}
        status, more = self.answers.pop(0) if self.answers else (201 if path in self.channels else 410, {})
        self.posts.append({"path": path, "headers": small, "body": body, "status": status, "at": time.monotonic()})
        return status, more

    def pass_on(self, path, body):
        data = base64.urlsafe_b64encode(body).decode().rstrip("=")
        version = uuid.uuid4().hex
        message = {"messageType": "notification", "channelID": self.channels[path], "version": version, "ttl": 60}
        message |= {"data": data, "headers": {"encoding": "aes128gcm"}}
        if not self.channels[path]:
            return
        self.unacknowledged[version] = json.dumps(message)
        with contextlib.suppress(ConnectionClosed):
            self.loop.wait(self.socket.send(self.unacknowledged[version]))


class Desktop(ServiceInterface):
    """What shows notifications on a desktop. Source: freedesktop.org, Desktop Notifications Specification 1.2."""

    def __init__(self):
        super().__init__("org.freedesktop.Notifications")
        self.shown, self.last = queue.Queue(), 0

    @method()
    def GetCapabilities(self) -> "as":
        return ["actions", "body", "persistence"]

    @method()
    def GetServerInformation(self) -> "ssss":
        return ["test", "loam", "1", "1.2"]

    @method()
    def Notify(self, name: "s", old: "u", icon: "s", title: "s", body: "s", actions: "as", hints: "a{sv}", expires: "i") -> "u":
        self.last = old or self.last + 1
        self.shown.put({"id": self.last, "title": title, "body": body, "actions": actions, "at": time.monotonic()})
        return self.last

    @method()
    def CloseNotification(self, which: "u"):
        self.NotificationClosed(which, 3)

    @signal()
    def NotificationClosed(self, which, reason) -> "uu":
        return [which, reason]

    @signal()
    def ActionInvoked(self, which, action) -> "us":
        return [which, action]


class Screen:
    """A session bus with such a desktop on it."""

    def __init__(self, loop):
        self.loop = loop
        self.daemon = subprocess.Popen(
            [*MORTAL, "dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True
        )
        self.address = self.daemon.stdout.readline().strip()
        self.desktop = Desktop()
        loop.wait(self._join())

    async def _join(self):
        self.bus = await MessageBus(bus_address=self.address, bus_type=BusType.SESSION).connect()
        self.bus.export("/org/freedesktop/Notifications", self.desktop)
        await self.bus.request_name("org.freedesktop.Notifications")

    def next(self, seconds=60):
        """The next notification that is shown, or `None`."""
        with contextlib.suppress(queue.Empty):
            return self.desktop.shown.get(timeout=seconds)

    def press(self, notification, label):
        """The action's id stands before its label."""
        actions = notification["actions"]
        name = actions[actions.index(label) - 1] if label else "default"
        self.loop.loop.call_soon_threadsafe(self.desktop.ActionInvoked, notification["id"], name)
        return time.monotonic()

    def close(self):
        self.daemon.kill()


class Firefox:
    """Driven by Marionette, its own protocol: a length, a colon, and JSON."""

    def __init__(self, folder, bus, push_port):
        self.port, self.number = free_port(), 0
        profile = pathlib.Path(folder) / "firefox"
        shutil.rmtree(profile, ignore_errors=True)
        profile.mkdir(parents=True)
        preferences = PREFERENCES | {"dom.push.serverURL": f"ws://127.0.0.1:{push_port}/", "marionette.port": self.port}
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in preferences.items()))
        environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": bus, "NO_AT_BRIDGE": "1", "HOME": str(folder), "MOZ_HEADLESS": "1"}
        self.log = open(f"{folder}/firefox.log", "ab")
        self.process = subprocess.Popen(
            [*MORTAL, "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=self.log,
            stderr=self.log,
            env=environment,
            start_new_session=True,
        )
        wait_for_listener(self.port, self.process)
        self.link = socket.create_connection(("127.0.0.1", self.port), timeout=180)
        self.stream = self.link.makefile("rb")
        self._read()
        self.command("WebDriver:NewSession", {"capabilities": {}})

    def _read(self):
        digits = b""
        while (one := self.stream.read(1)) != b":":
            digits += one
        return json.loads(self.stream.read(int(digits)))

    def command(self, name, parameters=None):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters or {}]).encode()
        self.link.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self._read()
        if error:
            raise SystemExit(f"Firefox: {error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) else result

    def open(self, address):
        self.command("WebDriver:Navigate", {"url": address})

    def run(self, script, *values):
        return self.command("WebDriver:ExecuteScript", {"script": script, "args": list(values), "newSandbox": False})

    def wait_for(self, script, what, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.run(script):
                return value
            time.sleep(0.05)
        raise SystemExit(f"{what}: not within {seconds} s; the page says: {self.run('return document.body.innerText')[-1500:]}")

    def close(self):
        os.killpg(self.process.pid, 9)
        self.process.wait()
