#!/bin/sh
# The packages in a clean Debian: installed by apt from a repository on loopback, a garden set up, the package installed again, removed,
# purged. No systemd runs there. Once it is installed it has a network of its own: no broker but its own answers it.
#
# SUITE=trixie ARCH=arm64: that Debian; default this machine's. Another architecture runs in emulation.
# Needs root, mmdebstrap, and the packages of 'make deb'. The Debian is made once, in .build/clean-SUITE-ARCH.tar.
set -eu
cd "$(dirname "$0")/../.."

# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
suite=${SUITE:-$(own_suite)}
arch=${ARCH:-$(own_arch)}

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo 'deb-test: needs root and the Debian package mmdebstrap' >&2
  exit 69
fi

ls ".build/deb/$suite-$arch"/*.deb >/dev/null 2>&1 || {
  echo "deb-test: there are no packages for $suite $arch; make deb SUITE=$suite ARCH=$arch" >&2
  exit 66
}
base=$(clean_debian "$suite" "$arch")
rm -rf .build/repository
# Nobody else's: a port that was free a moment ago.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
URL=http://127.0.0.1:$port deploy/repository.sh >/dev/null 2>&1
root=$(mktemp -d /tmp/loam-clean-XXXXXX)
tar -C "$root" -xf "$base"
python3 -m http.server "$port" --bind 127.0.0.1 --directory .build/repository >/dev/null 2>&1 &
server=$!
# Nothing of this machine is ever mounted below the folder that is removed: mounts are in a namespace that is gone by then.
# shellcheck disable=SC2329
finish() {
  kill "$server" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap finish EXIT
turns=0
until curl -fs -o /dev/null "http://127.0.0.1:$port/loam-$suite.sources"; do
  turns=$((turns + 1))
  if [ "$turns" -ge 100 ] || ! kill -0 "$server"; then
    echo "deb-test: the repository's server does not start at port $port" >&2
    exit 69
  fi
  sleep 0.1
done
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
cp Tests/Packages/garden.sh Tests/Packages/talk.sh "$root/"
# shellcheck disable=SC2016
deploy/cross/emulated.sh "$arch" unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" sh /garden.sh install "$2"' \
  clean "$root" "http://127.0.0.1:$port"
# The repository is there at the same address, and nothing else.
# shellcheck disable=SC2016
deploy/cross/emulated.sh "$arch" unshare --net --mount --pid --fork --kill-child sh -ec '
  ip link set lo up
  python3 -m http.server "$2" --bind 127.0.0.1 --directory .build/repository >/dev/null 2>&1 &
  mount -t proc proc "$1/proc"
  exec chroot "$1" sh /garden.sh live
' clean "$root" "$port"
