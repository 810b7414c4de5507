"""Backups that other hands made are put back by root: forged.py LOAM FOLDER

Each is whole, its sums are right, and its owner said yes to its fingerprint. None of them may write anything, and each is refused in one sentence.
"""

import copy
import hashlib
import json
import os
import pathlib
import pty
import re
import select
import sqlite3
import subprocess
import sys
import time

LOAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SHIPPED = pathlib.Path(__file__).parents[3] / "deploy"
TOO_LONG = 120
CONFIG = """
site: {name: forged, time_zone: UTC}
broker: {host: 127.0.0.1, username: loam, password_file: "${GARDEN}/etc/mqtt-password"}
store: {path: "${GARDEN}/var/store"}
sensors: {probe: {family: plain, topic: probe/basil, fields: {moisture: {unit: percent}}}}
plants: {basil: {name: Basil, sensors: probe, dry_below: 30%}}

include: people.yaml
"""
PEOPLE = "people: {anna: {devices: {anna-phone: {role: operator}}}}\n"


def check(what, truth, more=""):
    if not truth:
        print(f"FAILED: {what} {more}", flush=True)
        sys.exit(1)
    print(f"ok: {what}", flush=True)


def octal(number, digits):
    return f"{number:0{digits}o}".encode()


def block(name, size, made, kind=b"0", link=b""):
    """The header that our writer makes; `kind` and `link` are what others would put there."""
    head = bytearray(512)
    for at, text in [
        (0, name.encode()),
        (100, b"0000600\0"),
        (108, b"0000000\0"),
        (116, b"0000000\0"),
        (124, octal(size, 11)),
        (136, octal(made, 11)),
        (148, b" " * 8),
        (156, kind),
        (157, link),
        (257, b"ustar\x0000"),
        (265, b"root"),
        (297, b"root"),
    ]:
        head[at : at + len(text)] = text
    head[148:156] = octal(sum(head), 6) + b"\0 "
    return bytes(head)


def padded(content):
    return content + b"\0" * (-len(content) % 512)


class Archive:
    """A backup taken apart, and put together again with the sums that belong to it."""

    def __init__(self, path):
        self.files, self.odd = {}, []
        content, at = path.read_bytes(), 0
        while content[at] != 0:
            name = content[at : at + 100].rstrip(b"\0").decode()
            size = int(content[at + 124 : at + 135], 8)
            self.files[name] = content[at + 512 : at + 512 + size]
            at += 512 + size + (-size % 512)
        self.files.pop("SIGNATURE", None)
        self.files.pop("SHA256SUMS")
        self.manifest = json.loads(self.files.pop("loam-backup.json"))

    def write(self, path):
        made = self.manifest["made"]
        files = {"loam-backup.json": json.dumps(self.manifest).encode(), **dict(sorted(self.files.items()))}
        sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
        parts = [block(name, len(content), made) + padded(content) for name, content in [*files.items(), ("SHA256SUMS", sums.encode())]]
        odd = [block(name, 0, made, kind, link) for name, kind, link in self.odd]
        path.write_bytes(b"".join(parts[:1] + odd + parts[1:]) + b"\0" * 1024)

    def database(self, name, sql):
        path = FOLDER / "forge.sqlite"
        path.write_bytes(self.files[name])
        database = sqlite3.connect(path)
        database.executescript(sql)
        database.close()
        self.files[name] = path.read_bytes()
        path.unlink()

    def config(self, *changes):
        text = self.files["config/loam.yaml"].decode()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        self.files["config/loam.yaml"] = text.encode()


