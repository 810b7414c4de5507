"""An operator lets phones in from the page: enrol_page.py LOAM SOURCES FOLDER PAGE [SHOTS].

The real bridge, the real mosquitto with its plugin and the page in a real Chromium; the code is read from the screen by zbarimg.
"""

import contextlib
import datetime
import json
import pathlib
import subprocess
import sys
import zoneinfo

from playwright.sync_api import sync_playwright

from enrol_house import add, check, command, counts, known, phone_for, place, read, set_clock, start_bridge, start_broker, until, web_port
from page_browser import Browser, axe_source
from page_checks import painted, tap
from page_room import Web

page_folder = sys.argv[4]
shots = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
PHONE, DESK = {"width": 390, "height": 844, "touch": True}, {"width": 1280, "height": 900}
LOOKS = [("phone", "light", PHONE), ("phone", "dark", PHONE), ("desk", "light", DESK), ("desk", "dark", DESK)]


def see(name, page):
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=shots / f"{name}.png")


class Desk:
    """The operator's page, at its view with the phones."""

    def __init__(self, browser, web, theme="light"):
        self.browser = browser
        self.page = browser.open(web.address, password="pw-anna-phone", path="#/bridge", motion="reduce", theme=theme, **PHONE)
        self.sheet = self.page.get_by_role("dialog")
        self.says("the phones are there", "Let a phone in")

    def text(self):
        return self.page.evaluate("(document.querySelector('dialog[open]') ?? document.querySelector('main')).innerText")

    def says(self, what, words):
        until(f"{what}: '{words}' in {self.text()}", lambda: words in self.text(), 40)

    def row(self, name):
        return self.page.locator(".row", has=self.page.locator(".row-name", has_text=name))

    def press(self, name):
        tap((self.sheet if self.page.locator("dialog[open]").count() else self.page).get_by_role("button", name=name, exact=True))

    def fill(self, name, person, role="actor", last=""):
        self.press("Let a phone in")
        for field, value in (("name", name), ("person", person), ("until", last)):
            self.page.locator(f"#phone-{field}").fill(value)
        self.page.locator("#phone-role").select_option(role)
        self.press("Show the code")

    def code(self):
        """What a camera sees on the screen, which is what stands below."""
        self.says("the code", "lets one phone in")
        painted(self.page)
        self.page.locator("dialog[open] svg").screenshot(path=place("code.png"))
        seen = subprocess.run(["zbarimg", "--quiet", "--raw", place("code.png")], capture_output=True, text=True).stdout.strip()
        check(seen.startswith("loam://join?") and seen in self.text(), f"the code '{seen}' and the text differ: {self.text()}")
        known.append(read(seen)["secret"])
        return seen

    def holds(self, secret):
        return self.page.evaluate("(secret) => document.documentElement.outerHTML.includes(secret)", secret)

    def is_well(self, what):
        painted(self.page)
        wrong = self.browser.layout(self.page, touch=True) + self.browser.rules(self.page)
        check(not wrong, f"{what}: {wrong[:6]}")


def lets_in(desk):
    """Invites, joins, gives a new code."""
    desk.fill("Kitchen phone", "nobody")
    desk.says("a person who is not there", "The config has no such person")
    desk.is_well("the form")
    see("form-phone-light", desk.page)
    desk.page.locator("#phone-person").fill("anna")
    desk.page.locator("#phone-person").press("Enter")
    link = read(desk.code())
    desk.is_well("the code")
    see("code-phone-light", desk.page)
    kitchen = phone_for(link)
    kitchen.join(link)
    desk.says("it has joined", "Kitchen phone is in.")
    check(not desk.holds(link["secret"]), "the secret stays on the page")
    desk.press("Close")
    desk.says("it is listed", "is in · anna")
    desk.press("New code: Kitchen phone")
    desk.says("first it is said what that does", "is out at once")
    check(kitchen.is_there, "it was out before anybody said yes")
    desk.press("New code")
    again = read(desk.code())
    until("the old connection ends", lambda: not kitchen.is_there)
    check(kitchen.connect() != 0, "the old password counts")
    kitchen = phone_for(again)
    kitchen.join(again)
    desk.says("it has joined anew", "Kitchen phone is in.")
    desk.press("Close")
    desk.says("it is listed again", "is in · anna")
    return kitchen


