#!/bin/sh
# Builds the page: deploy/page.sh OUT
#
# Bundles Sources/GardenPage and the languages of Sources/GardenWords with MQTT.js, Chart.js and a maker of QR codes of Debian's packages
# (see prepare.sh) into static files in OUT, each with a *.gz beside it. The larger files are named after their content, so that they can be kept for ever. OUT is replaced.
set -eu

[ $# = 1 ] || {
  echo 'usage: page.sh OUT' >&2
  exit 64
}
out=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
source=$here/Sources/GardenPage
modules=${NODE_MODULES:-/usr/share/nodejs}
limit=200000
# The part with the phones: it is loaded on an operator's status page, and by nobody else.
phones_limit=16000
# The list of gardens, a page of its own.
fleet_limit=24000

for program in esbuild rsvg-convert node zopfli zopflipng sha256sum; do
  command -v "$program" >/dev/null || {
    echo "page: '$program' is missing; 'deploy/prepare.sh packages' installs it" >&2
    exit 69
  }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
made=$work/made
mkdir -p "$made/icons" "$made/fleet/icons"

bundle() {
  NODE_PATH=$modules esbuild --bundle --minify --platform=browser --target=chrome94,firefox98,safari15.4 --charset=utf8 --log-level=warning \
    --legal-comments=none "$@"
}

# Name by content: page.js → page-1a2b3c4d5e.js
named() {
  sum=$(sha256sum "$1" | cut -c1-10)
  name=$(basename "$1")
  final=${name%.*}-$sum.${name##*.}
  mv "$1" "$made/$final"
  echo "$final"
}

node "$source/bundling/words.cjs" "$here/Sources/GardenWords/Languages" "$made" "$work/languages.js"
words=$(cd "$made" && for file in words-*.json; do printf ',"%s"' "$file"; done)

bundle --format=iife --global-name=loamMQTT --define:global=globalThis --inject:"$source/bundling/node.js" \
  --alias:stream=readable-stream --alias:ws="$source/bundling/websocket.js" --alias:debug="$source/bundling/silent.js" \
  --alias:js-sdsl="$source/bundling/ordered-set.js" --metafile="$work/mqtt.json" --outfile="$work/mqtt.js" "$source/bundling/mqtt.js"
mqtt=$(named "$work/mqtt.js")
bundle --format=iife --global-name=loamChart --metafile="$work/chart.json" \
  --outfile="$work/chart.js" "$source/bundling/chart.js"
chart=$(named "$work/chart.js")
bundle --format=iife --global-name=loamPhones --metafile="$work/phones.json" --alias:languages="$work/languages.js" \
  --outfile="$work/phones.js" "$source/script/phones/main.js"
phones=$(named "$work/phones.js")
build=$(cat "$source"/index.html "$source"/*/*.* "$source"/*/*/*.* "$made"/*.js "$made"/words-*.json "$0" | sha256sum | cut -c1-10)
bundle --format=iife --define:MQTT_FILE="'$mqtt'" --define:CHART_FILE="'$chart'" --define:PHONES_FILE="'$phones'" --define:BUILD="'$build'" \
  --alias:languages="$work/languages.js" --outfile="$work/page.js" "$source/script/main.js"
page=$(named "$work/page.js")
bundle --outfile="$work/page.css" "$source/style/page.css"
style=$(named "$work/page.css")

bundle --format=iife --alias:languages="$work/languages.js" --outfile="$work/fleet.js" "$source/script/fleet/main.js"
fleet=$(named "$work/fleet.js")
mv "$made/$fleet" "$made/fleet/"
cp "$made/$style" "$made"/words-*.json "$made/fleet/"
sed -e "s/\"fleet\.js\"/\"$fleet\"/" -e "s/\"page\.css\"/\"$style\"/" "$source/fleet/index.html" >"$made/fleet/index.html"
cp "$source/icons/loam.svg" "$made/fleet/icons/"

sed -e "s/\"page\.js\"/\"$page\"/" -e "s/\"mqtt\.js\"/\"$mqtt\"/" -e "s/\"page\.css\"/\"$style\"/" "$source/index.html" >"$made/index.html"
cp "$source/manifest.webmanifest" "$source/config.json" "$made/"
cp "$source/icons/loam.svg" "$made/icons/"
for size in 180 192 512; do
  rsvg-convert --width "$size" --height "$size" "$source/icons/loam.svg" --output "$made/icons/loam-$size.png"
  zopflipng -y "$made/icons/loam-$size.png" "$made/icons/loam-$size.png" >/dev/null
done
bundle --format=iife --define:MQTT_FILE="'$mqtt'" --define:BUILD="'$build'" --define:KEPT_FILES="[\"$page\",\"$mqtt\",\"$chart\",\"$style\"$words]" \
  --outfile="$made/service-worker.js" "$source/service-worker.js"

# Whose code is in the bundles, and under which terms: what Debian says of each package.
grep -ohE 'share/(nodejs|javascript)/(@[^/"]*/)?[^/"]*' "$work/mqtt.json" "$work/chart.json" "$work/phones.json" | sed 's,.*/,,' | sort -u | while read -r name; do
  for terms in "/usr/share/doc/node-$name/copyright" "/usr/share/doc/$name/copyright"; do
    [ -r "$terms" ] || continue
    printf '%s\n\n' "== $name"
    cat "$terms"
    echo
    break
  done
done >"$made/licenses.txt"

# Not the config: it is there to be changed, and a server would go on giving the packed one.
find "$made" -type f ! -name '*.png' ! -name config.json -exec zopfli {} +
# What a reader loads: of the languages that are files of their own, one, and not the terms of its libraries. The part with the
# phones and the list of gardens have limits of their own.
total=0
language=0
apart=0
list=0
for file in $(find "$made" -type f \( -name '*.gz' -o -name '*.png' \) | sort); do
  size=$(wc -c <"$file")
  printf '%8d  %s\n' "$size" "${file#"$made"/}"
  case ${file#"$made"/} in
  fleet/words-*) ;;
  fleet/*) list=$((list + size)) ;;
  licenses.*) ;;
  words-*) [ "$size" -le "$language" ] || language=$size ;;
  "$phones.gz") apart=$size ;;
  *) total=$((total + size)) ;;
  esac
done
total=$((total + language))
printf 'page %s: %d bytes gzipped, in one language; limit %d\n' "$build" "$total" "$limit"
printf 'its phones: %d bytes gzipped; limit %d\n' "$apart" "$phones_limit"
printf 'the list of gardens: %d bytes gzipped; limit %d\n' "$list" "$fleet_limit"
if [ "$total" -gt "$limit" ] || [ "$apart" -gt "$phones_limit" ] || [ "$list" -gt "$fleet_limit" ]; then
  echo 'page: larger than it may be' >&2
  exit 1
fi

# In place at once: somebody may be reading.
mkdir -p "$(dirname -- "$out")"
rm -rf "$out.old"
[ ! -e "$out" ] || mv "$out" "$out.old"
mv "$made" "$out"
chmod -R u=rwX,go=rX "$out"
rm -rf "$out.old"
