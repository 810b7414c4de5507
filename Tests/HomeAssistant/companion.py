"""A phone with Home Assistant's app, as far as Home Assistant can see: registered by its real API, told through the local push channel.

It does with a message what the app's own manual says: a tag replaces, `clear_notification` takes away, `live_update` is an activity. It
takes nothing away by itself, as an iPhone does: `timeout`, which Android knows, is not looked at.
"""

import asyncio
import threading
import time

import aiohttp


class Phone:
    def __init__(self, home, name, maker):
        self.home, self.name, self.maker = home, name, maker
        self.service = "notify.mobile_app_" + name.lower().replace(" ", "_")
        self.shown, self.heard = {}, []
        self.webhook, self.is_connected, self.ends = None, threading.Event(), threading.Event()

    def register(self):
        registration = {
            "app_id": "io.robbie.HomeAssistant",
            "app_name": "Home Assistant",
            "app_version": "2026.10",
            "device_id": self.name,
            "device_name": self.name,
            "manufacturer": self.maker,
            "model": "Phone",
            "os_name": "iOS",
            "os_version": "27.0",
            "supports_encryption": False,
            "app_data": {"push_websocket_channel": True},
        }
        self.webhook = self.home.post("mobile_app/registrations", registration)["webhook_id"]
        battery = {"type": "sensor", "name": "Battery", "unique_id": "battery", "state": 80}
        self.home.post(f"webhook/{self.webhook}", {"type": "register_sensor", "data": battery})
        threading.Thread(target=lambda: asyncio.run(self._stay()), daemon=True).start()
        if not self.is_connected.wait(20):
            raise RuntimeError("the phone's push channel was not opened")

    def stop(self):
        self.ends.set()

    async def _stay(self):
        """Connected for as long as there is a Home Assistant, and again after each restart of it."""
        while not self.ends.is_set():
            try:
                await self._listen()
            except (aiohttp.ClientError, OSError, RuntimeError, TypeError):
                pass
            self.is_connected.clear()
            await asyncio.sleep(0.5)

    async def _listen(self):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{self.home.url}/api/websocket") as ws:
            await self.home.log_in(ws)
            channel = {"type": "mobile_app/push_notification_channel", "webhook_id": self.webhook, "support_confirm": True}
            await ws.send_json({"id": 1, **channel})
            if not (await ws.receive_json()).get("success"):
                raise RuntimeError("no channel yet")
            self.is_connected.set()
            number = 1
            while not self.ends.is_set():
                told = (await ws.receive_json()).get("event")
                if not told:
                    continue
                number += 1
                confirmed = {"type": "mobile_app/push_notification_confirm", "webhook_id": self.webhook}
                await ws.send_json({"id": number, **confirmed, "confirm_id": told["hass_confirm_id"]})
                self._take(told)

    def _take(self, told):
        # A word joiner has no width: nobody sees it.
        visible = {key: told.get(key, "").replace("\u2060", "") for key in ("title", "message")}
        told = {**told, **visible, "at": time.time()}
        tag = told["data"]["tag"]
        self.heard.append((tag, told))
        if told["message"] == "clear_notification":
            self.shown.pop(tag, None)
        else:
            self.shown[tag] = told

    @property
    def activities(self):
        return {tag: told for tag, told in self.shown.items() if told["data"].get("live_update")}

    def steps(self, tag):
        """What one activity has shown so far, in order."""
        return [told for heard, told in self.heard if heard == tag and told["message"] != "clear_notification"]

    def press(self, button, reply=None):
        """What the app does: an event by its webhook, and the notification goes from the screen."""
        data = {"action": button["action"], **({"reply_text": reply} if reply is not None else {})}
        event = {"event_type": "mobile_app_notification_action", "event_data": data}
        self.home.post(f"webhook/{self.webhook}", {"type": "fire_event", "data": event})
        self.shown = {tag: told for tag, told in self.shown.items() if button not in told["data"].get("actions", [])}
