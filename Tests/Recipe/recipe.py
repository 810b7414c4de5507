"""Adds a made-up family to a copy of the tree, as family.md says it: its files, its line and its commands are taken from the text.

Then one thing after the other is forgotten, and a test has to say so. The copy and its build stay in .build/recipe, so that the next run builds
only what changed. Exit 1, with what was said, if anything is not as it should be.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COPY = ROOT / ".build/recipe"
BUILD_SECONDS_MAX = 3600
# What the recipe's commands need of the package.
ENVIRONMENT = dict(os.environ, LOAM_TESTS="DeviceFamilyTests BridgeConfigTests TidyTests")
ENVIRONMENT.pop("UPDATE_EXPECTED", None)

TEXT = (ROOT / "Tests/Recipe/family.md").read_text()
FILES = re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", TEXT, re.M | re.S)
LINES = re.findall(r"^In `([^`\n]+)`, before `([^`\n]+)`\n\n```\w+\n(.*?)^```$", TEXT, re.M | re.S)
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.M | re.S)
NAME = "bramble"
PAGE = "Sources/Bridge/Bridge.docc/Families.md"


def wanted():
    """Path and bytes of each file of the tree, with what the recipe adds."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    names = [name for name in [*names, "Package.resolved"] if (ROOT / name).is_file()]
    files = {name: (ROOT / name).read_bytes() for name in names}
    for name, text in FILES:
        if name in files:
            fail(f"{name} is there already")
        files[name] = text.encode()
    for name, before, line in LINES:
        text = files[name].decode()
        place = re.findall(rf"^ *{re.escape(before)}\n", text, re.M)
        if len(place) != 1:
            fail(f"{name} has no single line {before}")
        files[name] = text.replace(place[0], line + place[0]).encode()
    return files


def put(files):
    """Makes the copy equal; what is equal already keeps its time, so that it is not built again."""
    for path in COPY.rglob("*"):
        name = path.relative_to(COPY)
        if path.is_file() and name.parts[0] != ".build" and str(name) not in files:
            path.unlink()
    for name, content in files.items():
        path = COPY / name
        if path.is_file() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod((ROOT / name).stat().st_mode if (ROOT / name).exists() else 0o644)


def share_packages():
    """What SwiftPM has fetched for the tree serves the copy too, as links to the same files."""
    for name in ("checkouts", "repositories"):
        if (ROOT / ".build" / name).is_dir() and not (COPY / ".build" / name).exists():
            shutil.copytree(ROOT / ".build" / name, COPY / ".build" / name, symlinks=True, copy_function=os.link)
            shutil.copy(ROOT / ".build/workspace-state.json", COPY / ".build")


def fail(what):
    print(f"recipe: {what}")
    sys.exit(1)


def telling(said):
    """What went wrong, out of all that was said."""
    lines = said.splitlines()
    return "\n".join([line for line in lines if "✘" in line or re.search(r"\d: error: ", line)][:20] or lines[-40:])


def run(command):
    """Exit code and words."""
    began = time.monotonic()
    done = subprocess.run(
        command,
        shell=True,
        cwd=COPY,
        env=ENVIRONMENT,
        timeout=BUILD_SECONDS_MAX,
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    print(f"recipe: {time.monotonic() - began:.0f} s: {command}", flush=True)
    return done.returncode, done.stdout


def follow(files):
    put(files)
    for command in COMMANDS[0].splitlines():
        code, said = run(command)
        if code != 0:
            fail(f"this failed: {command}\n{telling(said)}")
    if f"{NAME}/" not in said:
        fail(f"the family was not tested:\n{telling(said)}")
    readme = (COPY / "README.md").read_text()
    if f"[`{NAME}`](" not in readme:
        fail("the README does not name it")
    if f"\n## {NAME}\n" not in (COPY / PAGE).read_text():
        fail(f"{PAGE} has no section for it")
    if f'"{NAME}"' not in (COPY / "config/loam.schema.json").read_text():
        fail("the schema does not know it")


def forget(what, followed, change, test, words):
    """Without that, the test fails, and says what to add. Then all is as it was, times too."""
    files = {name: content for name, content in dict(followed, **change).items() if content is not None}
    times = {name: (COPY / name).stat().st_mtime_ns for name in change}
    put(files)
    code, said = run(f"swift test --skip-build --filter {test}")
    put(followed)
    for name, when in times.items():
        os.utime(COPY / name, ns=(when, when))
    if code == 0 or words not in said:
        fail(f"{what} was forgotten, and {test} did not say: {words}\n{telling(said)}")


def main():
    if len(FILES) < 5 or len(LINES) != 1 or len(COMMANDS) != 1:
        fail(f"family.md has {len(FILES)} files, {len(LINES)} lines, {len(COMMANDS)} blocks of commands")
    began = time.monotonic()
    files = wanted()
    share_packages()
    follow(files)
    followed = {name: (COPY / name).read_bytes() for name in files}
    fixtures = f"Tests/DeviceFamilyTests/Fixtures/{NAME}"
    none = {name: None for name in files if name.startswith(fixtures)}
    forget("each fixture", followed, none, "DeviceFamilyTests.FixtureTests", f"{fixtures}: add at least 4")
    forget("the README's link", followed, {"README.md": files["README.md"]}, "GeneratedFilesTests", "README.md is made anew by")
    forget("its section", followed, {PAGE: files[PAGE]}, "GeneratedFilesTests", f"{PAGE} is made anew by")
    listing, _, line = LINES[0]
    old = {listing: (ROOT / listing).read_bytes()}
    forget("the line", followed, old, "FamilyRuleTests", f"{listing}: add the line {line.strip()}")
    print(f"recipe: a family of {len(FILES)} files and one line, and what is forgotten is said; {time.monotonic() - began:.0f} s")


main()
