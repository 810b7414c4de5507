"""What stands on the screen stays where it is: while the page fills, when a reminder comes, and under a finger."""

import json
import time
import uuid

from page_checks import check, story, tap, visible, waits
from page_room import until

# Google calls more than 0.25 poor, and up to 0.1 good.
SHIFT_MAX = 0.1
# What moved by itself, and by how much of the screen: https://web.dev/articles/cls
SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (!one.hadRecentInput) shifts.push([one.value, ...one.sources.map((s) => `${s.node?.className ?? ''} ${s.previousRect.top} → ${s.currentRect.top}`)]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
# As in a browser that does not keep what is read in its place.
UNANCHORED = """
const supports = CSS.supports.bind(CSS);
CSS.supports = (...what) => !String(what[0]).startsWith('overflow-anchor') && supports(...what);
document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.overflowAnchor = 'none' });
"""
OPEN = "(n) => document.querySelectorAll('.reminder').length === n"
REMEMBERED = "() => localStorage.getItem('loam.last')?.includes('plant/hostile') && localStorage.getItem('loam.aside.390')"
ORDER = "() => [...document.querySelectorAll('.reminder-title')].map((one) => one.textContent)"


def still(page, what):
    """Whether less has moved than anybody minds, since the last look."""
    page.wait_for_timeout(600)
    shifts = page.evaluate("shifts.splice(0)")
    sum_ = sum(one[0] for one in shifts)
    check(f"{what}: {sum_:.4f} of the screen has moved", sum_ < SHIFT_MAX, shifts)


def settled(page):
    return waits(page, "all is heard", REMEMBERED)


@story("nothing jumps")
def stillness(other_stage):
    with other_stage.anew("still") as stage:
        fills(stage)
        reads(stage)
        ends(stage)


def fills(stage):
    page = stage.open()
    page.add_init_script(SHIFTS)
    settled(page)
    page.reload()
    waits(page, "three cards", "() => document.querySelectorAll('.card h3').length === 3")
    settled(page)
    still(page, "a garden in which all is well opens")
    stage.devices.settle("basil", 22)
    waits(page, "a reminder comes", OPEN, 1)
    still(page, "the first reminder comes")
    page.reload()
    waits(page, "and stands there when the page opens again", OPEN, 1)
    settled(page)
    still(page, "a garden that is known opens with it")
    stage.browser.close(page)
    page = stage.open(device="anna-watch")
    page.add_init_script(SHIFTS)
    page.evaluate("localStorage.clear()")
    page.reload()
    waits(page, "a page that knows nothing has it as well", OPEN, 1)
    still(page, "a garden that nobody knew opens with it")
    stage.browser.close(page)


def reads(stage):
    page = stage.open()
    page.add_init_script(SHIFTS)
    page.reload()
    waits(page, "one reminder", OPEN, 1)
    settled(page)
    page.evaluate("shifts.length = 0")
    # It offers water, and would be first.
    stage.devices.settle("aloe", 22)
    waits(page, "a second one comes", OPEN, 2)
    still(page, "and below the one that is read")
    check("the first one stays above", page.evaluate(ORDER)[0] == "Basil", page.evaluate(ORDER))
    stage.browser.close(page)
    page = stage.open(device="anna-watch")
    page.add_init_script(UNANCHORED)
    page.reload()
    waits(page, "two reminders", OPEN, 2)
    settled(page)
    page.evaluate("scrollTo(0, document.querySelector('.cards').getBoundingClientRect().top - 200)")
    page.wait_for_timeout(300)
    # What is read is what is in the middle of the screen.
    page.evaluate("globalThis.read = document.elementFromPoint(innerWidth / 2, innerHeight / 2)")
    place = "() => Math.round(read.getBoundingClientRect().top)"
    before = page.evaluate(place)
    stage.devices.settle("hostile", 12)
    waits(page, "a third one comes above what is read", OPEN, 3)
    page.wait_for_timeout(300)
    check("which stays where it is", abs(page.evaluate(place) - before) <= 3, (before, page.evaluate(place)))
    stage.browser.close(page)
    for plant, moisture in (("aloe", 55), ("basil", 55), ("hostile", 33)):
        stage.devices.settle(plant, moisture)


def ends(stage):
    """What has ended does not stand among what runs, and the end of a countdown is answered."""
    page = stage.open(touch=True)
    waits(page, "no reminder", OPEN, 0)
    now = int(time.time())
    order = {"action": "countdown_start", "category": "WATERING_CONTROL", "plant": "basil", "value": 2}
    command = {"id": str(uuid.uuid4()), "at": now, "exp": now + 30, "v": 1, **order}
    stage.devices.publish("plants/v1/d/bob-tablet/up/action", json.dumps(command))
    waits(page, "a countdown ends", "() => document.querySelector('.part-ended .run[data-end=finished]') !== null")
    check(
        "and stands apart from what runs",
        not page.locator(".part-runs").is_visible() and "Just ended" in page.locator(".part-ended").inner_text(),
        page.locator("main").inner_text()[:400],
    )
    waits(page, "that the time is up is said", OPEN, 1)
    tap(page.locator(".reminder").get_by_role("button").first)
    until(lambda: not [one for one in stage.devices.seen if "/state/reminder/" in one and stage.devices.last(one)], "its answer")
    waits(page, "and is gone once somebody has seen it", OPEN, 0)
    check("with its plants on the screen", visible(page, ".card") > 0)
    stage.browser.close(page)
