#!/usr/bin/env bash
# Tests what users run, on any system: the library, the recorded digests and random cases, the viewers' library, and then the program itself, which
# must draw the README's picture byte for byte. `.ci/run` does more, and needs Debian.
#
# PERLANE_EXPECT: backends that must be there, as for the tests: portable,avx2 or portable,neon, .. (default: those of this machine's processor. Where
# no file describes that, as on Windows, the tests compare with the standard library's detection instead.)
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
if [ -z "${PERLANE_EXPECT:-}" ]; then
    # A variable that is empty would mean that no backend must be there.
    unset PERLANE_EXPECT
    case $(uname -sm) in
    "Linux x86_64") PERLANE_EXPECT=$(scripts/backends.sh) ;;
    "Linux aarch64" | "Darwin arm64") PERLANE_EXPECT=portable,neon ;;
    esac
    [ -z "${PERLANE_EXPECT:-}" ] || export PERLANE_EXPECT
fi
echo "backends that must be there: ${PERLANE_EXPECT:-those that the standard library detects}"
cargo test --locked -p perlane -p perlane-proof -p perlane-recipes -p perlane-view -p perlane-rounds --all-features
cargo build --locked --release -p perlane-cli
perlane=$target/release/perlane
"$perlane" verify
picture=$(mktemp -d)
trap 'rm -rf "$picture"' EXIT
main_command=$(scripts/readme_command.sh "main job")
# The program is built already: only its arguments are taken.
arguments=${main_command#* -- }
[[ $arguments = generate* ]] || { echo "README.md: the main job is not \"cargo run .. -- generate ..\": $main_command"; exit 1; }
# The command contains no quoted words.
# shellcheck disable=SC2086
"$perlane" ${arguments/-o terrain.png/-o $picture/terrain.png}
cmp "$picture/terrain.png" docs/terrain.png
echo "platform: ok"
