#!/bin/sh
# Makes sure that the machine can build and run Loam.
#
#   deploy/prepare.sh swift       a Swift that is new enough, or a message that says what to install
#   deploy/prepare.sh packages    Debian packages: says which are missing and why, and installs those
set -eu

needed="6.2"

fail() {
  printf '\n%s\n' "$*" >&2
  exit 69
}

has_swift() {
  command -v swift >/dev/null || fail "Loam needs Swift 6.3, and there is no 'swift' on the path.
Install the Swift 6.3 toolchain for your system from swift.org (Install > Linux; for Debian 12 the 'Debian 12' one,
x86_64 or aarch64). Debian 12 and 13 and Raspberry Pi OS have no package of it. Then open a new shell and run make again."
  said=$(swift --version 2>&1) || fail "There is a 'swift' on the path, but it does not start:
$said
Install what swift.org lists for your system beside the toolchain (Install > Linux), and run make again."
  version=$(printf '%s\n' "$said" | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  newest=$(printf '%s\n%s\n' "$needed" "${version:-0}" | sort -V | tail -n 1)
  [ "$newest" = "${version:-0}" ] || fail "Loam needs Swift 6.3 ($needed at the least); this is Swift ${version:-unknown}.
Install the Swift 6.3 toolchain from swift.org (Install > Linux)."
}

# Package and why, one a line.
wanted() {
  cat <<'LIST'
mosquitto the MQTT broker of the demo and of the tests
mosquitto-clients to listen along from another shell
libmosquitto-dev MQTT
libsimdjson-dev JSON
libsqlite3-dev the store
libyaml-dev the config file
libssl-dev checksums
zlib1g-dev answers that are packed
g++ builds the JSON shim
pkg-config finds libmosquitto
git fetches the Swift packages
ca-certificates fetches the Swift packages
tzdata local time
esbuild bundles the page
node-mqtt MQTT in the page
node-chart.js drawings in the page
node-qrcode-generator QR codes in the page
node-buffer what MQTT.js needs in a browser
node-url what MQTT.js needs in a browser
node-events what MQTT.js needs in a browser
librsvg2-bin the page's icons as PNG
zopfli packs the page
LIST
}

# Only the tests need these.
wanted_by_tests() {
  cat <<'LIST'
rtl-433 decodes real radio signals in the tests
python3 scripted phones in the tests
python3-jsonschema checks the schemas of the MQTT contract
python3-venv scripted phones in the tests
python3-yaml reads configs in the tests
groff-base sets the manual page in the tests
shellcheck style of the shell scripts
shfmt format of the shell scripts
prometheus its promtool checks the metrics in the tests
openssl makes a certificate in the tests
curl asks the web process in the tests
chromium opens the page in the tests
zbar-tools reads QR codes in the tests
nats-server another broker in the tests
mmdebstrap newer Debians for the tests of the client
fonts-noto-cjk Chinese letters in the tests of the page
firefox-esr shows pushed reminders in the tests
dbus carries its notifications in the tests
libnotify4 with which it shows them
LIST
}

is_missing() { ! dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

has_packages() {
  list=$(
    wanted
    [ "${FOR_TESTS:-0}" != 1 ] || wanted_by_tests
  )
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    command -v mosquitto >/dev/null && command -v pkg-config >/dev/null && pkg-config --exists libmosquitto && return 0
    fail "This system has no apt. Install what these Debian packages hold, and run make again:
$(printf '%s\n' "$list" | sed 's/^\([^ ]*\) /  \1: /')"
  fi
  missing=$(printf '%s\n' "$list" | while read -r package _; do if is_missing "$package"; then printf '%s ' "$package"; fi; done)
  [ -n "$missing" ] || return 0
  printf 'Loam needs these Debian packages, which are not installed:\n'
  printf '%s\n' "$list" | while read -r package why; do
    case " $missing" in *" $package "*) printf '  %-18s %s\n' "$package" "$why" ;; esac
  done
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    fail "Run as root:  apt-get install --no-install-recommends $missing"
  fi
  printf 'Installing them with apt-get.\n'
  # A broker that Debian starts on port 1883 is none of ours; the demo and the tests use their own, on free ports.
  as_root env DEBIAN_FRONTEND=noninteractive sh -c "
    apt-get update -qq || echo 'apt-get update failed; trying with the lists that are here' >&2
    apt-get install -y -qq --no-install-recommends $missing >/dev/null" ||
    fail "apt-get could not install them. Install by hand:  apt-get install --no-install-recommends $missing"
}

case ${1:-} in
swift) has_swift ;;
packages) has_packages ;;
*) fail "usage: prepare.sh swift | packages" ;;
esac
