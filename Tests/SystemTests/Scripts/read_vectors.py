#!/usr/bin/env python3
"""Holds another reader to the golden vectors, and what it reads to what the reader in Python reads.

    read_vectors.py KIND,KIND… COMMAND...

COMMAND reads lines `KIND DOCUMENT` and answers each with `refused` or with an object of the fields that it keeps.
"""

import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "Examples" / "PythonPhone"))
import contract  # noqa: E402

# Bytes that no change of an example makes.
BROKEN = ["", "{", "[]", "null", "{}", '{"v":1', '{"v":1,}', '{"v":1}x', "{'v':1}", '{"v":01}', '{"v":1 "n":2}', '"', "\\", '{"\\u12":1}']
kinds, command = sys.argv[1].split(","), sys.argv[2:]
schemas = contract.schemas()
asked, problems = [], []


def expected(kind, group, document):
    if group in ("refused", "disagreeing"):
        return None
    return contract.read(schemas[kind], document)


for kind in kinds:
    groups = json.loads((contract.KIT / "Vectors" / f"{kind}.json").read_text(encoding="utf-8"))
    for group in ("valid", "patient", "refused", "disagreeing"):
        for vector in groups[group]:
            document = contract.changed(groups["examples"], vector)
            # Both ways to write what is not ASCII, and white space.
            for style in ({"ensure_ascii": False, "separators": (",", ":")}, {"ensure_ascii": True}):
                asked.append((kind, json.dumps(document, **style), expected(kind, group, document)))
    text = json.dumps(groups["examples"][0])
    asked += [(kind, broken, None) for broken in BROKEN] + [(kind, text[:n], None) for n in range(len(text))]
    asked.append(
        (kind, text[:-1] + ', "later": {"a": [1, {"b": null}, "}"], "c": "\\"}"}}', contract.read(schemas[kind], groups["examples"][0]))
    )
lines = "".join(f"{kind} {text}\n" for kind, text, _ in asked)
ended = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
answers = ended.stdout.splitlines()
if ended.returncode or len(answers) != len(asked):
    problems.append(f"exit {ended.returncode}, {len(answers)} answers to {len(asked)}: {ended.stderr[-2000:]}")
for (kind, text, wanted), answer in zip(asked, answers):
    got = None if answer == "refused" else json.loads(answer)
    if (got is None) != (wanted is None) or (got and any(value != wanted.get(key) for key, value in got.items())):
        problems.append(f"{kind}: {text}\n  read as {answer}, not {wanted}")
print("\n".join(problems[:20]) or f"{len(asked)} documents read alike")
sys.exit(bool(problems))
