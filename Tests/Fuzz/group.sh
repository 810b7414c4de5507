#!/bin/sh
# Runs the built fuzzer on one group, and says in a line what came of it: SECONDS_EACH= FIXED= Tests/Fuzz/group.sh FOLDER GROUP (for fuzz.sh)
set -eu

home=$1
group=$2
mkdir -p "$home/corpus/$group"
log=$home/logs/$group
# shellcheck disable=SC2086
if LOAM_FUZZ_GROUP=$group nice -n 15 "$home/release/LoamFuzz" -max_total_time="$SECONDS_EACH" $FIXED -max_len=8192 -timeout=20 \
  -rss_limit_mb=1024 -detect_leaks=0 -print_final_stats=1 -artifact_prefix="$home/found/$group-" \
  "$home/corpus/$group" "$home/seeds/$group" >"$log" 2>&1; then
  what='nothing found'
  code=0
else
  what="FOUND SOMETHING: $log"
  code=1
fi
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log" | tail -n 1)
edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
echo "fuzz $group: ${runs:-?} inputs in $SECONDS_EACH s, ${rate:-?}/s, ${edges:-?} edges, $what"
exit $code
