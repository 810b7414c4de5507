"""How the test says what it has seen, and waits for what it wants to see."""

import time

START = time.time()


class Failed(Exception):
    pass


def said(text):
    print(f"{time.time() - START:6.1f} s  ok: {text}", flush=True)


def wait(what, probe, seconds=90):
    end = time.time() + seconds
    while True:
        found = probe()
        if found:
            said(what)
            return found
        if time.time() > end:
            raise Failed(what)
        time.sleep(0.1)


def check(what, truth, *more):
    if not truth:
        raise Failed(f"{what}: {more}")
    said(what)
