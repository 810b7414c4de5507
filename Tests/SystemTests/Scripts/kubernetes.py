"""Holds manifests against Kubernetes' own schemas, and the files in them against a folder: kubernetes.py MANIFESTS FOLDER"""

import pathlib
import sys

import kubernetes_validate
import yaml

documents = list(yaml.safe_load_all(pathlib.Path(sys.argv[1]).read_text()))
folder = pathlib.Path(sys.argv[2])
for document in documents:
    kubernetes_validate.validate(document, "1.29", strict=True)
kinds = [document["kind"] for document in documents]
assert kinds == ["ConfigMap", "StatefulSet"] * 2, kinds
for data, run in zip(documents[::2], documents[1::2]):
    pod = run["spec"]["template"]["spec"]
    assert run["spec"]["selector"]["matchLabels"].items() <= run["spec"]["template"]["metadata"]["labels"].items()
    mounts = {mount["name"] for mount in pod["containers"][0]["volumeMounts"]}
    claims = {claim["metadata"]["name"] for claim in run["spec"]["volumeClaimTemplates"]}
    assert mounts == claims | {volume["name"] for volume in pod["volumes"]}, mounts
    config = next(volume["configMap"] for volume in pod["volumes"] if volume["name"] == "config")
    assert config["name"] == data["metadata"]["name"]
    files = {item["path"]: data["data"][item["key"]] for item in config["items"]}
    own = data["metadata"]["labels"]["app.kubernetes.io/instance"] + ".yaml"
    assert files == {"loam.yaml": (folder / own).read_text(), "shared/house.yaml": (folder / "shared/house.yaml").read_text()}, files
print(f"{len(documents)} documents")