def lets_a_guest_in(desk):
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    last = datetime.datetime.now(berlin).date() + datetime.timedelta(days=40)
    desk.fill("Neighbour", "anna", role="viewer", last=last.isoformat())
    link = desk.code()
    check(counts(read(link)), "the guest's code does not count")
    desk.press("Close")
    until("no secret stays on a page that was closed", lambda: not desk.holds(read(link)["secret"]))
    desk.says("a guest", "guest until")
    listed = json.loads(command("device", "list", "--json").stdout)["content"]["accounts"]
    end = next(one["until"] for one in listed if one["name"] == "Neighbour")
    midnight = datetime.datetime.combine(last + datetime.timedelta(days=1), datetime.time(), berlin)
    check(end == int(midnight.timestamp()), f"the guest's last day ends at {end}, not at {midnight}")
    desk.press("Show the code: Neighbour")
    check(desk.code() == link, "another code than before")
    desk.press("Close")


def looks(browser, web):
    """The list in every look, with phones that are in and phones that are not."""
    desk_of = lambda size, theme, language: browser.open(
        web.address, password="pw-anna-phone", path="#/bridge", motion="reduce", theme=theme, keep={"language": language}, **size
    )
    for name, theme, size in LOOKS:
        for language in ("en", "de", "zh-Hans", "zh-Hant") if theme == "light" else ("en",):
            page = desk_of(size, theme, language)
            until("the list", lambda p=page: p.locator(".row[data-state]").count() == 3)
            painted(page)
            wrong = browser.layout(page, touch="touch" in size) + (browser.rules(page) if language == "en" else [])
            check(not wrong, f"{name}, {theme}, {language}: {wrong[:6]}")
            page.locator(".row[data-state]").first.scroll_into_view_if_needed()
            see(f"list-{name}-{theme}-{language}", page)
            browser.close(page)


def main():
    with contextlib.ExitStack() as stack:
        stack.callback(start_broker().kill)
        stack.callback(start_bridge().kill)
        # Invited in a terminal: here nobody knows its code.
        add("Terminal")
        settings = {"broker": f"ws://127.0.0.1:{web_port}/", "device": "anna-phone", "base": "plants", "api": False}
        web = Web(page_folder, settings)
        stack.callback(web.stop)
        browser = Browser(stack.enter_context(sync_playwright()), axe_source())
        desk = Desk(browser, web)
        desk.says("who was let in elsewhere", "has a code, not in yet")
        check(desk.page.get_by_role("button", name="Show the code").count() == 0, "a code that it cannot have")
        kitchen = lets_in(desk)
        lets_a_guest_in(desk)
        browser.close(desk.page)
        looks(browser, web)

        # Who is no operator sees nothing of it, and loads nothing for it.
        kitchen.leave()
        other = browser.open(web.address, device=kitchen.device, password=kitchen.password, path="#/bridge")
        until("the other page is there", lambda: "answers, stops" in other.inner_text("main"))
        check("Phones" not in other.inner_text("main") and other.locator("script[src*=phones]").count() == 0, "an actor sees the phones")
        browser.close(other)
        check(kitchen.connect() == 0, "the phone cannot come again")

        desk = Desk(browser, web, "dark")
        desk.press("Put out: Kitchen phone")
        desk.says("first it is said what that does", "for good")
        see("out-phone-dark", desk.page)
        desk.press("Put out")
        until("it is out", lambda: not kitchen.is_there)
        until("it is listed no more", lambda: desk.row("Kitchen phone").count() == 0)
        check(kitchen.connect() != 0, "it comes again")

        # Ten minutes are over by the bridge's clock, and the page learns it.
        desk.fill("Late", "anna")
        late = read(desk.code())
        desk.is_well("the code in the dark")
        see("code-phone-dark", desk.page)
        set_clock(0, 601)
        desk.says("the code is over", "counts no more")
        check(not desk.holds(late["secret"]), "the secret of an invitation that is over stays on the page")
        desk.press("Close")
        browser.close(desk.page)
        check(not browser.complaints, f"the browser complains: {browser.complaints[:6]}")
    kept = pathlib.Path(place("loam.log")).read_text()
    check(len(known) > 5 and not any(secret in kept for secret in known), "a secret stands in the log")
    print("well")


main()
