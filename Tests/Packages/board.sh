#!/bin/sh
# The packages of arm64 on emulated boards, from a bare Debian by the two commands of Install.md, to a reading that became a reminder, a
# bridge that was killed, and a garden that is left alone: Tests/Packages/board.sh [BOARD...]
#
# BOARD: small (four Cortex-A53 with 512 MB), pi3 (qemu's Raspberry Pi 3A+), pages (pages of 16 kB, as a Raspberry Pi 5 has them).
# IDLE=30: for how many minutes the first board is left alone. No real board is meant: what is printed says nothing of speed.
# Needs root, mmdebstrap, qemu-user-static, qemu-system-arm and the packages of 'make deb SUITE=trixie ARCH=arm64'. The Debian is made once,
# in .build/board.tar. It has a curl, sudo and the programs of this test; the garden's own packages come from Debian and the repository.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
# shellcheck source=Tests/Packages/machine.sh
. Tests/Packages/machine.sh

[ $# -gt 0 ] || set -- small pi3 pages
for tool in mmdebstrap qemu-system-aarch64 mkfs.ext4 reprepro; do
  command -v "$tool" >/dev/null || {
    echo 'board: needs root and Debian packages: apt-get install --no-install-recommends mmdebstrap qemu-system-arm qemu-user-static e2fsprogs reprepro gnupg' >&2
    exit 69
  }
done
ls .build/deb/trixie-arm64/*.deb >/dev/null 2>&1 || {
  echo 'board: there are no packages; make deb SUITE=trixie ARCH=arm64' >&2
  exit 66
}

# What a kernel needs before its disk is there.
cat >"$cross/board-modules" <<'END'
virtio_pci
virtio_mmio
virtio_blk
ext4
sdhci_iproc
bcm2835
mmc_block
END
# The words in single quotes are those of mmdebstrap's shell, and of the one below.
# shellcheck disable=SC2016
base=$(machine_base board trixie arm64 dbus,curl,sudo,busybox,mosquitto-clients,linux-image-arm64,linux-image-arm64-16k \
  --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"' \
  --essential-hook='echo MODULES=list >"$1/etc/initramfs-tools/conf.d/board"' \
  --essential-hook="copy-in $cross/board-modules /usr/share/initramfs-tools/modules.d")
machine_unpack "$base"

address=http://127.0.0.1:8899
rm -rf .build/repository
URL=$address deploy/repository.sh >/dev/null
cp -R .build/repository "$root/srv/repository"
# shellcheck disable=SC2016
sed -n '/^## From a repository of packages/,/^```$/p' Sources/Bridge/Bridge.docc/Install.md | sed '1,/^```sh$/d; /^```$/d' >"$root/install.sh"
cp Tests/Packages/talk.sh Tests/Packages/on_board.sh "$root/"
cp "$cross/apt.conf" "$root/etc/apt/apt.conf.d/90board"

# The board has no network: what Debian itself has of the garden's packages waits where apt keeps what it has fetched.
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
# shellcheck disable=SC2016
deploy/cross/emulated.sh arm64 unshare --mount --pid --fork --kill-child sh -ec '
  mount -t proc proc "$1/proc"
  chroot "$1" busybox httpd -p "${2#http://}" -h /srv/repository
  curl -fsSo "$1/etc/apt/sources.list.d/loam.sources" "$2/loam-trixie.sources"
  chroot "$1" apt-get update -qq
  chroot "$1" apt-get install -qq -y --download-only loam loam-web mosquitto
' fetch "$root" "$address" >.build/board-fetch.log 2>&1 || {
  tail -n 20 .build/board-fetch.log
  exit 70
}
rm -f "$root/etc/apt/sources.list.d/loam.sources" "$root"/var/cache/apt/archives/loam*.deb "$root"/var/lib/apt/lists/127.0.0.1* \
  "$root/etc/resolv.conf"

machine_runs '/bin/sh /on_board.sh'
for kernel in arm64 arm64-16k; do
  # A kernel's name ends with its flavour.
  # shellcheck disable=SC2012
  name=$(cd "$root/boot" && ls vmlinuz-*-"$kernel" | head -n 1)
  cp "$root/boot/$name" "$work/kernel-$kernel"
  cp "$root/boot/initrd.img-${name#vmlinuz-}" "$work/initrd-$kernel"
done
cp "$root"/usr/lib/linux-image-*-arm64/broadcom/bcm2837-rpi-3-a-plus.dtb "$work/pi3.dtb"
mkfs.ext4 -q -d "$root" "$work/disk" 4G
rm -rf --one-file-system "$root"

# boot BOARD KERNEL CONSOLE DISK WORDS OPTION...: until it is off, or says that it is: some machines cannot.
boot() {
  board=$1
  kernel=$2
  words="root=/dev/$4 rootwait rw console=$3 quiet $5"
  shift 5
  cp --sparse=always "$work/disk" "$work/disk-now"
  log=.build/board-$board.log
  rm -f "$log"
  echo "== $board, in emulation"
  timeout 7200 qemu-system-aarch64 "$@" -display none -no-reboot -nic none \
    -kernel "$work/kernel-$kernel" -initrd "$work/initrd-$kernel" -append "$words" </dev/null &
  machine=$!
  while kill -0 $machine 2>/dev/null; do
    sleep 1
    ! grep -aqs -e 'reboot: Power down' -e 'System halted' -e 'Kernel panic' "$log" || kill $machine 2>/dev/null || true
  done
  wait $machine || true
  rm -f "$work/disk-now"
  machine_said "$log" || failed=1
}

failed=0
idle=${IDLE:-30}
for board; do
  case $board in
  small)
    boot small arm64 ttyAMA0 vda "board.idle=$idle" -M virt -cpu cortex-a53 -smp 4 -m 512 -serial file:.build/board-small.log \
      -drive "file=$work/disk-now,format=raw,if=virtio"
    ;;
  pi3)
    # qemu lacks its power block; and it has no clock, where a board on a network asks for the time.
    boot pi3 arm64 ttyS1,115200 mmcblk0 "board.idle=1 initcall_blacklist=bcm2835_pm_driver_init systemd.clock_usec=$(date +%s)000000" \
      -M raspi3ap -dtb "$work/pi3.dtb" -serial null -serial file:.build/board-pi3.log -drive "file=$work/disk-now,format=raw,if=sd"
    ;;
  pages)
    boot pages arm64-16k ttyAMA0 vda board.idle=1 -M virt -cpu cortex-a76 -smp 4 -m 512 -serial file:.build/board-pages.log \
      -drive "file=$work/disk-now,format=raw,if=virtio"
    ;;
  *)
    echo "board: no such board: $board (small, pi3, pages)" >&2
    exit 64
    ;;
  esac
done
exit $failed
