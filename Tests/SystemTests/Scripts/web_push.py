"""Web Push, the whole way: web_push.py LOAM CONFIG FOLDER PAGE.

A real bridge, loam-push and loam-web with a mosquitto that has the shipped access rules; Firefox without a screen, whose page is closed;
a push service and a desktop of the test's own. Prints what it measured; ends with 0 when all held.
"""

import base64
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import time
import uuid

import http_ece
from browser_room import Firefox, Loop, PushService, Screen
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from loopback import MORTAL, Broker, free_port
from py_vapid import Vapid02

loam, source, folder, page = sys.argv[1:5]
PASSWORD, BASE, DEVICE = "a-long-password", "plants/v1", "anna-browser"
ACCOUNTS = ("loam", "loam-push", "loam-web", DEVICE, "bob-phone", "zigbee2mqtt", "observer")
MEASURED = [f"plant-{number}" for number in range(5)]
root = pathlib.Path(__file__).parents[3]


def is_bound():
    """As everybody is told; `None`: nothing."""
    told = ear.last("bridge/channels")
    return told["channels"][0]["bound"] if told else None


def all_said(key):
    """Whether that reminder is over for every browser, and nothing waits to be sent."""
    with contextlib.closing(sqlite3.connect(f"{folder}/push/push.sqlite")) as store:
        rows = store.execute("SELECT memory FROM courier").fetchall()
    items = [item for (memory,) in rows for item in json.loads(memory)["items"]]
    return all(item["sent"] == item["version"] and (item["key"] != key or "open" not in item["fate"]) for item in items)


def check(truth, what):
    if not truth:
        logs = "\n".join(f"--- {name}\n{open(f'{folder}/{name}').read()[-1500:]}" for name in ("loam.log", "push.log"))
        raise SystemExit(f"web push: {what}\n{logs}")


def until(what, found, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.01)
    check(False, f"{what}: not within {seconds} s")


def broker():
    passwords = f"{folder}/passwords"
    pathlib.Path(passwords).touch(mode=0o600)
    for name in ACCOUNTS:
        subprocess.run(["mosquitto_passwd", "-b", passwords, name, PASSWORD], check=True)
    rights = f"{folder}/loam.acl"
    lines = f"topic read {BASE}/d/{DEVICE}/dn/#\ntopic write {BASE}/d/{DEVICE}/up/#\n"
    text = (root / "deploy/loam.acl").read_text()
    text = text.replace("user loam-push\n", f"user loam-push\n{lines}")
    pathlib.Path(rights).write_text(f"user observer\ntopic read #\ntopic write {BASE}/d/+/dn/context\n\n{text}")
    pathlib.Path(rights).chmod(0o600)
    one = Broker(pathlib.Path(folder) / "rights", because="it has rules of its own, for pages alone")
    one.web_port = free_port()
    one.settings = (
        f"use_username_as_clientid true\npassword_file {passwords}\nacl_file {rights}\nset_tcp_nodelay true\n"
        f"listener {one.web_port} 127.0.0.1\nprotocol websockets\nsocket_domain ipv4\nuse_username_as_clientid true\n"
    )
    return one


class Ear:
    """What the broker carries, with the moment at which it came."""

    def __init__(self, port):
        self.heard = []
        import paho.mqtt.client as mqtt

        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="observer", protocol=mqtt.MQTTv5)
        self.client.username_pw_set("observer", PASSWORD)
        self.client.on_connect = lambda client, *_: client.subscribe(f"{BASE}/#", 1)
        self.client.on_message = lambda _, __, m: self.heard.append((m.topic, m.payload, time.monotonic()))
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def documents(self, topic):
        return [(json.loads(payload) if payload else None, at) for name, payload, at in list(self.heard) if name == f"{BASE}/{topic}"]

    def last(self, topic):
        return (self.documents(topic) or [(None, 0)])[-1][0]


def publish(account, topic, document):
    words = ["-p", str(mqtt.port), "-u", account, "-P", PASSWORD, "-q", "1", "-t", topic, "-m", json.dumps(document)]
    subprocess.run(["mosquitto_pub", *words], check=True)


