# shellcheck shell=sh
# Runs built tests in another Debian; to be sourced at the root of the project, after deploy/cross/place.sh.

# Of the client with its brokers, which differ the most by the library's version.
# shellcheck disable=SC2034
client='MQTTTypesTests MosquittoClientTests LoamMosquittoTests'

# run_there ROW SUITE ARCH BUILT LIBRARIES SWIFT PACKAGES: BUILT has the tests, LIBRARIES Swift's own, PACKAGES are what they need there.
# LOAM_TESTS: of which targets; without it all, with what those need beside them. The row for the table is left in .build/matrix.
run_there() {
  row=$1
  arch=$3
  # shellcheck disable=SC2154
  root=$cross/tests-$2-$3
  if [ ! -e "$root" ]; then
    base=$(clean_debian "$2" "$3")
    rm -rf --one-file-system "$root.part"
    mkdir -p "$root.part/loam" "$root.part/built" "$root.part/swift" "$root.part/shared"
    tar -C "$root.part" -xf "$base"
    mv "$root.part" "$root"
  fi
  [ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
  echo '127.0.0.1 localhost' >"$root/etc/hosts"
  mkdir -p "$root/shared"
  # Python's packages come from where this machine gets them, by the certificates that it trusts.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/trusted.crt"
  emulated=
  [ "$arch" = "$(own_arch)" ] || emulated=$arch
  mkdir -p .build/matrix
  # Nothing is mounted outside of this: the mounts are gone with the last program in it.
  # shellcheck disable=SC2016
  deploy/cross/emulated.sh "$arch" unshare --mount --pid --fork --kill-child sh -ec '
    root=$1
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mkdir -p "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
    mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
    mount --bind . "$root/loam"
    mount --bind "$2" "$root/built"
    mount --bind "$3" "$root/swift"
    # Beside the project, as on this machine; without it some tests are skipped.
    [ ! -d ../shared ] || mount --bind ../shared "$root/shared"
    shift 3
    exec chroot "$root" "$@"
  ' tests "$root" "$4" "$5" /usr/bin/env -i --chdir=/loam HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=/etc/trusted.crt "EMULATED_ARCH=$emulated" "LOAM_SWIFT=$6" "LOAM_TESTS=${LOAM_TESTS:-}" "LOAM_WANTED=$7" sh Tests/Matrix/inside.sh "$row"
}
