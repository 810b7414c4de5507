#!/bin/sh
# Puts Loam in place, or takes it away. Safe to run again; never writes a config, a password or an account file.
#
#   deploy/install.sh install [BINARY]     BINARY: default .build/release/loam; loam-web, loam-push and the folder page beside it come along
#   deploy/install.sh uninstall            keeps config and state; PURGE=1 removes them too
#
# DESTDIR=folder stages all files below that folder: no account is made and no service is touched.
# PREFIX=folder: default /usr/local.
#
# Passwords, the first config and the broker's accounts are made by 'loam setup', on the machine that they are for.
#
# What stands in single quotes is for the config, which has variables of its own.
# shellcheck disable=SC2016
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
DESTDIR=${DESTDIR:-}
PREFIX=${PREFIX:-/usr/local}
PURGE=${PURGE:-0}

program=$DESTDIR$PREFIX/bin/loam
web=$DESTDIR$PREFIX/bin/loam-web
push=$DESTDIR$PREFIX/bin/loam-push
page=$DESTDIR$PREFIX/share/loam/page
documents=$DESTDIR$PREFIX/share/doc/loam
manual=$DESTDIR$PREFIX/share/man/man5/loam.yaml.5
unit=$DESTDIR/etc/systemd/system/loam.service
web_unit=$DESTDIR/etc/systemd/system/loam-web.service
push_unit=$DESTDIR/etc/systemd/system/loam-push.service
template=$DESTDIR/etc/systemd/system/loam@.service
target=$DESTDIR/etc/systemd/system/loam.target
settings=$DESTDIR/etc/loam
config=$settings/loam.yaml
broker=$DESTDIR/etc/mosquitto
state=$DESTDIR/var/lib/loam
push_state=$DESTDIR/var/lib/loam-push

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

# check PROGRAM CONFIG: the config is read as the service will read it.
check() {
  CREDENTIALS_DIRECTORY=$settings STATE_DIRECTORY=$state "$1" check "$2" >&2 ||
    fail 78 "$2 is not in order (see above). Nothing was changed."
}