def dry(plant):
    publish("zigbee2mqtt", f"zigbee2mqtt/{plant}", {"soil_moisture": 20})


def is_open(plant):
    return ear.last(f"state/reminder/water-{plant}") is not None


def measured(plant):
    """From accepted to shown, and from pressed to the ack."""
    sent, acks = len(push.posts), len(ear.documents(f"d/{DEVICE}/dn/ack"))
    dry(plant)
    note = see(plant)
    check(note["actions"][1::2][1:3] == ["Done", "Later"], f"the most important ones: {note}")
    pressed = screen.press(note, "Done")
    until(f"{plant} is answered", lambda: len(ear.documents(f"d/{DEVICE}/dn/ack")) > acks)
    ack, at = ear.documents(f"d/{DEVICE}/dn/ack")[acks]
    check(ack["ok"] and ack["code"] == "accepted", f"{ack}")
    until(f"{plant} is closed", lambda: not is_open(plant))
    check(f"✓ {DEVICE}" in see(plant, answerable=False)["body"], "what became of it is not said")
    return note["at"] - push.posts[sent]["at"], at - pressed


def see(plant, answerable=True):
    """The next notification of that plant that can be answered, or that cannot any more."""
    while True:
        note = screen.next()
        posted = [post["status"] for post in push.posts]
        check(note, f"{plant}, {'with' if answerable else 'without'} buttons is not shown; posted {posted}, open {is_open(plant)}")
        if plant in note["title"].lower() and ("Done" in note["actions"]) == answerable:
            return note


