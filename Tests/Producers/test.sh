#!/bin/sh
# Makers' code that takes long to have or to run, in front of the bridge: ESPHome's firmware, and other people's readers of our fixtures.
#
#   Tests/Producers/test.sh LOAM
#   Tests/Producers/test.sh firmware    compiles the firmware alone
#
# With OPTIONAL=1 it is skipped where its packages cannot be had, and bridge, broker and firmware are killed 12 times while the valve is open;
# else 100 times. The firmware is compiled once, which takes a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

skip() {
  printf 'producers: %s\n' "$1" >&2
  [ "${OPTIONAL:-0}" = 1 ] || exit 69
  echo 'producers: skipped'
  exit 0
}

# room NAME PACKAGE…: a Python with packages, made once; its path is in $room.
room() {
  room=.build/producers-$1
  shift
  [ "$(cat "$room/packages.txt" 2>/dev/null)" != "$*" ] || return 0
  rm -rf "$room"
  python3 -m venv "$room" || skip 'python3 has no venv'
  "$room/bin/python" -m pip install --quiet --disable-pip-version-check "$@" || skip "$* cannot be had"
  echo "$*" >"$room/packages.txt"
}

# ESPHome's firmware; its path is in $node.
firmware() {
  room esphome esphome==2026.6.5
  node=$room/node/greenhouse
  "$room/bin/python" "$here/esphome_build.py" "$room" >"$folder/build.log" 2>&1 || {
    tail -n 40 "$folder/build.log"
    exit 1
  }
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ "$1" = firmware ] || loam=$(realpath "$1")
cd "$here/../.."
if [ "$1" = firmware ]; then
  firmware
  exit 0
fi
export PYTHONPATH="$here/../SystemTests/Scripts"

# ttn-client does not say that it needs aiohttp.
room readers hatasmota==0.9.2 ttn-client==1.3.0 aiohttp==3.14.5 paho-mqtt==2.1.0
python=$room/bin/python
"$python" "$here/readers.py"

room together TheengsGateway==1.8.0 TheengsDecoder==2.5.0 bleak==3.1.0 chirpstack-api==4.20.0 ebus-sdk==0.27.0 mqtt-io==2.7.0 \
  w1thermsensor==2.3.0 paho-mqtt==2.1.0
together=$room/bin/python
"$together" "$here/announced.py" >"$folder/announced.json"
OPTIONAL=1 PYTHON=python3.11 "$here/../HomeAssistant/test.sh" "$here/home_readers.py" "$folder/announced.json"

firmware
mkdir "$folder/esphome" "$folder/kills" "$folder/together"
"$python" "$here/esphome.py" "$loam" "$node" "$folder/esphome"
"$together" "$here/together.py" "$loam" "$node" "$folder/together"
"$python" "$here/valve_kills.py" "$loam" "$node" "$folder/kills" "$([ "${OPTIONAL:-0}" = 1 ] && echo 12 || echo 100)"
