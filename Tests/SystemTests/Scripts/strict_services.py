"""Servers as strict as Telegram's and ntfy's documents say the real ones are, on the loopback.

What they refuse is our fault, and stands in `faults`.
"""

import contextlib
import json
import queue
import re
import select
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from loopback import free_port

TOKEN = "123456:strict_token_of_the_test_aaaaaaaa"
TOPIC, ANSWER_TOPIC = "garden_9f2c", "answers_77cd"


class Service:
    """One server; `faults` are requests that the real one would have refused.

    `life` is the number of the process that asks: what an earlier one did and was not told of, the next one may do again.
    """

    def __init__(self, tls=None):
        self.faults, self.lock, self.port = [], threading.RLock(), free_port()
        self.life, self.repeats, self.open = 0, 0, 0
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle(self):
                with contextlib.suppress(OSError):  # Who asked was killed.
                    super().handle()

            def finish(self):
                with contextlib.suppress(OSError):
                    super().finish()
                with service.lock:
                    service.open -= 1

            def log_message(self, *_):
                pass

            def serve(self):
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                if len(body) < length:  # Who asked was killed meanwhile, and has asked nothing.
                    self.close_connection = True
                    return
                answer = service.answer(self, self.command, self.path, body)
                if answer is not None:
                    self.reply(*answer)

            do_GET = do_POST = do_PUT = do_DELETE = serve

            def reply(self, status, document, headers=()):
                data = json.dumps(document).encode()
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        class Server(ThreadingHTTPServer):
            def get_request(self):
                # A connection is open from its acceptance on, however late its thread begins.
                with service.lock:
                    request = super().get_request()
                    service.open += 1
                    return request

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def fault(self, what):
        with self.lock:
            self.faults.append(what)

    def is_quiet(self):
        """Whether all that was asked is answered and nobody is connected, but for those who only listen."""
        with self.lock:
            return not self.open and not select.select([self.server.socket], [], [], 0)[0]

    @contextlib.contextmanager
    def listening(self):
        """While somebody listens, for as long as they like."""
        with self.lock:
            self.open -= 1
        try:
            yield
        finally:
            with self.lock:
                self.open += 1

    def is_repeat(self, life):
        """Whether what is asked for a second time was done for a process that is gone."""
        self.repeats += life < self.life
        return life < self.life


def is_gone(handler):
    """Whether the other side has hung up."""
    try:
        return bool(select.select([handler.connection], [], [], 0)[0]) and not handler.connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


