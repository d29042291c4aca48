#!/usr/bin/env bash
# Tests what users run, on any system: the library, the recorded digests and random cases, the viewers' library, and then the program itself, which
# must draw the README's picture byte for byte. `.ci/run` does more, and needs Debian.
#
# PERLANE_EXPECT: backends that must be there, as for the tests: portable,avx2 or portable,neon, ..
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
cargo test --locked -p perlane -p perlane-proof -p perlane-recipes -p perlane-view -p perlane-rounds --all-features
cargo build --locked --release -p perlane-cli
perlane=$target/release/perlane
"$perlane" verify
picture=$(mktemp -d)
trap 'rm -rf "$picture"' EXIT
main_command=$(sed -n '/<!-- main job -->/,/```$/p' README.md | sed -n 's/^cargo .* -- \(generate .*\)$/\1/p')
# The command contains no quoted words.
# shellcheck disable=SC2086
"$perlane" ${main_command/-o terrain.png/-o $picture/terrain.png}
cmp "$picture/terrain.png" docs/terrain.png
echo "platform: ok"
