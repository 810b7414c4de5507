"""Reads sentences back: which text of the language file it is, and with which values. A new text is known by its key, in every language."""

import datetime
import json
import pathlib
import re

WORDS = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "GardenWords" / "Languages"
# What stands in a text is itself a text with a key.
NESTED = {"text", "reading", "heard", "remark", "refusal", "why"}
DATES = {"since", "end", "last", "until", "due", "when"}
NUMBERS = {"low", "high", "step", "count", "percent"}
# Labels, buttons and answers: no device is told them as a sentence.
ELSEWHERE = ("entity_", "action_", "code_", "reason_", "forecast_", "control_", "trouble_", "slider_", "interlock_", "phase_")
# The lists of a digest.
SEPARATOR = "digest_separator"


class Language:
    """The texts of a language, as patterns; those with the most words of their own first."""

    def __init__(self, tag):
        groups = json.loads((WORDS / f"{tag}.json").read_text(encoding="utf-8"))
        self.tag, self.formats = tag, groups["language"]["formats"]
        for region in groups["language"].get("regions", []):
            if tag.rsplit("-", 1)[-1] in region["of"]:
                self.formats = {**self.formats, **region["formats"]}
        self.texts = {key: text for group in ("shared", "bridge") for key, text in groups[group].items()}
        self.page = groups["page"]
        self.days = {
            self.day(m, d, form): (m, d) for form in ("day", "day_long") for m in range(1, 13) for d in range(1, 29 if m == 2 else 31)
        }
        self.days.update({self.day(m, 31, form): (m, 31) for form in ("day", "day_long") for m in (1, 3, 5, 7, 8, 10, 12)})
        patterns = []
        for key in self.texts:
            for form in self.forms(key) if not key.startswith(ELSEWHERE) else []:
                own = re.sub(r"{\w+}|[\[\]\W]", "", form)
                if own or key == "labelled":
                    patterns += [(len(own), key, re.compile(words, re.DOTALL)) for words in {pattern(form, False), pattern(form, True)}]
        # Two texts, one behind the other, and no word of its own.
        pairs = {key: re.fullmatch(r"{(\w+)} ?{(\w+)}", form) for key in self.texts for form in self.forms(key)}
        self.pairs = [(key, m.groups()) for key, m in pairs.items() if m and set(m.groups()) <= NESTED]
        self.patterns = sorted(patterns, key=lambda p: (-p[0], p[1]))
        self.kept = {}

    def read(self, text):
        """The claims of a text, (key, values), the outermost first; None: it is no text of ours. Of several readings the one that leaves
        the least to its values."""
        best = self.best(text)
        return best and best[1]

    def best(self, text, depth=0):
        if (text, depth) in self.kept:
            return self.kept[text, depth]
        found = self.best_list(text) if depth == 0 and self.texts[SEPARATOR] in text else None
        for own, key, form in self.patterns:
            if not (match := form.fullmatch(text)):
                continue
            values = {name: value for name, value in match.groupdict().items() if value is not None}
            if not all(self.fits(name, value) for name, value in values.items()):
                continue
            score, claims = own, [(key, values)]
            for name in ["name"] if key == "labelled" else sorted(NESTED & set(values)):
                inner = self.best(values[name], depth + 1) if depth < 3 else None
                # Why something ended may be a name.
                if inner:
                    score, claims = score + inner[0], claims + inner[1]
                elif name != "why":
                    break
            else:
                if found is None or score > found[0]:
                    found = (score, claims)
        for key, names in self.pairs if depth < 2 and found is None else []:
            for end in [m.end() for m in re.finditer(r"\.(?= )|。(?=.)", text)]:
                parts = self.best(text[:end], depth + 1), self.best(text[end:].strip(), depth + 1)
                if all(parts) and (found is None or parts[0][0] + parts[1][0] > found[0]):
                    values = dict(zip(names, (text[:end], text[end:].strip()), strict=True))
                    found = (parts[0][0] + parts[1][0], [(key, values), *parts[0][1], *parts[1][1]])
        self.kept[text, depth] = found
        return found

    def best_list(self, text):
        parts = [self.best(part, 1) for part in text.split(self.texts[SEPARATOR])]
        return (sum(p[0] for p in parts), [claim for p in parts for claim in p[1]]) if all(parts) else None

    # Values.
    def number(self, text):
        """The first number in a text; None: there is none."""
        match = re.search(r"[-−]?\d[\d.,]*", text.replace("\u00a0", " "))
        if not match:
            return None
        plain = match[0].rstrip(".,").replace("−", "-").replace(self.formats.get("group", ","), "").replace(self.formats["decimal"], ".")
        return float(plain)

    def seconds(self, text):
        """How long "2 min 5 s" is, and how exactly that is said; None: it is no time."""
        found = []
        for key, length in (("hours_long", 3600), ("minutes_long", 60), ("seconds_long", 1)):
            for form in self.forms(key):
                unit = re.escape(re.sub(r"{\w+}", "", form).strip())
                if match := re.search(rf"(\d+)\s*{unit}(?![a-z])", text.replace("\u00a0", " ")):
                    found.append((int(match[1]) * length, length))
                    break
        return (sum(f[0] for f in found), min(f[1] for f in found)) if found else None

    def forms(self, key):
        text = self.texts.get(key, [])
        return [text] if isinstance(text, str) else list(text.values()) if text else []

    def moment(self, text, now):
        """What a date or a time of day means to who reads it now: the earliest and the latest second; None: it is no date."""
        if match := re.fullmatch(r"(\D*)(\d?\d):(\d\d)(\D*)", text.strip()):
            hour, minute, words = int(match[2]), int(match[3]), (match[1] + match[4]).strip()
            if words and words == self.formats.get("pm") and hour < 12:
                hour += 12
            elif words and words == self.formats.get("am") and hour == 12:
                hour = 0
            elif words and words not in (self.formats.get("pm"), self.formats.get("am")):
                return None
            begin = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
            return begin.timestamp(), begin.timestamp() + 60
        month_day = self.days.get(re.split(r" \(|（", text)[0].strip())
        if month_day is None:
            return None
        day = now.replace(month=month_day[0], day=month_day[1], hour=0, minute=0, second=0, microsecond=0)
        if (day - now).days > 183:
            day = day.replace(year=day.year - 1)
        return day.timestamp(), day.timestamp() + 86400

    def day(self, month, day, form):
        months = self.formats.get("months" if form == "day" else "months_long", self.formats.get("months", "")).split()
        text = self.formats.get(form, self.formats["day"])
        words = {"MMMM": months and months[month - 1], "MMM": months and months[month - 1], "M": str(month), "d": str(day)}
        return re.sub(r"MMMM|MMM|M|d", lambda match: words[match[0]], text)

    def fits(self, name, value):
        """Whether a value can be what its name says: no sentence is a name, and a time is one."""
        if name in DATES:
            return self.moment(value, datetime.datetime(2028, 7, 1)) is not None
        if name in NUMBERS:
            return re.search(r"\d", value) is not None
        return name in NESTED or name in ("from", "to", "plants", "time", "planned") or not re.search(r"\. |。|; ", value)


def pattern(form, has_sentences):
    """A text as a regular expression: a value is anything, what stands in brackets may be missing. `has_sentences`: the texts in it end as
    sentences do."""
    names, out, i = set(), "", 0
    while i < len(form):
        if form[i] == "{":
            end = form.index("}", i)
            name = form[i + 1 : end]
            value = ".+[.。]" if has_sentences and name in NESTED else ".+?"
            out += f"(?P={name})" if name in names else f"(?P<{name}>{value})"
            names.add(name)
            i = end + 1
        elif form[i] in "[]":
            out += "(?:" if form[i] == "[" else ")?"
            i += 1
        else:
            out += re.escape(form[i])
            i += 1
    return out
