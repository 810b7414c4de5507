"""Reads documents with Examples/MicroPython: a line `KIND DOCUMENT` in, a line out, `refused` or what was read of the first level."""

import json
import sys

import plant_state

READERS = {"plant-state": plant_state.read_plant, "bridge-status": plant_state.read_status, "ack": plant_state.read_ack}

for line in sys.stdin:
    kind, document = line.rstrip("\n").split(" ", 1)
    taken = READERS[kind](document.encode())
    print("refused" if taken is None else json.dumps({key: value for key, value in taken.items() if not isinstance(value, dict)}))
