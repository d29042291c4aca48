#!/usr/bin/env bash
# Tests the archives and Debian packages in target/dist on this machine (as root). Executables must be static, run in an empty root, prove their
# backends, and compute the same digest on each processor (AArch64 is emulated by qemu). A minimal Debian must install the package, and remove it
# without a trace.
#
# usage: binaries_test.sh [TARGET ...]      default: both
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=${*:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl}
root=$PWD
dist=$root/target/dist
version=$(scripts/release/version.sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$dist" && sha256sum --quiet -c SHA256SUMS)
declare -A digests=()
for target in $targets; do
    name=perlane-$version-$target
    [ -e "$dist/$name.tar.gz" ] || { echo "$name was not built"; exit 1; }
    tar -xzf "$dist/$name.tar.gz" -C "$work"
    empty=$work/$name
    for file in perlane perlane.1 README.md LICENSE-MIT LICENSE-APACHE LICENSE-THIRD-PARTY completions/perlane.bash completions/_perlane completions/perlane.fish; do
        [ -s "$empty/$file" ] || { echo "$name has no $file"; exit 1; }
    done
    # A crate in Rust, one whose licence asks for more than others', a library in C, and the C library.
    for part in clap exr zstd-sys musl; do
        grep -q "^- $part\b" "$empty/LICENSE-THIRD-PARTY" || { echo "$name: LICENSE-THIRD-PARTY lacks $part"; exit 1; }
    done
    run=(/perlane)
    if [ "${target%%-*}" != "$(uname -m)" ]; then
        cp "$(scripts/release/tools.sh qemu)/qemu-${target%%-*}-static" "$empty/emulator"
        run=(/emulator /perlane)
    fi
    # This root has only the archive: no libraries, no loader, no shell.
    inside() { chroot "$empty" "${run[@]}" "$@"; }
    [ "$(inside --version)" = "perlane $version" ]
    inside info
    inside verify --cases 50
    inside generate -q -o /a.png --size 200x100 --seed 4
    inside generate -q -o /a.exr --size 200x100 --seed 4
    inside generate -q -o /a.tif --size 200x100 --seed 4 --compression zstd
    inside reproduce -q /a.png /a.exr /a.tif
    digests[$(inside reproduce --json /a.tif | grep -o '"blake3": *"[0-9a-f]*"' | head -1)]=$target
    echo "$name: ok"
done
[ "${#digests[@]}" = 1 ] || { echo "digests differ: ${!digests[*]}"; exit 1; }

architecture=$(dpkg --print-architecture)
package=$(ls "$dist"/perlane_"$version"-*_"$architecture".deb)
debian=$(scripts/release/debian_root.sh)
cp "$package" "$debian/perlane.deb"
files() { (cd "$debian" && find etc usr var/lib/dpkg/info -type f -o -type l | sort); }
chroot "$debian" dpkg --purge perlane >/dev/null 2>&1 || true
files >"$work/before"
in_debian() { DEBIAN_FRONTEND=noninteractive chroot "$debian" "$@"; }
in_debian apt-get install -y -q ./perlane.deb
in_debian perlane --version
in_debian perlane generate -q -o /tmp/a.npy --size 64x64 --overwrite
in_debian sh -c 'dpkg -s perlane | grep -E "^(Package|Version|Architecture|Maintainer|Installed-Size)"; dpkg -L perlane | grep bash-completion/completions/perlane'
# apt in a minimal system may be told to leave documentation out, but not licences: the package itself has them.
for file in LICENSE-MIT LICENSE-APACHE LICENSE-THIRD-PARTY; do
    dpkg-deb --fsys-tarfile "$package" | tar -xO "./usr/share/doc/perlane/$file" | cmp - "$work/perlane-$version-$(uname -m)-unknown-linux-musl/$file"
done
in_debian apt-get remove -y -q --purge perlane
files >"$work/after"
diff "$work/before" "$work/after"
rm -f "$debian/perlane.deb" "$debian/tmp/a.npy" "$debian/tmp/a.npy.perlane.json"
echo "binaries: ok"
