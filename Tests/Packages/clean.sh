#!/bin/sh
# The packages in a clean Debian of this machine's release: installed by apt from a repository on loopback, a garden set up and watered with
# a reading, upgraded, removed, purged. No systemd runs there: what it would start is started by hand.
#
# Needs root, mmdebstrap, and the packages of 'make deb'. The Debian is made once, in .build/clean-debian.
set -eu
cd "$(dirname "$0")/../.."

# shellcheck source=/dev/null
suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
base=$PWD/.build/clean-debian.tar
root=$(mktemp -d /tmp/loam-clean-XXXXXX)
port=8899

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo 'deb-test: needs root and the Debian package mmdebstrap' >&2
  exit 69
fi

URL=http://127.0.0.1:$port deploy/repository.sh >/dev/null
[ -e "$base" ] || mmdebstrap --quiet --variant=minbase --include=ca-certificates,curl,mosquitto,mosquitto-clients,procps \
  "$suite" "$base"
tar -C "$root" -xf "$base" --exclude=./dev
mkdir -p "$root/dev"
python3 -m http.server "$port" --bind 127.0.0.1 --directory .build/repository >/dev/null 2>&1 &
server=$!
# shellcheck disable=SC2329
finish() {
  kill "$server" 2>/dev/null || true
  chroot "$root" pkill -x mosquitto 2>/dev/null || true
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf "$root"
}
trap finish EXIT
turns=0
until curl -fs -o /dev/null "http://127.0.0.1:$port/loam.asc"; do
  turns=$((turns + 1))
  [ "$turns" -lt 100 ] || exit 1
  sleep 0.1
done
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
cp Tests/Packages/garden.sh "$root/garden.sh"
chroot "$root" sh /garden.sh "http://127.0.0.1:$port"
