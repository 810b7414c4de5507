"""What a notification opens, and why a page has none."""

from page_browser import PLAIN_HOST
from page_checks import check, story, turned, waits

BOTTOM = """
() => {
  const used = [...document.querySelectorAll('main .reminder button, main .reminder .slider')].filter((e) => e.checkVisibility());
  return { count: used.length, bottom: Math.max(...used.map((e) => e.getBoundingClientRect().bottom)), bar: document.querySelector('.bar').getBoundingClientRect().top };
}
"""


def opened(stage, page, width, touch):
    """A reminder as a tap on its notification opens it: at 390 × 844 all buttons and the slider are on the screen."""
    broken = []
    for key in ("set-heater-setpoint", "valve-bed"):
        turned(page, f"#/reminder/{key}")
        broken += stage.browser.layout(page, touch=touch) + stage.browser.rules(page)
        seen = page.evaluate(BOTTOM)
        spare = page.evaluate("innerHeight") - 844
        if width == 390:
            check(
                f"{key} has all it can be answered with above the fold", seen["count"] > 0 and seen["bottom"] <= seen["bar"] - spare, seen
            )
    return broken


@story("why there are no notifications")
def notified(stage):
    page = stage.browser.open(stage.web.address.replace("127.0.0.1", PLAIN_HOST), path="#/bridge")
    words = "() => document.querySelector('.notifications .hint').innerText"
    waits(page, "a page without encryption says why, and what leads there", f"() => ({words})().includes('tailscale cert')")
    check("and has no switch", page.locator(".notifications button:visible").count() == 0)
    stage.browser.close(page)
    page = stage.open(path="#/bridge")
    waits(page, "a device without a channel is told so", f"() => ({words})().includes('No channel for browsers')")
    stage.browser.close(page)
    page = stage.open(path="#/reminder/water-nobody")
    waits(page, "a reminder that is over says so", "() => document.querySelector('main').innerText.includes('no longer open')")
    stage.browser.close(page)
