#!/bin/sh
# Runs the compiler for another Debian or another architecture: deploy/cross/swift.sh SUITE ARCH build [OPTION...]
#
# Inside, the source is /loam; what is built is in .build/cross/SUITE-ARCH/build, or in the folder beside it that BUILD names.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

suite=$1
arch=$2
command=$3
shift 3
name=$(name_of "$arch")
target=$cross/$suite-$arch
build=$target/${BUILD:-build}
need_root
deploy/cross/compiler.sh
deploy/cross/sysroot.sh "$suite" "$arch"
mkdir -p "$build" "$cross/compiler/loam" "$cross/compiler/built" "$cross/compiler/sysroot" "$cross/compiler/sdks"
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$cross/compiler/etc/resolv.conf"

fetches_as_here "$cross/compiler" >"$cross/mirrors"

# Nothing is mounted outside of this: the mounts are gone with the last program in it.
# shellcheck disable=SC2016
exec unshare --mount --pid --fork --kill-child sh -ec '
  compiler=$1
  target=$2
  build=$3
  shift 3
  mount -t proc proc "$compiler/proc"
  mount --bind . "$compiler/loam"
  mount --bind "$build" "$compiler/built"
  mount --bind "$target/sysroot" "$compiler/sysroot"
  mount --bind "$target/sdks" "$compiler/sdks"
  while read -r base; do
    mount --bind "$base" "$compiler$base"
    mount -o remount,bind,ro "$compiler$base"
  done <"$compiler/../mirrors"
  exec chroot "$compiler" "$@"
' cross "$cross/compiler" "$target" "$build" \
  /usr/bin/env -i --chdir=/loam HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin ${LOAM_TESTS:+"LOAM_TESTS=$LOAM_TESTS"} \
  "PKG_CONFIG_LIBDIR=/sysroot/usr/lib/$name-linux-gnu/pkgconfig:/sysroot/usr/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR=/sysroot \
  swift "$command" --scratch-path /built --swift-sdks-path /sdks --swift-sdk target "$@"
