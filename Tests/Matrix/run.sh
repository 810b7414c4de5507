#!/bin/sh
# Builds the tests for another Debian or another architecture, and runs them there: Tests/Matrix/run.sh SUITE ARCH [TARGET...]
#
# Without targets: all of them. Another architecture runs in emulation. The row for the table is left in .build/matrix.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

suite=$1
arch=$2
shift 2
need_root
target=$cross/$suite-$arch
[ $# = 0 ] || export LOAM_TESTS="$*"
configuration=debug
flags="--jobs ${JOBS:-2}"
emulated=
if [ "$arch" != "$(own_arch)" ]; then
  emulated=$arch
  # What is not optimised takes hours in emulation.
  configuration=release
  flags="$flags -c release -Xswiftc -enable-testing"
fi
# The programs for the packages have other flags, and a build of their own.
export BUILD=tested
log=.build/matrix/$suite-$arch.log
mkdir -p .build/matrix
for product in ${LOAM_TESTS:-loam loam-push loam-web} LoamPackageTests; do
  case $product in
  *Tests) [ "$product" = LoamPackageTests ] || continue ;;
  esac
  echo "building $product for $suite $arch"
  # shellcheck disable=SC2086
  deploy/cross/swift.sh "$suite" "$arch" build --product "$product" $flags >"$log" 2>&1 || {
    grep -a 'error:' "$log" | sort -u | head -n 40
    exit 70
  }
done

root=$target/tests
if [ ! -e "$root" ]; then
  base=$(clean_debian "$suite" "$arch")
  rm -rf --one-file-system "$root.part"
  mkdir -p "$root.part/loam" "$root.part/built" "$root.part/swift"
  tar -C "$root.part" -xf "$base"
  mv "$root.part" "$root"
fi
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
# Nothing is mounted outside of this: the mounts are gone with the last program in it.
# shellcheck disable=SC2016
deploy/cross/emulated.sh "$arch" unshare --mount --pid --fork --kill-child sh -ec '
  root=$1
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount --bind . "$root/loam"
  mount --bind "$2/tested" "$root/built"
  mount --bind "$2/sysroot/usr/libexec/swift/lib/swift/linux" "$root/swift"
  shift 2
  exec chroot "$root" "$@"
' tests "$root" "$target" /usr/bin/env -i --chdir=/loam HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  "EMULATED_ARCH=$emulated" "LOAM_CONFIGURATION=$configuration" "LOAM_SWIFT=$(dpkg-query --admindir="$cross/compiler/var/lib/dpkg" -W -f '${Version}' swiftlang:amd64)" "LOAM_TESTS=${LOAM_TESTS:-}" "LOAM_WANTED=$wanted" sh Tests/Matrix/inside.sh "$suite-$arch"
