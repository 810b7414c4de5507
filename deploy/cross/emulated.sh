#!/bin/sh
# Runs a command while this machine also runs the programs of another architecture: deploy/cross/emulated.sh ARCH COMMAND...
#
# The kernel hands such programs to qemu, in every folder and also to what they start. What is told to the kernel for this bears the name of
# this process and is taken back at the end, so that two runs beside each other do not disturb one another; whoever is killed leaves an
# entry that the next run takes away. Where the machine can do it by itself, nothing is told.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

arch=$1
shift
name=$(name_of "$arch")
[ "$arch" != "$(own_arch)" ] || exec "$@"
rule=/usr/lib/binfmt.d/qemu-$name.conf
table=/proc/sys/fs/binfmt_misc
if [ "$(id -u)" != 0 ] || [ ! -e "$rule" ]; then
  echo "emulated: $arch needs root and the Debian package qemu-user-static" >&2
  exit 69
fi

# The table is seen by this run alone; what stands in it holds for the machine.
[ "${EMULATED_ARCH:-}" = "$arch" ] || EMULATED_ARCH=$arch exec unshare --mount "$0" "$arch" "$@"
[ -e $table/register ] || mount -t binfmt_misc binfmt_misc $table
for entry in "$table"/loam-*; do
  [ -e "$entry" ] || continue
  [ -e "/proc/${entry##*-}" ] || echo -1 >"$entry"
done
if [ -e "$table/qemu-$name" ]; then exec "$@"; fi
entry=$table/loam-$$
child=
trap 'echo -1 >"$entry"' EXIT
trap '[ -z "$child" ] || kill "$child"; exit 130' INT TERM HUP
sed "s/^:[^:]*/:loam-$$/" "$rule" >$table/register
# Beside this shell, which a signal would else reach only at the command's own end.
"$@" &
child=$!
status=0
wait "$child" || status=$?
exit $status
