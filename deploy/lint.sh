#!/bin/sh
# Format, style and length of functions in JavaScript, Python, C and shell. Swift has `swift format`.
#
#   deploy/lint.sh check
#   deploy/lint.sh format    writes JavaScript, Python, C and shell anew in the common format
#
# Debian has shellcheck and shfmt (see prepare.sh); the rest comes from PyPI, in versions that format alike everywhere.
set -eu
cd "$(dirname "$0")/.."

pins='ruff==0.17.5 oxlint==1.89.0 oxfmt==0.74.0 clang-format==23.1.3 lizard==1.24.3'
tools=.build/lint

if [ "$(cat "$tools/pins" 2>/dev/null)" != "$pins" ]; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  # shellcheck disable=SC2086
  "$tools/bin/pip" install --quiet --disable-pip-version-check $pins || {
    rm -rf "$tools"
    [ "${OPTIONAL:-}" ] || exit 1
    echo 'lint: of JavaScript, Python, C and shell skipped: PyPI cannot be reached'
    exit 0
  }
  printf '%s' "$pins" >"$tools/pins"
fi

files() { find Sources Tests Examples deploy -name "$1" | sort; }
python=$(files '*.py')
# The service worker is a template that deploy/page.sh fills in.
javascript=$(files '*.js' | grep -v /service-worker.js)
# The contract's documents have the format of what writes them.
formatted=$(echo "$javascript" | grep -v -e /contract/documents.js -e /contract/accounts.js)
c=$(files '*.c' && files '*.cpp' && files '*.h' && files '*.ino')
shell="$(files '*.sh') .ci/run .ci/night .ci/lib.sh"
export RUFF_CACHE_DIR=$tools/ruff

# shellcheck disable=SC2046,SC2086
check() {
  "$tools/bin/ruff" check --quiet --config deploy/lint/ruff.toml $python
  "$tools/bin/ruff" format --quiet --diff --config deploy/lint/ruff.toml $python
  "$tools/bin/oxlint" --quiet --no-ignore -c deploy/lint/oxlint.json $javascript
  "$tools/bin/oxfmt" -c deploy/lint/oxfmt.json --list-different $formatted
  "$tools/bin/clang-format" --dry-run --Werror --style=file:deploy/lint/clang-format $c
  for file in $(files '*.c'); do
    cc -fsyntax-only -D_GNU_SOURCE= -std=gnu11 -Wall -Wextra -Wshadow -Werror "$file"
  done
  c++ -fsyntax-only -std=c++17 -Wall -Wextra -Wshadow -Werror -ISources/CSimdJSON/include \
    -IExamples/Reader -ITests/SystemTests/Scripts/Arduino $(files '*.cpp')
  "$tools/bin/lizard" -l cpp -L 60 -C 999 -a 99 -w $c
  shellcheck $shell
  shfmt -i 2 -d $shell
}

# shellcheck disable=SC2086
format() {
  "$tools/bin/ruff" format --quiet --config deploy/lint/ruff.toml $python
  "$tools/bin/oxfmt" -c deploy/lint/oxfmt.json $formatted >/dev/null
  "$tools/bin/clang-format" -i --style=file:deploy/lint/clang-format $c
  shfmt -i 2 -w $shell
}

case ${1:-} in
check) check ;;
format) format ;;
*)
  echo 'usage: lint.sh check | format' >&2
  exit 64
  ;;
esac