class Telegram(Service):
    """The Bot API. `chats` are those that have written to the bot: it may write to no other."""

    def __init__(self):
        super().__init__()
        self.messages, self.updates, self.queries, self.chats = {}, [], {}, set()
        self.numbers, self.changed, self.polls, self.slow, self.quiet_until = 100, threading.Condition(self.lock), 0, 0, 0.0
        self.doubled, self.last_update = 0, 5000

    def renumber(self):
        """What the service does after a week without updates: it begins to count somewhere else, here further down."""
        with self.lock:
            self.last_update -= 1000

    def say(self, chat, text):
        with self.changed:
            self.chats.add(chat)
            self._update("message", {"message_id": self._number(), "date": int(time.time()), "chat": {"id": chat}, "text": text})

    def press(self, message, label, chat=None):
        """Presses the button with that label on a message; the id of the query."""
        with self.changed:
            data = next(b["callback_data"] for row in message["rows"] for b in row if b["text"] == label)
            query = f"q{self._number()}"
            self.queries[query] = {"at": time.monotonic(), "answer": None, "answered": 0, "message": message["id"]}
            shown = {"message_id": message["id"], "date": message["date"], "chat": {"id": chat or message["chat"]}}
            self._update("callback_query", {"id": query, "data": data, "message": shown})
            return query

    def shown(self, text):
        """Messages that stand in a chat and say so, with their buttons."""
        with self.lock:
            return [m for m in self.messages.values() if not m["deleted"] and text in m["text"]]

    def _number(self):
        self.numbers += 1
        return self.numbers

    def _update(self, kind, content):
        self.last_update += 1
        self.updates.append({"update_id": self.last_update, kind: content})
        self.changed.notify_all()

    def answer(self, handler, verb, path, body):
        match = re.fullmatch(r"/bot([^/]+)/(\w+)", path)
        if not match or match[1] != TOKEN:
            self.fault("wrong token or path")
            return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
        if verb != "POST" or handler.headers.get("content-type") != "application/json" and body:
            return self.refuse("wrong method or content type")
        try:
            document = json.loads(body or b"{}")
        except ValueError:
            return self.refuse("no JSON")
        method = getattr(self, "do_" + match[2], None)
        if method is None and match[2] != "getUpdates":
            return self.refuse(f"no method {match[2]}")
        if match[2] != "getUpdates":
            with self.lock:
                if time.monotonic() < self.quiet_until:
                    return self.refuse("asked again before retry_after")
                if self.slow:
                    seconds, self.slow = self.slow, 0
                    self.quiet_until = time.monotonic() + seconds
                    return 429, {"ok": False, "error_code": 429, "description": "Too Many Requests", "parameters": {"retry_after": seconds}}
            return method(document)
        with self.listening():
            return self.updates_for(document, handler)

    def refuse(self, what, life=None, about=None):
        """`life`: the process for which it was done already."""
        if life is None or not self.is_repeat(life):
            self.fault(f"{what} in life {self.life}: {about}" if about else what)
        return 400, {"ok": False, "error_code": 400, "description": f"Bad Request: {what}"}

    def do_getMe(self, _):
        return 200, {"ok": True, "result": {"id": 123456, "is_bot": True, "username": "strict_test_bot"}}

    def updates_for(self, document, handler):
        with self.changed:
            # A poll of a process that was killed ends with its connection; the real server notices that.
            self.polls += 1
            mine, end = self.polls, time.monotonic() + document.get("timeout", 0)
            self.changed.notify_all()
            # An offset far ahead of all numbers is none. Source: tdlib/telegram-bot-api, Client::do_get_updates.
            if document.get("offset", 0) <= self.last_update + 10:
                self.updates = [u for u in self.updates if u["update_id"] >= document.get("offset", 0)]
            while not self.updates and self.polls == mine and time.monotonic() < end and not is_gone(handler):
                self.changed.wait(0.5)
            return 200, {"ok": True, "result": self.updates[: document.get("limit", 100)]}

    def check(self, document):
        text, markup = document.get("text"), document.get("reply_markup", {})
        if document.get("chat_id") not in self.chats:
            return "chat not found"
        if not isinstance(text, str) or not 1 <= len(text.encode("utf-16-le")) // 2 <= 4096:
            return "message text is empty or too long"
        for row in markup.get("inline_keyboard", []):
            for button in row:
                if not button.get("text") or not 1 <= len(button.get("callback_data", "").encode()) <= 64:
                    return "BUTTON_DATA_INVALID"
        return None

    def do_sendMessage(self, document):
        with self.lock:
            wrong = self.check(document)
            if wrong:
                return self.refuse(wrong)
            number, rows = self._number(), document.get("reply_markup", {}).get("inline_keyboard", [])
            same = (document["text"], document["chat_id"])
            if any((m["text"], m["chat"]) == same and not m["deleted"] and m["rows"] for m in self.messages.values()):
                self.doubled += 1
            self.messages[number] = {
                "id": number,
                "life": self.life,
                "chat": document["chat_id"],
                "text": document["text"],
                "rows": rows,
                "date": int(time.time()),
                "at": time.monotonic(),
                "deleted": False,
            }
            return 200, {"ok": True, "result": {"message_id": number, "date": int(time.time()), "chat": {"id": document["chat_id"]}}}

    def do_editMessageText(self, document):
        with self.lock:
            message = self.messages.get(document.get("message_id"))
            wrong = self.check(document)
            if wrong:
                return self.refuse(wrong)
            if not message or message["deleted"]:
                return self.refuse("message to edit not found", message and message["life"])
            rows = document.get("reply_markup", {}).get("inline_keyboard", [])
            if (message["text"], message["rows"]) == (document["text"], rows):
                return self.refuse("message is not modified", message["life"], f"{document['text']!r}, done in {message['life']}")
            message.update(text=document["text"], rows=rows, at=time.monotonic(), life=self.life)
            return 200, {"ok": True, "result": {"message_id": message["id"]}}

    def do_editMessageReplyMarkup(self, document):
        with self.lock:
            message = self.messages.get(document.get("message_id"))
            if not message or message["deleted"]:
                # Who learns of a press on a message that has gone meanwhile takes its buttons away, and is refused without harm.
                if message and any(query["message"] == message["id"] for query in self.queries.values()):
                    return 400, {"ok": False, "error_code": 400, "description": "Bad Request: message to edit not found"}
                return self.refuse("message to edit not found", message and message["life"])
            rows = document.get("reply_markup", {}).get("inline_keyboard", [])
            if message["rows"] == rows:
                return self.refuse("message is not modified", message["life"])
            message.update(rows=rows, at=time.monotonic(), life=self.life)
            return 200, {"ok": True, "result": {"message_id": message["id"]}}

    def do_deleteMessage(self, document):
        with self.lock:
            message = self.messages.get(document.get("message_id"))
            if not message or message["deleted"]:
                return self.refuse("message to delete not found", message and message["life"])
            message.update(deleted=True, at=time.monotonic(), life=self.life)
            return 200, {"ok": True, "result": True}

    def do_answerCallbackQuery(self, document):
        with self.lock:
            query = self.queries.get(document.get("callback_query_id"))
            if query is None or query["answered"] or len(document.get("text", "")) > 200:
                return self.refuse("query is too old and response timeout expired or query ID is invalid", query and query.get("life"))
            query.update(answer=document.get("text", ""), answered=time.monotonic(), life=self.life)
            return 200, {"ok": True, "result": True}


