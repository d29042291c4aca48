#!/usr/bin/env bash
# The track of .ci/run for other instruction sets and fuzzers. Most of it is built in separate folders. In folders that both tracks use, cargo makes
# one of them wait.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

# Fuzzing comes first, because cargo builds the tests of the emulated machines for the other track in the meantime. The fuzzers share two cores with
# that build, so that 40 seconds are like 20 on idle cores.
step "fuzzing, for a short time each"
# The build of the target `files` takes longer than that, and so it is left to releases.
scripts/fuzz.sh --skip files 40

# Tests of the other track that depend on time have priority if both need a core.
step "every other instruction set"
nice -n 10 scripts/prove.sh --skip native
