#!/usr/bin/env python3
"""Prints what is linked into the programs, as an SPDX 2.3 document: sbom.py VERSION.

Swift packages with their versions come from what the package manager resolved; SOURCE_DATE_EPOCH is the document's time.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

# The first words of a licence that tell it.
LICENCES = {
    "Apache License": "Apache-2.0",
    "MIT License": "MIT",
    "Permission is hereby granted": "MIT",
    "Redistribution and use": "BSD-3-Clause",
}


def licence(folder):
    for path in sorted(folder.glob("LICENSE*")):
        text = path.read_text(errors="replace")
        return next((name for words, name in LICENCES.items() if words in text), "NOASSERTION")
    return "NOASSERTION"


def package(name, version, declared, where="NOASSERTION", reference=None):
    entry = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": where,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": declared,
        "copyrightText": "NOASSERTION",
    }
    if reference:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}]
    return entry


def swift_packages():
    build = pathlib.Path(".build")
    state = json.loads((build / "workspace-state.json").read_text())
    for dependency in state["object"]["dependencies"]:
        where = dependency["packageRef"]["location"]
        version = dependency["state"].get("checkoutState", {}).get("version", "unknown")
        path = re.sub(r"^https://|\.git$", "", where)
        yield package(
            dependency["packageRef"]["name"],
            version,
            licence(build / "checkouts" / dependency["subpath"]),
            where,
            f"pkg:swift/{path}@{version}",
        )


def swift_runtime():
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return package("swift-runtime", re.search(r"Swift version (\S+)", said)[1], "Apache-2.0 WITH Swift-exception")


def main():
    version = sys.argv[1]
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    own = package("loam", version, "Apache-2.0")
    parts = sorted([*swift_packages(), swift_runtime()], key=lambda one: one["name"])
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"loam-{version}",
        "documentNamespace": f"https://loam.garden/spdx/loam-{version}-{int(created.timestamp())}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Organization: Loam developers"]},
        "packages": [own, *parts],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *({"spdxElementId": own["SPDXID"], "relationshipType": "STATIC_LINK", "relatedSpdxElement": one["SPDXID"]} for one in parts),
        ],
    }
    print(json.dumps(document, indent=1))


main()
