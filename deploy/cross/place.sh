# shellcheck shell=sh
# What the scripts of this folder share; to be sourced at the root of the project.
#
# Everything that they make stands in .build/cross:
#   compiler          a Debian that has the compiler for all targets
#   SUITE-ARCH        of one target: its sysroot, Swift's libraries for it, the build, and in release what is packed
#   SUITE-packages    a Debian of the release that packages are made for, with the libraries of each architecture

cross=$PWD/.build/cross
# What the programs are built against; g++ brings the C and the C++ library.
# shellcheck disable=SC2034
wanted='libmosquitto-dev libsqlite3-dev libyaml-dev libssl-dev libsimdjson-dev zlib1g-dev g++'

need_root() {
  [ "$(id -u)" = 0 ] && command -v mmdebstrap >/dev/null && return 0
  echo 'cross: needs root and the Debian package mmdebstrap' >&2
  exit 69
}

# shellcheck source=/dev/null
own_suite() { (. /etc/os-release && printf '%s' "$VERSION_CODENAME"); }
own_arch() { dpkg --print-architecture; }

# The mirror that this machine's own apt reads its Debian from; nothing where apt does not say.
mirror() {
  # The words in single quotes are apt's.
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' | sed -n "s/^$(own_suite) main //p" | head -n 1
}

# bootstrap ARCH OPTION... SUITE PLACE: mmdebstrap, told what this machine's apt was told of proxies and of dates.
bootstrap() {
  runs=$1
  shift
  mkdir -p "$cross"
  apt-config dump | grep -E '^Acquire::(Check-|Retries|https?::)' >"$cross/apt.conf" || true
  from=$(mirror)
  deploy/cross/emulated.sh "$runs" mmdebstrap --quiet --mode=root --aptopt="$cross/apt.conf" "$@" ${from:+"$from"} >&2
}

# debian FOLDER SUITE OPTION...: makes a Debian in FOLDER, whole or not at all.
debian() {
  folder=$1
  suite=$2
  shift 2
  rm -rf --one-file-system "$folder.part"
  # What is of another architecture in it is unpacked, and not run.
  bootstrap "$(own_arch)" --aptopt='APT::Install-Recommends "false"' "$@" "$suite" "$folder.part"
  mv "$folder.part" "$folder"
}

# name_of ARCH: as compilers call it.
name_of() {
  case $1 in
  amd64) echo x86_64 ;;
  arm64) echo aarch64 ;;
  *)
    echo "cross: no such architecture: $1 (amd64, arm64)" >&2
    return 64
    ;;
  esac
}

# clean_debian SUITE ARCH: prints the file with a clean Debian that has a broker, and makes it if it is not there.
clean_debian() {
  base=$PWD/.build/clean-$1-$2.tar
  if [ ! -e "$base" ]; then
    echo "making a clean Debian $1 for $2" >&2
    # What its own test of an emulator wants is one more package; deploy/cross/emulated.sh has looked.
    bootstrap "$2" --format=tar --skip=check/qemu --architectures="$2" --variant=minbase \
      --include=ca-certificates,curl,mosquitto,mosquitto-clients,procps "$1" "$base.part"
    mv "$base.part" "$base"
  fi
  printf '%s' "$base"
}

# fetches_as_here ROOT: there, Swift's packages come from where git on this machine fetches them. Prints the folders of this machine that have to
# be seen there, each at its own path.
fetches_as_here() {
  rm -f "$1/root/.gitconfig"
  for scope in system global; do git config "--$scope" --get-regexp '^url\..*\.insteadof$' || true; done | while read -r key value; do
    git config --file "$1/root/.gitconfig" --add "$key" "$value"
    base=${key#url.}
    base=${base%.insteadof}
    case $base in
    /*)
      [ -d "$base" ] || continue
      mkdir -p "$1$base"
      printf '%s\n' "$base"
      ;;
    esac
  done | sort -u
}
