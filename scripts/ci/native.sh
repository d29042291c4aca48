#!/usr/bin/env bash
# The track of .ci/run for this machine's own instruction sets, and for everything that uses the built command line, because cargo replaces that when
# it builds it with other features. Steps that could be in either track are where they make both end at about the same time.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

step "tests: the README's command, on this machine's own instruction sets"
test_command=$(scripts/readme_command.sh tests)
echo "$test_command"
faults=$(scripts/ci/faults.sh)
echo "faults that must be tested: ${faults:-none}"
PERLANE_EXPECT=$(scripts/backends.sh) PERLANE_EXPECT_FAULTS=$faults bash -euc "$test_command"

step "the explorer's page in a browser: with the server, and as a static site"
PERLANE_PYTHON=$PWD/target/python-test/env/bin/python scripts/browser.sh

step "benches, each once"
cargo test --workspace --all-features --bench grid --bench scattered --bench threads

step "main job: the README's command"
main_command=$(scripts/readme_command.sh "main job")
echo "$main_command"
drawn=target/ci/terrain.png
mkdir -p target/ci
rm -f "$drawn"
${main_command/-o terrain.png/-o $drawn}
cmp "$drawn" docs/terrain.png || { echo "docs/terrain.png is not what the README's command draws"; exit 1; }

step "workflows, scripts of a release, tracks of this run, and the book with its links"
scripts/workflows.sh
scripts/release/scripts_test.sh
scripts/ci/tracks_test.sh
PERLANE_BIN=target/release/perlane scripts/book.sh

step "hot loops"
python3 scripts/hot_loops.py
