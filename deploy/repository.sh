#!/bin/sh
# Makes a signed apt repository in .build/repository from the packages in .build/deb. Copy the folder to any web server.
#
# KEY=fingerprint signs with a key of the caller's keyring. Without it a key is made once, in .build/repository-key: keep it, since who has
# installed from the repository trusts that key alone.
# URL=address: where the folder will be, for the file that people put into /etc/apt/sources.list.d.
# SUITE=name: default the Debian that this machine runs.
set -eu
cd "$(dirname "$0")/.."

# shellcheck source=/dev/null
SUITE=${SUITE:-$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")}
URL=${URL:-https://example.org/loam}
out=$PWD/.build/repository

for tool in reprepro gpg; do
  command -v "$tool" >/dev/null || {
    printf 'repository: needs Debian packages: apt-get install --no-install-recommends reprepro gnupg\n' >&2
    exit 69
  }
done
ls .build/deb/*.deb >/dev/null 2>&1 || {
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
cat >"$out/conf/distributions" <<END
Codename: $SUITE
Components: main
Architectures: amd64 arm64
SignWith: $KEY
END
for package in .build/deb/*.deb; do
  reprepro --silent --basedir "$out" includedeb "$SUITE" "$package"
done
gpg --batch --yes --armor --export "$KEY" >"$out/loam.asc"
cat >"$out/loam.sources" <<END
Types: deb
URIs: $URL
Suites: $SUITE
Components: main
Signed-By: /etc/apt/keyrings/loam.asc
END
printf '%s\n' "The repository is in $out. On the machine that installs from it:" \
  "  curl -fsSo /etc/apt/keyrings/loam.asc $URL/loam.asc" \
  "  curl -fsSo /etc/apt/sources.list.d/loam.sources $URL/loam.sources" \
  "  apt-get update && apt-get install loam loam-web"
