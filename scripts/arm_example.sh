#!/usr/bin/env bash
# Builds examples/first_light.rs for AArch64, for a look at its machine code, and prints where it is.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(scripts/toolchains.sh)
export RUSTC=$tools/bin/rustc CARGO_TARGET_DIR=$PWD/target/other
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
cargo build -q --release --example first_light --target aarch64-unknown-linux-gnu
echo "$CARGO_TARGET_DIR/aarch64-unknown-linux-gnu/release/examples/first_light"
