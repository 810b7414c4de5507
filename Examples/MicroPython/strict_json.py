"""JSON (RFC 8259) as strictly as the bridge reads it: UTF-8, escapes, the depth, no key twice. MicroPython's own module is more lenient."""

DEPTH_MAX = 8
ESCAPES = {b'"': '"', b"\\": "\\", b"/": "/", b"b": "\b", b"f": "\f", b"n": "\n", b"r": "\r", b"t": "\t"}
DIGITS = b"0123456789"
HEX = DIGITS + b"abcdefABCDEF"


def check_utf8(payload):
    """MicroPython itself takes forms that are too long, halves of pairs and what lies beyond Unicode."""
    count = 0
    for c in bytes(payload).decode():
        code = ord(c)
        if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            raise ValueError("not UTF-8")
        count += 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
    if count != len(payload):
        raise ValueError("not UTF-8")


class Reader:
    def __init__(self, payload):
        self.bytes, self.at = bytes(payload), 0

    def here(self):
        return self.bytes[self.at : self.at + 1]

    def peek(self):
        while self.here() in (b" ", b"\n", b"\r", b"\t"):
            self.at += 1
        return self.here()

    def take(self, word):
        if self.bytes[self.at : self.at + len(word)] != word:
            raise ValueError("not JSON")
        self.at += len(word)

    def value(self, depth):
        c = self.peek()
        if c == b'"':
            return self.string()
        if c == b"{" or c == b"[":
            if depth == 0:
                raise ValueError("too deep")
            return self.inside(c, depth)
        for word, value in ((b"true", True), (b"false", False), (b"null", None)):
            if c == word[:1]:
                self.take(word)
                return value
        return self.number()

    def inside(self, c, depth):
        """The members of an object or the items of a list."""
        self.take(c)
        found, close = ({}, b"}") if c == b"{" else ([], b"]")
        while self.peek() != close:
            if found:
                self.take(b",")
            if c == b"[":
                found.append(self.value(depth - 1))
                continue
            self.peek()
            key = self.string()
            if key in found:
                raise ValueError("the key is there twice")
            self.peek()
            self.take(b":")
            found[key] = self.value(depth - 1)
        self.take(close)
        return found

    def string(self):
        self.take(b'"')
        parts = []
        while True:
            end = self.bytes.find(b'"', self.at)
            if end < 0:
                raise ValueError("a text does not end")
            slash = self.bytes.find(b"\\", self.at, end)
            part = self.bytes[self.at : end if slash < 0 else slash]
            if part and min(part) < 0x20:
                raise ValueError("a control character in a text")
            parts.append(part.decode())
            self.at += len(part)
            if slash < 0:
                self.at += 1
                return "".join(parts)
            parts.append(self.escape())

    def escape(self):
        c = self.bytes[self.at + 1 : self.at + 2]
        if c != b"u":
            self.at += 2
            if c not in ESCAPES:
                raise ValueError("not an escape")
            return ESCAPES[c]
        unit = self.unit()
        if 0xD800 <= unit <= 0xDBFF:
            low = self.unit()
            if not 0xDC00 <= low <= 0xDFFF:
                raise ValueError("half of a pair")
            return chr(0x10000 + ((unit - 0xD800) << 10) + low - 0xDC00)
        if 0xDC00 <= unit <= 0xDFFF:
            raise ValueError("half of a pair")
        return chr(unit)

    def unit(self):
        self.take(b"\\u")
        digits = self.bytes[self.at : self.at + 4]
        if len(digits) != 4 or any(c not in HEX for c in digits):
            raise ValueError("not an escape")
        self.at += 4
        return int(digits, 16)

    def digits(self):
        start = self.at
        while self.here() and self.here() in DIGITS:
            self.at += 1
        if self.at == start:
            raise ValueError("not a value")

    def number(self):
        start, is_whole = self.at, True
        if self.here() == b"-":
            self.at += 1
        if self.here() == b"0":
            self.at += 1
        else:
            self.digits()
        if self.here() == b".":
            self.at, is_whole = self.at + 1, False
            self.digits()
        if self.here() in (b"e", b"E"):
            self.at, is_whole = self.at + 1, False
            if self.here() in (b"+", b"-"):
                self.at += 1
            self.digits()
        text = self.bytes[start : self.at]
        return int(text) if is_whole and len(text) < 17 else float(text)


def load(payload):
    """The object in these bytes; ValueError where they are not one alone."""
    check_utf8(payload)
    reader = Reader(payload)
    if reader.peek() != b"{":
        raise ValueError("not an object")
    value = reader.value(DEPTH_MAX)
    if reader.peek():
        raise ValueError("more than one value")
    return value
