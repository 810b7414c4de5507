#!/bin/sh
# Inside the Debian that the tests run on; see run.sh. $1: the name of the row.
set -eu
export DEBIAN_FRONTEND=noninteractive
said=.build/matrix/$1.said
if [ ! -e /prepared ]; then
  apt-get update -qq
  for package in $LOAM_WANTED python3 openssl tzdata; do
    [ "$package" = g++ ] || echo "$package"
  done | xargs apt-get install -y -qq --no-install-recommends >/dev/null
  touch /prepared
fi
choices='--skip=^$'
if [ -z "${LOAM_TESTS:-}" ]; then
  FOR_TESTS=1 deploy/prepare.sh packages
  # As in deploy/test.sh: what measures time runs alone.
  alone='SystemTests\.(Page|Web|WebPush)Tests'
  choices="--skip=$alone --filter=$alone"
fi

export LD_LIBRARY_PATH=/swift LOAM_TEST_PROGRAM="/built/$LOAM_CONFIGURATION/LoamPackageTests.xctest"
status=0
# shellcheck disable=SC2086
python3 deploy/run_tests.py ".build/matrix/$1.log" $choices >"$said" || status=$?
cat "$said"
Tests/Matrix/row.sh "$1" "${LOAM_SWIFT%%-*}" "${LOAM_TESTS:-all}"
exit $status
