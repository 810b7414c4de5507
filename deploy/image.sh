#!/bin/sh
# Makes an image for the card of a Raspberry Pi (3, 4 or 5): Debian 13 with a broker and Loam, in .build/image/loam.img. It boots to the
# garden's page. Wi-Fi, an account and SSH come by files on the card's first partition; see deploy/image/root/usr/lib/loam-image/first-boot.sh.
#
# URL=address: where the board gets later versions of Loam from; without it, by hand. Needs root, the packages of
# 'make deb SUITE=trixie ARCH=arm64', and the Debian packages mmdebstrap, qemu-user-static, e2fsprogs, dosfstools, mtools and fdisk.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

for tool in mmdebstrap mkfs.ext4 mkfs.vfat mcopy sfdisk; do
  command -v "$tool" >/dev/null || {
    echo 'image: needs Debian packages: apt-get install --no-install-recommends mmdebstrap qemu-user-static e2fsprogs dosfstools mtools fdisk' >&2
    exit 69
  }
done
need_root
ls .build/deb/trixie-arm64/*.deb >/dev/null 2>&1 || {
  echo 'image: there are no packages; make deb SUITE=trixie ARCH=arm64' >&2
  exit 66
}
out=$PWD/.build/image
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
rm -rf --one-file-system "$out"
mkdir -p "$out/root"
tar --owner=0 --group=0 --mode=u=rwX,go=rX --sort=name --mtime="@$SOURCE_DATE_EPOCH" -C deploy/image/root -cf "$out/own.tar" .

# The words in single quotes are those of mmdebstrap's shell.
# shellcheck disable=SC2016
bootstrap arm64 --format=tar --skip=check/qemu --architectures=arm64 --variant=minbase --components='main non-free-firmware' \
  --include=systemd-sysv,systemd-resolved,systemd-timesyncd,systemd-zram-generator,udev,dbus,kmod,initramfs-tools,procps \
  --include=linux-image-arm64,raspi-firmware,firmware-brcm80211,wireless-regdb,wpasupplicant,iproute2,fdisk,cloud-guest-utils \
  --include=openssh-server,sudo,ca-certificates,curl,unattended-upgrades,mosquitto,loam,loam-web,loam-push \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-include=/usr/share/doc/loam*' \
  --setup-hook="echo 'deb [trusted=yes] copy:$PWD/.build/repository trixie main' >\"\$1/etc/apt/sources.list.d/loam.list\"" \
  --essential-hook='mkdir -p "$1/boot/firmware"' \
  --customize-hook='rm -f "$1/etc/apt/sources.list.d/loam.list" "$1/etc/apt/sources.list" "$1/etc/apt/apt.conf.d/99mmdebstrap"' \
  --customize-hook="tar-in $out/own.tar /" \
  --customize-hook='chroot "$1" systemctl disable ssh.service' \
  --customize-hook='chroot "$1" systemctl enable systemd-networkd systemd-resolved first-boot' \
  --customize-hook='rm -f "$1"/etc/ssh/ssh_host_*' \
  --customize-hook='chroot "$1" update-initramfs -u -k all' \
  trixie "$out/root.tar"
tar -C "$out/root" -xf "$out/root.tar"
rm "$out/root.tar" "$out/own.tar"
[ -z "${URL:-}" ] || cp .build/repository/loam-trixie.sources "$out/root/etc/apt/sources.list.d/loam.sources"

# Two partitions as the board's firmware wants them: what boots in FAT, and the rest.
mib=1048576
boot=256
mkfs.vfat -C -n LOAM --invariant "$out/boot" $((boot * 1024)) >/dev/null
mcopy -s -i "$out/boot" "$out/root/boot/firmware/"* ::
rm -rf "$out/root/boot/firmware/"*
size=$(($(du -s --block-size=$mib "$out/root" | cut -f 1) * 5 / 4 + 256))
mkfs.ext4 -q -L loam-root -d "$out/root" "$out/system" "${size}M"
rm -rf --one-file-system "$out/root"
truncate -s "$(((4 + boot + size) * mib))" "$out/loam.img"
printf 'label: dos\nstart=4MiB, size=%sMiB, type=c, bootable\nstart=%sMiB, type=83\n' $boot $((4 + boot)) |
  sfdisk --quiet "$out/loam.img"
dd if="$out/boot" of="$out/loam.img" bs=$mib seek=4 conv=notrunc,sparse status=none
dd if="$out/system" of="$out/loam.img" bs=$mib seek=$((4 + boot)) conv=notrunc,sparse status=none
rm "$out/boot" "$out/system"
ls -l "$out/loam.img"
