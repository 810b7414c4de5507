#!/usr/bin/env python3
"""Prints what the programs and the page are made of, as an SPDX 2.3 document: sbom.py VERSION FOLDER, with programs and page in the folder.

Swift packages with their versions come from what the package manager resolved, the C that they carry from its own words, the page's parts from its
list of terms, and libraries from the programs; the versions of both are Debian's. SOURCE_DATE_EPOCH is the document's time.
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


def carried():
    """C and C++ in the sources of Swift packages."""
    checkouts = pathlib.Path(".build/checkouts")
    for words in sorted(checkouts.glob("*/Sources/*BoringSSL/hash.txt")):
        where, commit = re.search(r"(https://\S+) at revision ([0-9a-f]{40})", words.read_text()).groups()
        yield package(f"boringssl-of-{words.parents[2].name}", commit, "OpenSSL AND ISC AND MIT", where)
    for header in sorted(checkouts.glob("*/Sources/CNIOLLHTTP/include/c_nio_llhttp.h")):
        numbers = re.findall(r"LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text())
        yield package("llhttp", ".".join(numbers), "MIT", "https://github.com/nodejs/llhttp")


def debian(*names):
    """The first of these packages that is installed here."""
    for name in names:
        form = "${source:Package} ${source:Version} ${db:Status-Status}"
        said = subprocess.run(["dpkg-query", "-W", "-f", form, name], capture_output=True, text=True, check=False).stdout.split()
        if said[-1:] == ["installed"]:
            return package(name, said[1], "NOASSERTION", reference=f"pkg:deb/debian/{said[0]}@{said[1]}?arch=source")
    return None


def page_parts(folder):
    """Whose code is in the page's bundles."""
    terms = folder / "page/licenses.txt"
    names = re.findall(r"^== (\S+)$", terms.read_text(), re.M) if terms.exists() else []
    return [part for part in (debian(f"node-{name}", name) for name in names) if part]


def libraries(folder):
    """Of the machine, which the programs load."""
    owners = set()
    for program in ("loam", "loam-web", "loam-push"):
        loaded = subprocess.run(["ldd", folder / program], capture_output=True, text=True, check=False).stdout
        for path in re.findall(r"=> (/\S+)", loaded):
            for place in (path, f"/usr{path}", os.path.realpath(path)):
                said = subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True, check=False).stdout
                owners.update(line.split(":")[0] for line in said.splitlines())
    return [part for part in (debian(name) for name in sorted(owners)) if part]


def main():
    version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    own = package("loam", version, "Apache-2.0")
    linked = sorted([*swift_packages(), *carried(), swift_runtime()], key=lambda one: one["name"])
    page, loaded = page_parts(folder), libraries(folder)
    related = [*((one, "STATIC_LINK") for one in linked), *((one, "CONTAINS") for one in page), *((one, "DYNAMIC_LINK") for one in loaded)]
    # A library may be named by two programs, a part by two bundles.
    parts = list({one["SPDXID"]: one for one, _ in related}.values())
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
            *({"spdxElementId": own["SPDXID"], "relationshipType": how, "relatedSpdxElement": one["SPDXID"]} for one, how in related),
        ],
    }
    print(json.dumps(document, indent=1))


main()
