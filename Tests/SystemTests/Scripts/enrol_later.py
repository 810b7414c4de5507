"""Phones that were let in, later on: enrol_later.py LOAM SOURCES FOLDER.

The config loses `broker.accounts`.
"""

import contextlib
import pathlib
import time

from enrol_house import (
    Phone,
    add,
    check,
    command,
    dries,
    end,
    let_in,
    place,
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


def guest_of(operator, seconds):
    return let_in(operator.invite(name="Guest", person="anna", role="actor", until=int(time.time()) + seconds))


with contextlib.ExitStack() as stack:
    stack.callback(start_broker().kill)
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

    end(bridge)
