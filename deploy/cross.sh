#!/bin/sh
# Builds the programs for another Debian or another architecture: deploy/cross.sh SUITE ARCH OPTION...
#
# OPTION: what 'swift build' gets, the flags of the Makefile's release. The programs are then in .build/cross/SUITE-ARCH/release.
# What it needs is made once, in .build/cross; see deploy/cross/place.sh. Needs root and the Debian package mmdebstrap.
set -eu
cd "$(dirname "$0")/.."

# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

suite=${1:-$(own_suite)}
arch=${2:-$(own_arch)}
shift 2
# This machine's own compiler has built what runs on it.
[ "$suite-$arch" != "$(own_suite)-$(own_arch)" ] || exit 0
target=.build/cross/$suite-$arch
for program in loam loam-web loam-push; do
  deploy/cross/swift.sh "$suite" "$arch" build --product "$program" "$@"
done
mkdir -p "$target/release"
for program in loam loam-web loam-push; do
  cp "$target/build/release/$program" "$target/release/$program.new"
  mv "$target/release/$program.new" "$target/release/$program"
done
