#!/usr/bin/env bash
# The track of .ci/run with other instruction sets and fuzzers. Most of it is built in folders of its own; in those that both tracks use, cargo lets one of
# them wait.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

# First, as cargo builds the tests of the emulated machines for the other track meanwhile. The fuzzers share two cores with it: 40 seconds are 20 of idle cores.
step "fuzzing, for a short time each"
scripts/fuzz.sh 40

# Tests of the other track that look at a clock go first where both want a core.
step "every other instruction set"
without=()
[[ ,${PERLANE_EXPECT:-avx512}, == *,avx512,* ]] || without=(--without avx512)
nice -n 10 scripts/prove.sh --skip native "${without[@]}"

step "the unoptimised library, as debug builds of its users have it, keeps within a thread's stack"
# The other track builds an optimised example of this name in target/debug, which may not stand here.
CARGO_TARGET_DIR=target/unoptimised CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo run -q --example first_light
