"""loam-push between a real bridge and strict services: push.py LOAM CONFIG FOLDER."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid

from loopback import MORTAL
from strict_services import ANSWER_TOPIC, TOKEN, TOPIC, Ntfy, Telegram, Webhook

loam, source, folder = sys.argv[1:4]
program = os.path.join(os.path.dirname(loam), "loam-push")
telegram, ntfy, webhook, bobs = Telegram(), Ntfy(), Webhook(), Ntfy()
CHAT, STRANGER, BASE = 7700, 6600, "plants/v1"
hook = f"{webhook.address}/hook/secret-of-the-hook"
secrets = {"LOAM_TOKEN": TOKEN, "LOAM_TOPIC": TOPIC, "LOAM_ANSWERS": ANSWER_TOPIC, "LOAM_HOOK": hook}
text = open(source).read()
port = text.split("port: ")[1].split("}")[0].split(",")[0].strip()
config = f"{folder}/push.yaml"
with open(config, "w") as file:
    file.write(
        text
        + f"""push: {{path: {folder}/push}}
channels:
  anna-telegram: {{kind: telegram, server: "{telegram.address}", token_env: LOAM_TOKEN}}
  anna-ntfy: {{kind: ntfy, server: "{ntfy.address}", topic_env: LOAM_TOPIC, answer_topic_env: LOAM_ANSWERS}}
  bob-ntfy: {{kind: ntfy, server: "{bobs.address}", topic_env: LOAM_TOPIC, answer_topic_env: LOAM_ANSWERS}}
  anna-hook: {{kind: webhook, url_env: LOAM_HOOK, body: '{{"text":"{{title}}\\n{{body}}","of":"{{key}}"}}'}}
"""
    )
environment = {**os.environ, **secrets}
log_path = f"{folder}/loam-push.log"


def check(truth, what):
    if not truth:
        raise SystemExit(f"push: {what}\n{open(log_path).read()[-3000:]}")


def until(what, found, seconds=60):
    """The first true value of `found`, and how long it took."""
    begun = time.monotonic()
    while time.monotonic() < begun + seconds:
        value = found()
        if value:
            return value, time.monotonic() - begun
        time.sleep(0.01)
    check(False, f"{what}: not within {seconds} s; faults: {telegram.faults} {ntfy.faults} {webhook.faults} {bobs.faults}")


def publish(topic, document):
    payload = document if isinstance(document, str) else json.dumps(document)
    subprocess.run(["mosquitto_pub", "-p", port, "-q", "1", "-t", topic, "-m", payload], check=True)


def retained(topic):
    """What the broker keeps there; where it keeps nothing, the bridge's status comes first."""
    topics = ["-t", topic, "-t", f"{BASE}/bridge/status"]
    first = subprocess.run(["mosquitto_sub", "-p", port, "-v", *topics, "-C", "1", "-W", "60"], capture_output=True, text=True, check=True)
    name, _, text = first.stdout.strip().partition(" ")
    return text if name == topic else ""


def start(command, log):
    with open(log, "ab") as file:
        return subprocess.Popen([*MORTAL, *command, "--config", config], stdout=file, stderr=file, env=environment)


def command(*words):
    ended = subprocess.run([program, *words, "--config", config], capture_output=True, text=True, env=environment, timeout=90)
    said[0] += ended.stdout + ended.stderr
    return ended


def forgotten():
    """What has left and is not written down may be asked for once more."""
    for service in (telegram, ntfy, webhook, bobs):
        service.life += 1


def kill(process):
    process.kill()
    process.wait()
    forgotten()


def disk(*statements):
    """What the store takes from now on."""
    forgotten()
    with contextlib.closing(sqlite3.connect(f"{folder}/push/push.sqlite")) as store:
        for statement in statements:
            store.execute(statement)
        store.commit()


def sent(key):
    """Whether it is on the disk that both devices were sent it: whoever is killed before may send it twice."""
    with contextlib.closing(sqlite3.connect(f"{folder}/push/push.sqlite")) as store:
        rows = store.execute("SELECT memory FROM courier WHERE device IN ('anna-telegram', 'anna-ntfy')").fetchall()
    items = [item for (memory,) in rows for item in json.loads(memory)["items"] if item["key"] == key]
    return len(items) == 2 and all(item["sent"] == item["version"] for item in items)


