"""Runs all tests that were built, in three parts, and counts by the runner's own record of events.

    run_tests.py LOG                    all
    run_tests.py LOG --skip=REGEX       all but these
    run_tests.py LOG --filter=REGEX     these, in one part

LOAM_TEST_PROGRAM=FILE runs these instead of what was built here.

What the tests and their programs print goes to LOG; the lines of several processes run into one another there, so nothing is
counted from it. The record (JSON lines, Swift Testing's event stream, version 0) holds each test that began, ended or was
skipped, and each issue with its words. A test that began and never ended failed: the run died in it.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What starts processes waits for most of its time, so it runs beside what computes and beside the browsers.
PROCESSES = r"^(SystemTests|MosquittoClientTests|LoamMosquittoTests)\."
BROWSERS = r"^SystemTests\.(Page|Web|WebPush|Gardens)Tests"
LANES = (
    (["--skip", PROCESSES], ["--filter", BROWSERS]),
    (["--filter", PROCESSES, "--skip", BROWSERS],),
)
BUILT = ".build/debug/LoamPackageTests.xctest"
# A terminal, or a log that is watched, sees that something goes on.
PROGRESS_EVERY = 100
# Seconds in which no test begins or ends: what then runs will never end.
QUIET_MAX = 600
# How many of the slowest tests are named at the end.
SLOWEST = 15
# Of a crash and its backtrace.
TELLING = re.compile(r"Fatal error|Crashed|Crash:|: error:|^\s*\d+ .* at .*/(Sources|Tests)/")


class Tests:
    def __init__(self):
        self.programs = []
        self.is_interrupted = False
        self.names = {}
        self.issues = {}
        self.skipped = {}
        self.ended = {}
        self.seconds = {}

    def take(self, record, running):
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload.get("displayName") or payload["name"]
            return
        kind, test, instant = payload["kind"], payload.get("testID"), payload["instant"]["absolute"]
        words = "\n    ".join(message["text"] for message in payload["messages"])
        if kind == "issueRecorded" and not payload["issue"]["isKnown"] and payload["issue"].get("isFailure", True):
            place = payload["issue"].get("sourceLocation")
            if place:
                words += f"\n    at {place['_filePath']}:{place['line']}"
            self.issues.setdefault(test, []).append(words)
            print(f"FAILED {self.names.get(test, 'outside any test')}", flush=True)
        elif test not in self.names:
            return
        elif kind == "testStarted":
            running[test] = instant
        elif kind == "testSkipped":
            self.skipped[test] = words
        elif kind == "testEnded":
            self.seconds[test] = instant - running.pop(test, instant)
            self.ended[test] = test not in self.issues
            if len(self.ended) % PROGRESS_EVERY == 0:
                print(f"{len(self.ended)} tests done", flush=True)


def run(choice, log, tests):
    """Whether the run came to its end, and with which status."""
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as record:
        start = [os.environ.get("LOAM_TEST_PROGRAM", BUILT), "--testing-library", "swift-testing"]
        stream = ["--event-stream-output-path", record.name, "--event-stream-version", "0"]
        command = start + choice + stream
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        tests.programs.append(process)
        running, partial, is_over, heard = {}, "", False, time.monotonic()
        while True:
            # Asked before reading: what was written until the end is read after it.
            has_ended = process.poll() is not None
            partial += record.read()
            *lines, partial = partial.split("\n")
            for line in filter(None, lines):
                heard = time.monotonic()
                entry = json.loads(line)
                tests.take(entry, running)
                is_over = is_over or entry["kind"] == "event" and entry["payload"]["kind"] == "runEnded"
            if has_ended or time.monotonic() - heard > QUIET_MAX:
                break
            time.sleep(0.5)
        end(process)
        for test in sorted(running):
            tests.issues.setdefault(test, []).append("the run ended in the middle of it")
            tests.ended[test] = False
        return is_over, process.returncode


def end(process):
    """With all that it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def walk(lane, log, tests):
    """One part after the other. What went wrong beside the tests' own issues."""
    trouble = []
    for part in lane:
        if tests.is_interrupted:
            break
        is_over, status = run(part, log, tests)
        choice = " ".join(part)
        if not is_over:
            trouble.append(f"the tests {choice} died (exit {status}); the end of {log.name}:\n" + tail(log.name))
        elif status != 0 and not tests.issues:
            trouble.append(f"the tests {choice} ended with {status}, though none failed; the end of {log.name}:\n" + tail(log.name))
    return trouble


def main():
    path, *choices = sys.argv[1:]
    chosen = [word for choice in choices for word in choice.split("=", 1)]
    lanes = [[chosen]] if "--filter" in chosen else [[part + chosen for part in lane] for lane in LANES]
    began = time.time()
    tests, trouble = Tests(), []
    with open(path, "wb") as log, ThreadPoolExecutor() as pool:
        try:
            for found in [pool.submit(walk, lane, log, tests) for lane in lanes]:
                trouble += found.result()
        except BaseException:
            # Ctrl-C at the terminal.
            tests.is_interrupted = True
            for program in tests.programs:
                end(program)
            raise
    for words in tests.skipped.values():
        print(words)
    if tests.issues or trouble:
        print("\nFailures:")
        for test, words in tests.issues.items():
            print(f"{tests.names.get(test, 'outside any test')}  ({test})")
            for each in words[:5]:
                print("    " + each)
        for words in trouble:
            print(words)
    print(f"The {SLOWEST} slowest, beside others:")
    for test in sorted(tests.seconds, key=tests.seconds.get, reverse=True)[:SLOWEST]:
        print(f"{tests.seconds[test]:7.1f} s  {test.split('/')[0]}: {tests.names[test]}")
    passed = sum(tests.ended.values())
    # An issue outside any test, or a run that died between two tests, is a failure as well.
    failed = len(tests.ended) - passed + (None in tests.issues) + len(trouble)
    print(f"The tests took {time.time() - began:.0f} s.")
    if "LOAM_BEGAN" in os.environ:
        print(f"All steps took {time.time() - float(os.environ['LOAM_BEGAN']):.0f} s.")
    print(f"{len(tests.skipped)} skipped")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


def tail(path):
    """What a crash said of its place, and the last lines."""
    lines = Path(path).read_text(errors="replace").splitlines()
    telling = [line for line in lines if TELLING.search(line)][-15:]
    return "\n".join("    " + line for line in telling + lines[-10:])


sys.exit(main())
