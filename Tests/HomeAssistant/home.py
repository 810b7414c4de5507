"""A real Home Assistant in a folder of its own: its files written as its own set-up would, its REST and WebSocket API."""

import asyncio
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

import aiohttp
import jwt
from homeassistant.const import MAJOR_VERSION, MINOR_VERSION


class Home:
    """One configuration folder; started, stopped and started again."""

    def __init__(self, folder, port, broker_port, account=None, records=False, more=""):
        self.records, self.more = records, more
        self.folder = pathlib.Path(folder)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.process, self.past = None, []
        self.storage = self.folder / ".storage"
        self.storage.mkdir(parents=True, exist_ok=True)
        self.refresh_id, self.key = uuid.uuid4().hex, os.urandom(64).hex()
        self._write_configuration()
        self._write_owner()
        self._write_broker(broker_port, account or {})
        self.token = self._token()

    def _write_configuration(self):
        (self.folder / "automations.yaml").write_text("[]\n")
        (self.folder / "configuration.yaml").write_text(f"""
homeassistant:
  name: Test
  latitude: 52.5
  longitude: 13.4
  elevation: 34
  unit_system: metric
  time_zone: Europe/Berlin
  currency: EUR
  country: DE
  allowlist_external_dirs: []
http:
  server_host: 127.0.0.1
  server_port: {self.port}
api:
websocket_api:
mobile_app:
automation: !include automations.yaml
notify:
logger:
  default: warning
{"recorder:" if self.records else ""}
{self.more}
""")

    def _keep(self, name, version, data, minor=1):
        document = {"version": version, "minor_version": minor, "key": name, "data": data}
        (self.storage / name).write_text(json.dumps(document))

    def _write_owner(self):
        self._keep("onboarding", 4, {"done": ["user", "core_config", "analytics", "integration"]})
        owner = uuid.uuid4().hex
        now = "2024-01-01T00:00:00.000000+00:00"
        self._keep(
            "auth",
            1,
            {
                "users": [
                    {
                        "id": owner,
                        "group_ids": ["system-admin"],
                        "is_owner": True,
                        "is_active": True,
                        "name": "Owner",
                        "system_generated": False,
                        "local_only": False,
                    }
                ],
                "groups": [
                    {"id": "system-admin", "name": "Administrators"},
                    {"id": "system-users", "name": "Users"},
                    {"id": "system-read-only", "name": "Read Only"},
                ],
                "credentials": [],
                "refresh_tokens": [
                    {
                        "id": self.refresh_id,
                        "user_id": owner,
                        "client_id": None,
                        "client_name": "test",
                        "client_icon": None,
                        "token_type": "long_lived_access_token",
                        "created_at": now,
                        "access_token_expiration": 3650 * 86400.0,
                        "token": os.urandom(64).hex(),
                        "jwt_key": self.key,
                        "last_used_at": None,
                        "last_used_ip": None,
                        "credential_id": None,
                        "version": "2024.3.3",
                    }
                ],
            },
        )

    def _write_broker(self, port, account):
        self._keep(
            "core.config_entries",
            1,
            {
                "entries": [
                    {
                        "entry_id": uuid.uuid4().hex,
                        "version": 1,
                        "minor_version": 1,
                        "domain": "mqtt",
                        "title": "127.0.0.1",
                        "data": {"broker": "127.0.0.1", "port": port, **account},
                        "options": {},
                        "pref_disable_new_entities": False,
                        "pref_disable_polling": False,
                        "source": "user",
                        "unique_id": None,
                        "disabled_by": None,
                    }
                ]
            },
        )

    def _token(self):
        now = int(time.time())
        return jwt.encode({"iss": self.refresh_id, "iat": now, "exp": now + 86400 * 30}, self.key, algorithm="HS256")

    # The process

    def start(self, patience=300):
        self.output = open(self.folder / "output.txt", "ab")
        hass = pathlib.Path(sys.executable).with_name("hass")
        self.process = subprocess.Popen(
            [sys.executable, str(hass), "--config", str(self.folder), "--skip-pip"],
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.output,
            cwd=self.folder,
        )
        end = time.time() + patience
        while time.time() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"hass ended: {(self.folder / 'output.txt').read_text()[-3000:]}")
            try:
                if self.get("config").get("state") == "RUNNING":
                    return self
            except (OSError, urllib.error.URLError):
                pass
            time.sleep(0.2)
        raise RuntimeError("Home Assistant did not start in time")

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.past += self._log_entries()
        self.process = None

    # REST

    def _call(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.url}/api/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
            return json.loads(text) if text.strip().startswith((b"{", b"[")) else text.decode()

    def get(self, path):
        return self._call("GET", path)

    def post(self, path, body):
        return self._call("POST", path, body)

    def states(self):
        return {state["entity_id"]: state for state in self.get("states")}

    def state(self, entity):
        try:
            return self.get(f"states/{entity}")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def service(self, name, **data):
        domain, service = name.split(".")
        return self._call("POST", f"services/{domain}/{service}", data)

    # WebSocket

    def ask(self, *messages):
        """Each message's result, one connection for all."""

        async def talk():
            async with aiohttp.ClientSession() as session, session.ws_connect(f"{self.url}/api/websocket") as ws:
                await self.log_in(ws)
                results = []
                for number, message in enumerate(messages, 1):
                    await ws.send_json({"id": number, **message})
                    answer = await ws.receive_json()
                    if not answer.get("success"):
                        raise RuntimeError(f"{message}: {answer}")
                    results.append(answer.get("result"))
                return results

        return asyncio.run(talk())

    async def log_in(self, ws):
        await ws.receive_json()
        await ws.send_json({"type": "auth", "access_token": self.token})
        answer = await ws.receive_json()
        if answer["type"] != "auth_ok":
            raise RuntimeError(f"{answer}")

    def fire(self, event, data):
        return self._call("POST", f"events/{event}", data)

    def changes_while(self, act, entity, is_last):
        """The changes of one entity from just before `act` on, as (old, new) states, up to the new state that is the last."""
        seen = self.events_while(
            act, "state_changed", lambda event: event["data"]["entity_id"] == entity and is_last(event["data"]["new_state"])
        )
        changes = [event["data"] for event in seen]
        return [(data["old_state"], data["new_state"]) for data in changes if data["entity_id"] == entity]

    def events_while(self, act, event_type, is_last, seconds=90):
        """Events of one type from just before `act` on, up to the one that is the last, or as far as they came in the time."""

        async def talk():
            async with aiohttp.ClientSession() as session, session.ws_connect(f"{self.url}/api/websocket") as ws:
                await self.log_in(ws)
                await ws.send_json({"id": 1, "type": "subscribe_events", "event_type": event_type})
                await ws.receive_json()
                await asyncio.to_thread(act)
                seen, end = [], time.time() + seconds
                while time.time() < end:
                    try:
                        message = await asyncio.wait_for(ws.receive_json(), end - time.time())
                    except TimeoutError:
                        break
                    seen.append(message["event"])
                    if is_last(message["event"]):
                        break
                return seen

        return asyncio.run(talk())

    # What it wrote

    def registry(self):
        """Entities and devices of the MQTT integration, as its registries have them."""
        entities, devices = self.ask({"type": "config/entity_registry/list"}, {"type": "config/device_registry/list"})
        entities = [entity for entity in entities if entity["platform"] == "mqtt"]
        devices = {device["id"]: device for device in devices if any(identifier[0] == "mqtt" for identifier in device["identifiers"])}
        return entities, devices

    def _log_entries(self):
        """The log since the last start, each entry with the lines that follow it."""
        log = self.folder / "home-assistant.log"
        text = log.read_text(errors="replace") if log.exists() else ""
        return re.split(r"\n(?=\d{4}-\d\d-\d\d )", text)

    def complaints(self):
        """Warnings and errors of all starts, without those about this test's own surroundings."""
        entries = self.past + (self._log_entries() if self.process else [])
        found = [entry for entry in entries if re.match(r"\S+ \S+ (WARNING|ERROR|CRITICAL) ", entry)]
        return [entry for entry in found if not any(known in entry for known in SURROUNDINGS)]


# Sentences about the machine that the test runs on, and about the broker and the phone while the test has stopped them.
SURROUNDINGS = (
    "Device not connected to local push notifications",
    "[paho.mqtt.client] failed to receive on socket",
    "Disconnected from MQTT server",
    "Error talking to MQTT: The client is not currently connected",
    "Error returned from MQTT server: The connection was lost",
    "Failed to connect to MQTT server due to exception: [Errno 111]",
    "[homeassistant.components.homeassistant_alerts]",
    # A sensor of a time that is being removed while its document goes: releases of 2024 have no word for a time that is unknown.
    "[homeassistant.components.mqtt.sensor] Invalid state message '' from",
    "[homeassistant.components.zeroconf]",
    "[homeassistant.bootstrap] Skipping pip installation",
    "you should run Home Assistant as",
    "[homeassistant.bootstrap] Support for the running Python version",
    "[aiohttp_fast_zlib]",
    "[haffmpeg",
    # Up to 2024.7 Home Assistant takes `None` for a time that is unknown, and warns all the same.
    *(["[homeassistant.components.mqtt.sensor] Invalid state message '{"] if (MAJOR_VERSION, MINOR_VERSION) < (2024, 8) else []),
)
