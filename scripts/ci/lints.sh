#!/usr/bin/env bash
# The track of .ci/run that needs nothing of what apt installs, and runs while it does.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

step "format and lints"
cargo fmt --all --check
cargo clippy --workspace --all-targets --all-features -- -D warnings
cargo clippy --no-default-features --features libm -- -D warnings
cargo clippy --no-default-features --features libm,serde -- -D warnings
# The lanes of targets that have none of their own.
CARGO_TARGET_DIR=target/wide RUSTFLAGS="--cfg perlane_wide" cargo clippy -p perlane -- -D warnings
cargo fmt --check --manifest-path python/Cargo.toml
CARGO_TARGET_DIR=target/python cargo clippy --manifest-path python/Cargo.toml --all-targets -- -D warnings
cargo fmt --check --manifest-path benches/peers/Cargo.toml
CARGO_TARGET_DIR=target/peers cargo clippy --manifest-path benches/peers/Cargo.toml --locked -- -D warnings
# Tests run what the fuzzers of the library run, which are built for releases. The fuzzer of files would have the whole command line checked again.
cargo fmt --check --manifest-path fuzz/Cargo.toml
# Nothing is linked here: a path of libFuzzer, whatever it is, spares its build in C++.
CUSTOM_LIBFUZZER_PATH=/libfuzzer.a CARGO_TARGET_DIR=target/fuzz cargo clippy --manifest-path fuzz/Cargo.toml -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps -p perlane --all-features

# Packages are complete: cargo would only find out when it builds each of them.
python3 scripts/release/packaged.py

# After a script has changed its folder, the path that it was started by may lead nowhere.
# shellcheck disable=SC2016
! grep -rnF '"$0"' .ci scripts --include='*.sh' --include=run | grep -vF 'dirname "$0"' ||
    { echo 'a script uses its own path after it has changed its folder'; exit 1; }
