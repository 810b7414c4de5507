"""What a cell of the fault matrix is made of: a broker, a bridge, two pipes with a valve each, and a phone. See faults.py.

A pipe knows when water really runs: `beyond` is measured there, on the monotonic clock, and nowhere else.
"""

import json
import os
import shutil
import signal
import struct
import subprocess
import threading
import time
import uuid

import paho.mqtt.client as mqtt

from node import HouseBroker

# They say what they were told.
LIARS = ("lying", "hung")
BASE, PHONE = "plants/v1", "anna-phone"


def new_id():
    t = int(time.time() * 1000)
    bits = uuid.uuid4().int
    return str(uuid.UUID(int=(t << 80) | (0x7 << 76) | (bits & (0xFFF << 64)) | (0b10 << 62) | (bits & ((1 << 62) - 1))))


def client(port, name, on_message, topics, clean=True):
    """A connected client with its own thread; it comes back by itself when the broker does."""
    c = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
    c.on_message = on_message
    c.on_connect = lambda c, *_: c.subscribe([(t, 1) for t in topics])
    c.reconnect_delay_set(min_delay=0.2, max_delay=0.5)
    options = mqtt.Properties(mqtt.PacketTypes.CONNECT)
    options.SessionExpiryInterval = 0 if clean else 600
    c.connect("127.0.0.1", port, keepalive=60, clean_start=clean, properties=options)
    c.loop_start()
    return c


NODE_ORDER, NODE_STATE = "greenhouse/bed/run", "greenhouse/switch/bed/state"


def scripted(m):
    """Topic and words of a message; those of ESPHome's firmware as the scripted valve in its place would have them."""
    topic, text = m.topic, m.payload.decode(errors="replace")
    if topic == NODE_ORDER:
        return "pipe/timed/set", "OFF" if text == "0" else "ON"
    return "pipe/timed" if topic == NODE_STATE else topic, text


class FaultyBroker(HouseBroker):
    def __init__(self, folder):
        super().__init__(f"{folder}/broker", "persistence true\nlog_dest none\nautosave_interval 1\nautosave_on_changes true\n")
        self.start()

    def forget(self):
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def freeze(self, seconds):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)


