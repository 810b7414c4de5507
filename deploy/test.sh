#!/bin/sh
# All tests, with a line of counts at the end. Not green: exit 1, and the failures once more before the counts.
set -u

jobs=${1:-2}
log=$(mktemp)
trap 'rm -f "$log"' EXIT INT TERM

# By product: --build-tests would also build what our dependencies ship beside their libraries, protoc among it.
for product in loam loam-web LoamPackageTests; do
  swift build --product "$product" --jobs "$jobs" || {
    echo '0 passed, 1 failed (the build)'
    exit 1
  }
done
# A browser and a fuzzer take what processor there is; what measures time does not run beside them.
alone='SystemTests\.(Page|Web)Tests'
run() {
  swift test --skip-build --jobs "$jobs" "$@" 2>&1
  echo "exit $?" >>"$log.exit"
}
{
  run --skip "$alone"
  run --filter "$alone"
} | tee "$log" | grep -aEv '^[^ ]+ (Test|Test case|Suite) .*(started|passed after|started\.)|^◇|^✔ |" to "' || true
result=$(sed -n 's/^exit //p' "$log.exit" 2>/dev/null | sort -n | tail -n 1)
rm -f "$log.exit"

passed=$(grep -aE '^[^ ]+ Test .* passed after' "$log" | grep -acv ' Test run with ')
failed=$(grep -aE '^[^ ]+ Test .* failed after' "$log" | grep -acv ' Test run with ')
skipped=$(grep -acE '^[^ ]+ Test (".*"|[^ "]+) skipped' "$log")
if [ "${result:-1}" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
if [ "$passed" = 0 ]; then result=1; fi

if [ "$failed" != 0 ]; then
  echo
  echo 'Failures:'
  grep -aE ' recorded an issue | failed after |Fatal error|Crash|signal' "$log" | head -n 60
fi
grep -aE '^[^ ]+ Test (".*"|[^ "]+) skipped' "$log" || true
echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "${result:-1}" = 0 ] && [ "$failed" = 0 ]
