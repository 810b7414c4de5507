#!/bin/sh
# The documentation of LoamKit and of Bridge with its decisions, as DocC makes it: .build/docs/*.doccarchive, which any web server can
# show. A warning is an error: a link that leads nowhere, a page that nobody can find.
#
#   deploy/docs.sh [JOBS]
set -eu
cd "$(dirname "$0")/.."

out=.build/docs
triple=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -n 1)

# archive MODULE LEAST_ACCESS
archive() {
  swift build --quiet --jobs "$jobs" --target "$1"
  rm -rf "$out/$1.symbols" "$out/$1.doccarchive"
  mkdir -p "$out/$1.symbols"
  swift symbolgraph-extract -module-name "$1" -minimum-access-level "$2" -target "$triple" -output-dir "$out/$1.symbols" \
    -I "$(swift build --show-bin-path)/Modules" -I Sources/CSimdJSON/include -I Sources/CMosquitto -I Sources/CHostSystem -I Sources/CLibcrypto
  docc convert "Sources/$1/$1.docc" --additional-symbol-graph-dir "$out/$1.symbols" --output-dir "$out/$1.doccarchive" \
    --fallback-display-name "$1" --fallback-bundle-identifier "loam.$1" --warnings-as-errors
  echo "docs: $out/$1.doccarchive"
}

jobs=${1:-2}
archive LoamKit public
archive Bridge package
