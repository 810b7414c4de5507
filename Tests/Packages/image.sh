#!/bin/sh
# The image of 'make image' on an emulated board with 512 MB: a first start that ends at the page, then another one with the files that people
# put on the card. The image stays as it is: what it is asked comes with the kernel's words and on a second disk.
#
# Needs root, qemu-system-arm, mtools and fdisk. The kernel and its words are those on the card's first partition, from where the firmware of a
# real board takes them; that firmware itself is not emulated.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=Tests/Packages/machine.sh
. Tests/Packages/machine.sh
image=.build/image/loam.img
for tool in qemu-system-aarch64 mcopy sfdisk; do
  command -v "$tool" >/dev/null || {
    echo 'image: needs Debian packages: apt-get install --no-install-recommends qemu-system-arm mtools fdisk' >&2
    exit 69
  }
done
[ -e $image ] || {
  echo 'image: there is none; make image' >&2
  exit 66
}
work=$(mktemp -d "$PWD/.build/machine-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM
cp --sparse=always $image "$work/card"
# A card is larger than what is written on it.
truncate -s 4G "$work/card"
first=$work/card@@4M
mcopy -n -i "$first" '::config.txt' '::cmdline.txt' "$work/"
kernel=$(sed -n 's/^kernel=//p' "$work/config.txt" | head -n 1)
initrd=$(sed -n 's/^initramfs \([^ ]*\).*/\1/p' "$work/config.txt" | head -n 1)
mcopy -n -i "$first" "::$kernel" "$work/kernel"
mcopy -n -i "$first" "::$initrd" "$work/initrd"
words=$(sed 's/console=[^ ]*//g' "$work/cmdline.txt" | tr -d '\n')
cat Tests/Packages/talk.sh Tests/Packages/on_card.sh >"$work/questions"
unit=$(
  base64 -w 0 <<'END'
[Unit]
After=multi-user.target
[Service]
Type=idle
ExecStart=/bin/sh /dev/vdb
ExecStopPost=/usr/bin/systemctl poweroff
IgnoreSIGPIPE=no
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
END
)
# start NAME
start() {
  log=.build/image-$1.log
  rm -f "$log"
  echo "== $1, in emulation"
  timeout 3600 qemu-system-aarch64 -M virt -cpu cortex-a53 -smp 4 -m 512 -display none -no-reboot -nic user -kernel "$work/kernel" \
    -initrd "$work/initrd" -drive "file=$work/card,format=raw,if=virtio" \
    -drive "file=$work/questions,format=raw,if=virtio,readonly=on" -serial "file:$log" \
    -append "$words console=ttyAMA0 quiet card.start=$1 systemd.wants=ask.service systemd.set_credential_binary=systemd.extra-unit.ask.service:$unit" </dev/null || true
  machine_said "$log"
}
start first
mcopy -n -i "$first" '::loam.txt' "$work/loam.txt"
cat "$work/loam.txt"
printf 'gardener:%s\n' "$(openssl passwd -6 its-password)" >"$work/userconf.txt"
printf 'country=DE\nnetwork={\n ssid="home"\n psk="its-password"\n}\n' >"$work/wpa_supplicant.conf"
: >"$work/ssh"
mcopy -i "$first" "$work/userconf.txt" "$work/wpa_supplicant.conf" "$work/ssh" ::
start again
