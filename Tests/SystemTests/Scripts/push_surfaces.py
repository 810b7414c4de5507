"""Where people see reminders and answer them, each in front of a strict service; see push_kills.py.

A surface says which rendering of a matter can be answered (`offer`), answers (`press`), and when it showed last what became of it (`at`).
"""

import time
import uuid

from strict_apns import new_id

BASE, LABELS = "plants/v1", {"Done": "water_done", "Later": "water_later"}


class Chat:
    """A chat with the bot. The service has no names for messages: one whose answer was lost with a process may stand twice."""

    def __init__(self, telegram, chat, device):
        self.telegram, self.chat, self.device, self.orphans = telegram, chat, device, {}

    def offers(self, key, title):
        """As they look now."""
        with self.telegram.lock:
            mine = [dict(m) for m in self.telegram.messages.values() if m["chat"] == self.chat and not m["deleted"] and m["rows"]]
            return [m for m in mine if m["text"].startswith(f"{title}\n") and m["id"] not in self.orphans]

    def offer(self, key, title):
        return (self.offers(key, title) or [None])[-1]

    def press(self, message, label):
        return self.telegram.press(message, label)

    def over(self, key, title):
        return not self.offers(key, title)

    def leave(self, messages):
        """Their numbers nobody knows any more: whoever sent them was killed."""
        self.orphans.update({message["id"]: message for message in messages})

    def at(self, key, title):
        with self.telegram.lock:
            mine = [m for m in self.telegram.messages.values() if m["chat"] == self.chat and m["text"].startswith(f"{title}\n")]
            return max((m["at"] for m in mine if m["id"] not in self.orphans), default=0)


class Topic:
    """An ntfy topic, and the one for answers."""

    def __init__(self, ntfy, device):
        self.ntfy, self.device = ntfy, device

    def offer(self, key, title):
        shown = self.ntfy.shown.get(key)
        return shown if shown and shown["actions"] else None

    def press(self, shown, label):
        """Whoever else hears the topic says it again."""
        body = next(action for action in shown["actions"] if action["label"] == label)["body"]
        self.ntfy.post(body)
        self.ntfy.post(body)

    def over(self, key, title):
        return not self.offer(key, title)

    def at(self, key, title):
        return self.ntfy.at.get(key, 0)


class Own:
    """What answers as the device itself: the page's worker, or an app."""

    def __init__(self, device, say):
        self.device, self.say, self.closed = device, say, {}

    def act(self, category, action, plant, note, key, rev, until):
        document = {"v": 1, "id": str(uuid.uuid4()), "category": category, "action": action, "plant": plant, "at": int(time.time())}
        document |= {"note": note, "key": key, "rev": rev, "exp": until}
        self.say(f"d/{self.device}/up/action", document)
        return document["id"]

    def over(self, key, title):
        return not self.offer(key, title)


class Page(Own):
    """The page's service worker, as it stands in Sources/GardenPage/worker."""

    def __init__(self, web, device, say):
        super().__init__(device, say)
        self.web = web

    def offer(self, key, title):
        said = self.web.shown.get(key)
        return said if said and said["data"].get("buttons") else None

    def press(self, said, label, until=None):
        data, key = said["data"], said["tag"]
        button = next(one for one in data["buttons"] if one["title"] == label)
        until = until or min(int(time.time()) + button["holds"], data["until"])
        with self.web.lock:
            if self.web.shown.get(key) is said:
                del self.web.shown[key]
                self.web.at[key] = time.monotonic()
        return self.act(data["category"], button["action"], data["plant"], data["note"], key, data["rev"], until)

    def at(self, key, title):
        return self.web.at.get(key, 0)


class App(Own):
    """An app behind APNs: one notification of each collapse id, taken away when it is woken."""

    def __init__(self, app, device, say):
        super().__init__(device, say)
        self.app, self.shown, self.times, self.pending = app, {}, {}, {}

    def register(self, use, token):
        document = {"v": 1, "id": new_id(), "at": int(time.time()), "service": "apns", "use": use, "token": token}
        self.pending[document["id"]] = document | {"app": self.app, "environment": "production"}

    def take(self, fields, payload):
        """In the service's thread."""
        if payload is None:
            return
        if fields["apns-push-type"] == "alert":
            key = payload["note"]["key"]
            self.shown[key], self.times[key] = payload, time.monotonic()
        elif gone := payload.get("withdraw"):
            if self.shown.get(gone["key"], {}).get("note", {}).get("id") == gone["note"]:
                del self.shown[gone["key"]]
            self.times[gone["key"]] = time.monotonic()

    def offer(self, key, title):
        return self.shown.get(key)

    def press(self, payload, label, until=None):
        note = payload["note"]
        self.shown.pop(note["key"], None)
        until = until or note["exp"]
        category = payload["aps"]["category"]
        return self.act(category, LABELS[label], payload["plant"]["id"], note["id"], note["key"], note["rev"], until)

    def at(self, key, title):
        return self.times.get(key, 0)


class Hook:
    """A webhook is told, and says nothing."""

    def __init__(self, webhook):
        self.webhook = webhook

    def told(self, key, since):
        return [one for one in list(self.webhook.taken)[since:] if one["of"] == key]
