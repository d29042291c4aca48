#!/usr/bin/env bash
# Builds the command line as static executables. Packs each with its manual page, completions, licences (perlane's, and those of all code in it) and
# documentation pages into target/dist/perlane-VERSION-TARGET.tar.gz. zig is the C compiler and the linker; rustup provides the standard libraries.
#
# usage: binaries.sh [TARGET ...]      default: both
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
targets=${*:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl}
version=$(scripts/release/version.sh)
tools=$(scripts/release/tools.sh python)
PATH=$tools:$PATH
dist=$root/target/dist
files=$root/target/release-files
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target/binaries}
# The executables do not depend on the environment of the build: the time is the commit's time, and paths are cut.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# This variable has a character between options that no path has.
export CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$root=/perlane"$'\x1f'"--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"

installed=$(rustup target list --installed)
mkdir -p "$dist" "$files/completions"
for target in $targets; do
    grep -qx "$target" <<<"$installed" || rustup target add "$target"
    cargo zigbuild --release --locked -p perlane-cli --features exr --target "$target"
done

# Programs for all machines print the same texts, so that they are taken from the one that runs here.
native=$CARGO_TARGET_DIR/$(uname -m)-unknown-linux-musl/release/perlane
[ -x "$native" ] || { echo "no executable for this machine was built: its texts are missing"; exit 1; }
"$native" man >"$files/perlane.1"
for pair in bash:perlane.bash zsh:_perlane fish:perlane.fish elvish:perlane.elv powershell:_perlane.ps1; do
    "$native" completions "${pair%%:*}" >"$files/completions/${pair##*:}"
done

zig=$("$tools/python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
python3 scripts/release/notices.py Cargo.toml perlane-cli "${targets// /,}" --features perlane-cli/exr --also "musl, the C library=$zig/lib/libc/musl/COPYRIGHT" \
    >"$files/LICENSE-THIRD-PARTY"

for target in $targets; do
    name=perlane-$version-$target
    folder=$(mktemp -d)
    mkdir "$folder/$name"
    cp "$CARGO_TARGET_DIR/$target/release/perlane" "$files/perlane.1" "$folder/$name"
    cp -r "$files/completions" "$folder/$name"
    cp -L LICENSE-MIT LICENSE-APACHE "$files/LICENSE-THIRD-PARTY" CHANGELOG.md docs/command-line.md docs/recipes.md docs/bits.md "$folder/$name"
    cp cli/README.md "$folder/$name/README.md"
    tar -C "$folder" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -c "$name" |
        gzip -9n >"$dist/$name.tar.gz"
    rm -rf "$folder"
done
(cd "$dist" && sha256sum -- *.tar.gz >SHA256SUMS)
ls -l "$dist"
