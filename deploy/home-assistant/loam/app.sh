#!/bin/sh
# Loam as an app (add-on) of Home Assistant: app.sh run | app.sh backup
#
# /config/loam.yaml is the garden's config, which 'loam setup' writes at the first start; /data has the store, the passwords and the copy
# that Home Assistant's backups take.
set -eu
export LOAM_CONFIG=/config/loam.yaml STATE_DIRECTORY=/data CREDENTIALS_DIRECTORY=/config
copy=/data/garden.tar
# Whoever can write Home Assistant's backups can write this one, too.
fingerprint=/data/garden.fingerprint

option() { jq -r --arg name "$1" '.[$name] // empty' /data/options.json; }
say() { echo "loam app: $*" >&2; }

# Which broker: that of the options, else the one that Home Assistant knows.
find_broker() {
  broker=$(option broker)
  username=$(option username)
  password=$(option password)
  websockets=$(option websockets)
  if [ -z "$broker" ]; then
    service=$(curl -fsS -H "Authorization: Bearer ${SUPERVISOR_TOKEN:-}" http://supervisor/services/mqtt) || {
      say "Home Assistant knows no broker. Install the Mosquitto app and start it, or put broker, username and password into this app's options."
      exit 78
    }
    broker=$(printf '%s' "$service" | jq -r '.data.host + ":" + (.data.port | tostring)')
    username=$(printf '%s' "$service" | jq -r '.data.username // empty')
    password=$(printf '%s' "$service" | jq -r '.data.password // empty')
    # Where the Mosquitto app speaks MQTT over websockets.
    [ -n "$websockets" ] || websockets=${broker%:*}:1884
  fi
  [ -n "$websockets" ] || websockets=${broker%%:*}:9001
}

# The first config, with the probes that speak now.
set_up() {
  secrets=$(mktemp -d)
  printf '%s\n' "$password" >"$secrets/bridge"
  option web_password >"$secrets/web"
  set -- --yes --broker "$broker" --page-broker ./mqtt
  [ -z "$username" ] || set -- "$@" --username "$username" --password-file "$secrets/bridge"
  [ ! -s "$secrets/web" ] || set -- "$@" --web-username loam-web --web-password-file "$secrets/web"
  loam setup "$@" || {
    rm -r "$secrets"
    say 'no config could be written; what was missing stands above'
    exit 78
  }
  rm -r "$secrets"
}

# as_loam PROGRAM...: without the rights of root, as loam's own units do it.
as_loam() { exec setpriv --reuid loam --regid loam --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs -- "$@"; }

run() {
  find_broker
  # A garden that comes back from a backup of Home Assistant has its copy, and no store.
  if [ -e "$copy" ] && [ ! -e /data/store ]; then
    loam restore --yes --from "$(cat "$fingerprint")" --config "$LOAM_CONFIG" "$copy"
  fi
  [ -e "$LOAM_CONFIG" ] || set_up
  [ -e /config/web-token ] || {
    say "/config/web-token is missing; move $LOAM_CONFIG away, and it is made anew"
    exit 78
  }
  chown -R loam:loam /config
  install -d -o loam -g loam -m 750 /data/store /data/push
  login=$(printf 'loam:%s' "$(cat /config/web-token)" | base64 -w 0)
  (umask 077 && sed -e "s|PAGE_LOGIN|$login|" -e "s|WEBSOCKETS|$websockets|" /usr/lib/loam/nginx.conf >/etc/nginx/nginx.conf)

  keep as_loam loam run &
  keepers=$!
  keep as_loam loam-web --config "$LOAM_CONFIG" &
  keepers="$keepers $!"
  if grep -q '^channels:' "$LOAM_CONFIG"; then
    keep as_loam loam-push run --config "$LOAM_CONFIG" &
    keepers="$keepers $!"
  fi
  # It ends at once while nobody knows the broker's name.
  keep nginx -g 'daemon off;' &
  keepers="$keepers $!"
  # shellcheck disable=SC2086
  trap 'kill $keepers 2>/dev/null || true' TERM INT
  for keeper in $keepers; do
    while kill -0 "$keeper" 2>/dev/null; do wait "$keeper" || true; done
  done
}

# keep PROGRAM...: starts it again whenever it ends, as systemd does, until the app is stopped. What a new start would not mend, a wrong
# config (78) or the store of a newer version (65), stops the app, and the log says why.
keep() {
  ending=
  child=
  trap 'ending=yes; [ -z "$child" ] || kill "$child" 2>/dev/null || true' TERM
  while [ -z "$ending" ]; do
    "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    if [ "$ending" ]; then
      wait "$child" || true
      break
    fi
    case $status in 65 | 78)
      kill -TERM $$
      break
      ;;
    esac
    sleep 2 &
    wait $! || true
  done
}

case ${1:-} in
run) run ;;
backup)
  said=$(loam backup --yes --config "$LOAM_CONFIG" "$copy")
  printf '%s\n' "$said"
  printf '%s\n' "$said" | sed -n 's/^Fingerprint: \([0-9a-f-]*\).*/\1/p' >"$fingerprint"
  ;;
*)
  say 'app.sh run | app.sh backup'
  exit 64
  ;;
esac
