"""Phones that were let in, later on: enrol_later.py LOAM SOURCES FOLDER.

The config loses `broker.accounts`; the bridge's store, and then the broker's file, comes back from an older copy;
a guest's date passes while the bridge is down.
"""

import contextlib
import json
import pathlib
import shutil

from enrol_house import (
    Phone,
    add,
    check,
    command,
    counts,
    dries,
    end,
    let_in,
    now,
    place,
    plugin_file,
    read,
    scan,
    set_clock,
    start_bridge,
    start_broker,
    until,
    write_config,
)

HOUR, MINUTE = 3600, 60


def log():
    return pathlib.Path(place("loam.log")).read_text()


def listed():
    """What `loam device list` says of each device."""
    ended = command("device", "list")
    check(ended.returncode == 0, f"no list: {ended.stdout}{ended.stderr}")
    lines = [line.split() for line in ended.stdout.splitlines()]
    return {words[0]: line for words, line in zip(lines, ended.stdout.splitlines(), strict=True) if words}


def is_in(phone):
    """The bridge takes its answer to the aloe's reminder, or says that somebody else's was first."""
    return phone.answers_reminder() in ("accepted", "stale", "already_done", "duplicate", "unknown_note")


def kill(bridge):
    bridge.kill()
    bridge.wait()


def guest_of(operator, seconds):
    return let_in(operator.invite(name="Guest", person="anna", role="actor", until=now() + seconds))


def in_plugin():
    held = plugin_file()
    return [client["username"] for client in held["clients"]] + [role["rolename"] for role in held["roles"]]


with contextlib.ExitStack() as stack:
    broker = start_broker()
    stack.callback(lambda: broker.kill())
    bridge = start_bridge()
    stack.callback(lambda: bridge.kill())
    kitchen = let_in(add("Kitchen phone"))
    anna = Phone("anna-phone", "pw-anna-phone")
    check(anna.connect() == 0, "the operator of the config cannot come")
    anna.listen("plants/v1/d/anna-phone/dn/+")
    guest = guest_of(anna, HOUR)
    dries()
    check(is_in(kitchen) and is_in(guest), "who was let in is not heard")

    # The key is taken from the config: who is in stays, and whoever believes otherwise is told.
    end(bridge)
    write_config(has_accounts=False)
    bridge = start_bridge()
    until("the log says that they stay in", lambda: "2 devices were let in, and the config has no broker.accounts" in log())
    until("the bridge is back", lambda: command("device", "list").returncode == 0)
    check({kitchen.device, guest.device} <= listed().keys(), f"not listed: {listed()}")
    check(kitchen.is_there and is_in(kitchen), "the key that is gone cost a phone its place")
    for words in (("add", "X", "--person", "anna"), ("rotate", kitchen.device), ("revoke", kitchen.device)):
        ended = command("device", *words)
        check(ended.returncode == 1 and "'broker.accounts'" in ended.stderr, f"{words[0]}: {ended.stdout}{ended.stderr}")
    check(kitchen.is_there and is_in(kitchen), "a refused wish cost a phone its place")

    # A guest's time runs on. The broker is not told; the bridge hears the guest no more.
    set_clock(HOUR + MINUTE, HOUR + MINUTE)
    until("the guest is out as far as the bridge goes", lambda: "leaving" in listed()[guest.device])
    check(guest.is_there and guest.answers_reminder() == "forbidden", "the guest is heard, or somebody told the broker")

    # The key is back, and the broker learns of it.
    end(bridge)
    write_config()
    bridge = start_bridge()
    until("the guest is out", lambda: not guest.is_there, 30)
    check(guest.connect() != 0, "the guest comes again")
    check(kitchen.is_there and is_in(kitchen), "the key that is back cost a phone its place")
    until("the guest is forgotten", lambda: guest.device not in listed())

    # The date passes while the bridge is down, ended or killed: the broker knows nothing of it until the bridge is back.
    passed = HOUR + MINUTE
    for stop in (end, kill):
        guest = guest_of(anna, HOUR)
        check(is_in(guest), "the bridge has not written down that the guest is in")
        stop(bridge)
        passed += HOUR + MINUTE
        set_clock(passed, passed)
        check(guest.is_there, "the guest is out, and nobody put it out")
        bridge = start_bridge()
        until("the guest is out", lambda it=guest: not it.is_there, 30)
        check(guest.connect() != 0, "the guest comes again")
        check(kitchen.is_there and is_in(kitchen), "the guest took others along")
        until("the log says why", lambda it=guest: "is over" in log().split(it.device)[-1], 30)

    # The store comes back from a copy that is older than the last who joined, the last who was put out, and a rotated password.
    hall = let_in(add("Hall"))
    end(bridge)
    shutil.copytree(place("store"), place("older-store"), ignore=shutil.ignore_patterns("*.sock"))
    pathlib.Path(place("older.json")).write_text(json.dumps(plugin_file()))
    bridge = start_bridge()
    newer = let_in(add("Newer"))
    check(command("device", "revoke", kitchen.device).returncode == 0, "not revoked")
    rotated = command("device", "rotate", hall.device)
    check(rotated.returncode == 0, f"not rotated: {rotated.stderr}")
    code = read(scan(rotated.stdout))
    check(counts(code), "the rotated phone's code does not count")
    end(bridge)
    shutil.rmtree(place("store"))
    shutil.copytree(place("older-store"), place("store"))
    check(newer.is_there, "the newer phone is out too early")
    bridge = start_bridge()
    until("whom the store does not know is out", lambda: not newer.is_there, 30)
    until("a code from before lets nobody in", lambda: not counts(code))
    check(newer.connect() != 0 and kitchen.connect() != 0 and hall.connect() != 0, "somebody comes again")
    until("nobody is listed", lambda: "no device" in command("device", "list").stdout)
    until("nobody has an account", lambda: not in_plugin())

    # The broker's file comes back from a copy in which those who were put out since are in.
    broker.terminate()
    broker.wait()
    shutil.copy(place("older.json"), place("accounts.json"))
    broker = start_broker(has_accounts=True)
    check({kitchen.device, hall.device} <= set(in_plugin()), f"the copy lacks somebody: {in_plugin()}")
    until("nobody has an account again", lambda: not in_plugin(), 60)
    check(kitchen.connect() != 0 and hall.connect() != 0, "somebody comes again by the broker's older file")

    end(bridge)
