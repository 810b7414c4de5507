#!/bin/sh
# Runs this machine's tests of the MQTT client with the libmosquitto and the mosquitto of another Debian: Tests/Matrix/library.sh SUITE...
#
# The worst bugs of the client were to be seen with one library only. Needs root and mmdebstrap; OPTIONAL=1: skips what cannot be had.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
# shellcheck source=Tests/Matrix/there.sh
. Tests/Matrix/there.sh

if [ "${OPTIONAL:-}" ] && ! (need_root && unshare --mount --pid --fork true) 2>/dev/null; then
  echo 'library: skipped: it needs root that may mount, and the Debian package mmdebstrap'
  exit 0
fi
need_root
swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
libraries=$(swift -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*/\1/p')/linux
mkdir -p .build/matrix .build/libraries
# Each Debian has another simdjson; that of this one comes along.
cp -L /usr/lib/*/libsimdjson.so.* "$libraries"/*.so .build/libraries/
swift build --product LoamPackageTests --jobs "${JOBS:-2}" >.build/matrix/library.log 2>&1 || {
  tail -n 40 .build/matrix/library.log
  exit 70
}
# Built are all tests, as everywhere else; these alone run there.
export LOAM_TESTS="$client"
for suite; do
  clean_debian "$suite" "$(own_arch)" >/dev/null || {
    [ "${OPTIONAL:-}" ] || exit 69
    echo "library: skipped: no Debian $suite can be made here"
    continue
  }
  run_there "library-$suite" "$suite" "$(own_arch)" "$(swift build --show-bin-path)" "$PWD/.build/libraries" "$swift" \
    'libmosquitto1 libsqlite3-0 libyaml-0-2'
done
