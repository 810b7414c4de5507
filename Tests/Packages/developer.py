#!/usr/bin/env python3
"""The README's two commands for a developer: developer.py COMMAND..., to which `run` and `test` are added.

`run` has a terminal; as soon as its page answers, `q` is pressed, and it has to end by itself. Python standard library only.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time
import urllib.request

# It installs, compiles and shows; on two cores a quarter of an hour.
RUN_WITHIN = 3600
ADDRESS = re.compile(rb"http://(?:localhost|127\.0\.0\.1):\d+/?")


def answers(address):
    try:
        with urllib.request.urlopen(address.decode(), timeout=5) as page:
            return page.status == 200 and b"<title>" in page.read()
    except OSError:
        return False


def run(command):
    began, seen, page, pressed = time.monotonic(), b"", None, False
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], [*command, "run"])
    while time.monotonic() < began + RUN_WITHIN:
        if select.select([terminal], [], [], 1)[0]:
            try:
                new = os.read(terminal, 65_536)
            except OSError:
                new = b""
            if not new:
                break
            seen += new
        found = ADDRESS.search(seen)
        if page is None and found and answers(found.group()):
            page = found.group().decode()
            print(f"make run: the page answers after {time.monotonic() - began:.0f} s: {page}", flush=True)
        if page and not pressed:
            pressed = True
            os.write(terminal, b"q")
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if page is None or code != 0:
        print(seen.decode(errors="replace")[-4000:], flush=True)
        sys.exit(f"make run: page {page}, exit code {code}")
    print(f"make run: ended by q after {time.monotonic() - began:.0f} s", flush=True)


run(sys.argv[1:])
sys.exit(subprocess.run([*sys.argv[1:], "test"], check=False).returncode)
