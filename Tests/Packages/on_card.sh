# shellcheck shell=sh
# Inside the emulated board, behind what talk.sh says; see image.sh. The rest of the disk is zeroes: the last line ends the script.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
export PATIENCE=240
start=$(sed -n 's/.*card\.start=\([a-z]*\).*/\1/p' /proc/cmdline)
say "note: $(awk '/^MemTotal/ {printf "%d MB", $2 / 1024}' /proc/meminfo), root of $(df -m / | awk 'NR == 2 {print $2}') MB, up for $(cut -d . -f 1 /proc/uptime) s"
for unit in mosquitto loam loam-web; do wait_for "$unit runs" systemctl is-active $unit; done
wait_for 'the page answers' page
[ "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8090/)" = 401 ] || fail 'the page asks nobody for a password'
say 'ok: and asks for its password'
# shellcheck disable=SC2317
is_over() { [ "$(systemctl is-active first-boot)" = inactive ]; }
wait_for 'what the card says was done' is_over
! systemctl is-failed first-boot >/dev/null || fail "$(systemctl status first-boot)"
[ "$(systemctl list-units --failed --plain --no-legend | grep -cv wpa_supplicant)" = 0 ] || fail "$(systemctl list-units --failed)"
say 'ok: no unit has failed'
swapon --show | grep -q zram || fail 'no compressed memory'
[ ! -e /var/log/journal ] || fail 'the journal is on the card'
[ "$(df -m / | awk 'NR == 2 {print $2}')" -gt 3000 ] || fail 'the card is not used whole'
say 'ok: compressed memory, a journal in memory, the whole card'
listens() { ss -Hltn "sport = :$1" | grep -q .; }
case $start in
first)
  ! listens 22 || fail 'ssh listens'
  ! awk -F: '$2 ~ /^\$/' /etc/shadow | grep -q . || fail 'an account has a password'
  say 'ok: nobody can log in'
  grep -q "$(cat /etc/loam/web-token)" /boot/firmware/loam.txt || fail 'the card does not say how to reach the page'
  say 'ok: the card says where the page is'
  disk=$(lsblk -no PKNAME "$(findmnt -no SOURCE /)")
  written() { awk '{print $7 * 512}' "/sys/class/block/$disk/stat"; }
  sleep 60
  before=$(written)
  sleep 600
  say "note: 10 min alone: $(($(written) - before)) bytes written, $(free -m | awk '/^Mem/ {print $3 " of " $2}') MB in use"
  ;;
again)
  wait_for 'ssh listens' listens 22
  grep -q '^gardener:[$]6[$]' /etc/shadow || fail 'the account has no password'
  id -nG gardener | grep -qw sudo || fail 'the account may not use sudo'
  say 'ok: the account of the card is there'
  grep -q 'ssid="home"' /etc/wpa_supplicant/wpa_supplicant-wlan0.conf || fail 'no Wi-Fi'
  [ "$(stat -c %a /etc/wpa_supplicant/wpa_supplicant-wlan0.conf)" = 600 ] || fail 'everybody may read the password of the Wi-Fi'
  for file in userconf.txt wpa_supplicant.conf ssh; do [ ! -e /boot/firmware/$file ] || fail "$file is still on the card"; done
  say 'ok: and so is the Wi-Fi; the card has no password any more'
  ;;
esac
say DONE
exit 0
