#!/bin/sh
# Makes what a program of another Debian or another architecture is built against, once: deploy/cross/sysroot.sh SUITE ARCH
#
# A sysroot of SUITE, whose glibc is the oldest that the program then runs with; Swift's libraries for ARCH, of the compiler's release; and
# the Swift SDK that names both. Nothing of ARCH is run.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/cross/place.sh
. deploy/cross/place.sh

suite=$1
arch=$2
target=$cross/$suite-$arch
[ ! -e "$target/sdks" ] || exit 0
need_root
echo "cross: making the sysroot of $suite $arch" >&2
rm -rf --one-file-system "$target/sysroot" "$target/packages"
mkdir -p "$target/packages"
debian "$target/sysroot" "$suite" --architectures="$arch" --variant=extract --include="base-files $wanted"

# The compiler's own packages for ARCH, of which only what is linked in or looked up is taken.
[ ! -e /etc/resolv.conf ] || cp /etc/resolv.conf "$cross/compiler/etc/resolv.conf"
# The words in single quotes are those of the shell inside.
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child sh -ec '
  mount -t proc proc "$1/proc"
  mount --bind "$2/packages" "$1/mnt"
  exec chroot "$1" sh -ec "cd /mnt && apt-get update -qq && apt-get -q -o APT::Sandbox::User=root download swiftlang:$3 libswiftlang:$3"
' sysroot "$cross/compiler" "$target" "$arch" >&2
for package in "$target"/packages/libswiftlang_*.deb; do dpkg-deb --extract "$package" "$target/sysroot"; done
for package in "$target"/packages/swiftlang_*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -C "$target/sysroot" -x --wildcards './usr/libexec/swift/lib/swift/*' './usr/libexec/swift/lib/swift_static/*'
done
rm -rf "$target/packages"

libraries=$target/sysroot/usr/libexec/swift/lib
cp -a "$cross/compiler/usr/libexec/swift/lib/clang" "$libraries/"
for part in swift swift_static clang; do ln -sfn "../libexec/swift/lib/$part" "$target/sysroot/usr/lib/$part"; done
# The module of an overlay whose library Debian leaves out.
rm -rf "$libraries/swift/linux/Testing.swiftcrossimport"

# The modules have the name that Debian gives its triple: pc on amd64, unknown on arm64.
triple=
for module in "$libraries/swift/linux/Swift.swiftmodule"/*.swiftmodule; do triple=$(basename "$module" .swiftmodule); done

bundle=$target/sdks.part/target.artifactbundle
rm -rf "$target/sdks.part"
mkdir -p "$bundle/target"
cat >"$bundle/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "target": {
      "type": "swiftSDK",
      "version": "1",
      "variants": [{"path": "target", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"]}]
    }
  }
}
END
cat >"$bundle/target/swift-sdk.json" <<END
{
  "schemaVersion": "4.0",
  "targetTriples": {
    "$triple": {
      "sdkRootPath": "/sysroot",
      "swiftResourcesPath": "/sysroot/usr/libexec/swift/lib/swift",
      "swiftStaticResourcesPath": "/sysroot/usr/libexec/swift/lib/swift_static",
      "toolsetPaths": ["toolset.json"]
    }
  }
}
END
echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' >"$bundle/target/toolset.json"
mv "$target/sdks.part" "$target/sdks"