def dry(plant, moisture=20):
    publish(f"zigbee2mqtt/{plant}", {"soil_moisture": moisture})


def heard(device, kind, note):
    """What an MQTT client of that device was told with those words in it."""
    return [line for line in open(f"{folder}/heard.log") if line.startswith(f"{BASE}/d/{device}/dn/{kind} ") and note in line]


def standing(device):
    """What everybody may see of that channel; `None`: loam-push is not there."""
    text = retained(f"{BASE}/bridge/channels")
    return next((c for c in json.loads(text)["channels"] if c["id"] == device), None) if text else None


def closed(key):
    # Emptied: nothing is retained there any more.
    return not retained(f"{BASE}/state/reminder/{key}")


said = [""]
refused = command("list")
check(refused.returncode and "no store" in refused.stderr and not os.path.exists(f"{folder}/push"), "a command made the store")
bridge = start([loam, "run"], f"{folder}/loam.log")
daemon = start([program, "run"], log_path)
with contextlib.ExitStack() as stack:
    stack.callback(bridge.kill)
    until("the bridge is up", lambda: '"online":true' in retained(f"{BASE}/bridge/status"), 60)
    until("both devices said hello", lambda: all(retained(f"{BASE}/d/{d}/up/hello") for d in ("anna-telegram", "anna-ntfy")), 30)

    # A code binds a chat, once; a stranger gets nowhere.
    bound = command("bind", "anna-telegram").stdout
    code = bound.split("start=")[1].split()[0]
    check("https://t.me/strict_test_bot?start=" in bound, f"no link: {bound}")
    telegram.say(STRANGER, "/start abcdefghijkm")
    telegram.say(CHAT, f"/start {code}")
    until("the chat is bound", lambda: telegram.shown("✓ anna-telegram"))
    telegram.say(STRANGER, f"/start {code}")
    until("everybody sees that it is bound", lambda: (standing("anna-telegram") or {}).get("bound"), 30)

    # Dry, shown on every channel, answered in the chat.
    dry("aloe")
    (aloe,), shown = until("Aloe is shown", lambda: telegram.shown("Aloe"))
    until("Aloe is shown on ntfy", lambda: "water-aloe" in ntfy.shown)
    until("the webhook is told", lambda: any("Aloe" in t["text"] for t in webhook.taken))
    # Below the slider of its limit.
    check([b["text"] for row in aloe["rows"] for b in row][-3:] == ["Done", "Later", "Tomorrow"], f"buttons: {aloe['rows']}")
    query = telegram.press(aloe, "Done")
    _, edited = until("the result is shown", lambda: "✓ Done" in aloe["text"] and not aloe["rows"])
    _, gone = until("ntfy is withdrawn", lambda: "water-aloe" not in ntfy.shown)
    until("the query is answered", lambda: telegram.queries[query]["answer"] == "✓ Done")
    until("the reminder is closed", lambda: closed("water-aloe"))
    print(f"dry → shown {shown:.2f} s, pressed → result {edited:.2f} s, withdrawn elsewhere {edited + gone:.2f} s")

    # Killed while the person presses: the answer acts once, after the restart.
    dry("basil")
    (basil,), _ = until("Basil is shown", lambda: telegram.shown("Basil"))
    until("Basil is shown on ntfy", lambda: "water-basil" in ntfy.shown)
    until("that is stored", lambda: sent("water-basil"))
    kill(daemon)
    # After a week the service counts anew, further down; more waits than one answer holds.
    with telegram.lock:
        telegram.updates.clear()
    telegram.renumber()
    for number in range(120):
        telegram.say(STRANGER, f"hello {number}")
    query = telegram.press(basil, "Done")
    stranger = telegram.press(basil, "Done", chat=STRANGER)
    daemon = start([program, "run"], log_path)
    until("Basil's result is shown", lambda: "✓ Done" in basil["text"] and not basil["rows"])
    until("Basil is withdrawn from ntfy", lambda: "water-basil" not in ntfy.shown)
    until("the query is answered", lambda: telegram.queries[query]["answered"])
    until("the stranger's query is answered", lambda: telegram.queries[stranger]["answered"])
    until("Basil is closed", lambda: closed("water-basil"))

    # Killed before anything was sent; the service asks for time.
    kill(daemon)
    until("everybody sees that nothing is sent", lambda: not standing("anna-telegram"))
    dry("chili")
    until("the bridge has sent it", lambda: '"sent"' in retained(f"{BASE}/state/reminder/water-chili"))
    telegram.slow = 3
    begun = time.monotonic()
    daemon = start([program, "run"], log_path)
    (chili,), _ = until("Chili is shown", lambda: telegram.shown("Chili"), 30)
    check(time.monotonic() - begun >= 3, "retry_after was not waited for")
    until("Chili is shown on ntfy", lambda: "water-chili" in ntfy.shown)

    # A sealed answer on ntfy, once; replayed and forged ones do nothing.
    until("that is stored", lambda: sent("water-chili"))
    sealed = next(a for a in ntfy.shown["water-chili"]["actions"] if a["label"] == "Later")["body"]
    kill(daemon)
    ntfy.post(sealed[:-1] + ("0" if sealed[-1] != "0" else "1"))
    ntfy.post(sealed)
    ntfy.post(sealed)
    ntfy.slow = 3
    daemon = start([program, "run"], log_path)
    until("Chili is put off", lambda: '"snoozed"' in retained(f"{BASE}/state/reminder/water-chili"))
    until("Chili's message says who", lambda: "✓ anna-ntfy" in chili["text"] and not chili["rows"])
    until("the result is on ntfy", lambda: "✓ Later" in ntfy.shown.get("water-chili", {}).get("message", ""))
    until("the forged one is counted", lambda: "not sealed by us" in open(log_path).read())
    until("the replayed one is counted", lambda: "came a second time" in open(log_path).read())
    until("everybody sees both", lambda: (standing("anna-ntfy") or {}).get("rejected", 0) >= 2, 30)

    # Somebody else is faster.
    dry("dill")
    (dill,), _ = until("Dill is shown", lambda: telegram.shown("Dill"))
    now = int(time.time())
    answer = {"v": 1, "id": str(uuid.uuid4()), "category": "WATERING_REMINDER", "action": "water_done", "plant": "dill", "at": now}
    publish(f"{BASE}/d/bob-phone/up/action", answer)
    until("Dill says who it was", lambda: "✓ bob-phone" in dill["text"] and not dill["rows"])

    # While the disk takes nothing, nothing leaves; answers that were given meanwhile act once it does.
    dry("elder")
    (elder,), _ = until("Elder is shown", lambda: telegram.shown("Elder"))
    until("Elder is shown on ntfy", lambda: "water-elder" in ntfy.shown)
    dry("fern")
    until("Fern is shown", lambda: telegram.shown("Fern"))
    until("Fern is shown on ntfy", lambda: "water-fern" in ntfy.shown)
    until("that is stored", lambda: sent("water-elder") and sent("water-fern"))
    published = ntfy.published
    full = "SELECT RAISE(ABORT, 'database or disk is full')"
    disk(*(f"CREATE TRIGGER full_{table} BEFORE INSERT ON {table} BEGIN {full}; END" for table in ("courier", "bot")))
    telegram.press(elder, "Done")
    ntfy.press("water-fern", "Done")
    ntfy.post("not ours")
    dry("gourd")
    # Each was tried again by then.
    full_for = lambda device: open(log_path).read().count(f"{device}: the store")  # noqa: E731
    until("the full disk is met again and again", lambda: min(map(full_for, ("anna-telegram", "anna-ntfy"))) >= 3, 60)
    check("✓" not in elder["text"] and ntfy.published == published and not closed("water-elder"), "something left")
    disk("DROP TRIGGER full_courier", "DROP TRIGGER full_bot")
    until("Elder is closed", lambda: closed("water-elder"), 60)
    until("Fern is closed", lambda: closed("water-fern"), 60)
    (gourd,), late = until("Gourd is shown", lambda: telegram.shown("Gourd"), 60)
    print(f"the disk takes something again → shown {late:.2f} s")
    telegram.press(gourd, "Done")
    until("Gourd is closed", lambda: closed("water-gourd"))

    # Anna has four surfaces and Bob two; of each the last comes in a later turn, here while loam-push is dead.
    with open(f"{folder}/heard.log", "w") as file:
        topics = [word for topic in ("d/anna-watch/dn/#", "d/bob-phone/dn/#", "bridge/status") for word in ("-t", f"{BASE}/{topic}")]
        listener = subprocess.Popen([*MORTAL, "mosquitto_sub", "-p", port, "-v", *topics], stdout=file)
    stack.callback(listener.kill)
    until("it listens", lambda: "bridge/status" in open(f"{folder}/heard.log").read())
    begun = time.monotonic()
    dry("holly")
    (holly,), _ = until("Holly is shown", lambda: telegram.shown("Holly"))
    until("Bob's phone is told", lambda: heard("bob-phone", "notify", "water-holly"))
    until("that is stored", lambda: sent("water-holly") and any("Holly" in t["text"] for t in webhook.taken))
    check("water-holly" not in bobs.shown and not heard("anna-watch", "notify", "water-holly"), "told before its turn")
    kill(daemon)
    until("Anna's watch is told in its turn", lambda: heard("anna-watch", "notify", "water-holly"))
    check(time.monotonic() - begun >= 5, "a turn came too soon")
    daemon = start([program, "run"], log_path)
    until("Bob's ntfy is told in its turn", lambda: "water-holly" in bobs.shown)
    bobs.press("water-holly", "Done")
    _, all_closed = until(
        "every surface knows",
        lambda: (
            "✓" in holly["text"]
            and not holly["rows"]
            and "water-holly" not in ntfy.shown
            and all(heard(d, "withdraw", "water-holly") for d in ("anna-watch", "bob-phone"))
        ),
    )
    until("Holly is closed", lambda: closed("water-holly"))
    print(f"four surfaces and two: answered on the last → closed on all {all_closed:.2f} s")

    # Answered before the turn: it never comes. The turn of what is asked after it proves that.
    dry("iris")
    (iris,), _ = until("Iris is shown", lambda: telegram.shown("Iris"))
    telegram.press(iris, "Done")
    until("Iris is closed", lambda: closed("water-iris"))
    dry("jasmine")
    until("Bob's ntfy is told of Jasmine", lambda: "water-jasmine" in bobs.shown)
    until("Anna's watch is told of Jasmine", lambda: heard("anna-watch", "notify", "water-jasmine"))
    check(not heard("anna-watch", "notify", "water-iris"), "a turn came after the answer")
    check({key for key in bobs.at if key.startswith("water-")} == {"water-holly", "water-jasmine"}, f"Bob's ntfy was told of {bobs.at}")
    bobs.press("water-jasmine", "Done")
    until("Jasmine is closed", lambda: closed("water-jasmine"))

    # Trying the channels out, and how they stand.
    trial = subprocess.Popen(
        [program, "test", "anna", "--wait", "30", "--config", config],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    (question,), _ = until("the question is asked", lambda: telegram.shown("loam-push test"))
    telegram.press(question, "Later")
    until("it is asked on ntfy", lambda: ntfy.shown.get("trial", {}).get("actions"))
    ntfy.press("trial", "Done")
    report, _ = trial.communicate(timeout=60)
    # Whoever presses at once may be faster than the service's own answer to the question.
    check(trial.returncode == 0 and "anna-telegram: " in report and "button 2 of 2 came back" in report, report)
    check("button 1 of 2 came back" in report and "it has no buttons" in report, report)
    listed = command("list").stdout
    check("anna-telegram  telegram  yes" in listed and "anna-ntfy" in listed, listed)

    # Sleeping, it is small.
    status = open(f"/proc/{daemon.pid}/status").read()
    print(
        f"resident {int(status.split('VmRSS:')[1].split()[0]) / 1024:.1f} MB, private {int(status.split('RssAnon:')[1].split()[0]) / 1024:.1f} MB"
    )
    daemon.send_signal(signal.SIGTERM)
    ended = daemon.wait(5)
    check(ended == 0, f"SIGTERM ended it with {ended}")
    until("everybody sees that it has ended", lambda: not standing("anna-telegram"))
    log = open(log_path).read() + said[0].replace(code, "") + report
    for name, secret in {**secrets, "code": code, "bot": TOKEN.split(":")[1]}.items():
        check(secret not in log, f"{name} stands in a log")
    refused = telegram.faults + ntfy.faults + webhook.faults + bobs.faults
    check(not refused, f"refused: {refused}")
    check(telegram.doubled == 0, f"{telegram.doubled} messages came twice")
    print(report + listed + "push: good")
