#!/usr/bin/env python3
"""Does what a page says, block by block, and compares what the page shows.

    pages.py LOAM PAGE...

In a page each block of code is one of these, and any other is a failure:

- ```console: each line that begins with `$ ` is a command, the lines below it are what it prints. All of a page run in one shell, in a
  folder of their own, with LOAM and this Python first on the path. In what is printed `…` stands for any text of a line, and a line of
  it alone for any number of lines. A topic with a whole document, broken into lines or not, stands for one with other moments, ids and
  steps in it, and for no other.
- the same with a `mosquitto_sub` that never ends: it listens until it has heard what is shown. Such a page has the garden of
  garden_at_work.md about it, and meanwhile a plant turns dry there and is watered.
- a file: "`name`" alone on the line before. It is written into that folder.
- one with the comment <!-- not run here: why --> on the line before, or "Example (`kind`):", which Tests/LoamKitTests read.

The port 18830 is a free one in truth.
"""

import json
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from loopback import free_port, wait_for_listener

PORT, SECONDS_MAX, END = "18830", 60, "end of the command:"
GARDEN, READY = pathlib.Path(__file__).with_name("garden_at_work.md"), "page/ready"
LISTENS = re.compile(r"^\$ mosquitto_sub(?!.* -[CE]\b)", re.M)
TIME_OF_DAY = re.compile(r"(凌晨|清晨|早上|上午|中午|下午|晚上)?\d?\d:\d\d")
DOCUMENT = re.compile(r"(\S+/\S+) (\{.*)")
BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


class Failure(Exception):
    pass


def commands(text):
    """Each command of a block with the lines that it prints."""
    found = []
    for line in text.splitlines():
        if found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], []])
        elif found:
            found[-1][1].append(line)
        else:
            raise Failure(f"the block does not begin with a command: {line}")
    return found


def whole(lines):
    """Documents that are broken into lines, each in one."""
    joined = []
    for line in lines:
        if joined and line.startswith(" ") and DOCUMENT.fullmatch(joined[-1]):
            joined[-1] += line[1:]
        else:
            joined.append(line)
    return joined


def form(value, key=""):
    """What stays the same from run to run."""
    if isinstance(value, dict):
        return {key: form(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [form(inner) for inner in value]
    if isinstance(value, str):
        return re.sub(TIME_OF_DAY, "hh:mm", re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "id", value))
    if key == "progress" and 0 < value < 0.99 or key == "seq" and value > 2:
        return "a step"
    return "a moment" if not isinstance(value, bool) and value >= 1_000_000_000 else value


def is_like(shown, said):
    """Whether a line was said that is shown."""
    if re.fullmatch(".*".join(map(re.escape, shown.split("…"))), said):
        return True
    pair = [DOCUMENT.fullmatch(line) for line in (shown, said)]
    try:
        return all(pair) and len({json.dumps(form([it[1], json.loads(it[2])])) for it in pair}) == 1
    except ValueError:
        return False


def fits(shown, said):
    """Whether the lines that were said are those that are shown."""
    if not shown:
        return not said
    if shown[0].strip() == "…":
        return any(fits(shown[1:], said[count:]) for count in range(len(said) + 1))
    return bool(said) and is_like(shown[0], said[0]) and fits(shown[1:], said[1:])


class Shell:
    def __init__(self, folder, loam, port):
        self.folder, self.port = folder, port
        path = ":".join([str(pathlib.Path(loam).resolve().parent), os.path.dirname(sys.executable), os.environ["PATH"], "/usr/sbin"])
        environment = {"PATH": path, "HOME": folder, "LANG": "C.UTF-8", "COLUMNS": "120"}
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.buffer = b""

    def run(self, command):
        """The lines that the command says."""
        is_broker = command.endswith("&") and PORT in command
        command = command.replace(PORT, str(self.port))
        self.process.stdin.write(f"{command}\nprintf '\\n{END} %d\\n' $?\n".encode())
        self.process.stdin.flush()
        end, mark = time.monotonic() + SECONDS_MAX, f"\n{END} ".encode()
        while mark not in self.buffer or not self.buffer.endswith(b"\n"):
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"no end within {SECONDS_MAX} s: {command}")
            self.buffer += os.read(self.process.stdout.fileno(), 1 << 16)
        said, _, code = self.buffer.partition(mark)
        self.buffer = b""
        if int(code) != 0:
            raise Failure(f"exit code {int(code)}: {command}\n{said.decode()}")
        # A person takes longer to type the next line than the broker to start.
        if is_broker:
            wait_for_listener(self.port)
        return said.decode().splitlines()

    def hear(self, command, shown):
        """The lines that the command hears until they are those that are shown, or for so long as anybody waits."""
        self.run(f"{command} -t {READY} >heard.log & hearing=$!")
        self.run(f"until grep -q {READY} heard.log; do mosquitto_pub -t {READY} -n; done; meanwhile")
        end, heard = time.monotonic() + SECONDS_MAX, []
        while time.monotonic() < end and not fits(shown, heard):
            time.sleep(0.1)
            lines = (pathlib.Path(self.folder) / "heard.log").read_text().splitlines(keepends=True)
            heard = [line[:-1] for line in lines if line.endswith("\n") and not line.startswith(READY)]
        self.run("kill $hearing")
        return heard

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def follow(page, loam):
    """How many commands of the page were run."""
    blocks = list(BLOCK.finditer(page.read_text()))
    if len(blocks) * 2 != len(re.findall(r"^\s*```", page.read_text(), re.M)):
        raise Failure("a block is not set apart by a line before it, or is indented")
    with tempfile.TemporaryDirectory(prefix="loam-page-") as folder:
        shell = Shell(folder, loam, free_port())
        try:
            if LISTENS.search(page.read_text()):
                sum(do(block, shell, folder) for block in BLOCK.finditer(GARDEN.read_text()))
            return sum(do(block, shell, folder) for block in blocks)
        finally:
            shell.close()


def do(block, shell, folder):
    """How many commands of the block were run."""
    before, text = block["before"], block["text"]
    if re.fullmatch(r"<!-- not run here: .+ -->|Example \(`[a-z-]+`\):", before):
        return 0
    if name := re.fullmatch(r"`([\w.-]+)`", before):
        (pathlib.Path(folder) / name[1]).write_text(text.replace(PORT, str(shell.port)))
        return 0
    if block["language"] != "console":
        raise Failure(f"neither run, nor a file, nor marked <!-- not run here: why -->:\n{text}")
    for command, shown in commands(text):
        shown = whole(line.replace(PORT, str(shell.port)) for line in shown)
        said = shell.hear(command, shown) if LISTENS.match(f"$ {command}") else shell.run(command)
        if not fits(shown, said):
            raise Failure("\n".join([f"$ {command}", "the page shows:", *shown, "it printed:", *said]))
    return len(commands(text))


def main():
    failed = False
    for page in map(pathlib.Path, sys.argv[2:]):
        try:
            print(f"ok: {page.name}: {follow(page, sys.argv[1])} commands", flush=True)
        except Failure as failure:
            failed = True
            print(f"FAILED: {page.name}: {failure}", flush=True)
    sys.exit(failed)


main()
