#!/bin/sh
# Writes the row of the Debian that it runs on: Tests/Matrix/row.sh NAME SWIFT SUITES, from .build/matrix/NAME.said, what run_tests.py has said.
set -eu
cd "$(dirname "$0")/../.."
said=.build/matrix/$1.said
# A Debian that is not released yet has no number.
# shellcheck source=/dev/null
debian=$(. /etc/os-release && printf '%s' "${VERSION_ID:-$VERSION_CODENAME}")
library=$(dpkg-query -W -f '${Version}' libmosquitto1)
machine="Debian $debian $(dpkg --print-architecture)"
# What the machine below says of its processor, when that is not what its programs are made for.
[ "${EMULATED_ARCH:-}" = '' ] || machine="$machine in emulation"
printf '| %s | %s | %s | %s | %s | %s, %s |\n' "$1" "$machine" "${library%%-*}" "$2" "$3" "$(tail -n 1 "$said")" \
  "$(tail -n 2 "$said" | head -n 1)" >".build/matrix/$1.row"
