#!/bin/sh
# Makes a container image of the packages in .build/deb, for this machine's Debian and architecture, in .build/container:
#
#   loam.docker.tar   for `docker load` and `podman load`: with a health check
#   loam.oci.tar      an OCI archive for registries and Kubernetes, which have their own probes and no field for a health check
#
# Its user is a number, as in the manifests for Kubernetes: who mounts a folder gives it to that number.
# One image for all three programs: a container runs `loam run` unless it is told otherwise (see deploy/compose.yaml). Needs root, and the
# Debian packages mmdebstrap and buildah; no engine runs.
set -eu
cd "$(dirname "$0")/.."

for tool in mmdebstrap buildah; do
  command -v "$tool" >/dev/null || {
    printf 'container: needs Debian packages: apt-get install --no-install-recommends mmdebstrap buildah\n' >&2
    exit 69
  }
done

# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
suite=$(own_suite)
out=$PWD/.build/container
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/BridgeConfig/Release.swift)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
rm -rf "$out"
mkdir -p "$out"

# The file system: what Debian cannot do without, the packages, and the terms of what is inside.
bootstrap "$(own_arch)" --variant=essential --include=loam,loam-web,loam-push,ca-certificates \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-include=/usr/share/doc/loam*' \
  --setup-hook="echo 'deb [trusted=yes] copy:$PWD/.build/repository $suite main' >\"\$1/etc/apt/sources.list.d/loam.list\"" \
  --customize-hook="rm -f \"\$1/etc/apt/sources.list.d/loam.list\" \"\$1/etc/apt/apt.conf.d/99mmdebstrap\"" \
  --customize-hook="install -d -o 10000 -g 10000 -m 750 \"\$1/var/lib/loam\"" "$suite" "$out/root.tar"

# Its store is a folder of ours, so that no engine of this machine sees it.
image() { buildah --storage-driver vfs --root "$out/storage" --runroot "$out/run" "$@"; }
container=$(image from scratch)
image add --quiet "$container" "$out/root.tar" / >/dev/null
image config --entrypoint '["/usr/bin/loam"]' --cmd 'run --config /etc/loam/loam.yaml' --user 10000:10000 --workingdir /var/lib/loam \
  --env STATE_DIRECTORY=/var/lib/loam --env CREDENTIALS_DIRECTORY=/etc/loam --volume /etc/loam --volume /var/lib/loam --port 8090 --stop-signal SIGTERM \
  --healthcheck 'CMD /usr/bin/loam health --config /etc/loam/loam.yaml' --healthcheck-interval 60s --healthcheck-timeout 10s \
  --healthcheck-start-period 10s --label org.opencontainers.image.title=Loam --label org.opencontainers.image.version="$version" \
  --label org.opencontainers.image.licenses=Apache-2.0 "$container"
image commit --quiet --format docker --timestamp "$SOURCE_DATE_EPOCH" "$container" "docker-archive:$out/loam.docker.tar:loam:latest" >/dev/null
image commit --quiet --format oci --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$out/loam.oci.tar:$version" >/dev/null
image rm "$container" >/dev/null
rm -rf --one-file-system "$out/root.tar" "$out/storage" "$out/run"
ls -l "$out"/*.tar
