#!/bin/sh
# The garden in a real Home Assistant, in a Python of its own that is made once.
#
#   Tests/HomeAssistant/test.sh LOAM [ARGUMENTS of run.py]
#
# With OPTIONAL=1 it is skipped where its packages cannot be had.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
room=$here/../../.build/python-home-assistant

skip() {
  printf 'home-assistant: %s\n' "$1" >&2
  [ "${OPTIONAL:-0}" = 1 ] || exit 69
  echo 'home-assistant: skipped'
  exit 0
}

# The newest release that runs on Python 3.11 and 3.12 is the oldest that we promise to please.
python=
for name in python3.11 python3.12 python3; do
  if "$name" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' 2>/dev/null; then
    python=$name
    break
  fi
done
[ -n "$python" ] || skip 'needs Python 3.11 or 3.12'

if ! cmp -s "$here/requirements.txt" "$room/requirements.txt"; then
  echo 'home-assistant: fetching its packages (about 150 MB, once)'
  rm -rf "$room"
  "$python" -m venv "$room"
  "$room/bin/python" -m pip install --quiet --no-compile --disable-pip-version-check \
    -r "$here/requirements.txt" ||
    skip 'its packages cannot be had'
  cp "$here/requirements.txt" "$room/requirements.txt"
fi
exec "$room/bin/python" "$here/run.py" "$@"
