#!/bin/sh
# Builds the fuzzer and runs it, one group after the other.
#
#   Tests/Fuzz/fuzz.sh SECONDS [GROUP…]     each group for that long; without groups: all of them
#
# RUNS=n and SEED=n in the environment make it repeatable: the same inputs again, however fast the machine is.
# What it learns stays in .build/fuzz/corpus; an input that breaks something is kept in .build/fuzz/found, and is run
# again with:  LOAM_FUZZ_GROUP=<group> .build/fuzz/release/LoamFuzz <file>
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-60}
fixed=
[ -z "${RUNS:-}" ] || fixed="-runs=$RUNS"
# Swift's own hashes have a seed too, which steers what is covered and so what is tried next.
[ -z "${SEED:-}" ] || { fixed="$fixed -seed=$SEED" && export SWIFT_DETERMINISTIC_HASHING=1; }
[ $# = 0 ] || shift
home=.build/fuzz
mkdir -p "$home/found" "$home/logs"
# The address sanitizer's symbols are beyond what GNU gold reads. All other files of the repository would be warned of.
LOAM_FUZZ=1 swift build -c release --scratch-path "$home" --product LoamFuzz --jobs "${JOBS:-2}" \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xcxx -fsanitize=address,fuzzer-no-link \
  >"$home/logs/build" 2>&1 || {
  grep -a 'error' "$home/logs/build" | head -n 20
  exit 1
}
program=$home/release/LoamFuzz
# A pointer inside an enumeration carries its case in spare bits, and looks lost to the leak detector.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
rm -rf "$home/seeds"
"$program" --seeds "$home/seeds"

# As many groups at a time as there are processors.
# shellcheck disable=SC2048,SC2086
printf '%s\n' ${*:-$("$program" --groups)} | SECONDS_EACH=$seconds FIXED=$fixed xargs -P "${JOBS:-2}" -n 1 Tests/Fuzz/group.sh "$home"
