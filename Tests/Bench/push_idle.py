"""What loam-push costs while nobody says anything: three channels, beside a real broker and bridge."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "SystemTests" / "Scripts"))
from loopback import MORTAL, Broker
from strict_services import TOKEN, TOPIC, Ntfy, Telegram, Webhook

# What the start needed is given back 20 s after it.
SETTLED, WINDOW, WINDOWS = 30, 20, 5


def push_idle(folder, loam, memory, switches_in, verdict):
    folder = folder / "push-idle"
    broker, telegram, ntfy, hook = Broker(folder, because="only the push process is measured").start(), Telegram(), Ntfy(), Webhook()
    settings = {
        "site": {"name": "bench", "time_zone": "UTC"},
        "broker": {"host": "127.0.0.1", "port": broker.port},
        "store": {"path": str(folder / "store")},
        "sensors": {"probe": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/basil"}},
        "plants": {"basil": {"name": "Basil", "sensors": "probe", "dry_below": "30%"}},
        "people": {"anna": {"devices": {f"anna-{way}": {"role": "actor", "language": "en"} for way in ("chat", "topic", "hook")}}},
        "push": {"path": str(folder / "push")},
        "channels": {
            "anna-chat": {"kind": "telegram", "server": telegram.address, "token_env": "LOAM_TOKEN"},
            "anna-topic": {"kind": "ntfy", "server": ntfy.address, "topic_env": "LOAM_TOPIC", "answer_topic_env": "LOAM_ANSWERS"},
            "anna-hook": {"kind": "webhook", "url_env": "LOAM_HOOK", "body": '{"text":"{title}"}'},
        },
    }
    config = folder / "push.yaml"
    config.write_text(json.dumps(settings))
    environment = {
        **os.environ,
        "LOAM_TOKEN": TOKEN,
        "LOAM_TOPIC": TOPIC,
        "LOAM_ANSWERS": "answers",
        "LOAM_HOOK": f"{hook.address}/hook/secret",
    }
    programs = [[loam, "run"], [os.path.join(os.path.dirname(loam), "loam-push"), "run"]]
    with open(folder / "log", "w") as log:
        bridge, push = (
            subprocess.Popen([*MORTAL, *map(str, program), "--config", config], env=environment, stdout=log, stderr=log)
            for program in programs
        )
    try:
        time.sleep(SETTLED)
        rates = [switches_in(push.pid, WINDOW) / WINDOW for _ in range(WINDOWS)]
        if push.poll() is not None:
            raise SystemExit(f"loam-push ended: {(folder / 'log').read_text()[-2000:]}")
        size, rate = memory(push.pid), statistics.median(rates)
    finally:
        for process in (push, bridge):
            process.terminate()
            process.wait()
        broker.stop()
    print(f"loam-push resident, idle   {size['VmRSS']:6.1f} MB  {verdict(round(size['VmRSS'], 1), 20)}")
    print(f"of it private              {size['RssAnon']:6.1f} MB")
    print(f"loam-push wake-ups, idle   {rate:6.2f} /s  {verdict(round(rate, 1), 1)}", flush=True)
