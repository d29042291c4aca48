#!/usr/bin/env bash
# The track of .ci/run for other instruction sets, fuzzers and the benchmarks of other libraries. Most of it is built in separate folders. In folders
# that both tracks use, cargo makes one of them wait.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

# Fuzzing comes first, because cargo builds the tests of the emulated machines for the other track in the meantime. The fuzzers share two cores with
# that build, so that 40 seconds are like 20 on idle cores.
step "fuzzing, for a short time each"
scripts/fuzz.sh 40

# Tests of the other track that depend on time have priority if both need a core.
step "every other instruction set"
nice -n 10 scripts/prove.sh --skip native

step "peers"
export CARGO_TARGET_DIR=target/peers
cargo clippy --manifest-path benches/peers/Cargo.toml --locked -- -D warnings
# Figures are not checked here, so this build lacks the options that make figures good and builds slow.
CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    cargo run --release --manifest-path benches/peers/Cargo.toml --locked -- --quick
