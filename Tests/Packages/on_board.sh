#!/bin/sh
# Inside the emulated board; see board.sh.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
# shellcheck source=Tests/Packages/talk.sh
. /talk.sh
# An emulated processor is slow.
PATIENCE=240
idle=$(sed -n 's/.*board\.idle=\([0-9]*\).*/\1/p' /proc/cmdline)
model=$(tr -d '\0' </proc/device-tree/model)
say "note: $model, in emulation: $(nproc) processors, Linux $(uname -r), pages of $(getconf PAGESIZE) bytes," \
  "$(awk '/^MemTotal/ {printf "%d MB", $2 / 1024}' /proc/meminfo)"
busybox httpd -p 127.0.0.1:8899 -h /srv/repository

# reading PERCENT: of the zigbee2mqtt of the house.
reading() {
  mosquitto_pub -h 127.0.0.1 -u zigbee2mqtt -P its-password -t zigbee2mqtt/basil -q 1 -r \
    -m "{\"soil_moisture\": $1, \"temperature\": 21.5, \"battery\": 90}"
}
# Somebody who gives zigbee2mqtt its account when 'loam setup' says that the broker wants one, and presses Enter when it has heard the probe
# or asked something. A question ends with a blank, and nothing comes after it.
person() {
  accounts=/etc/mosquitto/loam.passwd
  before=
  until [ -e /tmp/install.done ]; do
    sleep 1
    if grep -qs 'needs an account now' /tmp/install.log && ! grep -q '^zigbee2mqtt:' $accounts; then
      mosquitto_passwd -b $accounts zigbee2mqtt its-password
      systemctl reload mosquitto
      until reading 41; do sleep 1; done
    fi 2>/dev/null >&2
    now=$(stat -c %s /tmp/install.log 2>/dev/null || true)
    if [ "$now" = "$before" ] && pgrep -f '^loam setup' >/dev/null; then
      [ "$(tail -c 1 /tmp/install.log)" != ' ' ] && ! tail -n 2 /tmp/install.log | grep -q 'heard basil' || echo
    fi
    before=$now
  done
}

# The two commands, in a terminal.
started=$(date +%s)
export REPOSITORY=http://127.0.0.1:8899
person | (
  status=0
  script -qefc 'sh -e /install.sh' /tmp/install.log >/dev/null || status=$?
  touch /tmp/install.done
  exit $status
) || fail 'the two commands of Install.md'
say 'ok: the two commands of Install.md'
for unit in loam loam-web; do wait_for "$unit runs" systemctl is-active $unit; done
wait_for 'the page answers' page
plants() { loam plants --config /etc/loam/loam.yaml; }
basil() { plants | grep -i basil; }
wait_for 'the plant is on the page' basil
say "note: from bare to the plant $(($(date +%s) - started)) s, of an emulated processor"
say "note: $(loam --version), $(dpkg-query -W -f '${Package} ${Version} ${Architecture} ' loam loam-web)"

remind_at_once
systemctl reload loam
reminder() {
  mosquitto_sub -h 127.0.0.1 -u dashboard -P "$(cat /etc/loam/web-token)" -t plants/v1/state/reminder/+ -C 1 -W 10
}
reminded() { reading 3 && reminder | grep 'Soil moisture 3'; }
wait_for 'a reading has become a reminder' reminded
id() { reminder | sed -n 's/.*"id" *: *"\([^"]*\)".*/\1/p'; }
told=$(id)
[ -n "$told" ] || fail 'the reminder has no id'

pid() { systemctl show -p MainPID --value "$1"; }
killed=$(pid loam)
kill -9 "$killed"
again() { [ "$(pid loam)" != 0 ] && [ "$(pid loam)" != "$killed" ] && systemctl is-active loam && plants | grep -i basil | grep '3 *%'; }
wait_for 'killed, it is started again, and knows its plant' again
[ "$(id)" = "$told" ] || fail "another reminder after the kill: $told, $(reminder)"
say 'ok: and the reminder is the one from before'

for unit in loam-web loam; do
  began=$(date +%s%N)
  systemctl stop $unit
  took=$((($(date +%s%N) - began) / 1000000))
  say "note: $unit stopped in $took ms"
  [ $took -le 5000 ] || fail "$unit took more than 5 s to stop"
done
! systemctl is-failed loam loam-web >/dev/null || fail 'one of them has failed'

# Left alone.
systemctl start loam.target
wait_for 'both run again' again
sleep 20
disk=$(lsblk -no PKNAME,NAME "$(findmnt -no SOURCE /)" 2>/dev/null | awk '{print $NF}' | head -n 1)
written() { awk '{print $7 * 512}' "/sys/class/block/$disk/stat"; }
# figures UNIT: wake-ups of all its threads, and bytes that it had written to the disk.
figures() {
  printf '%s ' "$(cat /proc/"$(pid "$1")"/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}')" \
    "$(awk '/^write_bytes/ {print $2}' "/proc/$(pid "$1")/io")"
}
units='loam loam-web mosquitto'
for unit in $units; do figures "$unit" >"/tmp/$unit.before"; done
before=$(written)
sleep $((idle * 60))
for unit in $units; do
  # Two words, then two more.
  # shellcheck disable=SC2046
  set -- $(cat "/tmp/$unit.before") $(figures "$unit")
  rollup=/proc/$(pid "$unit")/smaps_rollup
  resident=$(awk '/^Rss/ {r = $2} /^Pss:/ {p = $2} /^Private_Dirty/ {d = $2} END {printf "%.1f MB resident, %.1f proportional, %.1f private", r/1024, p/1024, d/1024}' "$rollup")
  say "note: $unit, $idle min alone: $resident, $(echo "$3 $1 $idle" | awk '{printf "%.2f wake-ups a second", ($1 - $2) / $3 / 60}'), $(($4 - $2)) bytes written"
done
say "note: the whole machine wrote $(($(written) - before)) bytes, $(free -m | awk '/^Mem/ {print $3 " of " $2}') MB are in use"
say DONE
