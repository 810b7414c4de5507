"""What a finger does: two taps, an answer taken back, a card that comes in between, a page that is closed; and the wall."""

import datetime
import json
import pathlib
import time
import uuid
import zoneinfo

from page_checks import LIMIT, at, check, painted, story, tap, visible, waits
from page_room import Web, until

OPEN = "(n) => document.querySelectorAll('.reminder').length === n"
ANSWERED = "(n) => document.querySelectorAll('.answered').length === n"


def actions(stage, device="anna-phone"):
    return [json.loads(payload) for _, payload in stage.devices.heard(f"plants/v1/d/{device}/up/action")]


def take_back(page, what):
    tap(page.locator(".button-undo"))
    waits(page, what, ANSWERED, 0)


def rests(page, button):
    """It takes a tap, at the top of the page: one that is scrolled keeps what is read where it is, and scrolls to what gets the focus."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("(button) => button.hasAttribute('data-steady')", arg=button.element_handle())


@story("a tap answers what it was meant for, and can be taken back")
def steadiness(other_stage):
    with other_stage.anew("taps") as stage:
        taps(stage)


def taps(stage):
    # Longer than the usual five seconds, so that a busy machine is not too late to take one back.
    slow = {"grace": "20000"}
    page = stage.open(touch=True, keep=slow)
    mouse = stage.open(device="anna-watch", width=820, height=1180, keep=slow)
    for one in (page, mouse):
        waits(one, "nothing is open", OPEN, 0)
    stage.devices.settle("aloe", 22)
    stage.devices.settle("basil", 21)
    for one in (page, mouse):
        waits(one, "two reminders", OPEN, 2)
    one_hand(stage)
    before = len(actions(stage))
    first, second = page.locator(".reminder").nth(0), page.locator(".reminder").nth(1)
    name, other = first.locator("h3").inner_text(), second.locator("h3").inner_text()
    done = lambda card: card.get_by_role("button", name="Done")

    # A card comes in above between the finger's coming down and its going up.
    rests(page, done(second))
    cdp = page.context.new_cdp_session(page)
    x, y = at(done(second))
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    now = int(time.time())
    alarm = {
        "v": 1,
        "key": "valve-x",
        "note": "0197f0ac-2222-7333-8444-555566660077",
        "rev": 1,
        "state": "sent",
        "since": now,
        "sent": now,
        "category": "VALVE_TROUBLE",
        "actions": ["water_stop", "trouble_seen"],
        "alert": {"title": "Bed valve", "subtitle": "Valve is stuck open", "body": "Water is running."},
    }
    stage.devices.publish("plants/v1/state/reminder/valve-x", alarm)
    waits(page, "a card comes while a finger is down", OPEN, 3)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    check(
        "the list keeps its order under a finger",
        page.locator(".reminder h3").all_inner_texts() == [name, other, "Bed valve"],
        page.locator(".reminder h3").all_inner_texts(),
    )
    waits(page, "then what is urgent goes to the top", "() => document.querySelector('.reminder h3').textContent === 'Bed valve'")
    stage.devices.publish("plants/v1/state/reminder/valve-x", b"")
    waits(page, "and goes", OPEN, 2)
    waits(page, "the plant is answered on which the finger came down", ANSWERED, 1)
    check("and no other", other in page.locator(".answered").inner_text(), page.locator(".answered").inner_text())
    take_back(page, "taken back at once")

    # A tap that comes down in the very moment in which a card has come in above, on a button that had rested until then.
    rests(page, done(page.locator(".reminder").last))
    page.evaluate("""() => new Promise((tapped) => {
      const list = document.querySelector('.reminder-list');
      const button = list.lastElementChild.querySelector('.button-main');
      globalThis.tapIt = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      new MutationObserver((_, observer) => {
        if (!list.firstElementChild.textContent.includes('Bed valve')) return;
        observer.disconnect();
        tapIt();
        globalThis.tapped = true;
      }).observe(list, { childList: true });
      tapped();
    })""")
    stage.devices.publish("plants/v1/state/reminder/valve-x", alarm)
    waits(page, "a tap on what has just moved", "() => globalThis.tapped === true")
    painted(page)
    check("answers nothing", page.locator(".answered").count() == 0)
    rests(page, done(page.locator(".reminder").last))
    page.evaluate("tapIt()")
    waits(page, "and a moment later it does", ANSWERED, 1)
    take_back(page, "taken back")
    check("and nothing was sent", len(actions(stage)) == before, actions(stage)[before:])
    stage.devices.publish("plants/v1/state/reminder/valve-x", b"")
    waits(page, "two are left", OPEN, 2)

    # Two taps, as fast as a person does them.
    rests(page, done(first))
    tapped = time.monotonic()
    below = second.bounding_box()["y"]
    page.mouse.dblclick(*at(done(first)))
    waits(page, "two taps answer one plant", ANSWERED, 1)
    strip = first.locator(".answered")
    check(
        "it stays in its place and says what was answered",
        f"{name}: watered" in strip.inner_text() and "Undo" in strip.inner_text(),
        first.inner_text(),
    )
    check("nothing has moved", abs(second.bounding_box()["y"] - below) < 2, (second.bounding_box()["y"], below))
    check("and nothing was sent yet", len(actions(stage)) == before or time.monotonic() - tapped > 19, actions(stage)[before:])
    page.screenshot(path=stage.folder / "undo.png")
    take_back(page, "taken back: its buttons are there again")
    check("as they were", done(first).is_visible() and first.locator("h3").inner_text() == name)
    tap(done(first))
    waits(page, "answered once more it goes by itself", OPEN, 1)
    sent = actions(stage)[before:]
    check("one answer was sent, for that plant; what was taken back never was", [one["plant"] for one in sent] == [name.lower()], sent)

    # A mouse that stays over the card.
    card = mouse.locator(".reminder")
    waits(mouse, "it is gone on the other page", OPEN, 1)
    tap(done(card))
    x, y = mouse.locator(".answered").bounding_box()["x"], mouse.locator(".answered").bounding_box()["y"]
    end = time.monotonic() + LIMIT
    while card.get_attribute("data-state") != "gone" and time.monotonic() < end:
        mouse.mouse.move(x + 20 + time.monotonic() % 2, y + 10)
        mouse.wait_for_timeout(100)
    check("it does not go from under the mouse", card.count() == 1 and card.get_attribute("data-state") == "gone")
    mouse.mouse.move(5, 1100)
    waits(mouse, "but when that has left", OPEN, 0)
    for one in (page, mouse):
        stage.browser.close(one)


def one_hand(stage):
    """A dry plant's page on a phone: nothing lies under a bar, and the name stands once."""
    page = stage.open(path="#/plant/aloe", touch=True)
    waits(page, "a dry plant's page", "() => document.querySelector('.reminder') && document.querySelector('.slider-output')?.textContent")
    hidden = """(scrolls) => [...document.querySelectorAll(scrolls ? 'main button, main input, main select, main summary' : 'main .reminder button, main .slider-input, main .actions button')]
      .filter((one) => one.checkVisibility()).filter((one) => {
        if (scrolls) one.scrollIntoView({ block: 'nearest' });
        const box = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
      }).map((one) => one.outerHTML.slice(0, 120))"""
    found = page.evaluate(hidden, False)
    check("answers, slider and actions are all on its first screen", not found, found)
    names = page.evaluate(
        "[...document.querySelectorAll('main h1, main h3, main .slider-label')].filter((one) => one.checkVisibility() && one.textContent.includes('Aloe')).length"
    )
    check("its name stands once", names == 1, names)
    page.screenshot(path=stage.folder / "plant.png")
    found = page.evaluate(hidden, True)
    check("whatever is scrolled to can be touched", not found, found)
    stage.browser.close(page)


