"""The web process from outside: web.py <part> <loam> <config> <folder>.

Parts: pages (files and the gate), doors (token, TLS, rates), life (a real bridge beside it), api (the description, validated
and fuzzed), demo (as the demo's child). Exit 0: all held.
"""

import web_gate
import web_life
from web_kit import part

PARTS = {
    "pages": [web_gate.pages],
    "doors": [web_gate.doors, web_gate.doors_closed],
    "life": [web_life.service, web_life.life],
    "api": [web_life.api],
    "demo": [web_life.demo],
}
for one in PARTS[part]:
    one()
print(f"{part}: all held")
