#!/bin/sh
# The tests on each Debian and with each libmosquitto, compiler and processor that we stand for: Tests/Matrix/matrix.sh [ROW...]
#
# Without rows: all of them, which takes hours. The table, Tests/Matrix/table.md, keeps of the other rows what stands there.
# Needs root, mmdebstrap, and for the row of arm64 qemu-user-static.
set -eu
cd "$(dirname "$0")/../.."

# shellcheck source=Tests/Matrix/there.sh
. Tests/Matrix/there.sh
core='GardenCoreTests GardenReplayTests GardenStoreTests SQLiteTests PayloadJSONTests'
rows='own library-trixie library-forky trixie-amd64 trixie-arm64'
table=Tests/Matrix/table.md
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
  library-trixie | library-forky) Tests/Matrix/library.sh "${row#library-}" || failed=1 ;;
  trixie-amd64) Tests/Matrix/run.sh trixie amd64 || failed=1 ;;
  trixie-arm64) Tests/Matrix/run.sh trixie arm64 $client $core || failed=1 ;;
  *)
    echo "matrix: no such row: $row ($rows)" >&2
    exit 64
    ;;
  esac
done

{
  printf '# Where the tests ran\n\n'
  printf 'Written by the command make matrix. "In emulation" is qemu-user: no real board, and no timing.\n\n'
  echo '| row | machine | libmosquitto | Swift | suites | result |'
  echo '| --- | --- | --- | --- | --- | --- |'
  for row in $rows; do
    if [ -e ".build/matrix/$row.row" ]; then cat ".build/matrix/$row.row"; else grep -s "^| $row |" $table || true; fi
  done
} >$table.new
mv $table.new $table
cat $table
exit $failed