class Bridge:
    """`loam run` in a machine of its own: clocks that can be set, a boot id, and a disk that remembers what was synced."""

    def __init__(self, loam, folder, name, config, shim):
        self.loam, self.folder, self.shim, self.process = loam, f"{folder}/{name}", shim, None
        os.makedirs(self.folder + "/durable")
        self.config_path, self.store = self.folder + "/loam.yaml", self.folder + "/store"
        self.offsets = [0, 0]
        self.set_clock(0)
        self.boot()
        self.write(config)

    def write(self, config):
        with open(self.config_path, "w") as f:
            f.write(json.dumps({**config, "store": {"path": self.store}}, indent=1))  # JSON is YAML

    def boot(self):
        with open(self.folder + "/boot", "w") as f:
            f.write(f"{uuid.uuid4()}\n")

    def set_clock(self, wall, uptime=None):
        """Seconds added to the wall clock, and to the time since boot."""
        self.offsets[0] = int(wall * 1000)
        if uptime is not None:
            self.offsets[1] = int(uptime * 1000)
        with open(self.folder + "/clock", "r+b" if os.path.exists(self.folder + "/clock") else "wb") as f:
            f.write(struct.pack("<qq", *self.offsets))

    def start(self):
        env = {**os.environ, "MACHINE": self.folder, "LD_PRELOAD": self.shim}
        with open(self.folder + "/log", "ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", self.loam, "run", "--config", self.config_path], stdout=log, stderr=log, env=env
            )

    def kill(self):
        self.process.kill()
        self.process.wait()

    def reload(self):
        self.process.send_signal(signal.SIGHUP)

    def stop(self):
        """With SIGTERM; one that stood still is woken for it."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.kill()

    def power_cut(self, uptime):
        """Only what was synced is left; another boot begins, `uptime` seconds ago."""
        self.kill()
        shutil.rmtree(self.store, ignore_errors=True)
        shutil.copytree(self.folder + "/durable", self.store)
        self.boot()
        self.set_clock(self.offsets[0] / 1000, uptime - time.clock_gettime(time.CLOCK_BOOTTIME))


class Pipe:
    """A valve and the water in it.

    `topic` carries its state, `topic`/set its commands. `timed`: it takes the run time of zigbee2mqtt and closes by itself.
    `device`: how it behaves, see DEVICES in faults.py.
    """

    def __init__(self, port, name, topic, timed, device):
        self.port, self.name, self.topic, self.timed, self.device = port, name, topic, timed, device
        self.lock = threading.RLock()
        self.is_open, self.opened_at, self.runs, self.timer = False, None, [], None
        self.closes, self.opens, self.hooks, self.deaf_until, self.stuck = 0, 0, {}, 0, False
        self.says, self.has_lied, self.is_mute, self.told = False, False, False, lambda is_open: None
        self.client = self.connect()
        if device == "lying":
            self.meter()
        if device == "replay":
            self.send("ON", retain=True)

    # What it hears.
    def on_message(self, _, __, m):
        _, text = scripted(m)
        order = json.loads(text) if text.startswith("{") else {"state": text}
        opens = order.get("state") == "ON"
        seconds = order.get("on_time") if self.timed else None
        self.hook("open heard" if opens else "close heard")
        if self.device == "deaf" and time.monotonic() < self.deaf_until and not opens:
            return
        delay = 1.0 if self.device == "slow" else 0
        if self.device == "unit" and seconds:
            seconds *= 60
        self.later(delay, lambda: self.obey(opens, seconds))
        if self.device == "duplicate":
            self.later(0.4, lambda: self.obey(opens, seconds))

    def later(self, delay, what):
        if delay == 0:
            return what()
        t = threading.Timer(delay, what)
        t.daemon = True
        t.start()

    def hook(self, name):
        with self.lock:
            what = self.hooks.pop(name, None)
        if what:
            threading.Thread(target=what, daemon=True).start()

    # What it does.
    def obey(self, opens, seconds):
        with self.lock:
            if opens:
                self.opens += 1
                self.turn(True)
                if self.timer:
                    self.timer.cancel()
                if seconds:
                    self.timer = threading.Timer(seconds, self.run_out)
                    self.timer.daemon = True
                    self.timer.start()
            else:
                self.closes += 1
                if self.device in LIARS and self.is_open and not self.has_lied:
                    self.has_lied = True
                else:
                    self.turn(False)
            self.says = opens
        self.later(0.5 if self.device == "slow" else 0, self.report)
        self.hook("open told" if opens else "close told")

    def run_out(self):
        """Its own timer works, whatever it makes of commands."""
        with self.lock:
            self.turn(False)
            self.says = False
        self.report()

    def turn(self, opens):
        now = time.monotonic()
        if opens and not self.is_open:
            self.is_open, self.opened_at = True, now
            self.told(True)
        elif not opens and self.is_open and not self.stuck:
            self.is_open = False
            self.runs.append((self.opened_at, now))
            self.told(False)

    # What it says.
    def report(self):
        with self.lock:
            is_open = self.says if self.device in LIARS else self.is_open
        self.send("ON" if is_open else "OFF", retain=self.device == "replay")
        if self.device == "duplicate":
            self.later(0.3, lambda: self.send("ON" if self.is_open else "OFF"))

    def send(self, state, retain=False):
        if self.is_mute:
            return
        self.client.publish(self.topic, json.dumps({"state": state}) if self.timed else state, qos=1, retain=retain)

    def go_offline(self, seconds):
        self.client.disconnect()
        self.client.loop_stop()
        self.later(seconds, self.come_back)

    def come_back(self):
        self.client = self.connect()
        self.report()

    def connect(self):
        for _ in range(200):
            try:
                return client(self.port, f"{self.name}-valve", self.on_message, self.hears())
            except OSError:  # the broker is away too
                time.sleep(0.2)
        raise RuntimeError("no broker")

    def hears(self):
        return [self.topic + "/set"]

    def meter(self):
        """A meter in the pipe does not lie."""
        self.client.publish(self.topic + "/flow", "2.0" if self.is_open else "0.0", qos=1)
        self.later(0.5, self.meter)

    def close_by_hand(self):
        with self.lock:
            self.stuck = False
            self.turn(False)
        self.report()

    def beyond(self, end):
        """Seconds of water after `end`, at worst to this moment."""
        with self.lock:
            runs = self.runs + ([(self.opened_at, time.monotonic())] if self.is_open else [])
        return max([0.0] + [b - max(a, end) for a, b in runs if b > end])

    @property
    def litres(self):
        """Seconds of water in all."""
        with self.lock:
            return sum(b - a for a, b in self.runs) + (time.monotonic() - self.opened_at if self.is_open else 0)


class NodePipe(Pipe):
    """A pipe with ESPHome's firmware and the valve of config/esphome-valve.yaml: water runs while its pin is high."""

    def __init__(self, port, name, node):
        self.says_state, self.is_low = threading.Event(), threading.Event()
        super().__init__(port, name, "greenhouse", True, "esphome")
        node.turned = self.turned
        node.start()
        self.await_node()
        self.closes = 0

    def await_node(self):
        """Until it obeys: it says its state before it hears."""
        if not self.says_state.wait(60):
            raise RuntimeError("the firmware does not say how its valve is")
        self.is_low.clear()
        end = time.monotonic() + 60
        while not self.is_low.wait(0.2):
            if time.monotonic() > end:
                raise RuntimeError("the firmware does not close its valve")
            self.client.publish(NODE_ORDER, "0", qos=1)

    def hears(self):
        return [NODE_ORDER, NODE_STATE]

    def on_message(self, client, data, m):
        if m.topic == NODE_STATE:
            self.says_state.set()
        else:
            super().on_message(client, data, m)

    def obey(self, opens, seconds):
        """The node does."""
        self.opens, self.closes = self.opens + opens, self.closes + (not opens)

    def turned(self, is_high):
        with self.lock:
            self.turn(is_high)
        if not is_high:
            self.is_low.set()


