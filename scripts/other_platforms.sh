#!/usr/bin/env bash
# Compiles, without linking or running, what is built for systems that are not at hand: macOS on ARM and x86-64, Windows on both. rustup
# gets the standard libraries; C libraries' parts are compiled by zig where a system's own compiler is missing.
#
# usage: other_platforms.sh [TARGET ...]
set -euo pipefail
cd "$(dirname "$0")/.."
targets=${*:-aarch64-apple-darwin x86_64-apple-darwin x86_64-pc-windows-msvc aarch64-pc-windows-msvc}
PATH=$(scripts/release/tools.sh python):$PATH
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/platforms
installed=$(rustup target list --installed)
for target in $targets; do
    grep -qx "$target" <<<"$installed" || rustup target add "$target"
    echo "== $target"
    # The library with its tests; the command line, its tests too.
    cargo check --locked --target "$target" -p perlane -p perlane-proof -p perlane-view --all-features --tests
    cargo check --locked --target "$target" -p perlane-cli --all-features --tests
done
echo "other platforms: ok"
