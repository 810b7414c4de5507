#!/bin/sh
# Tests under a sanitizer, each in a build folder of its own.
#
#   deploy/sanitize.sh address     payloads, decoders, documents, config: everything that reads bytes
#   deploy/sanitize.sh thread      what has threads: the MQTT client with its brokers, and the bridge; and the damaged payloads
set -eu
cd "$(dirname "$0")/.."

sanitizer=${1:?address or thread}
case $sanitizer in
address) tests="PayloadJSONTests DeviceFamilyTests GardenTopicsTests MQTTTypesTests LoamKitTests MosquittoClientTests" ;;
thread) tests="MosquittoClientTests BridgeTests DeviceFamilyTests" ;;
*)
  echo "no such sanitizer: $sanitizer" >&2
  exit 64
  ;;
esac
export LOAM_TESTS="$tests"
build=.build/sanitize-$sanitizer
linker=
# What is freed stays in the sanitizer's quarantine, so that growth cannot be measured under it.
skipped="MemoryGrowthTests"
# The address sanitizer's symbols are beyond what GNU gold reads.
[ "$sanitizer" != address ] || linker="-Xswiftc -use-ld=lld"
log=$(mktemp)
trap 'rm -f "$log"' EXIT INT TERM
# shellcheck disable=SC2086
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$build" --jobs "${JOBS:-2}" $linker >"$log" 2>&1 || {
  grep -a error "$log" | head -n 20
  exit 1
}
export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$PWD/deploy/thread-sanitizer.supp"
# shellcheck disable=SC2086
if SWIFT_BACKTRACE=enable=no swift test --skip-build --sanitize="$sanitizer" \
  --skip "$skipped" --scratch-path "$build" $linker >"$log" 2>&1; then
  echo "sanitize $sanitizer: $(grep -ao 'Test run with .*' "$log" | tail -n 1)"
else
  grep -aE 'Sanitizer|recorded an issue|failed after|Fatal' "$log" | head -n 40
  echo "sanitize $sanitizer: FOUND SOMETHING"
  exit 1
fi