def coded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class OwnBrowser:
    """A subscription whose keys the test has: PyPI's readers of the two standards judge what is sent to it."""

    def __init__(self, path):
        self.path, self.key, self.auth = path, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        push.channels[path] = None

    def registration(self, **more):
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        now = int(time.time())
        document = {"v": 1, "id": str(uuid.uuid4()), "at": now, "service": "web", "use": "alerts", "auth": coded(self.auth)}
        return document | {"endpoint": push.endpoint(self.path), "p256dh": coded(point)} | more

    def posts(self):
        return [post for post in push.posts if post["path"] == self.path]

    def read(self, post):
        headers = {"authorization": post["headers"]["authorization"]}
        check(Vapid02.verify(headers["authorization"]), "py-vapid does not accept the authorization")
        return json.loads(http_ece.decrypt(post["body"], private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def register(document):
    publish(DEVICE, f"{BASE}/d/{DEVICE}/up/push", document)
    acks = lambda: [ack for ack, _ in ear.documents(f"d/{DEVICE}/dn/ack") if ack and ack.get("re") == document["id"]]  # noqa: E731
    return until("a registration is answered", acks)[-1]["code"]


def start(words, log):
    said = open(f"{folder}/{log}", "ab")
    return subprocess.Popen([*MORTAL, *words, "--config", config], stdout=said, stderr=said, env=environment)


def settings(web_port, device=DEVICE):
    text = re.sub(r"broker: {.*}", f"broker: {{host: 127.0.0.1, port: {mqtt.port}, username: loam, password_env: W}}", open(source).read())
    sensors = "".join(f"  {one}-probe: {{family: zigbee2mqtt, topic: zigbee2mqtt/{one}}}\n" for one in MEASURED)
    plants = "".join(f"  {one}: {{name: {one}, sensors: {one}-probe, dry_below: 30%, dwell: 0s}}\n" for one in MEASURED)
    text = text.replace("sensors:\n", f"sensors:\n{sensors}", 1).replace("plants:\n", f"plants:\n{plants}", 1)
    return (
        text.replace("anna-browser", device)
        + f"""
push: {{path: {folder}/push, account: {{username: loam-push, password_env: W}}}}
channels:
  {device}: {{kind: web, page: "http://127.0.0.1:{web_port}", services: ["127.0.0.1:{push.tls_port}"], ca_file: {push.certificate}, most: 2}}
web:
  port: {web_port}
  page_folder: {page}
  account: {{username: loam-web, password_env: W}}
  page: {{broker: "ws://127.0.0.1:{mqtt.web_port}/", device: {device}}}
"""
    )


def unheard(note, label, plant, meanwhile=lambda: None):
    """It is answered while the house cannot be reached, and stays in the browser."""
    mqtt.stop()
    screen.press(note, label)
    kept = see(plant, answerable=False)
    check("not sent yet" in kept["body"], f"{kept}")
    meanwhile()
    said = {topic: len(ear.documents(topic)) for topic in ("bridge/status", f"d/{DEVICE}/dn/push")}
    mqtt.start()
    until("bridge and loam-push are back", lambda: all(len(ear.documents(topic)) > count for topic, count in said.items()), 40)


def in_worker_store(script):
    """Runs in the browser with the answers that the worker keeps."""
    firefox.open(address + "licenses.txt")
    opened = """
      const [done] = arguments;
      const opening = indexedDB.open('loam-push');
      opening.onsuccess = () => { const answers = opening.result.transaction('answers', 'readwrite').objectStore('answers'); %s };
    """
    return firefox.command("WebDriver:ExecuteAsyncScript", {"script": opened % script, "args": []})


def let_it_expire():
    """As if its time had passed."""
    changed = in_worker_store("""
      const asked = answers.getAll();
      asked.onsuccess = () => {
        for (const one of asked.result) answers.put({ ...one, document: { ...one.document, exp: one.document.at - 1 } });
        done(asked.result.length);
      };
    """)
    check(changed == 1, f"{changed} answers are kept")


loop = Loop()
push, mqtt = PushService(loop, folder), broker().start()
config, web_port = f"{folder}/web-push.yaml", free_port()
environment = {**os.environ, "W": PASSWORD}
pathlib.Path(config).write_text(settings(web_port))
ear = Ear(mqtt.port)
with contextlib.ExitStack() as stack:
    stack.callback(mqtt.stop)
    screen = Screen(loop)
    stack.callback(screen.close)
    for words, log in (
        ([loam, "run"], "loam.log"),
        ([os.path.join(os.path.dirname(loam), "loam-push"), "run"], "push.log"),
        ([loam, "web"], "web.log"),
    ):
        stack.callback(start(words, log).kill)
    firefox = Firefox(folder, screen.address, push.port)
    stack.callback(firefox.close)
    until("the bridge is up", lambda: (ear.last("bridge/status") or {}).get("online"), 60)
    until("the page is offered the channel", lambda: ear.last(f"d/{DEVICE}/dn/push"))
    until("everybody sees that no browser is reached", lambda: is_bound() is False)

    # A person turns notifications on and closes the page.
    address = f"http://127.0.0.1:{web_port}/"
    firefox.open(address)
    firefox.run("sessionStorage.setItem('loam.account', JSON.stringify({device: arguments[0], password: arguments[1]}))", DEVICE, PASSWORD)
    firefox.open(address + "?again#/bridge")
    firefox.wait_for(
        "return [...document.querySelectorAll('button')].some((b) => b.textContent === 'Turn on' && b.checkVisibility())", "the switch"
    )
    firefox.run("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Turn on').click()")
    firefox.wait_for(
        "return [...document.querySelectorAll('button')].some((b) => b.textContent === 'Turn off' && b.checkVisibility())", "it is on"
    )
    until("it is registered", lambda: any(a and a["code"] == "accepted" for a, _ in ear.documents(f"d/{DEVICE}/dn/ack")))
    until("everybody sees that one is", is_bound, 30)
    check(not any(topic.endswith("/up/push") for topic in open(f"{folder}/loam.log").read().split()), "the bridge heard a registration")
    firefox.open("about:blank")

    # Dry, pushed, shown, pressed, closed. How long that takes is said and not judged: it is the neighbours' on a busy machine.
    times = [measured(plant) for plant in MEASURED]
    slow, acked = max(shown for shown, _ in times), max(answered for _, answered in times)
    print(f"accepted → shown {slow * 1000:.0f} ms, pressed → ack {acked * 1000:.0f} ms, at the most of {len(times)}")

    # Somebody else answers: what stands there says so.
    dry("fern")
    note = see("fern")
    now = int(time.time())
    answer = {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_REMINDER", "action": "water_done", "plant": "fern", "at": now}
    publish("bob-phone", f"{BASE}/d/bob-phone/up/action", answer)
    over = see("fern", answerable=False)
    check("✓ bob-phone" in over["body"], f"{over}")

    # The house cannot be reached: the answer is kept, and goes with the next push.
    dry("gourd")
    unheard(see("gourd"), "Later", "gourd")
    dry("hosta")
    note = see("hosta")
    until("gourd is put off", lambda: (ear.last("state/reminder/water-gourd") or {}).get("state") == "snoozed")
    screen.press(note, "Done")
    until("hosta is closed", lambda: not is_open("hosta"))

    # What is kept for too long is dropped with the next push, which says so, and the reminder is still open.
    dry("kiwi")
    unheard(see("kiwi"), "Done", "kiwi", meanwhile=let_it_expire)
    dry("lily")
    screen.press(see("lily"), "Done")
    dropped = see("kiwi", answerable=False)
    check("too late, not sent" in dropped["body"], f"{dropped}")
    until("lily is closed", lambda: not is_open("lily"))
    answers = [action for action, _ in ear.documents(f"d/{DEVICE}/up/action") if action and action["key"] == "water-kiwi"]
    check(is_open("kiwi") and not answers, f"an answer acted after its time: {answers}")

    # PyPI's readers of RFC 8291 and RFC 8292 accept what is sent; 413 shortens, 429 waits, 410 forgets this one and no other.
    own = OwnBrowser("/push/own")
    check(register(own.registration(endpoint="https://127.0.0.1/elsewhere")) == "forbidden", "anybody may be written to")
    check(register(own.registration()) == "accepted", "a browser of the test's own")
    # Else what is still to be said of hosta would take the answers that are meant for iris.
    until("all that was to be said of hosta is said", lambda: all_said("water-hosta"))
    own_before = len(own.posts())
    push.answers = [(413, {}), (413, {}), (429, {"retry-after": "1"})]
    dry("iris")
    first = until("iris is sent to both", lambda: [p for p in own.posts()[own_before:] if p["status"] == 201])[0]
    refused = [number for number, post in enumerate(push.posts) if post["status"] == 413]
    again = [next(post for post in push.posts[number + 1 :] if post["path"] == push.posts[number]["path"]) for number in refused]
    check(len(refused) == 2 and all(len(b["body"]) < len(push.posts[a]["body"]) for a, b in zip(refused, again)), "413 shortens nothing")
    said = own.read(first)
    check(said["web_push"] == 8030 and said["notification"]["navigate"] == f"{address}#/reminder/water-iris", f"{said}")
    note = see("iris")
    own_before = len(own.posts())
    push.channels.pop(own.path)
    screen.press(note, "Done")
    until("iris is closed", lambda: not is_open("iris"))
    until("the one that is gone is forgotten", lambda: "a browser is gone" in open(f"{folder}/push.log").read())
    check(len(own.posts()) == own_before + 1, "it was asked again")
    dry("jasmine")
    note = see("jasmine")
    check(len(own.posts()) == own_before + 1, "it is still written to")
    screen.press(note, "Done")
    until("jasmine is closed", lambda: not is_open("jasmine"))

    # A device that is taken out of the garden: nothing is sent to its browsers any more.
    words = ["-p", str(mqtt.port), "-u", "observer", "-P", PASSWORD, "-r", "-n", "-t", f"{BASE}/d/{DEVICE}/dn/context"]
    subprocess.run(["mosquitto_pub", *words], check=True)
    until("its browsers are forgotten", lambda: "the device is gone" in open(f"{folder}/push.log").read())
    with contextlib.closing(sqlite3.connect(f"{folder}/push/push.sqlite")) as store:
        check(store.execute("SELECT count(*) FROM browser").fetchone() == (0,), "a browser is left in the store")

    # What the worker kept it has dropped, once it had the acks.
    left = in_worker_store("const asked = answers.count(); asked.onsuccess = () => done(asked.result);")
    check(left == 0, f"the worker still keeps {left} answers")
    check(not push.faults, f"{push.faults}")
    log = open(f"{folder}/push.log").read()
    for secret in (str(push.tls_port) + "/push", "vapid", coded(own.auth)):
        check(secret not in log, "a secret stands in the log")
print("web push: all held")
