#!/bin/sh
# The README's two commands for a developer, in a clone on a clean Debian: Tests/Packages/developer.sh [SUITE]
#
# Clean but for what the README asks for: git, make, and this machine's Swift with what swift.org lists for it. An hour and a half; needs root
# and mmdebstrap. The demo of the first command is watched by Tests/Packages/developer.py until its page answers, and ended by a key.
set -eu
cd "$(dirname "$0")/../.."

# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
need_root
suite=${1:-$(own_suite)}
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
root=$cross/developer-$suite
debian "$root" "$suite" --include=git,make,ca-certificates,binutils,g++,libc6-dev,libcurl4-openssl-dev,libedit2,libncurses6,libpython3-dev,libsqlite3-dev,libxml2-dev,libz3-dev,unzip,zlib1g-dev
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/trusted.crt"
mkdir -p "$root/swift" "$root/shared"
git clone --quiet . "$root/loam"
fetches_as_here "$root" >"$root.mirrors"
status=0
# Nothing is mounted outside of this: the mounts are gone with the last program in it.
# shellcheck disable=SC2016
python3 Tests/Packages/developer.py unshare --mount --pid --fork --kill-child sh -ec '
  root=$1
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mkdir -p "$root/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
  mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
  mount --bind -o ro "$2" "$root/swift"
  [ ! -d ../shared ] || mount --bind ../shared "$root/shared"
  while read -r base; do
    mount --bind "$base" "$root$base"
    mount -o remount,bind,ro "$root$base"
  done <"$root.mirrors"
  shift 2
  exec chroot "$root" /usr/bin/env -i --chdir=/loam HOME=/root LANG=C.UTF-8 TERM=xterm-256color PATH=/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=/etc/trusted.crt make "$@"
' developer "$root" "$toolchain/usr" || status=$?
rm -rf --one-file-system "$root" "$root.mirrors"
exit $status
