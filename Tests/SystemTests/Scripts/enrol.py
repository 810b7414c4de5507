"""Phones that are let in by QR code: enrol.py LOAM SOURCES FOLDER.

What is refused is refused by the broker itself, unless it says otherwise.
"""

import contextlib
import glob
import json
import pathlib
import re
import subprocess
import time
import uuid

from enrol_house import (
    BASE,
    YEAR,
    Phone,
    broker_log,
    check,
    command,
    config,
    counts,
    dries,
    known,
    loam,
    phone_for,
    place,
    plugin_file,
    read,
    retained,
    scan,
    set_clock,
    start_bridge,
    start_broker,
    until,
)

with contextlib.ExitStack() as stack:
    stack.callback(start_broker().kill)
    bridge = start_bridge()
    stack.callback(lambda: bridge.kill())

    # It lets nobody in before it knows that no other bridge is in charge.
    added, _ = until(
        "the bridge lets somebody in",
        lambda: (a := command("device", "add", "Kitchen phone", "--person", "anna")).returncode == 0 and a,
        60,
    )
    dries()
    link = read(scan(added.stdout))
    check(scan(added.stdout) in added.stdout, f"the code and the text differ: {added.stdout}")
    check(re.fullmatch("kitchen-phone-[a-z]{4}", link["device"]), f"its name: {link}")

    # Scanned, joined, answered.
    begun = time.monotonic()
    kitchen = phone_for(link)
    kitchen.join(link)
    check(kitchen.answers_reminder() == "accepted", "the new phone's answer was not taken")
    took = time.monotonic() - begun
    print(f"from the scan to the first answer {took * 1000:.0f} ms")

    # Used twice, and by whoever looked over the shoulder: the broker knows no such password.
    check("ot authorized" in str(Phone(link["device"], link["secret"]).connect()), "the secret counted twice")
    # Its own tree and nobody else's.
    # mosquitto grants any subscription where it has an acl_file; what counts is what comes of it.
    kitchen.listen(f"{BASE}/d/+/dn/#", "#", "$CONTROL/#")
    kitchen.client.publish("$CONTROL/dynamic-security/v1", '{"commands":[{"command":"listClients"}]}', qos=1)
    until(
        "the broker refuses its order",
        lambda: (
            f"Denied PUBLISH from {kitchen.device} (d0, q1, r0, m" in broker_log()
            and "$CONTROL" in broker_log().split("Denied PUBLISH")[-1][:90]
        ),
    )
    check("kitchen-phone" in command("device", "list").stdout, "it is not listed")
    check(
        kitchen.ask("account", {"do": "revoke", "content": {"device": link["device"]}, "at": int(time.time())})["code"] == "forbidden",
        "an actor revokes",
    )

    # A viewer sees and may not answer; that is the bridge's to refuse, and the broker's that it speaks for another.
    viewer_link = read(scan(command("device", "add", "Wall", "--person", "anna", "--role", "viewer").stdout))
    viewer = phone_for(viewer_link)
    viewer.join(viewer_link)
    check(viewer.answers_reminder() == "forbidden", "a viewer answers")
    viewer.say("action", {"v": 1, "id": str(uuid.uuid4())}, device=link["device"])
    until("the broker refuses", lambda: f"Denied PUBLISH from {viewer.device}" in broker_log())

    # An operator of the config lets in an operator for a time; that one lets in nobody.
    anna = Phone("anna-phone", "pw-anna-phone")
    check(anna.connect() == 0, "the operator of the config cannot come")
    anna.listen(f"{BASE}/d/anna-phone/dn/+")
    guest_link = anna.invite(name="Gärtner", person="anna", role="operator", until=int(time.time()) + 3600)
    guest = phone_for(guest_link)
    guest.join(guest_link)
    check(guest.invite(name="Friend", person="anna", role="viewer") == "forbidden", "a guest lets others in")
    check(anna.invite(name="X", person="nobody", role="viewer") == "bad_value", "for a person who is not there")

    # An operator who was let in for good makes no operators, and whom it invited goes with it.
    second_link = anna.invite(name="Second", person="anna", role="operator")
    second = phone_for(second_link)
    second.join(second_link)
    check(second.invite(name="Third", person="anna", role="operator") == "forbidden", "operators multiply")
    open_link = second.invite(name="Open", person="anna", role="actor")
    check(counts(open_link), "the invitation does not count")
    check(anna.link(str(uuid.uuid4())) == "unknown_message", "a secret for whoever asks")
    check(command("device", "revoke", second_link["device"]).returncode == 0, "not revoked")
    until("the second operator is out", lambda: not second.is_there)
    until("and its invitation", lambda: not counts(open_link))

    # Killed and started again: who is in stays connected, and what was open is closed.
    pending = read(scan(command("device", "add", "Late", "--person", "anna").stdout))
    bridge.kill()
    bridge.wait()
    bridge = start_bridge()
    until("open invitations are closed", lambda: not counts(pending), 60)
    check(kitchen.is_there and kitchen.answers_reminder() in ("accepted", "stale", "unknown_note"), "the kill cost a phone its place")

    # Too late: ten minutes are over.
    late = read(scan(command("device", "add", "Late", "--person", "anna").stdout))
    check(counts(late), "the invitation does not count")
    set_clock(0, 601)
    until("the invitation is over", lambda: not counts(late))

    # The guest's hour is over, although the clock has gone back by a year.
    check(guest.is_there, "the guest is out too early")
    set_clock(-YEAR, 601)
    until("the bridge lives in last year", lambda: json.loads(retained(f"{BASE}/bridge/status") or "{}").get("online"), 5)
    set_clock(-YEAR, 601 + 3600)
    until("the guest is out", lambda: not guest.is_there)
    check(guest.connect() != 0, "the guest comes again")
    set_clock(0, 601 + 3600)

    # Rotated: the old password is void at once, the new code lets it in.
    # A new link after the jump of the clock.
    rotated, _ = until("it is rotated", lambda: (r := command("device", "rotate", link["device"])).returncode == 0 and r, 60)
    until("the old connection ends", lambda: not kitchen.is_there)
    check(kitchen.connect() != 0, "the old password counts")
    again = read(scan(rotated.stdout))
    kitchen = phone_for(again)
    kitchen.join(again)
    check(kitchen.answers_reminder() in ("accepted", "stale", "already_done", "duplicate"), "it is in again and is not heard")

    # Revoked, on the open connection, with all that was retained of it.
    until("it is known", lambda: retained(f"{BASE}/state/device/{link['device']}"))
    foreign = [t for _, t, _ in kitchen.heard if not re.match(f"{BASE}/(bridge|state)/|{BASE}/d/{kitchen.device}/dn/", t)]
    check(not foreign, f"it hears others: {foreign}")
    begun = time.monotonic()
    revoking = subprocess.Popen([loam, "device", "revoke", link["device"], "--config", config], stdout=subprocess.DEVNULL)
    stack.callback(revoking.kill)
    until("the open connection ends", lambda: not kitchen.is_there)
    whole = time.monotonic() - begun
    check(revoking.wait(20) == 0, "not revoked")
    print(f"from the command to the end of the connection {whole * 1000:.0f} ms, the command's own connecting included")
    check(kitchen.connect() != 0, "it comes again after it was revoked")
    for topic in (f"{BASE}/d/{link['device']}/dn/context", f"{BASE}/d/{link['device']}/up/hello", f"{BASE}/state/device/{link['device']}"):
        until(f"{topic} is empty", lambda t=topic: not retained(t))
    left = plugin_file()
    check([c["username"] for c in left["clients"]] == [viewer.device], f"accounts that should be gone: {left['clients']}")

    bridge.terminate()
    bridge.wait()

for file in filter(lambda file: pathlib.Path(file).is_file(), [place("loam.log"), *glob.glob(place("store/*"))]):
    held = pathlib.Path(file).read_bytes()
    check(not any(secret.encode() in held for secret in known), f"a secret stands in {file}")
check(len(known) >= 10, "no secrets were looked for")