class Phone:
    """Asks for water and keeps what it is shown."""

    def __init__(self, port):
        self.activities, self.notes, self.states, self.orders, self.acks = {}, [], {}, {}, {}
        self.lock = threading.Lock()
        self.client = client(
            port, PHONE, self.on_message, [f"{BASE}/d/{PHONE}/dn/#", f"{BASE}/state/#", "+/+/set", NODE_ORDER], clean=False
        )

    def on_message(self, _, __, m):
        now = time.monotonic()
        doc = None
        if m.payload.startswith(b"{"):
            doc = json.loads(m.payload)
        topic, text = scripted(m)
        with self.lock:
            if topic.endswith("/set"):
                self.orders.setdefault(topic.split("/")[1], []).append((now, text))
            elif m.topic.endswith("/dn/activity"):
                self.activities.setdefault(doc["activity"]["id"], []).append(doc)
            elif m.topic.endswith("/dn/notify"):
                self.notes.append((now, doc))
            elif m.topic.endswith("/dn/ack"):
                self.acks.setdefault(doc["re"], []).append(doc["code"])
            elif "/state/" in m.topic:
                self.states[m.topic.split("/state/")[1]] = doc

    def water(self, plant, seconds, at, retain=False):
        doc = {
            "v": 1,
            "id": new_id(),
            "category": "WATERING_CONTROL",
            "action": "water_start",
            "plant": plant,
            "value": seconds,
            "at": int(at),
        }
        self.send(doc, retain)
        return doc

    def ask_nonsense(self, at):
        """Its id: the answer comes behind everything that was said before."""
        doc = {"v": 1, "id": new_id(), "category": "WATERING_CONTROL", "action": "nonsense", "at": int(at)}
        self.send(doc)
        return doc["id"]

    def opens(self, valve):
        """How often it was told to open, since the start."""
        with self.lock:
            return sum("ON" in text for _, text in self.orders.get(valve, []))

    def send(self, doc, retain=False):
        self.client.publish(f"{BASE}/d/{PHONE}/up/action", json.dumps(doc), qos=1, retain=retain)

    def first_open(self, valve):
        with self.lock:
            return next((at for at, text in self.orders.get(valve, []) if "ON" in text), None)

    def alarm(self, valve):
        """When the valve was first named as one that does not close."""
        with self.lock:
            return next((at for at, doc in self.notes if doc["note"]["key"] == f"valve-{valve}"), None)
