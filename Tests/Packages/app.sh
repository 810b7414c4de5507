#!/bin/sh
# Loam as an app (add-on) of Home Assistant, without Home Assistant: what its Dockerfile installs in a clean Debian, started as the
# Supervisor does, reached through a proxy like its ingress, in a real browser.
#
# Nothing of it is seen outside: it has a network of its own. Needs root, mmdebstrap, chromium, mosquitto, iproute2 and the packages of
# 'make deb'. The Debian is made once, in .build/clean-SUITE-ARCH.tar.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh
# shellcheck source=Tests/Packages/machine.sh
. Tests/Packages/machine.sh
suite=$(own_suite)
arch=$(own_arch)
app=deploy/home-assistant/loam
python=.build/python-app
need_root
ls ".build/deb/$suite-$arch"/*.deb >/dev/null 2>&1 || {
  echo 'app: there are no packages; make deb' >&2
  exit 66
}
if [ ! -x $python/bin/python ]; then
  python3 -m venv $python
  $python/bin/pip install --quiet playwright==1.65.2
fi
base=$(clean_debian "$suite" "$arch")
rm -rf .build/repository
deploy/repository.sh >/dev/null
machine_unpack "$base"
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
printf '127.0.0.1 localhost supervisor core-mosquitto\n' >"$root/etc/hosts"
echo "deb [trusted=yes] file:/repository $suite main" >"$root/etc/apt/sources.list.d/loam.list"
cp -R .build/repository "$root/repository"
packages=$(sed -n 's/.*--no-install-recommends \(.*\) \\$/\1/p' $app/Dockerfile)
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child sh -ec '
  mount -t proc proc "$1/proc"
  export DEBIAN_FRONTEND=noninteractive
  chroot "$1" apt-get update -qq
  chroot "$1" apt-get install -y -qq --no-install-recommends $2
' install "$root" "$packages" >"$work/install.log" 2>&1 || {
  tail -n 20 "$work/install.log"
  exit 70
}
mkdir -p "$root/usr/lib/loam"
cp $app/app.sh $app/nginx.conf "$root/usr/lib/loam/"
mkdir -p "$root/data" "$root/config"
# shellcheck disable=SC2016
unshare --net --mount --pid --fork --kill-child sh -ec '
  ip link set lo up
  ip address add 172.30.32.2/32 dev lo
  ip address add 172.30.32.33/32 dev lo
  mount -t proc proc "$1/proc"
  mount -t tmpfs tmpfs "$1/run"
  mount -t proc proc /proc
  exec "$2" Tests/Packages/app.py "$1" "$3"
' app "$root" "$python/bin/python" "$PWD/.build"
