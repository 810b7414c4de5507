#!/bin/sh
# Keeps what a hunt has come to know as files of the tests (FuzzTests/Corpus), the fewest inputs that take all its ways.
#
#   Tests/Fuzz/keep.sh GROUP…      after: Tests/Fuzz/fuzz.sh SECONDS GROUP…
set -eu
cd "$(dirname "$0")/../.."

home=.build/fuzz
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
mkdir -p Tests/FuzzTests/Corpus
for group; do
  rm -rf "$home/least"
  mkdir "$home/least"
  LOAM_FUZZ_GROUP=$group "$home/release/LoamFuzz" -merge=1 -max_len=2048 "$home/least" "$home/corpus/$group" >"$home/logs/keep-$group" 2>&1
  for file in "$home/least"/*; do base64 -w 0 "$file" && echo; done | sort >"Tests/FuzzTests/Corpus/$group"
  echo "$group: $(wc -l <"Tests/FuzzTests/Corpus/$group") inputs"
done
