#!/bin/sh
# Makes the Debian that has the compiler, once: .build/cross/compiler. Debian's unstable release alone has a Swift that is new enough, for
# amd64 and arm64 from one source, so that the libraries of a target fit the compiler.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

[ ! -e "$cross/compiler" ] || exit 0
need_root
echo 'cross: making the Debian that has the compiler' >&2
debian "$cross/compiler" sid --variant=apt --architectures=amd64,arm64 \
  --include=ca-certificates,git,pkgconf,binutils,gcc,g++,libc6-dev,swiftlang
