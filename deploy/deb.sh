#!/bin/sh
# Makes Debian packages of the programs in .build/release for this machine's Debian and architecture, in .build/deb/SUITE-ARCH.
# SUITE=trixie ARCH=arm64: of the programs that deploy/cross.sh has built for that Debian and that architecture.
# Two runs over the same commit and the same programs give the same bytes.
#
# PROGRAMS=folder, OUT=folder, VERSION=number: other programs, another place, another version (for the test of upgrades).
set -eu
cd "$(dirname "$0")/.."

# What runs here says what stands in the manual pages; what is packed may be for another machine.
release=${PROGRAMS:-.build/release}
packed=$release
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
own=$(own_suite)-$(own_arch)
SUITE=${SUITE:-$(own_suite)}
ARCH=${ARCH:-$(own_arch)}
if [ "$SUITE-$ARCH" != "$own" ]; then
  packed=.build/cross/$SUITE-$ARCH/release
  rm -rf "$packed/page"
  cp -R "$release/page" "$packed/page"
fi
out=${OUT:-.build/deb/$SUITE-$ARCH}
# Runs a command, in the folder of the package, where it finds that Debian.
in_suite() {
  if [ "$SUITE-$ARCH" = "$own" ]; then
    (cd "$tree" && "$@")
  else
    deploy/cross/packages.sh "$SUITE" "$PWD/$out" /usr/bin/env --chdir="loam-$version" "$@"
  fi
}
version=${VERSION:-$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/BridgeConfig/Release.swift)}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC

command -v dh >/dev/null || {
  printf 'deb: needs Debian packages: apt-get install --no-install-recommends debhelper lintian\n' >&2
  exit 69
}

rm -rf "$out"
tree=$out/loam-$version
stage=$tree/stage
mkdir -p "$stage"
cp -R deploy/debian "$tree/debian"
sed -i -e '/^#BROKER#$/{r deploy/purge-broker.sh' -e 'd}' "$tree/debian/loam.postrm"

# The files of an installation, without its units: debhelper knows where those belong.
DESTDIR=$PWD/$stage PREFIX=/usr deploy/install.sh install "$packed/loam" >/dev/null
for unit in loam loam-web loam-push; do
  sed 's|/usr/local|/usr|g' "deploy/$unit.service" >"$tree/debian/$unit.service"
done
sed -f deploy/instance.sed "$tree/debian/loam.service" >"$tree/debian/loam@.service"
rm -rf "${stage:?}/etc"
sed 's|/usr/local|/usr|g' deploy/loam.target >"$tree/debian/loam.target"

documents=$stage/usr/share/doc/loam
cp CHANGELOG.md "$documents/"
rm -f "$documents/LICENSE"

# Terms of everything that is linked in.
{
  for folder in .build/checkouts/*; do
    for file in "$folder"/LICENSE* "$folder"/NOTICE*; do
      [ -f "$file" ] || continue
      printf '==== %s: %s\n\n' "$(basename "$folder")" "$(basename "$file")"
      cat "$file"
      printf '\n'
    done
  done
  for package in node-mqtt node-chart.js node-qrcode-generator; do
    file=/usr/share/doc/$package/copyright
    [ -f "$file" ] || continue
    printf '==== %s\n\n' "$package"
    cat "$file"
    printf '\n'
  done
  runtime=$(dirname "$(command -v swift)")/../share/swift/LICENSE.txt
  if [ -f "$runtime" ]; then
    printf '==== Swift runtime and FoundationEssentials\n\n'
    cat "$runtime"
  fi
} >"$documents/NOTICES"

deploy/sbom.py "$version" "$release" >"$documents/sbom.spdx.json"

# The argument parser's own writer of manual pages, from what each program says of itself: a page for each command.
manual=$stage/usr/share/man/man1
mkdir -p "$manual" "$stage/usr/share/bash-completion/completions" \
  "$stage/usr/share/zsh/vendor-completions" "$stage/usr/share/fish/vendor_completions.d"
swift build --quiet --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual --product generate-manual
for program in loam loam-web loam-push; do
  .build/manual/debug/generate-manual "$release/$program" --multi-page --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)" -o "$manual"
  [ "$program" = loam-web ] && continue
  "$release/$program" --generate-completion-script bash | sed '1{/^#!/d;}' >"$stage/usr/share/bash-completion/completions/$program"
  "$release/$program" --generate-completion-script zsh >"$stage/usr/share/zsh/vendor-completions/_$program"
  "$release/$program" --generate-completion-script fish >"$stage/usr/share/fish/vendor_completions.d/$program.fish"
done

rm -f "$manual"/*.help.1
# The writer leaves empty lines between paragraphs, where mdoc wants a macro; and a page is found by a name without blanks.
sed -i -e 's/^$/.Pp/' -e '/^\.Nm "/s/ /./2g' -e '/^\.N[dm] "/s/"//g' "$manual"/*.1

# Each Debian's packages have a version of their own: a newer Debian's follow an older one's.
# shellcheck disable=SC2016
number=$(in_suite sh -c '. /etc/os-release && printf %s "$VERSION_ID"')
cat >"$tree/debian/changelog" <<END
loam ($version-1~deb$number) unstable; urgency=medium

  * What has changed stands in changelog.gz beside this file.

 -- Loam developers <packages@loam.garden>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END

in_suite dpkg-buildpackage -b -us -uc -a "$ARCH" >"$out/build.log" 2>&1 || {
  tail -n 40 "$out/build.log" >&2
  exit 70
}
rm -rf "$tree"
printf '%s\n' "$out"/*.deb
