#!/bin/sh
# Takes the README's pictures anew, from a real demo garden: in eight minutes it lives for a day.
#
#   deploy/screenshots.sh LOAM [OUT]    LOAM: the program, with loam-web and the folder 'page' beside it
set -eu
cd "$(dirname "$0")/.."

loam=${1:?the program}
out=${2:-.github/pictures}
pins='playwright==1.65.2 pyte==0.8.2'
room=$PWD/.build/python-screenshots

if [ "$(cat "$room/pins" 2>/dev/null)" != "$pins" ]; then
  rm -rf "$room"
  python3 -m venv "$room"
  # shellcheck disable=SC2086
  "$room/bin/pip" install --quiet --disable-pip-version-check $pins
  printf '%s' "$pins" >"$room/pins"
fi

# The system's font, as the page asks for it: one that looks alike on each machine and comes with what the tests need.
export FONTCONFIG_FILE="$room/fonts.conf"
cat >"$FONTCONFIG_FILE" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Noto Sans CJK SC</family></prefer></alias>
</fontconfig>
XML
mkdir -p "$out"
PYTHONPATH=Tests/SystemTests/Scripts "$room/bin/python" deploy/screenshots.py "$loam" "$out"