@story("an answer outlives the page")
def closing(other_stage):
    with other_stage.anew("closing") as stage:
        close(stage)


def close(stage):
    for plant, isHeard, grace in (("aloe", True, "60000"), ("basil", False, "20000")):
        stage.devices.settle(plant, 22)
        page = stage.open(touch=True, keep={"grace": grace})
        waits(page, f"a reminder of {plant}", OPEN, 1)
        before = len(actions(stage))
        tap(page.get_by_role("button", name="Done"))
        waits(page, "answered", ANSWERED, 1)
        context = page.context
        if not isHeard:
            page.evaluate("WebSocket.prototype.send = () => {}")
        page.goto("about:blank")
        stage.browser.pages.remove(page)
        if not isHeard:
            page = stage.open(context=context)
        until(lambda: len(actions(stage)) > before, "the answer")
        sent = actions(stage)[before:]
        words = "it is sent before the page is gone" if isHeard else "what this page could not hand over the next one sends"
        check(words, {one["id"] for one in sent} == {sent[0]["id"]} and sent[0]["plant"] == plant, sent)
        until(lambda: stage.devices.heard(f"plants/v1/state/reminder/water-{plant}")[-1][1] == b"", "its end")
        if not isHeard:
            stage.browser.pages.remove(page)
        context.close()
        stage.devices.settle(plant, 55)


NAMES = ["仙人掌", "Boston fern", "Dave", "Fred", "Grandma", "Grandpa’s orchid"] + [f"Plant {i}" for i in range(7, 25)]
KINDS = ["cactus", "fern", "orchid", "leaf", None, "orchid"]