class Ntfy(Service):
    """An ntfy server of 2.16 or later: messages by name, at most three buttons, a topic as a stream."""

    def __init__(self):
        super().__init__()
        self.shown, self.said, self.listeners, self.at, self.published = {}, [], [], {}, 0
        self.slow, self.quiet_until = 0, 0.0

    def press(self, name, label):
        """What a phone posts when the button is pressed."""
        action = next(a for a in self.shown[name]["actions"] if a["label"] == label)
        return self.post(action["body"])

    def post(self, text):
        with self.lock:
            line = {"id": f"id{len(self.said):08d}", "time": int(time.time()), "event": "message", "topic": ANSWER_TOPIC, "message": text}
            self.said.append(line)
            for listener in self.listeners:
                listener.put(line)

    def refuse(self, code, what):
        self.fault(what)
        return 400, {"code": code, "http": 400, "error": what}

    def answer(self, handler, verb, path, body):
        match = re.fullmatch(r"/([^/?]+)/json\?since=(\w+)", path)
        if verb == "GET" and match and match[1] == ANSWER_TOPIC:
            with self.lock:
                if time.monotonic() < self.quiet_until:
                    self.fault("listened again before Retry-After")
                if self.slow:
                    seconds, self.slow = self.slow, 0
                    self.quiet_until = time.monotonic() + seconds
                    return 429, {"code": 42901, "http": 429, "error": "limit reached"}, [("retry-after", str(seconds))]
            with self.listening():
                return self.stream(handler, match[2])
        match = re.fullmatch(r"/([-_A-Za-z0-9]{1,64})/([-_A-Za-z0-9]{1,64})", path)
        if verb == "DELETE" and match and match[1] == TOPIC:
            with self.lock:
                self.shown.pop(match[2], None)
                self.at[match[2]] = time.monotonic()
                return 200, {"id": "x", "event": "message_delete", "topic": TOPIC, "sequence_id": match[2]}
        if verb != "POST" or path not in ("", "/"):
            return self.refuse(40401, f"no such way: {verb}")
        try:
            document = json.loads(body)
        except ValueError:
            return self.refuse(40024, "invalid request: no JSON")
        if document.get("topic") != TOPIC or not re.fullmatch(r"[-_A-Za-z0-9]{1,64}", document.get("sequence_id", "")):
            return self.refuse(40009, "invalid topic or sequence id")
        actions = document.get("actions", [])
        if len(actions) > 3 or any(not a.get("label") or not a.get("url") or a["action"] != "http" for a in actions):
            return self.refuse(40018, "invalid actions")
        if any(a["url"] != f"{self.address}/{ANSWER_TOPIC}" for a in actions):
            return self.refuse(0, "an action that goes elsewhere")
        if not document.get("message") or len(document["message"].encode()) > 4096 or not 1 <= document.get("priority", 3) <= 5:
            return self.refuse(40007, "empty or too long, or no such priority")
        with self.lock:
            self.published += 1
            self.shown[document["sequence_id"]] = {"actions": [], **document}
            self.at[document["sequence_id"]] = time.monotonic()
        return 200, {"id": "abc", "time": int(time.time()), "event": "message", "topic": TOPIC, "sequence_id": document["sequence_id"]}

    def stream(self, handler, since):
        mine = queue.Queue()
        with self.lock:
            ids = [line["id"] for line in self.said]
            start = ids.index(since) + 1 if since in ids else 0
            for line in self.said[start:]:
                if since in ids or not since.isdigit() or line["time"] >= int(since):
                    mine.put(line)
            self.listeners.append(mine)
        handler.send_response(200)
        handler.send_header("content-type", "application/x-ndjson")
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        try:
            spoken = time.monotonic()
            while not is_gone(handler):
                try:
                    line = mine.get(timeout=0.2)
                except queue.Empty:
                    if time.monotonic() < spoken + 5:
                        continue
                    line = {"id": "keepalive", "time": int(time.time()), "event": "keepalive", "topic": ANSWER_TOPIC}
                spoken = time.monotonic()
                data = (json.dumps(line) + "\n").encode()
                handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                handler.wfile.flush()
        except OSError:
            pass
        finally:
            handler.close_connection = True
            with self.lock:
                self.listeners.remove(mine)


class Webhook(Service):
    """Takes JSON, and keeps it."""

    def __init__(self):
        super().__init__()
        self.taken = []

    def answer(self, handler, verb, path, body):
        if verb != "POST" or path != "/hook/secret-of-the-hook":
            self.fault(f"wrong method or path: {verb}")
            return 404, {}
        try:
            self.taken.append(json.loads(body))
        except ValueError:
            self.fault("no JSON")
            return 400, {}
        return 200, {}
