#!/usr/bin/env bash
# Builds the Python package's wheels for Linux, and its source package, into target/wheels. Wheels are for manylinux2014 and musllinux 1.2, x86-64
# and AArch64: one for CPython 3.11 and all later versions (abi3), and one for the free-threaded 3.14. zig is the linker, and provides stubs of the
# old C libraries; rustup provides the standard libraries. Wheels contain the licences of all code in them.
#
# usage: wheels.sh [TARGET ...] [sdist]        default: all
# INTERPRETERS: for which Pythons (default: "python3.11 python3.14t"; the first is for abi3)
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
targets=${*:-x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl sdist}
read -ra interpreters <<<"${INTERPRETERS:-python3.11 python3.14t}"
PATH=$(scripts/release/tools.sh python):$PATH
wheels=$root/target/wheels
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target/wheels-build}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# This variable has a character between options that no path has.
export CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$root=/perlane"$'\x1f'"--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"

# maturin packs it because of its name. It is not in the source package, which contains only perlane's own code.
notices=$root/python/LICENSE-THIRD-PARTY
trap 'rm -f "$notices"' EXIT

mkdir -p "$wheels"
installed=$(rustup target list --installed)
for target in $targets; do
    echo "== $target"
    if [ "$target" = sdist ]; then
        rm -f "$notices"
        maturin sdist --manifest-path python/Cargo.toml --out "$wheels"
        continue
    fi
    case $target in
    *-musl) tag=musllinux_1_2 ;;
    *) tag=manylinux2014 ;;
    esac
    grep -qx "$target" <<<"$installed" || rustup target add "$target"
    python3 scripts/release/notices.py python/Cargo.toml perlane-python "$target" >"$notices"
    for interpreter in "${interpreters[@]}"; do
        maturin build --release --locked --zig --compatibility "$tag" --target "$target" --manifest-path python/Cargo.toml \
            --interpreter "$interpreter" --out "$wheels"
    done
done
if [ -n "$(find "$wheels" -name '*.whl')" ]; then
    python3 scripts/release/local_crates.py "$wheels"/*.whl
fi
twine check --strict "$wheels"/*
ls -l "$wheels"