@story("a wall of twenty-four plants, by day and by night")
def wall(stage):
    zone = zoneinfo.ZoneInfo("Europe/Berlin")
    noon = datetime.datetime.now(zone).replace(hour=12, minute=0, second=0, microsecond=0)
    say = lambda topic, document, retain=True: stage.devices.publish(f"wall/v1/{topic}", document, retain)
    status = lambda moment, session: {
        "v": 1,
        "online": True,
        "ts": int(moment.timestamp()),
        "since": int(noon.timestamp()) - 86400,
        "session": str(uuid.uuid5(uuid.NAMESPACE_DNS, session)),
        "clock": "set",
    }
    now = int(noon.timestamp())
    info = {"v": 1, "bridge": "Wall", "software": "x", "tz": "Europe/Berlin", "languages": ["en"], "skew_s": 120}
    limits = {"packet": 65536, "note": 4096, "activity": 4096, "small": 1024, "state": 200}
    say("bridge/info", {**info, "protocol": {"min": 1, "max": 1}, "limits": limits})
    say("d/anna-phone/dn/context", {"v": 1, "rev": 1, "ts": now, "content": {"role": "operator", "temperature_unit": "celsius"}})
    for i, name in enumerate(NAMES):
        plant = {
            "v": 1,
            "n": name,
            "s": "dry" if i == 17 else "ok",
            "m": 12 if i == 17 else 40 + i,
            "d": 30,
            "l": now - 86400,
            "t": now,
            "r": 1,
        }
        say(f"state/plant/p{i}", plant)
        more = {"picture": "orchid"} if i == 2 else {"picture": "photo"} if i in (4, 5) else {}
        say(
            f"state/detail/p{i}",
            {
                "v": 1,
                "id": f"p{i}",
                "name": name,
                "evaluations": [],
                "sensors": [],
                "last": now,
                "next": now,
                "because": "",
                "rev": 1,
                "ts": now,
                **more,
            },
        )
    photo = (pathlib.Path(stage.page_folder) / "icons" / "loam-192.png").read_bytes()
    web = Web(
        stage.page_folder,
        {"broker": f"ws://127.0.0.1:{stage.broker.web_port}/", "device": "wall", "base": "wall", "api": True},
        photos={"api/v1/plants/p4/photo": photo},
    )
    expected = [r"Failed to load resource"]
    try:
        phone = stage.browser.open(web.address, touch=True, expected=expected)
        waits(phone, "a phone shows them all", "(n) => document.querySelectorAll('.card h3').length === n", len(NAMES))
        waits(phone, "and says that all is well", "() => document.querySelector('.quiet:not([hidden])') !== null")
        check("four cards and more on one screen", visible(phone, ".card") >= 4, visible(phone, ".card"))
        phone.screenshot(path=stage.folder / "phone.png")
        for i, kind in enumerate(KINDS):
            page_kind = "(i) => [...document.querySelectorAll('.card')].find((card) => card.querySelector('a').hash.endsWith(`/p${i}`)).querySelector('.picture > *')"
            if kind:
                waits(phone, f"{NAMES[i]} is drawn as a {kind}", f"([i, kind]) => ({page_kind})(i).dataset.kind === kind", [i, kind])
            else:
                phone.locator(".card", has_text=NAMES[i]).scroll_into_view_if_needed()
                waits(phone, f"{NAMES[i]} has a photo", f"(i) => ({page_kind})(i).naturalWidth > 0", i)
        stage.browser.close(phone)

        for width, height in ((820, 1180), (1440, 900)):
            page = stage.browser.open(
                web.address, path="?kiosk#/", width=width, height=height, touch=True, motion="reduce", expected=expected
            )
            waits(page, f"{width} × {height}: every plant", "(n) => document.querySelectorAll('.tile').length === n", len(NAMES))
            waits(
                page,
                "on one screen",
                "(n) => [...document.querySelectorAll('.tile')].filter((tile) => tile.getBoundingClientRect().bottom <= innerHeight).length === n && document.documentElement.scrollHeight <= innerHeight",
                len(NAMES),
            )
            check("none under a bar", visible(page, ".tile") == len(NAMES), visible(page, ".tile"))
            check(
                "the dry one first", page.locator(".tile h2").first.inner_text() == NAMES[17], page.locator(".tile h2").first.inner_text()
            )
            wrong = stage.browser.layout(page) + stage.browser.rules(page)
            check("nothing cut, no rule broken", not wrong, wrong[:8])
            page.screenshot(path=stage.folder / f"wall-{width}.png")
            say("bridge/status", status(noon.replace(hour=23), "night"), retain=False)
            waits(page, "at night it is dim", "() => document.documentElement.hasAttribute('data-night')")
            page.mouse.click(*at(page.locator("#garden-name")))
            waits(page, "a touch wakes it", "() => !document.documentElement.hasAttribute('data-night')")
            page.reload()
            waits(
                page,
                "again",
                "(n) => document.querySelectorAll('.tile').length === n && document.querySelector('.link-pill').dataset.state !== 'connecting'",
                len(NAMES),
            )
            say("bridge/status", status(noon.replace(hour=5), "late"), retain=False)
            waits(page, "before six it is dim", "() => document.documentElement.hasAttribute('data-night')")
            page.screenshot(path=stage.folder / f"night-{width}.png")
            say("bridge/status", status(noon.replace(hour=7), "day"), retain=False)
            waits(page, "and at seven it is not", "() => !document.documentElement.hasAttribute('data-night')")
            stage.browser.close(page)
    finally:
        web.stop()
        for i in range(len(NAMES)):
            say(f"state/plant/p{i}", b"")
            say(f"state/detail/p{i}", b"")
