#!/bin/sh
# All tests. What is printed: the skipped with their reasons, the failed with theirs, the slowest, and last the counts. Not green: exit 1.
#
#   deploy/test.sh [JOBS]
#   deploy/test.sh build [JOBS]    builds them, and the programs, alone
set -u

runs=1
[ "${1:-}" != build ] || { runs= && shift; }
jobs=${1:-2}
mkdir -p .build
log=.build/test.log

# A terminal shows the build's own progress; elsewhere only what went wrong is worth a line.
build() {
  if [ -t 1 ]; then
    swift build --no-color-diagnostics --product "$1" --jobs "$jobs"
  else
    echo "building $1"
    swift build --no-color-diagnostics --product "$1" --jobs "$jobs" >"$log" 2>&1 || {
      grep -aE 'error:|warning:' "$log" | sort -u | head -n 40
      tail -n 20 "$log"
      return 1
    }
  fi
}

# By product: --build-tests would also build what our dependencies ship beside their libraries, protoc among it.
for product in loam loam-push loam-web LoamPackageTests; do
  build "$product" || {
    echo '0 passed, 1 failed (the build)'
    exit 1
  }
done
[ "$runs" ] || exit 0
exec python3 deploy/run_tests.py "$log"
