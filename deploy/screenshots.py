"""The README's pictures: a demo garden that has lived for a day, in a terminal and in a browser.

screenshots.py LOAM OUT
"""

import base64
import fcntl
import html
import itertools
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading

import pyte
from playwright.sync_api import sync_playwright

from page_checks import painted, tap, turned

COLUMNS, ROWS = 100, 26
# One plant is watered by its own rule, once a day and a bit: then there is something to see everywhere.
WATERED = "tomato"
# Points of its drawing in the larger part of a day.
POINTS = 110
# What takes a day of the garden is here within minutes.
LIMIT = 900

COLOURS = {
    "default": "#d8e0d5",
    "green": "#8fcf9a",
    "brown": "#e2b93b",
    "red": "#ff8f70",
    "cyan": "#6cb6d9",
    "brightblack": "#8b978d",
}
PAPER = "#141d17"
# Stands for the second cell of a wide letter.
SECOND = "\0"


class Screen(pyte.Screen):
    """Faint letters are grey: pyte knows no faint ones."""

    def select_graphic_rendition(self, *attributes, **rest):
        super().select_graphic_rendition(*(90 if one == 2 else one for one in attributes), **rest)


class Demo:
    """`loam demo` in a terminal of its own, in which nobody types."""

    def __init__(self, loam):
        self.screen = Screen(COLUMNS, ROWS)
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.process = subprocess.Popen([loam, "demo"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
        os.close(theirs)
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = pyte.ByteStream(self.screen)
        try:
            while read := os.read(self.ours, 1 << 16):
                with self.changed:
                    stream.feed(read)
                    self.changed.notify()
        except OSError:
            # So says Linux when the other end is closed.
            pass

    def shows(self, pattern):
        """What the pattern finds, as soon as the screen shows it. The caller holds `changed`."""
        search = lambda: re.search(pattern, "\n".join(self.screen.display), re.S)
        found = self.changed.wait_for(search, LIMIT)
        if not found:
            raise SystemExit(f"loam demo does not show '{pattern}' but:\n" + "\n".join(self.screen.display))
        return found[0]

    def address(self):
        """Of the page, as the bottom line has it when loam-web and its folder `page` are beside the program."""
        with self.changed:
            return self.shows(r"http://\S+")

    def rows(self):
        """Each row as runs of cells that look alike: column, text, colour, whether bold, whether reverse."""
        look = lambda place: (place[1].fg, place[1].bold, place[1].reverse)
        with self.changed:
            self.shows("bridge online.*WATERING.*left")
            rows = [[(x, self.screen.buffer[y][x]) for x in range(COLUMNS)] for y in range(ROWS)]
        for row in rows:
            runs = [(kind, list(cells)) for kind, cells in itertools.groupby(row, look)]
            yield [(cells[0][0], "".join(cell.data or SECOND for _, cell in cells), *kind) for kind, cells in runs]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def drawn(rows):
    """A terminal's rows as SVG. Each piece has its width, so that columns stay columns in any font."""
    width, height, margin = 8.4, 19, 18
    pieces = []
    for y, row in enumerate(rows):
        top = margin + y * height
        for x, text, colour, is_bold, is_reverse in row:
            ink = PAPER if is_reverse else COLOURS[colour]
            if is_reverse:
                box = f'x="{margin + x * width:.1f}" y="{top}" width="{len(text) * width:.1f}" height="{height}"'
                pieces.append(f'<rect {box} fill="{COLOURS[colour]}"/>')
            for piece in re.finditer(r"\S+(?: \S+)*", text):
                place = (
                    f'x="{margin + (x + piece.start()) * width:.1f}" y="{top + 0.75 * height:.1f}" textLength="{len(piece[0]) * width:.1f}"'
                )
                style = f' fill="{ink}"' if ink != COLOURS["default"] else ""
                style += ' font-weight="bold"' if is_bold else ""
                pieces.append(f"<text {place}{style}>{html.escape(piece[0].replace(SECOND, ''))}</text>")
    wide, high = round(COLUMNS * width + 2 * margin), ROWS * height + 2 * margin
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" font-size="14" '
        f'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" fill="{COLOURS["default"]}">'
    )
    return "\n".join([head, f'<rect width="100%" height="100%" rx="10" fill="{PAPER}"/>', *pieces, "</svg>\n"])


def dressed(page, width, height, theme):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    painted(page)


def shot(page, file, scale):
    # Playwright itself writes no WebP.
    clip = {"x": 0, "y": 0, **page.viewport_size, "scale": scale}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 80, "clip": clip})
    file.write_bytes(base64.b64decode(taken["data"]))


def lives_a_day(page):
    """A person answers the first two reminders, and then looks for a day at the plant that waters itself."""
    for plant, answer in (("Boston fern", "Done"), ("Basil", "Water now")):
        reminder = page.locator(".reminder", has_text=plant).filter(has_text="Needs watering")
        tap(reminder.get_by_role("button", name=answer))
    page.mouse.move(0, 0)
    turned(page, f"#/plant/{WATERED}")
    page.wait_for_function("(points) => Number(document.querySelector('.history')?.dataset.points) > points", arg=POINTS)


def is_lively(page):
    """The plant waters itself, and another one is dry and somebody is reminded of it."""
    turned(page, "#/")
    page.wait_for_function("""() => document.querySelectorAll('.card').length === 8 && document.querySelector('.card[data-status=dry]')
      && [...document.querySelectorAll('.reminder:not([data-state=snoozed])')].some((one) => one.innerText.includes('Needs watering'))
      && Number(document.querySelector('.run[data-state=active] .progress')?.getAttribute('aria-valuenow')) > 15""")
    painted(page)


def has_drunk(page):
    """The plant is well again, and its drawing shows why."""
    turned(page, f"#/plant/{WATERED}")
    page.wait_for_function("() => document.querySelector('.hero[data-status=ok]') && document.querySelector('.legend-watering')")
    painted(page)


def take(demo, page, out):
    dressed(page, 1280, 800, "dark")
    lives_a_day(page)
    is_lively(page)
    shot(page, out / "wide.webp", 2)
    (out / "terminal.svg").write_text(drawn(demo.rows()))
    dressed(page, 390, 844, "light")
    shot(page, out / "phone.webp", 3)
    dressed(page, 1280, 800, "light")
    has_drunk(page)
    shot(page, out / "plant.webp", 2)


def main():
    loam, out = sys.argv[1], pathlib.Path(sys.argv[2])
    demo = Demo(loam)
    try:
        address = demo.address()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            context = browser.new_context(device_scale_factor=3, locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(LIMIT * 1000)
            page.goto(address)
            take(demo, page, out)
    finally:
        demo.stop()
    for file in sorted(out.iterdir()):
        print(f"{file.stat().st_size:8d}  {file.name}")


main()
