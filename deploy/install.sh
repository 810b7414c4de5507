#!/bin/sh
# Puts Loam in place, or takes it away. Safe to run again; never overwrites a config, a password or an account file.
#
#   deploy/install.sh install [BINARY]     BINARY: default .build/release/loam
#   deploy/install.sh uninstall            keeps config and state; PURGE=1 removes them too
#
# DESTDIR=folder stages all files below that folder: no account is made and no service is touched.
# PREFIX=folder: default /usr/local.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
DESTDIR=${DESTDIR:-}
PREFIX=${PREFIX:-/usr/local}
PURGE=${PURGE:-0}

program=$DESTDIR$PREFIX/bin/loam
documents=$DESTDIR$PREFIX/share/doc/loam
unit=$DESTDIR/etc/systemd/system/loam.service
settings=$DESTDIR/etc/loam
config=$settings/loam.yaml
password=$settings/mqtt-password
broker=$DESTDIR/etc/mosquitto
state=$DESTDIR/var/lib/loam

say() { printf '%s\n' "$*"; }
fail() {
  code=$1
  shift
  printf 'loam install: %s\n' "$*" >&2
  exit "$code"
}

runs_systemd() { [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]; }

# place MODE SOURCE TARGET: writes the file whole or not at all.
place() {
  mkdir -p "$(dirname "$3")"
  install -m "$1" "$2" "$3.new"
  mv -f "$3.new" "$3"
  say "  $3"
}

# keep MODE SOURCE TARGET: as place, but a file that is there stays as it is.
keep() {
  if [ -e "$3" ]; then
    say "  $3 (kept as it is)"
  else
    place "$@"
  fi
}

# check PROGRAM CONFIG: the config is read as the service will read it.
check() {
  CREDENTIALS_DIRECTORY=$settings STATE_DIRECTORY=$state "$1" check "$2" >&2 ||
    fail 78 "$2 is not in order (see above). Nothing was changed."
}

make_user() {
  [ -z "$DESTDIR" ] || return 0
  if ! getent passwd loam >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir /var/lib/loam --shell /usr/sbin/nologin loam
    say "  user loam"
  fi
}

make_password() {
  if [ -e "$password" ]; then
    say "  $password (kept as it is)"
    return 0
  fi
  (umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$password")
  say "  $password (a new one)"
}

# The least config, with the account that this script makes.
make_config() {
  if [ -e "$config" ]; then
    say "  $config (kept as it is)"
    return 0
  fi
  {
    sed "s|schema=loam.schema.json|schema=$PREFIX/share/doc/loam/loam.schema.json|" "$root/config/minimal.yaml"
    printf '\nbroker:\n  username: loam\n  password_file: ${CREDENTIALS_DIRECTORY}/mqtt-password\n'
  } >"$config.new"
  mv -f "$config.new" "$config"
  say "  $config (a beginning: name your sensors and plants)"
}

# A broker that someone else has configured is left alone: ours would lock out its users.
broker_is_ours() {
  [ -d "$broker" ] || return 1
  for file in "$broker"/conf.d/*.conf; do
    [ ! -e "$file" ] || [ "$(basename "$file")" = loam.conf ] || return 1
  done
  ! grep -Eqs '^[[:space:]]*(listener|port|password_file|acl_file|plugin|auth_plugin|allow_anonymous)[[:space:]]' \
    "$broker/mosquitto.conf"
}

install_broker() {
  place 644 "$here/mosquitto.conf" "$documents/mosquitto.conf"
  place 644 "$here/loam.acl" "$documents/loam.acl"
  if ! broker_is_ours; then
    say "  The broker has a configuration of its own, or is not here: left alone. What Loam needs of it stands in"
    say "  ${documents#"$DESTDIR"}/mosquitto.conf and loam.acl, and the account loam with the password in ${password#"$DESTDIR"}."
    return 0
  fi
  if [ ! -e "$broker/loam.passwd" ]; then
    command -v mosquitto_passwd >/dev/null || fail 69 "mosquitto_passwd is missing (Debian package mosquitto)"
    (umask 077 && : >"$broker/loam.passwd")
    mosquitto_passwd -b "$broker/loam.passwd" loam "$(cat "$password")"
    say "  $broker/loam.passwd (account loam)"
  else
    say "  $broker/loam.passwd (kept as it is)"
  fi
  keep 640 "$here/loam.acl" "$broker/loam.acl"
  keep 644 "$here/mosquitto.conf" "$broker/conf.d/loam.conf"
  if [ -z "$DESTDIR" ] && getent passwd mosquitto >/dev/null; then
    chown mosquitto:mosquitto "$broker/loam.passwd" "$broker/loam.acl"
  fi
  say "  The broker asks for accounts from its next start on (systemctl restart mosquitto). Add one a device:"
  say "    mosquitto_passwd /etc/mosquitto/loam.passwd anna-phone"
}

start_service() {
  runs_systemd || return 0
  systemctl daemon-reload
  systemctl enable --quiet loam.service
  if systemctl is-active --quiet loam.service; then
    systemctl restart loam.service
    say "  loam.service restarted"
  else
    say "  loam.service will start with the machine. Edit /etc/loam/loam.yaml, then: systemctl start loam"
  fi
}

install_all() {
  binary=${1:-$root/.build/release/loam}
  [ -n "$DESTDIR" ] || [ "$(id -u)" = 0 ] || fail 77 "run as root, or with sudo"
  [ -x "$binary" ] || fail 66 "$binary is missing; run 'make release' first"
  [ ! -e "$config" ] || check "$binary" "$config"
  say "Installing"
  make_user
  mkdir -p "$settings"
  make_password
  place 755 "$binary" "$program"
  make_config
  for file in "$root/config/example.yaml" "$root/config/loam.schema.json" "$root/README.md"; do
    [ ! -e "$file" ] || place 644 "$file" "$documents/$(basename "$file")"
  done
  sed "s|/usr/local|$PREFIX|g" "$here/loam.service" >"$settings/.unit"
  place 644 "$settings/.unit" "$unit"
  rm -f "$settings/.unit"
  install_broker
  start_service
}

uninstall_all() {
  [ -n "$DESTDIR" ] || [ "$(id -u)" = 0 ] || fail 77 "run as root, or with sudo"
  if runs_systemd && [ -e "$unit" ]; then systemctl disable --now --quiet loam.service || true; fi
  say "Removing"
  for file in "$program" "$unit"; do
    if [ -e "$file" ]; then rm -f "$file" && say "  $file"; fi
  done
  if [ -d "$documents" ]; then rm -rf "$documents" && say "  $documents"; fi
  if runs_systemd; then systemctl daemon-reload; fi
  if [ "$PURGE" = 1 ]; then
    for file in "$settings" "$state" "$broker/loam.passwd" "$broker/loam.acl" "$broker/conf.d/loam.conf"; do
      if [ -e "$file" ]; then rm -rf "$file" && say "  $file"; fi
    done
    if [ -z "$DESTDIR" ] && getent passwd loam >/dev/null; then userdel loam && say "  user loam"; fi
  else
    say "Kept: config in $settings, what Loam remembers in $state, the broker's accounts in $broker."
    say "PURGE=1 removes them too."
  fi
}

case ${1:-} in
install) shift && install_all "$@" ;;
uninstall) uninstall_all ;;
*) fail 64 "usage: install.sh install [BINARY] | uninstall" ;;
esac
