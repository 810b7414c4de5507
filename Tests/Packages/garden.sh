#!/bin/sh
# Inside the clean Debian; see clean.sh. $1: `install`, with the repository in $2, or `live`, in a network of its own.
set -eu
export DEBIAN_FRONTEND=noninteractive
# shellcheck source=Tests/Packages/talk.sh
. /talk.sh
files() {
  find / -xdev \( -path /proc -o -path /dev -o -path /run -o -path /var/lib/apt -o -path /var/cache -o -path /var/lib/dpkg -o -path /tmp \
    -o -path /var/log \) -prune -o -print | sort
}

bring_in() {
  # As Install.md says it of a repository, but for setup, which comes later.
  # shellcheck source=/dev/null
  curl -fsSo /etc/apt/sources.list.d/loam.sources "$1/loam-$(. /etc/os-release && printf '%s' "$VERSION_CODENAME").sources"
  apt-get update -qq
  # What loam's packages need is there before, so that only what is ours comes and goes.
  apt-get install -y -qq --no-install-recommends systemd tzdata libsqlite3-0 libmosquitto1 libyaml-0-2 >/dev/null
  needs=$(apt-get install -s --no-install-recommends loam loam-web loam-push | sed -n 's/^Inst \([^ ]*\).*/\1/p' | grep -v '^loam' || true)
  # shellcheck disable=SC2086
  [ -z "$needs" ] || apt-get install -y -qq --no-install-recommends $needs >/dev/null
  files >/tmp/before
  apt-get install -y -qq --no-install-recommends loam loam-web loam-push >/dev/null
  say "ok: installed: $(loam --version), $(dpkg-query -W -f '${Installed-Size} kB ' loam loam-web loam-push)"
  for user in loam loam-web loam-push; do
    getent passwd $user >/dev/null || fail "no user $user"
    [ "$($user --version)" = "$user $(loam --version | cut -d' ' -f2)" ] || fail "$user does not say its version"
  done
  # What units and pages name is there under that name.
  dpkg -L loam loam-web loam-push | grep -E '\.(service|target)$' | xargs sed -n 's|^Documentation=file://||p' | while read -r page; do
    [ -f "$page" ] || fail "a unit names $page, which is not there"
  done
  grep -o '([^):]*\.\(webp\|png\|svg\))' /usr/share/doc/loam/README.md | tr -d '()' | while read -r picture; do
    [ -f "/usr/share/doc/loam/$picture" ] || fail "README shows $picture, which is not there"
  done
}
if [ "$1" = install ]; then
  bring_in "$2"
  exit
fi

/usr/sbin/mosquitto -p 18830 >/tmp/mosquitto.log 2>&1 &
broker=$!
wait_for 'a broker runs' mosquitto_pub -h 127.0.0.1 -p 18830 -t hello -n
kill -0 $broker || fail 'the broker that answers is not the one that was started'
tell() { mosquitto_pub -h 127.0.0.1 -p 18830 -t "zigbee2mqtt/$1" -r -m "$2"; }
# Every zigbee2mqtt keeps it on the broker.
tell bridge/state '{"state": "online"}'
tell basil '{"soil_moisture": 12, "temperature": 21.5, "battery": 90}'
loam setup --yes --broker 127.0.0.1:18830 --listen 3s || fail 'loam setup'
! grep -q tomato /etc/loam/loam.yaml || fail 'there is a probe that never spoke'
tell tomato '{"soil_moisture": 62, "temperature": 21.0, "battery": 80}'
loam setup --yes --broker 127.0.0.1:18830 --listen 3s || fail 'loam setup again'
grep -q 'zigbee2mqtt/tomato' /etc/loam/loam.yaml || fail 'the second setup did not add the probe that came later'
loam check --config /etc/loam/loam.yaml || fail 'the config that setup wrote'
grep -q basil /etc/loam/loam.yaml || fail 'the probe is not in the config'

remind_at_once
# as_service USER PROGRAM...: with the folders and the passwords that its unit gives it; no systemd runs here.
as_service() {
  install -d -o loam -g loam -m 750 /var/lib/loam
  install -d -o "$1" -m 500 "/run/$1"
  install -o "$1" -m 400 /etc/loam/*-password /etc/loam/web-token "/run/$1"
  user=$1
  shift
  CREDENTIALS_DIRECTORY=/run/$user STATE_DIRECTORY=/var/lib/loam exec setpriv --reuid "$user" --regid "$user" --groups loam "$@"
}
as_service loam loam run --config /etc/loam/loam.yaml 2>/tmp/bridge.log &
bridge=$!
wait_for 'the bridge runs' loam health --config /etc/loam/loam.yaml
mosquitto_pub -h 127.0.0.1 -p 18830 -t zigbee2mqtt/basil -m '{"soil_moisture": 3, "temperature": 21.5, "battery": 90}'
reminded() { mosquitto_sub -h 127.0.0.1 -p 18830 -t plants/v1/state/reminder/+ -C 1 -W 2 | grep -q 'Soil moisture 3'; }
wait_for 'a reading has become a reminder' reminded
as_service loam-web loam-web --config /etc/loam/loam.yaml 2>/tmp/web.log >&2 &
web=$!
wait_for 'the page answers' page
kill $web $bridge
wait $bridge || fail 'the bridge did not end well'
wait $web || fail 'the page did not end well'
say 'ok: both have ended'

apt-get install -y -qq --reinstall loam >/dev/null
loam check --config /etc/loam/loam.yaml >/dev/null || fail 'the config after it was installed again'
apt-get remove -y -qq loam loam-web loam-push >/dev/null
[ -e /etc/loam/loam.yaml ] || fail 'remove took the config away'
say 'ok: removed, and the config is kept'
# The account of a gadget is its owner's; a broker that only the garden used goes back to what Debian brought.
broker=/etc/mosquitto
install -d $broker/conf.d
printf 'loam:1\nzigbee2mqtt:2\ndashboard:3\n' >$broker/loam.passwd
touch $broker/loam.acl $broker/conf.d/loam.conf
apt-get purge -y -qq loam loam-web loam-push >/dev/null 2>/tmp/said
[ "$(cat $broker/loam.passwd)" = zigbee2mqtt:2 ] || fail 'purge took the account of a gadget'
[ -e $broker/conf.d/loam.conf ] || fail 'purge took the settings of a broker that others use'
grep -q 'zigbee2mqtt' /tmp/said || fail "purge did not say what stays: $(cat /tmp/said)"
rm -r $broker/loam.passwd $broker/loam.acl $broker/conf.d/loam.conf
say 'ok: purged, and the account of a gadget stays'
files >/tmp/after
left=$(diff /tmp/before /tmp/after | grep '^>' | grep -v -e /etc/machine-id -e '-$' -e /var/lib/systemd || true)
[ -z "$left" ] || fail "purge left: $left"
say 'ok: purged, and nothing is left'
