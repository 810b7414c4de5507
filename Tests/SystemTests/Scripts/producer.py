"""What the scripts of producers share: a bridge under test, its states of plants, and steps that wait.

Works with paho-mqtt 1 and 2.
"""

import json
import subprocess
import sys
import time

import paho.mqtt.client as mqtt

state = {}


def _on_message(_, __, m):
    state[m.topic.removeprefix("plants/v1/").removeprefix("state/")] = json.loads(m.payload) if m.payload else None


def client():
    version = getattr(mqtt, "CallbackAPIVersion", None)
    return mqtt.Client(version.VERSION2) if version else mqtt.Client()


class Bridge:
    """`loam run` with a config; `watch` is a client of the same broker."""

    def __init__(self, loam, config, port):
        self.command, self.port, self.process, self.more = [loam, "run", "--config", config], port, None, lambda: ""
        self.watch = client()
        self.watch.on_message = _on_message
        self.watch.connect("127.0.0.1", port)
        self.watch.subscribe([("plants/v1/state/#", 1), ("plants/v1/bridge/status", 1)])
        self.watch.loop_start()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)
        # It subscribes before it says so.
        self.until("the bridge runs", lambda: (state.get("bridge/status") or {}).get("online"))

    def plant(self, name, key="m"):
        return (state.get("plant/" + name) or {}).get(key)

    def until(self, step, condition, seconds=150, says=lambda: None):
        """`says`: what the device does now, and again and again until it is heard."""
        end = time.time() + seconds
        again = 0
        while not condition():
            if time.time() > end:
                self.fail(step)
            if time.time() > again:
                says()
                again = time.time() + 5
            time.sleep(0.02)
        print("ok:", step)

    def fail(self, step):
        plants = {topic: document for topic, document in state.items() if topic.startswith(("plant/", "detail/"))}
        print("FAILED:", step, "\nplants:", json.dumps(plants), self.more())
        if self.process:
            self.process.kill()
        sys.exit(1)

    def end(self):
        self.process.terminate()
        if self.process.wait(20) != 0:
            self.fail("the bridge ends well")
        print("ok: all")
