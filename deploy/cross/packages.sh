#!/bin/sh
# Runs a command where packages for another Debian are made: deploy/cross/packages.sh SUITE FOLDER COMMAND...
#
# That Debian, .build/cross/SUITE-packages, has the libraries of each architecture, so that what a program depends on is looked up and never
# guessed. FOLDER is /made inside, where COMMAND begins.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

suite=$1
made=$2
shift 2
need_root
root=$cross/$suite-packages
if [ ! -e "$root" ]; then
  echo "cross: making the Debian that makes packages for $suite" >&2
  include=build-essential,debhelper,lintian,binutils-x86-64-linux-gnu,binutils-aarch64-linux-gnu
  for library in $wanted; do
    [ "$library" = g++ ] || include=$include,$library:amd64,$library:arm64
  done
  debian "$root" "$suite" --variant=minbase --architectures=amd64,arm64 --include="$include,libstdc++6:arm64"
fi
mkdir -p "$root/made"
# The words in single quotes are those of the shell inside.
# shellcheck disable=SC2016
exec unshare --mount --pid --fork --kill-child sh -ec '
  root=$1
  mount -t proc proc "$root/proc"
  mount --bind "$2" "$root/made"
  shift 2
  exec chroot "$root" "$@"
' packages "$root" "$made" /usr/bin/env --unset=TMPDIR --chdir=/made "$@"
