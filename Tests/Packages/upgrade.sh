#!/bin/sh
# The packages under a real systemd: installed, brought to the next version and back in the middle of a watering, reloaded, stopped, removed,
# purged. A whole Debian of this machine's release boots in qemu, so nothing of it reaches this machine.
#
# Needs root, mmdebstrap, qemu-system-x86 and the packages of 'make deb'. OLD=folder: packages of the version before; without it the same
# programs are packed under a lower version. The Debian is made once, in .build/boot-debian.tar. It takes about eight minutes; KVM=1 uses /dev/kvm.
set -eu
cd "$(dirname "$0")/../.."

# shellcheck source=/dev/null
suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
base=$PWD/.build/boot-debian.tar
old=${OLD:-$PWD/.build/deb-before}

for tool in mmdebstrap qemu-system-x86_64 mkfs.ext4; do
  command -v "$tool" >/dev/null || {
    printf 'upgrade: needs root and Debian packages: apt-get install --no-install-recommends mmdebstrap qemu-system-x86 e2fsprogs\n' >&2
    exit 69
  }
done
[ -n "${OLD:-}" ] || OUT=.build/deb-before VERSION=0.0.1 deploy/deb.sh >/dev/null
[ -e "$base" ] || mmdebstrap --quiet --variant=minbase \
  --include=ca-certificates,dbus,libmosquitto1,libsimdjson-dev,libsqlite3-0,libyaml-0-2,mosquitto,procps,python3-minimal,python3-paho-mqtt \
  --include=systemd-sysv,tzdata,udev,kmod,initramfs-tools,linux-image-cloud-amd64 "$suite" "$base"

# In a folder of its own and never on a mount: it is removed with all that is in it.
work=$(mktemp -d "$PWD/.build/upgrade-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM
root=$work/root
mkdir -p "$root"
tar -C "$root" -xf "$base"
mkdir -p "$root/old" "$root/new"
cp "$old"/*.deb "$root/old/"
cp ".build/deb/$suite-$(dpkg --print-architecture)"/*.deb "$root/new/"
cp Tests/Packages/upgrade.py "$root/upgrade.py"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
cat >"$root/etc/systemd/system/upgrade-test.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=idle
ExecStart=/usr/bin/python3 /upgrade.py
ExecStopPost=/usr/bin/systemctl poweroff
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
END
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -sf ../upgrade-test.service "$root/etc/systemd/system/multi-user.target.wants/upgrade-test.service"
ln -sf /dev/null "$root/etc/systemd/system/serial-getty@ttyS0.service"
cp "$root"/boot/vmlinuz-* "$work/kernel"
cp "$root"/boot/initrd.img-* "$work/initrd"
mkfs.ext4 -q -d "$root" "$work/disk" 3G
rm -rf --one-file-system "$root"

# A machine that is emulated is as good, and /dev/kvm does not work wherever it is.
speed='-cpu max'
[ -z "${KVM:-}" ] || speed='-enable-kvm -cpu host'
# shellcheck disable=SC2086
timeout 1800 qemu-system-x86_64 $speed -smp 2 -m 512 -display none -no-reboot -nic none -kernel "$work/kernel" -initrd "$work/initrd" \
  -drive "file=$work/disk,format=raw,if=virtio" -append 'root=/dev/vda rw console=ttyS0 quiet' \
  -serial file:.build/upgrade.log </dev/null || true
tr -d '\r' <.build/upgrade.log | grep -a -E '^(ok|note|FAILED|DONE)' || true
grep -aq '^DONE' .build/upgrade.log
