"""What the page's test needs around it: a broker, the bridge, devices, a web server as strict as `loam web`, a browser."""

import gzip
import http.server
import json
import os
import pathlib
import signal
import subprocess
import threading
import time

import paho.mqtt.client as mqtt

from page_checks import LIMIT
from loopback import Broker, free_port

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "manifest-src 'self'; worker-src 'self'"
)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}
PASSWORD = "a long password"


def until(test, what="it", seconds=LIMIT):
    """Waits for something that comes by itself."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = test()
        if value:
            return value
        time.sleep(0.03)
    raise AssertionError(f"{what} did not come within {seconds} s")


class PageBroker(Broker):
    """With a websockets port that also serves the page's files, and one account with a password."""

    def __init__(self, folder, page):
        super().__init__(folder, because="who has no account, and who has one, is what a page asks")
        self.web_port = free_port()
        # Since 2.1 a websockets listener serves no files: that is a listener of its own.
        said = subprocess.run(["mosquitto", "-h"], capture_output=True, text=True).stdout
        is_apart = tuple(int(part) for part in said.split("version ")[1].split()[0].split(".")[:2]) >= (2, 1)
        self.files_port = free_port() if is_apart else self.web_port
        files = f"listener {self.files_port} 127.0.0.1\nprotocol http_api\n" if is_apart else ""
        self.passwords = folder / "passwords"
        self.passwords.touch(mode=0o600)
        subprocess.run(["mosquitto_passwd", "-b", str(self.passwords), "bob-tablet", PASSWORD], check=True)
        self.settings = (
            f"password_file {self.passwords}\nset_tcp_nodelay true\n"
            f"listener {self.web_port} 127.0.0.1\nprotocol websockets\nsocket_domain ipv4\n{files}http_dir {page}\n"
        )


class Bridge:
    def __init__(self, loam, folder, port):
        text = (pathlib.Path(__file__).parent / "page.yaml").read_text().replace("port: 1883", f"port: {port}")
        self.config = folder / "page.yaml"
        self.config.write_text(text + f"store: {{path: {folder}/store}}\n")
        self.loam, self.process = loam, None
        self.log = open(folder / "bridge.log", "ab")

    def start(self):
        self.process = subprocess.Popen([self.loam, "run", "--config", str(self.config)], stdout=subprocess.DEVNULL, stderr=self.log)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()


