"""Holds a dashboard against Grafana's own model of one: grafana.py FILE. What the model does not know, it loses."""

import json
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

register_default_plugins()


def lost(ours, theirs, place=""):
    """Where the model has something else, or nothing."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return [found for key, value in ours.items() for found in lost(value, theirs.get(key), f"{place}/{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [found for i, (a, b) in enumerate(zip(ours, theirs)) for found in lost(a, b, f"{place}/{i}")]
    return [] if ours == theirs else [f"{place}: {ours} became {theirs}"]


def through(dashboard):
    return json.loads(JSONEncoder().encode(Dashboard.from_json(dashboard)))


dashboard = json.load(open(sys.argv[1], encoding="utf-8"))
found = lost(dashboard, through(dashboard))
assert not found, found
# A check that finds nothing wrong with anything would be none.
dashboard["panels"][0]["gridPosition"] = dashboard["panels"][0].pop("gridPos")
assert lost(dashboard, through(dashboard))
print(f"{len(dashboard['panels'])} panels")
