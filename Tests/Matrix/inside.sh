#!/bin/sh
# Inside the Debian that the tests run on; see there.sh. $1: the name of the row.
set -eu
export DEBIAN_FRONTEND=noninteractive
said=.build/matrix/$1.said
prepared="$LOAM_WANTED ${LOAM_TESTS:+some} $(cksum <deploy/prepare.sh)"
if [ "$(cat /prepared 2>/dev/null)" != "$prepared" ]; then
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $LOAM_WANTED python3 openssl tzdata >/dev/null
  [ -n "${LOAM_TESTS:-}" ] || FOR_TESTS=1 deploy/prepare.sh packages
  echo "$prepared" >/prepared
fi
if [ -z "${LOAM_TESTS:-}" ]; then
  # There is no compiler here; what compiles an example is tested where there is one.
  compiling='SampleTests|agrees.with.the.types.of.LoamKit'
  choices="--skip=$compiling"
else
  choices="--filter=^($(echo "$LOAM_TESTS" | tr ' ' '|'))\."
fi

# Also for programs that the tests start with an environment of their own.
echo /swift >/etc/ld.so.conf.d/swift.conf
ldconfig
export LOAM_TEST_PROGRAM=/built/LoamPackageTests.xctest
status=0
# shellcheck disable=SC2086
python3 deploy/run_tests.py ".build/matrix/$1.log" $choices >"$said" || status=$?
cat "$said"
Tests/Matrix/row.sh "$1" "$LOAM_SWIFT" "${LOAM_TESTS:-all}"
exit $status