class Machine:
    def __init__(self, name):
        self.path = FOLDER / name
        self.config, self.mosquitto = self.path / "etc/loam.yaml", self.path / "mosquitto"
        (self.path / "etc").mkdir(parents=True)
        (self.mosquitto / "conf.d").mkdir(parents=True)
        (self.mosquitto / "mosquitto.conf").write_text("include_dir /etc/mosquitto/conf.d\n")
        self.environment = {**os.environ, "GARDEN": str(self.path), "HOME": str(self.path), "LANG": "C"}

    def command(self, *words):
        options = [] if words[0] == "import" else ["--mosquitto-dir", self.mosquitto]
        return [LOAM, *words, "--config", self.config, *options]

    def loam(self, *words):
        return subprocess.run(
            self.command(*words),
            capture_output=True,
            text=True,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            timeout=TOO_LONG,
            check=False,
        )

    def answer(self, backup, *answers):
        """A person at a terminal."""
        child, screen = pty.fork()
        if child == 0:
            os.execve(LOAM, [str(word) for word in self.command("restore", backup)], self.environment)
        said, left, end = b"", list(answers), time.monotonic() + TOO_LONG
        while time.monotonic() < end:
            if not select.select([screen], [], [], 1)[0]:
                continue
            try:
                said += os.read(screen, 4096)
            except OSError:
                break
            if left and said.rstrip().endswith((b"[y/N]", b"[Y/n]")):
                os.write(screen, left.pop(0).encode() + b"\n")
                said += b"\n"
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode()

    def everything(self):
        """Each file with its bytes and its mode."""
        return {str(path): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"") for path in sorted(self.path.rglob("*"))}


def said(result):
    return f"({result.returncode}) {result.stdout}{result.stderr}"


first = Machine("first")
first.config.write_text(CONFIG)
(first.path / "etc/people.yaml").write_text(PEOPLE)
for name, text in [("mqtt-password", "secret\n"), ("web-token", "a-token-of-the-page-0\n")]:
    (first.path / "etc" / name).write_text(text)
    (first.path / "etc" / name).chmod(0o755)
settings = (SHIPPED / "mosquitto.conf").read_text().replace("/etc/mosquitto/", f"{first.mosquitto}/")
(first.mosquitto / "conf.d/loam.conf").write_text(settings)
(first.mosquitto / "loam.acl").write_text((SHIPPED / "loam.acl").read_text() + "\nuser plug\ntopic write tele/plug/#\n")
(first.mosquitto / "loam.passwd").write_text("loam:$7$101$c2FsdA==$aGFzaA==\n")
(FOLDER / "past.csv").write_text("time,probe.moisture\n1795219200,41\n")
made = first.loam("import", FOLDER / "past.csv")
check("a garden is there", made.returncode == 0, said(made))
backup = FOLDER / "garden.loam"
made = first.loam("backup", backup)
check("it has a backup", made.returncode == 0, said(made))
fingerprint = re.search(r"Fingerprint: ([0-9a-f-]{24})\.", made.stdout)
check("which says its fingerprint", fingerprint, said(made))
fingerprint = fingerprint[1]
key = first.path / "var/store/backup-key"
check("the garden's key is for its owner alone", key.stat().st_mode & 0o777 == 0o600)
check("and in no backup", key.read_bytes() not in backup.read_bytes())

# The garden that made it needs nothing more than a yes.
back = first.loam("restore", "--yes", backup)
check("its own garden takes it back", back.returncode == 0, said(back))

# Another machine asks who made it.
second = Machine("second")
before = second.everything()
places = ("--store", str(second.path / "var"))


def refused(what, result, code, why):
    check(what, result.returncode == code and why in result.stderr, said(result))
    check("in words", "\x1b" not in result.stdout + result.stderr and len(result.stderr.strip().splitlines()) == 1, said(result))
    check("and nothing was written", second.everything() == before, str(second.everything().keys() ^ before.keys()))


refused("a yes alone puts no foreign garden anywhere", second.loam("restore", "--yes", backup, *places), 77, f"--from {fingerprint}")
refused("nor does another fingerprint", second.loam("restore", "--yes", "--from", "1" * 24, backup, *places), 77, fingerprint)
refused(
    "nor does it choose where its databases are",
    second.loam("restore", "--yes", "--from", fingerprint, backup),
    77,
    f"--store {second.path}/var/store",
)
code, screen = second.answer(backup, "y", "")
check("a person is told what it may do", "decides what is watered" in screen and fingerprint in screen, screen)
check("Enter is no", code == 1 and second.everything() == before, screen)