# make_user NAME HOME
make_user() {
  [ -z "$DESTDIR" ] || return 0
  if ! getent passwd "$1" >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir "$2" --shell /usr/sbin/nologin "$1"
    say "  user $1"
  fi
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

# Pages, history and metrics: a process, a user and an account of their own. Nobody is served before it is switched on.
install_web() {
  make_user loam-web /nonexistent
  place 755 "$web_binary" "$web"
  if [ -d "$pages" ]; then
    rm -rf "$page.new"
    mkdir -p "$page.new"
    cp -R "$pages/." "$page.new/"
    chmod -R u=rwX,go=rX "$page.new"
    rm -rf "$page"
    mv "$page.new" "$page"
    say "  $page"
  fi
  sed "s|/usr/local|$PREFIX|g" "$here/loam-web.service" >"$settings/.unit"
  place 644 "$settings/.unit" "$web_unit"
  rm -f "$settings/.unit"
}

# Channels to people's phones: a process, a user and an account of its own. Off until there are channels.
install_push() {
  make_user loam-push /nonexistent
  place 755 "$push_binary" "$push"
  sed "s|/usr/local|$PREFIX|g" "$here/loam-push.service" >"$settings/.unit"
  place 644 "$settings/.unit" "$push_unit"
  rm -f "$settings/.unit"
}

start_push() {
  grep -q '^channels:' "$config" || {
    say "  For Telegram, ntfy and webhooks add 'channels:' to ${config#"$DESTDIR"}, and the push process's own account and store:"
    say '    push:'
    say '      account: {username: loam-push, password_file: "${CREDENTIALS_DIRECTORY:-/etc/loam}/push-mqtt-password"}'
    say '      path: ${STATE_DIRECTORY:-/var/lib/loam-push}/push'
    say "  ${documents#"$DESTDIR"}/Sources/Bridge/Bridge.docc/Channels.md has each step, also how the process gets a service's token."
    return 0
  }
  runs_systemd || return 0
  systemctl daemon-reload
  if systemctl is-active --quiet loam-push.service; then
    systemctl restart loam-push.service
    say "  loam-push.service restarted"
  else
    say "  loam-push.service is off. To send to channels: systemctl enable --now loam-push"
  fi
}

# A store that was made before the web process came is closed to it.
share_history() {
  [ -z "$DESTDIR" ] && [ -d "$state/store" ] || return 0
  chmod g+rx "$state/store"
  for file in "$state"/store/history.sqlite*; do
    if [ -e "$file" ]; then chmod g+r "$file"; fi
  done
}

start_web() {
  grep -q '^web:' "$config" || {
    say "  For pages, history and metrics add the web process's own account to ${config#"$DESTDIR"}:"
    say '    web: {account: {username: loam-web, password_file: "${CREDENTIALS_DIRECTORY:-/etc/loam}/web-mqtt-password"}}'
  }
  runs_systemd || return 0
  systemctl daemon-reload
  if systemctl is-active --quiet loam-web.service; then
    systemctl restart loam-web.service
    say "  loam-web.service restarted"
  else
    say "  loam-web.service is off. To have pages, history and metrics: systemctl enable --now loam-web"
  fi
}

install_all() {
  binary=${1:-$root/.build/release/loam}
  web_binary=$(dirname "$binary")/loam-web
  push_binary=$(dirname "$binary")/loam-push
  pages=$(dirname "$binary")/page
  has_push=0
  [ ! -x "$push_binary" ] || has_push=1
  has_web=0
  [ ! -x "$web_binary" ] || has_web=1
  [ -n "$DESTDIR" ] || [ "$(id -u)" = 0 ] || fail 77 "run as root, or with sudo"
  [ -x "$binary" ] || fail 66 "$binary is missing; run 'make release' first"
  [ ! -e "$config" ] || check "$binary" "$config"
  say "Installing"
  make_user loam /var/lib/loam
  mkdir -p "$settings"
  place 755 "$binary" "$program"
  [ "$has_web" = 0 ] || install_web
  [ "$has_push" = 0 ] || install_push
  for file in "$root/config/example.yaml" "$root/config/loam.schema.json" "$root/README.md"; do
    [ ! -e "$file" ] || place 644 "$file" "$documents/$(basename "$file")"
  done
  [ ! -e "$root/config/loam.yaml.5" ] || place 644 "$root/config/loam.yaml.5" "$manual"
  # What the README leads to, at the same place beside it.
  grep -o '](\([^):]*\))' "$root/README.md" | sed 's/^](//; s/)$//; s/#.*//' | sort -u | while read -r link; do
    find "$root/$link" -type f | while read -r file; do place 644 "$file" "$documents${file#"$root"}" >/dev/null; done
  done
  sed "s|/usr/local|$PREFIX|g" "$here/loam.service" >"$settings/.unit"
  place 644 "$settings/.unit" "$unit"
  sed -f "$here/instance.sed" "$unit" >"$settings/.unit"
  place 644 "$settings/.unit" "$template"
  sed "s|/usr/local|$PREFIX|g" "$here/loam.target" >"$settings/.unit"
  place 644 "$settings/.unit" "$target"
  rm -f "$settings/.unit"
  for file in mosquitto.conf loam.acl accounts.json; do place 644 "$here/$file" "$documents/$file"; done
  if [ ! -e "$config" ]; then
    if runs_systemd; then systemctl daemon-reload; fi
    say "Next: sudo loam setup. It finds your broker and your probes, shows each file before it writes it, and starts Loam."
    return 0
  fi
  say "  ${config#"$DESTDIR"} (kept as it is). Passwords and accounts that are missing: sudo loam setup"
  [ "$has_web" = 0 ] || share_history
  start_service
  [ "$has_web" = 0 ] || start_web
  [ "$has_push" = 0 ] || start_push
}

uninstall_all() {
  [ -n "$DESTDIR" ] || [ "$(id -u)" = 0 ] || fail 77 "run as root, or with sudo"
  if runs_systemd && [ -e "$web_unit" ]; then systemctl disable --now --quiet loam-web.service || true; fi
  if runs_systemd && [ -e "$push_unit" ]; then systemctl disable --now --quiet loam-push.service || true; fi
  if runs_systemd && [ -e "$unit" ]; then systemctl disable --now --quiet loam.service || true; fi
  say "Removing"
  for file in "$program" "$unit" "$template" "$web" "$web_unit" "$push" "$push_unit" "$target" "$manual"; do
    if [ -e "$file" ]; then rm -f "$file" && say "  $file"; fi
  done
  for folder in "$documents" "$page"; do
    if [ -d "$folder" ]; then rm -rf "$folder" && say "  $folder"; fi
  done
  rmdir "$DESTDIR$PREFIX/share/loam" 2>/dev/null || true
  if runs_systemd; then systemctl daemon-reload; fi
  if [ "$PURGE" = 1 ]; then
    for file in "$settings" "$state" "$push_state"; do
      if [ -e "$file" ]; then rm -rf "$file" && say "  $file"; fi
    done
    # shellcheck source=deploy/purge-broker.sh
    . "$here/purge-broker.sh"
    for user in loam-push loam-web loam; do
      if [ -z "$DESTDIR" ] && getent passwd $user >/dev/null; then userdel $user && say "  user $user"; fi
    done
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
