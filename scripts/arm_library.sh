#!/usr/bin/env bash
# Builds the library for AArch64, so that its machine code can be examined, and prints its path.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(scripts/toolchains.sh)
export RUSTC=$tools/bin/rustc CARGO_TARGET_DIR=$PWD/target/other
cargo build -q --release -p perlane --target aarch64-unknown-linux-gnu
echo "$CARGO_TARGET_DIR/aarch64-unknown-linux-gnu/release/libperlane.rlib"
