#!/usr/bin/env bash
# Compiles for systems that are not available here, without linking or running: macOS on ARM, Windows on x86-64, and machines without a system, for
# which the library alone is compiled. rustup provides the standard libraries, and zig compiles the C code of dependencies. For Windows, the target is
# that of GNU's tools, because Microsoft's compiler is not available elsewhere. Warnings are errors, as they are for this system in .ci/run.
#
# usage: other_platforms.sh [TARGET ...]
set -euo pipefail
cd "$(dirname "$0")/.."
targets=${*:-aarch64-apple-darwin x86_64-pc-windows-gnu x86_64-unknown-none thumbv7em-none-eabihf}
PATH=$(scripts/release/tools.sh python):$PATH
export RUSTFLAGS="-D warnings" CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/platforms
installed=$(rustup target list --installed)
for target in $targets; do
    grep -qx "$target" <<<"$installed" || rustup target add "$target"
    echo "== $target"
    if [[ $target == *-none* ]]; then
        # Checks do not generate code, which is where a target without vector registers fails.
        cargo build --locked --release --target "$target" -p perlane --no-default-features --features libm,serde
        continue
    fi
    cargo-zigbuild check --locked --target "$target" -p perlane -p perlane-proof -p perlane-recipes -p perlane-view -p perlane-cli --all-features --tests
    # The compiled half of the Python package, which finds Python when it is loaded.
    cargo-zigbuild check --locked --target "$target" --manifest-path python/Cargo.toml
done
echo "other platforms: ok"
