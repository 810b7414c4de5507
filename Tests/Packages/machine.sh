# shellcheck shell=sh
# Debians of the tests' own, of which nothing reaches this machine: in a folder, or whole machines in qemu with their kernel and systemd.
# To be sourced at the root of the project, after deploy/cross/place.sh.

# machine_base NAME SUITE ARCH PACKAGES [OPTION...]: prints the file with a Debian that boots, and makes it if it is not there.
machine_base() {
  file=$PWD/.build/$1.tar
  if [ ! -e "$file" ]; then
    echo "making a Debian $2 for $3 that boots" >&2
    base_suite=$2
    base_arch=$3
    packages=systemd-sysv,udev,kmod,initramfs-tools,procps,ca-certificates,tzdata,$4
    shift 4
    bootstrap "$base_arch" --format=tar --skip=check/qemu --architectures="$base_arch" --variant=minbase --include="$packages" "$@" \
      "$base_suite" "$file.part"
    mv "$file.part" "$file"
  fi
  printf '%s' "$file"
}

# machine_unpack BASE: into $root, in the folder $work, which is removed at the end: nothing is ever mounted in it.
machine_unpack() {
  work=$(mktemp -d "$PWD/.build/machine-XXXXXX")
  trap 'rm -rf --one-file-system "$work"' EXIT
  trap 'exit 130' INT TERM
  root=$work/root
  mkdir -p "$root"
  tar -C "$root" -xf "$1"
  echo '127.0.0.1 localhost' >"$root/etc/hosts"
}

# machine_runs COMMAND: when $root has booted, it runs COMMAND, which speaks at the kernel's console, and powers off.
machine_runs() {
  cat >"$root/etc/systemd/system/packages-test.service" <<END
[Unit]
After=multi-user.target
[Service]
Type=idle
ExecStart=$1
ExecStopPost=/usr/bin/systemctl poweroff
IgnoreSIGPIPE=no
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
END
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  ln -sf ../packages-test.service "$root/etc/systemd/system/multi-user.target.wants/packages-test.service"
  ln -sf /dev/null "$root/etc/systemd/system/serial-getty@.service"
}

# machine_said LOG: prints what the test inside said, and succeeds if it came to its end.
machine_said() {
  tr -d '\r' <"$1" | grep -a -E '^(ok|note|FAILED|DONE)' || true
  grep -aq '^DONE' "$1"
}
