# shellcheck shell=sh
# The shell between the demo and a program that it runs: see HeldProgram.swift. Its arguments are the program's command line, or
# `mosquitto` and the broker's configuration.
trap '' INT TERM HUP PIPE
folder=
if [ "$1" = mosquitto ]; then
  umask 077
  exec 2>&1
  folder=$(mktemp -d "${TMPDIR:-/tmp}/loam-demo.XXXXXXXX") || exit 73
  echo "folder $folder"
  printf '%s\n' "$2" >"$folder/mosquitto.conf"
  PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}:/usr/sbin:/usr/local/sbin:/sbin
  set -- mosquitto -c "$folder/mosquitto.conf"
fi
exec 3<&0
setpriv --pdeathsig KILL "$@" </dev/null 3<&- &
program=$!
(
  while read -r _ <&3; do :; done
  kill -KILL "$program"
) 2>/dev/null >/dev/null &
watcher=$!
exec 3<&- </dev/null
wait "$program"
[ -z "$folder" ] || rm -rf "$folder"
kill -KILL "$watcher" 2>/dev/null
exit 0
