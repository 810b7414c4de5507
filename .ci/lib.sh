# shellcheck shell=sh
# Shared by .ci/run and .ci/night, which stand at the root of the project. What a step said is in .build/ci.
export FOR_TESTS=1
logs=.build/ci
mkdir -p "$logs"

# step NAME COMMAND…: a step that is green takes one line.
step() {
  name=$1
  shift
  step_began=$(date +%s)
  if "$@" >"$logs/$name" 2>&1; then
    echo "$name: ok in $(($(date +%s) - step_began)) s; $(tail -n 1 "$logs/$name")"
  else
    tail -n 60 "$logs/$name"
    echo "0 passed, 1 failed ($name)"
    return 1
  fi
}

# steps: the lines of .ci/steps, without the comments.
steps() { sed '/^#/d' .ci/steps; }

# column N: that part of a line, without the blanks around it.
column() { cut -d '|' -f "$1" | sed 's/^ *//; s/ *$//'; }

# has_changed NAME PATH…: whether something of that has changed since the step was green by night. One that never was is the night's alone.
has_changed() {
  green=$(sed -n "s/^$1 //p" .ci/green 2>/dev/null)
  shift
  [ -n "$green" ] || return 1
  git cat-file -e "$green^{commit}" 2>/dev/null || return 0
  ! git diff --quiet "$green" -- "$@"
}
