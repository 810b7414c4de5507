#!/bin/sh
# At each start: takes over what people have put on the card's first partition, under the names that Raspberry Pi OS gave them, and at the
# first one gives the garden its config.
#
#   wpa_supplicant.conf  Wi-Fi
#   userconf.txt         NAME:PASSWORD, encrypted as by `openssl passwd -6`: an account that may use sudo; without it nobody can log in
#   ssh                  an empty file: SSH, which is off else
set -eu
card=/boot/firmware

# The card is larger than the image.
disk=$(lsblk -no PKNAME "$(findmnt -no SOURCE /)")
part=$(cat "/sys/class/block/$(basename "$(findmnt -no SOURCE /)")/partition")
if growpart "/dev/$disk" "$part" >/dev/null 2>&1; then resize2fs "$(findmnt -no SOURCE /)" 2>/dev/null; fi

if [ -e $card/wpa_supplicant.conf ]; then
  install -m 600 $card/wpa_supplicant.conf /etc/wpa_supplicant/wpa_supplicant-wlan0.conf
  rm $card/wpa_supplicant.conf
  systemctl enable --now --no-block wpa_supplicant@wlan0
fi
if [ -e $card/userconf.txt ]; then
  IFS=: read -r name password <$card/userconf.txt
  id "$name" >/dev/null 2>&1 || useradd --create-home --shell /bin/bash --groups sudo "$name"
  usermod --password "$password" "$name"
  rm $card/userconf.txt
fi
if [ -e $card/ssh ]; then
  ssh-keygen -A >/dev/null
  systemctl enable --now --no-block ssh
  rm $card/ssh
fi

[ ! -e /etc/loam/loam.yaml ] || exit 0
loam setup --yes
# For who has no screen at the Pi: this file is on the card, and the card is theirs.
umask 077
{
  echo 'The page: http://loam.local:8090/ or the address that your router shows for "loam", port 8090.'
  echo "Its password: $(cat /etc/loam/web-token)"
  echo 'Delete this file when you have read it.'
} >$card/loam.txt
sync -f $card/loam.txt
