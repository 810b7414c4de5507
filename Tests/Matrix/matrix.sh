#!/bin/sh
# The tests on each Debian and with each libmosquitto, compiler and processor that we stand for: Tests/Matrix/matrix.sh [ROW...]
#
# Without rows: all of them, which takes hours. The table, Tests/Matrix/table.md, has every row that was run last.
# Needs root, mmdebstrap, and for the row of arm64 qemu-user-static.
set -eu
cd "$(dirname "$0")/../.."

# Of the client with its brokers, which differ the most by the library's version.
client='MQTTTypesTests MosquittoClientTests LoamMosquittoTests'
core='GardenCoreTests GardenStoreTests SQLiteTests PayloadJSONTests'
rows='own trixie-amd64 trixie-arm64 forky-amd64'
mkdir -p .build/matrix
failed=0
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $rows
for row; do
  echo "== $row"
  # shellcheck disable=SC2086
  case $row in
  own)
    status=0
    deploy/test.sh "${JOBS:-2}" >.build/matrix/own.said || status=$?
    cat .build/matrix/own.said
    Tests/Matrix/row.sh own "$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" all
    [ $status = 0 ] || failed=1
    ;;
  trixie-amd64) Tests/Matrix/run.sh trixie amd64 || failed=1 ;;
  trixie-arm64) Tests/Matrix/run.sh trixie arm64 $client $core || failed=1 ;;
  forky-amd64) Tests/Matrix/run.sh forky amd64 $client || failed=1 ;;
  *)
    echo "matrix: no such row: $row ($rows)" >&2
    exit 64
    ;;
  esac
done

{
  printf '# Where the tests ran\n\n'
  printf 'Written by the command make matrix. "In emulation" is qemu-user: no real board, and no timing.\n\n'
  echo '| machine | libmosquitto | Swift | suites | result |'
  echo '| --- | --- | --- | --- | --- |'
  for row in $rows; do
    [ ! -e ".build/matrix/$row.row" ] || cat ".build/matrix/$row.row"
  done
} >Tests/Matrix/table.md
cat Tests/Matrix/table.md
exit $failed
