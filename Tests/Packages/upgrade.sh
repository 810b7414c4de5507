#!/bin/sh
# The packages under a real systemd: installed, brought to the next version and back in the middle of a watering, reloaded, stopped, removed,
# purged. A whole Debian boots in qemu, so nothing of it reaches this machine.
#
# SUITE=trixie: that Debian; default this machine's. OLD=folder: packages of the version before; without it the same programs are packed
# under a lower version. Needs root, mmdebstrap, qemu-system-x86 and the packages of 'make deb'. The Debian is made once, in
# .build/boot-SUITE.tar. It takes about eight minutes; KVM=1 uses /dev/kvm.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
# shellcheck source=Tests/Packages/machine.sh
. Tests/Packages/machine.sh

suite=${SUITE:-$(own_suite)}
arch=$(own_arch)
old=${OLD:-$PWD/.build/deb-before/$suite}

for tool in mmdebstrap qemu-system-x86_64 mkfs.ext4; do
  command -v "$tool" >/dev/null || {
    printf 'upgrade: needs root and Debian packages: apt-get install --no-install-recommends mmdebstrap qemu-system-x86 e2fsprogs\n' >&2
    exit 69
  }
done
ls ".build/deb/$suite-$arch"/*.deb >/dev/null 2>&1 || {
  echo "upgrade: there are no packages for $suite $arch; make deb SUITE=$suite ARCH=$arch" >&2
  exit 66
}
[ -n "${OLD:-}" ] || OUT=.build/deb-before/$suite SUITE=$suite ARCH=$arch VERSION=0.0.1 deploy/deb.sh >/dev/null
base=$(machine_base "boot-$suite" "$suite" "$arch" \
  dbus,libmosquitto1,libsimdjson-dev,libsqlite3-0,libyaml-0-2,mosquitto,python3-minimal,python3-paho-mqtt,linux-image-cloud-amd64)

machine_unpack "$base"
mkdir -p "$root/old" "$root/new"
cp "$old"/*.deb "$root/old/"
cp ".build/deb/$suite-$arch"/*.deb "$root/new/"
cp Tests/Packages/upgrade.py "$root/upgrade.py"
machine_runs '/usr/bin/python3 /upgrade.py'
cp "$root"/boot/vmlinuz-* "$work/kernel"
cp "$root"/boot/initrd.img-* "$work/initrd"
mkfs.ext4 -q -d "$root" "$work/disk" 3G
rm -rf --one-file-system "$root"

# A machine that is emulated is as good, and /dev/kvm does not work wherever it is.
speed='-cpu max'
[ -z "${KVM:-}" ] || speed='-enable-kvm -cpu host'
log=.build/upgrade-$suite.log
# shellcheck disable=SC2086
timeout 1800 qemu-system-x86_64 $speed -smp 2 -m 512 -display none -no-reboot -nic none -kernel "$work/kernel" -initrd "$work/initrd" \
  -drive "file=$work/disk,format=raw,if=virtio" -append 'root=/dev/vda rw console=ttyS0 quiet' \
  -serial "file:$log" </dev/null || true
machine_said "$log"
