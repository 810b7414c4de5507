"""How the page's test checks: a line each, waits for what comes by itself, taps as a person does."""

import functools
import time
import traceback

failures = []
# For what comes by itself, seconds: nothing is measured by it.
LIMIT = 150


def check(what, isTrue, more=""):
    print(f"{'ok  ' if isTrue else 'FAIL'} {what}{'' if isTrue or not more else ': ' + str(more)[:1500]}", flush=True)
    if not isTrue:
        failures.append(what)


def waits(page, what, script, value=None):
    """The page comes to satisfy a condition."""
    try:
        page.wait_for_function(script, arg=value, timeout=LIMIT * 1000)
        check(what, True)
        return True
    except Exception:
        check(what, False, page.evaluate("document.querySelector('main').innerText.slice(0, 600)"))
        return False


CARD = "(name) => [...document.querySelectorAll('.card')].find((card) => card.querySelector('h3')?.textContent === name)"


def figure(page, name):
    return page.evaluate(f"(name) => ({CARD})(name)?.querySelector('.figure-number').textContent", name)


def story(name):
    """One part of the test; where it breaks, the rest goes on."""

    def wrap(run):
        @functools.wraps(run)
        def guarded(*values):
            print(f"--   {name}", flush=True)
            try:
                run(*values)
            except Exception:
                check(name, False, traceback.format_exc(limit=4))

        return guarded

    return wrap


def tap(locator):
    """A tap on a button that has stood still for a moment: one that has just come, or just moved, takes none. Where it was moved under the
    finger, a person taps again."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        locator.wait_for()
        button = locator.element_handle()
        locator.page.wait_for_function(
            "(button) => !button.isConnected || button.hasAttribute('data-steady')", arg=button, timeout=LIMIT * 1000
        )
        if not button.evaluate("(button) => button.isConnected"):
            continue
        button.evaluate(
            "(button) => { button.taken = false; button.addEventListener('click', () => { button.taken = true }, { once: true }) }"
        )
        button.click()
        if button.evaluate("(button) => button.taken"):
            return
    raise TimeoutError(f"no tap was taken by {locator}")


def turned(page, path):
    """Another view, painted: a page paints in its next frame what a click or a document has changed."""
    name = path[2:].split("/")[0] or "overview"
    page.evaluate("(path) => { location.hash = path }", path)
    page.wait_for_function("(name) => document.querySelector(`.view-${name}`) !== null", arg=name, timeout=LIMIT * 1000)
    painted(page)


def painted(page):
    """What has come until now is on the screen, and stands still."""
    page.evaluate("""async () => {
      for (let i = 0; i < 2; i++) await new Promise((next) => requestAnimationFrame(next));
      await Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished));
    }""")


def at(locator):
    """The middle of it, on the screen."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def visible(page, selector):
    """How many stand on the screen as a whole, under no bar."""
    return page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
      const box = one.getBoundingClientRect();
      const corners = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]];
      return box.height > 0 && corners.every(([x, y]) => { const there = document.elementFromPoint(x, y); return one.contains(there) || one.parentElement.contains(there); });
    }).length""",
        selector,
    )
