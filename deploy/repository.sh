#!/bin/sh
# Makes a signed apt repository in .build/repository from the packages in .build/deb: of each Debian and each architecture that there are
# packages for. Copy the folder to any web server.
#
# KEY=fingerprint signs with a key of the caller's keyring. Without it a key is made once, in .build/repository-key: keep it, since who has
# installed from the repository trusts that key alone.
# URL=address: where the folder will be, for the files that people put into /etc/apt/sources.list.d.
set -eu
cd "$(dirname "$0")/.."

URL=${URL:-https://example.org/loam}
out=$PWD/.build/repository

for tool in reprepro gpg; do
  command -v "$tool" >/dev/null || {
    printf 'repository: needs Debian packages: apt-get install --no-install-recommends reprepro gnupg\n' >&2
    exit 69
  }
done
ls .build/deb/*/*.deb >/dev/null 2>&1 || {
  printf "repository: there are no packages; run 'make deb' first\n" >&2
  exit 66
}

if [ -z "${KEY:-}" ]; then
  GNUPGHOME=$PWD/.build/repository-key
  export GNUPGHOME
  if [ ! -d "$GNUPGHOME" ]; then
    mkdir -p "$GNUPGHOME"
    chmod 700 "$GNUPGHOME"
    gpg --batch --quiet --passphrase '' --quick-generate-key 'Loam packages' ed25519 sign never
  fi
  KEY=$(gpg --batch --list-keys --with-colons | sed -n 's/^fpr:::::::::\([^:]*\):.*/\1/p' | head -n 1)
fi

mkdir -p "$out/conf"
suites=$(for folder in .build/deb/*-*; do printf '%s\n' "$(basename "${folder%-*}")"; done | sort -u)
for suite in $suites; do
  printf 'Codename: %s\nComponents: main\nArchitectures: amd64 arm64\nSignWith: %s\n\n' "$suite" "$KEY"
done >"$out/conf/distributions"
# The key stands in the file for apt, so that one file is all that people fetch: an empty line of it is a dot (deb822).
key=$(gpg --batch --armor --export "$KEY" | sed -e 's/^$/./' -e 's/^/ /')
for suite in $suites; do
  for package in ".build/deb/$suite"-*/*.deb; do
    reprepro --silent --basedir "$out" includedeb "$suite" "$package"
  done
  cat >"$out/loam-$suite.sources" <<END
Types: deb
URIs: $URL
Suites: $suite
Components: main
Signed-By:
$key
END
done
printf '%s\n' "The repository is in $out. On the machine that installs from it:" \
  "  curl -fsSo /etc/apt/sources.list.d/loam.sources \"$URL/loam-\$(. /etc/os-release && echo \$VERSION_CODENAME).sources\"" \
  "  apt-get update && apt-get install loam loam-web && loam setup"