class Demo:
    """`loam demo`: the garden that has a history within a minute. In a terminal of its own, so that it does not answer by itself."""

    def __init__(self, loam, folder):
        log = folder / "demo.log"
        log.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            ["script", "-qfc", f"{loam} demo --seed 4", str(log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.log = log
        self.port = int(until(self._port, "the demo's broker"))
        self.web_port = self.port + 1

    def _port(self):
        text = self.log.read_bytes().decode(errors="replace") if self.log.exists() else ""
        _, found, rest = text.partition("loam topics --port ")
        digits = "".join(c for c in rest[:6] if c.isdigit())
        return digits if found and len(rest) > 6 else None

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


class Devices:
    """Probes, a valve and a thermostat as zigbee2mqtt shows them, and a phone of somebody else's."""

    def __init__(self, port):
        self.valve_delay, self.heater_delay, self.heater = 0.3, 1.5, 18
        self.orders, self.seen, self.soil, self.lock = [], {}, {}, threading.Lock()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="devices", protocol=mqtt.MQTTv5)
        self.client.on_connect = lambda c, *_: c.subscribe(
            [
                ("zigbee2mqtt/+/set", mqtt.SubscribeOptions(qos=1)),
                ("plants/v1/state/#", mqtt.SubscribeOptions(qos=1)),
                ("plants/v1/d/+/up/#", mqtt.SubscribeOptions(qos=1)),
                ("plants/v1/d/+/dn/ack", mqtt.SubscribeOptions(qos=1)),
            ]
        )
        self.client.on_message = self._heard
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def _heard(self, client, _, message):
        with self.lock:
            self.seen.setdefault(message.topic, []).append((time.time(), message.payload))
        if message.topic == "zigbee2mqtt/bed-valve/set":
            order = json.loads(message.payload)
            self.orders.append(order)
            self._later(self.valve_delay, "zigbee2mqtt/bed-valve", {"state": order["state"]})
        if message.topic == "zigbee2mqtt/heater/set":
            self.heater = json.loads(message.payload)["occupied_heating_setpoint"]
            self._later(self.heater_delay, "zigbee2mqtt/heater", {"occupied_heating_setpoint": self.heater})

    def _later(self, seconds, topic, document):
        threading.Timer(seconds, lambda: self.client.publish(topic, json.dumps(document), qos=1)).start()

    def probe(self, plant, moisture, temperature=21):
        self.client.publish(
            f"zigbee2mqtt/{plant}", json.dumps({"soil_moisture": moisture, "temperature": temperature, "battery": 71}), qos=1
        )

    def settle(self, plant, moisture):
        """Lets the soil come to a moisture on the other side of the dry limit of 30 %, in steps that the bridge believes."""
        soil = self.soil.get(plant, moisture)
        while soil - moisture > 18:
            soil = max(soil - 18, 31) if soil > 31 else soil - 18
            self.probe(plant, soil)
        self.soil[plant] = moisture
        said = 0.0

        def is_seen():
            # A probe says its value again by itself: the bridge may still be on its way back to the broker when it is first said.
            nonlocal said
            if time.monotonic() - said > 3:
                said = time.monotonic()
                self.probe(plant, moisture)
            return ((self.last(f"plants/v1/state/plant/{plant}") or {}).get("s") == "dry") == (moisture < 30)

        until(is_seen, f"{plant} at {moisture} %")

    def report_heater(self):
        self.client.publish("zigbee2mqtt/heater", json.dumps({"occupied_heating_setpoint": self.heater, "local_temperature": 17}), qos=1)

    def report_valve(self):
        self.client.publish("zigbee2mqtt/bed-valve", json.dumps({"state": "OFF"}), qos=1)

    def publish(self, topic, payload, retain=False):
        body = payload if isinstance(payload, (bytes, str)) else json.dumps(payload)
        self.client.publish(topic, body, qos=1, retain=retain)

    def heard(self, topic):
        with self.lock:
            return list(self.seen.get(topic, []))

    def last(self, topic):
        heard = self.heard(topic)
        return json.loads(heard[-1][1]) if heard and heard[-1][1] else None

    def stop(self):
        self.client.loop_stop()
        self.client.disconnect()


class Web:
    """Serves the page as `loam web` does: the policy as a header, names that last, gzip where it is beside the file."""

    def __init__(self, page, config, photos=None):
        self.page, self.config, self.photos = pathlib.Path(page), config, photos or {}
        room = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                path = self.path.split("?")[0].lstrip("/") or "index.html"
                file = (room.page / path).resolve()
                if path == "config.json":
                    return self.answer(json.dumps(room.config).encode(), ".json")
                if path in room.photos:
                    return self.answer(room.photos[path], ".png")
                if not file.is_file() or room.page.resolve() not in file.parents:
                    return self.answer(b"", ".html", 404)
                packed = file.with_name(file.name + ".gz")
                if packed.exists() and "gzip" in self.headers.get("Accept-Encoding", ""):
                    return self.answer(packed.read_bytes(), file.suffix, 200, "gzip")
                self.answer(file.read_bytes(), file.suffix)

            def answer(self, body, suffix, status=200, encoding=None):
                self.send_response(status)
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("X-Content-Type-Options", "nosniff")
                self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
                if encoding:
                    self.send_header("Content-Encoding", encoding)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()


def packs_are_true(page):
    return all(gzip.decompress(f.read_bytes()) == f.with_suffix("").read_bytes() for f in pathlib.Path(page).rglob("*.gz"))
