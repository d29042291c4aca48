#!/usr/bin/env bash
# Checks that the library, the proof and the command line build with the oldest versions of their direct dependencies that their manifests allow.
# This runs in a copy of the committed tree, because the lock file changes. It uses a nightly cargo, which has the option, and the machine's
# compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/minimal
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
cd "$copy"
# Crates that are not published need newer versions.
sed -i 's/^members = .*/members = ["cli", "proof", "recipes", "rounds", "view"]/' Cargo.toml
cargo +nightly update -q -Zdirect-minimal-versions
CARGO_TARGET_DIR=$target cargo check --locked -p perlane --all-features
CARGO_TARGET_DIR=$target cargo check --locked -p perlane-proof -p perlane-recipes -p perlane-rounds -p perlane-view -p perlane-cli
echo "minimal versions: ok"