good = Archive(backup)
stripped = FOLDER / "stripped.loam"
good.write(stripped)
refused("without its signature it is nobody's", first.loam("restore", "--yes", stripped), 77, "nobody has signed it")
signed = backup.read_bytes()
twisted = FOLDER / "twisted.loam"
at = signed.rindex(b"ed25519 ")
twisted.write_bytes(signed[: at + 80] + (b"0" if signed[at + 80 : at + 81] != b"0" else b"1") + signed[at + 81 :])
refused("a signature that is another is damage", second.loam("restore", "--yes", twisted, *places), 65, "signature")


def broker(line):
    def forge(archive):
        archive.files["broker/loam.conf"] += line

    return forge


def extra(name, content=b"x\n"):
    def forge(archive):
        archive.files[name] = content

    return forge


def named(name, content):
    """A file that the config names."""

    def forge(archive):
        archive.config(("host: 127.0.0.1,", f'host: 127.0.0.1, tls: {{enabled: true, ca_file: "${{GARDEN}}/etc/{name}"}},'))
        archive.files[f"config/{name}"] = content

    return forge


def sql(name, text):
    return lambda archive: archive.database(f"store/{name}.sqlite", text)


def odd(name, kind, link=b""):
    return lambda archive: archive.odd.append((name, kind, link))


(second.path / "etc/neighbour.pem").write_text("somebody else's\n")
before = second.everything()
TRIGGER = "CREATE TRIGGER evil AFTER INSERT ON {} BEGIN SELECT 1; END"
NOBODY = (
    b'{"defaultACLAccess":{"publishClientSend":false,"publishClientReceive":false,"subscribe":false},'
    b'"roles":[{"acls":[{"topic":%s,"allow":true}]}]}'
)
forged = [
    ("a broker that runs as root", broker(b"user root\n"), "'user'"),
    ("a broker with a plugin", broker(b"  plugin /etc/loam/evil.so\n"), "'plugin'"),
    ("a broker that reads more settings", broker(b"include_dir /etc/loam\n"), "'include_dir'"),
    ("a broker that writes a log somewhere", broker(b"log_dest file /etc/cron.d/x\n"), "'log_dest'"),
    ("a password file with something else", lambda a: a.files.update({"broker/loam.passwd": b"user root\n"}), "no account"),
    (
        "rights over the broker",
        extra("broker/accounts.json", b'{"roles":[{"acls":[{"topic":"$CONTROL/#","allow":true}]}]}'),
        "gives rights to everybody",
    ),
    (
        "rights for whoever has no role",
        extra("broker/accounts.json", b'{"defaultACLAccess":{"publishClientSend":true},"roles":[]}'),
        "gives rights to everybody",
    ),
    (
        "rights over a valve",
        extra("broker/accounts.json", NOBODY % b'"zigbee2mqtt/#"'),
        "over more than the garden",
    ),
    ("rights over the broker itself", extra("broker/accounts.json", NOBODY % b'"$CONTROL/#"'), "over more than the garden"),
    ("settings of another program", extra("broker/conf.d/x.conf"), "broker/conf.d/x.conf"),
    ("a library", extra("config/evil.so"), "config/evil.so"),
    ("a library that the config names", named("evil.so", b"x"), "config/evil.so"),
    ("a program under another name", named("ca.pem", b"\x7fELF\2"), "is a program"),
    ("a script", named("ca.pem", b"#!/bin/sh\n"), "is a program"),
    ("a key for ssh", extra("config/.ssh/authorized_keys"), ".ssh"),
    ("a profile", extra("config/.bashrc"), ".bashrc"),
    ("a hidden file that the config names", named(".profile", b"x"), ".profile"),
    ("a file that the config does not name", extra("config/cron.d/evil"), "does not name"),
    ("somebody else's file", named("neighbour.pem", b"another\n"), "neighbour.pem"),
    ("a way out", extra("config/../evil"), "evil"),
    ("an absolute path", extra("/etc/evil"), "evil"),
    ("a database of no garden", extra("store/other.sqlite"), "store/other.sqlite"),
    ("a trigger", sql("state", TRIGGER.format("plant")), "trigger 'evil'"),
    ("a trigger in the history", sql("history", TRIGGER.format("reading")), "trigger 'evil'"),
    ("a view", sql("state", "ALTER TABLE plant RENAME TO p; CREATE VIEW plant AS SELECT * FROM p"), "view 'plant'"),
    ("an index that computes", sql("history", "CREATE INDEX evil ON reading (abs(value))"), "index 'evil'"),
    ("a column that computes", sql("state", "ALTER TABLE person ADD COLUMN evil INTEGER AS (1)"), "computes itself"),
    ("a table of nobody's", sql("state", "CREATE TABLE evil (a)"), "table 'evil'"),
    ("no database", lambda a: a.files.update({"store/state.sqlite": b"#!/bin/sh\n" * 100}), "state.sqlite"),
    ("a link", odd("broker/loam.acl", b"2", b"/etc/passwd"), "link"),
    ("a hard link", odd("broker/loam.acl", b"1", b"/etc/passwd"), "link"),
    ("a device", odd("broker/loam.acl", b"3"), "link"),
    ("a name that steers the terminal", extra("config/\x1b[2Jevil"), "evil"),
    ("a pipe", odd("broker/loam.acl", b"6"), "link"),
]
for what, forge, why in forged:
    bad = copy.deepcopy(good)
    forge(bad)
    path = FOLDER / "bad.loam"
    bad.write(path)
    asked = second.loam("restore", "--yes", path, *places)
    known = re.search(r"--from ([0-9a-f-]{24}) ", asked.stderr)
    words = ("--from", known[1]) if known else ()
    refused(f"{what}: refused", second.loam("restore", "--yes", *words, path, *places), 65, why)

