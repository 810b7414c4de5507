#!/bin/sh
# The garden in a real Home Assistant, in a Python of its own that is made once.
#
#   Tests/HomeAssistant/test.sh LOAM [ARGUMENTS of run.py]
#   Tests/HomeAssistant/test.sh SCRIPT.py [ARGUMENTS]    another script with its packages
#
# PYTHON=python3.14 chooses the Python, and with it the release. With OPTIONAL=1 it is skipped where its packages cannot be had.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

skip() {
  printf 'home-assistant: %s\n' "$1" >&2
  [ "${OPTIONAL:-0}" = 1 ] || exit 69
  echo 'home-assistant: skipped'
  exit 0
}

# Each Python has the newest release that runs on it: 3.11 the oldest that we promise to please, 3.14 today's.
python=
for name in ${PYTHON:-python3.11 python3.14 python3.13 python3}; do
  version=$("$name" -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
  packages=$here/releases/$version.txt
  [ -f "$packages" ] || continue
  python=$name
  break
done
[ -n "$python" ] || skip 'needs Python 3.11, 3.13 or 3.14'
room=$here/../../.build/home-assistant-$version

if ! cmp -s "$packages" "$room/packages.txt"; then
  echo 'home-assistant: fetching its packages (about 150 MB, once)'
  rm -rf "$room"
  "$python" -m venv "$room" || skip "$python has no venv"
  "$room/bin/python" -m pip install --quiet --no-compile --disable-pip-version-check \
    -r "$packages" || skip 'its packages cannot be had'
  cp "$packages" "$room/packages.txt"
fi
script=$here/run.py
case ${1:-} in *.py) script=$1 && shift ;; esac
PYTHONPATH=$here/../SystemTests/Scripts exec "$room/bin/python" "$script" "$@"
