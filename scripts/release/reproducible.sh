#!/usr/bin/env bash
# Packs the crates and the Python package's source package twice, from two copies of the commit in different folders, with cargo's own folder at
# different places, and at different times, and compares the bytes. With `executables`, it does the same with the static executables, which takes two complete builds.
#
# usage: reproducible.sh [executables]
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
tools=$(scripts/release/tools.sh python)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

for copy in first second/deeper; do
    git clone -q --no-hardlinks "$root" "$work/$copy"
    git -C "$work/$copy" checkout -q --detach "$(git rev-parse HEAD)"
    # All files get another time.
    find "$work/$copy" -path '*/.git' -prune -o -type f -exec touch -d "@$((RANDOM + 1600000000))" {} +
    mkdir -p "$work/out/$copy"
    (
        cd "$work/$copy"
        if [ "$copy" != first ]; then
            ln -s "${CARGO_HOME:-$HOME/.cargo}" "$work/cargo"
            export CARGO_HOME=$work/cargo
        fi
        CARGO_TARGET_DIR=$work/target cargo package -q --workspace --no-verify --locked --exclude perlane-gallery --exclude perlane-web
        mv "$work"/target/package/*.crate "$work/out/$copy"
        "$tools/maturin" sdist --manifest-path python/Cargo.toml --out "$work/out/$copy"
        if [ "${1:-}" = executables ]; then
            # A separate folder, because cargo would not build again what it has built.
            CARGO_TARGET_DIR=$work/target-$(basename "$copy") scripts/release/binaries.sh x86_64-unknown-linux-musl >/dev/null
            mv target/dist/*.tar.gz "$work/out/$copy"
        fi
    )
done
cd "$work/out"
diff -r first second/deeper
(cd first && sha256sum -- *)
echo "reproducible: ok"
