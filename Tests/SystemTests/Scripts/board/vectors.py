"""Reads documents with Examples/MicroPython: a line `KIND` and the document's bytes in hexadecimal in, a line out, `refused` or what was read."""

import binascii
import json
import sys

import reader

for line in sys.stdin:
    kind, document = line.split()
    taken = reader.read(kind, binascii.unhexlify(document[1:]))
    print("refused" if taken is None else json.dumps(taken))
