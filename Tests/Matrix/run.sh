#!/bin/sh
# Builds the tests for another Debian or another architecture, and runs them there: Tests/Matrix/run.sh SUITE ARCH [TARGET...]
#
# Without targets: all of them. Another architecture runs in emulation.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
# shellcheck source=Tests/Matrix/there.sh
. Tests/Matrix/there.sh

suite=$1
arch=$2
shift 2
need_root
target=$cross/$suite-$arch
[ $# = 0 ] || export LOAM_TESTS="$*"
configuration=debug
flags="--jobs ${JOBS:-2}"
if [ "$arch" != "$(own_arch)" ]; then
  # What is not optimised takes hours in emulation.
  configuration=release
  flags="$flags -c release -Xswiftc -enable-testing"
fi
# The programs for the packages have other flags, and a build of their own.
export BUILD=tested
log=.build/matrix/$suite-$arch.log
mkdir -p .build/matrix
programs='loam loam-push loam-web'
[ -z "${LOAM_TESTS:-}" ] || programs=
for product in $programs LoamPackageTests; do
  echo "building $product for $suite $arch"
  # shellcheck disable=SC2086
  deploy/cross/swift.sh "$suite" "$arch" build --product "$product" $flags >"$log" 2>&1 || {
    grep -a 'error:' "$log" | sort -u | head -n 40
    exit 70
  }
done
swift=$(dpkg-query --admindir="$cross/compiler/var/lib/dpkg" -W -f '${Version}' swiftlang:amd64)
run_there "$suite-$arch" "$suite" "$arch" "$target/tested/$configuration" "$target/sysroot/usr/libexec/swift/lib/swift/linux" \
  "${swift%%-*}" "$(echo "$wanted" | sed 's/ g++//') mosquitto"
