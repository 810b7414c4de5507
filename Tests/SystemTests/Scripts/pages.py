#!/usr/bin/env python3
"""Does what a page says, block by block, and compares what the page shows.

    pages.py LOAM PAGE...

In a page each block of code is one of these, and any other is a failure:

- ```console: each line that begins with `$ ` is a command, the lines below it are what it prints. All of a page run in one shell, in a
  folder of their own, with LOAM and this Python first on the path. In what is printed `…` stands for any text of a line, and a line of
  it alone for any number of lines.
- a file: "`name`" alone on the line before. It is written into that folder.
- one with the comment <!-- not run here: why --> on the line before.

The port 18830 is a free one in truth.
"""

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


def fits(shown, said):
    """Whether the lines that were said are those that are shown."""
    pattern = ""
    for line in shown:
        pattern += "(?:.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in said))


class Shell:
    def __init__(self, folder, loam, port):
        self.port = port
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
            return sum(do(block, shell, folder) for block in blocks)
        finally:
            shell.close()


def do(block, shell, folder):
    """How many commands of the block were run."""
    before, text = block["before"], block["text"]
    if re.fullmatch(r"<!-- not run here: .+ -->", before):
        return 0
    if name := re.fullmatch(r"`([\w.-]+)`", before):
        (pathlib.Path(folder) / name[1]).write_text(text.replace(PORT, str(shell.port)))
        return 0
    if block["language"] != "console":
        raise Failure(f"neither run, nor a file, nor marked <!-- not run here: why -->:\n{text}")
    for command, shown in commands(text):
        said = shell.run(command)
        if not fits([line.replace(PORT, str(shell.port)) for line in shown], said):
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
