# shellcheck shell=sh
# What the tests inside a clean Debian and on a board share; to be sourced.

say() { printf '%s\n' "$*"; }
fail() {
  say "FAILED: $*"
  for log in /tmp/*.log; do [ ! -e "$log" ] || tail -n 20 "$log"; done
  exit 1
}
# wait_for WORDS COMMAND...: until it succeeds. PATIENCE: for how many seconds.
wait_for() {
  what=$1
  shift
  turns=0
  until "$@" >/dev/null 2>&1; do
    turns=$((turns + 1))
    [ "$turns" -lt $((${PATIENCE:-30} * 10)) ] || fail "$what: not within ${PATIENCE:-30} s"
    sleep 0.1
  done
  say "ok: $what"
}
page() { curl -fs -u "loam:$(cat /etc/loam/web-token)" http://127.0.0.1:8090/ | grep -qi '<title>'; }
# A garden that reminds at once, and not after ten minutes.
remind_at_once() {
  sed -i 's/^    dry_below: .*/&\n    dwell: 0s/' /etc/loam/loam.yaml
  echo 'reminders: {digest_window: 0s}' >>/etc/loam/loam.yaml
}
