#!/usr/bin/env bash
# The track of .ci/run for other instruction sets. Most of it is built in separate folders. In folders that both tracks use, cargo makes
# one of them wait.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

step "the unoptimised library, as debug builds of its users have it, keeps within a thread's stack"
scripts/unoptimised.sh

step "the static site, which the other track tests in a browser"
scripts/site.sh

# Tests of the other track that depend on time have priority if both need a core.
step "every other instruction set"
nice -n 10 scripts/prove.sh --skip native

step "hot loops of AArch64"
library=$(scripts/arm_library.sh)
python3 scripts/hot_loops.py "$library"