# The same for a folder that is nobody's own.
system = Archive(backup)
system.write(path)
result = subprocess.run(
    [LOAM, "restore", "--yes", "--config", "/etc/loam-of-nobody.yaml", path], capture_output=True, text=True, env=second.environment
)
check("no garden is put among the system's own files", result.returncode == 65 and "belongs to the system" in result.stderr, said(result))

# What is good comes back, with no bit to run and with our own settings.
older = copy.deepcopy(good)
older.manifest["format"] = 1
older.write(path)
code, screen = second.answer(path, "y", "y")
check("one of an earlier version comes back after a yes", code == 0 and "nobody has signed it" in screen, screen)
modes = {path.name: path.stat().st_mode & 0o777 for path in (second.path / "etc").iterdir()}
check("nothing of it can be run", modes["mqtt-password"] == 0o644 and not any(mode & 0o111 for mode in modes.values()), str(modes))
text = (second.mosquitto / "conf.d/loam.conf").read_text()
check("the broker's settings are ours", text == settings.replace(str(first.mosquitto), str(second.mosquitto)), text)
rights = (second.mosquitto / "loam.acl").read_text()
check("with the account's own rights", rights.endswith("\nuser plug\ntopic write tele/plug/#\n"), rights[-300:])
check("and the accounts", (second.mosquitto / "loam.passwd").read_text() == (first.mosquitto / "loam.passwd").read_text())
history = sqlite3.connect(second.path / "var/store/history.sqlite")
check("the past is there", history.execute("SELECT value FROM reading").fetchall() == [(41.0,)])
history.close()
third = Machine("third")
known = third.loam("restore", "--yes", "--from", fingerprint.upper(), "--store", third.path, backup)
check("a fingerprint is as good as a yes", known.returncode == 0, said(known))
