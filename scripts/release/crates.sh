#!/usr/bin/env bash
# Checks the crates as an index would serve them. Packages all published crates in order, builds each from its package (a dry run of publishing),
# builds perlane's documentation as docs.rs does, and runs the tests in perlane's package.
#
# usage: crates.sh [publish] [docs] [tests]       default: all three. Into target/crates.
set -euo pipefail
cd "$(dirname "$0")/../.."
steps=${*:-publish docs tests}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/crates}
version=$(scripts/release/version.sh)
# Each commit has its own folder. In the same folder, cargo would use what it has unpacked and compiled from an earlier package with the same
# version, instead of the new one.
packages=$CARGO_TARGET_DIR/commit-$(git rev-parse HEAD)

on_publish() {
    rm -rf "$CARGO_TARGET_DIR"/commit-*
    CARGO_TARGET_DIR=$packages cargo publish --workspace --dry-run --locked
}

# docs.rs uses the newest nightly compiler, and passes --cfg docsrs.
on_docs() {
    RUSTDOCFLAGS="--cfg docsrs -D warnings" cargo +nightly doc -p perlane --no-deps --all-features
    local page=$CARGO_TARGET_DIR/doc/perlane
    for item in struct.Recipe struct.Window struct.Sampler; do
        [ -e "$page/$item.html" ] || { echo "the documentation has no $item"; exit 1; }
    done
    grep -q 'Available on' "$page/struct.Recipe.html" || { echo "the documentation does not say what needs a feature"; exit 1; }
}

# The tests of the library. The other packages have none: theirs share files of the repository outside their folders, and stay there, which
# scripts/release/packaged.py checks.
on_tests() {
    local unpacked=$CARGO_TARGET_DIR/unpacked
    rm -rf "$unpacked" && mkdir -p "$unpacked"
    cp -r "$packages/package/perlane-$version" "$unpacked"
    # It becomes a workspace of its own. Inside the repository, cargo would look for it among its members.
    echo '[workspace]' >>"$unpacked/perlane-$version/Cargo.toml"
    # The package does not contain the repository's profile, and these tests compute many samples.
    export CARGO_PROFILE_DEV_OPT_LEVEL=2 CARGO_PROFILE_DEV_DEBUG=line-tables-only
    cargo test --manifest-path "$unpacked/perlane-$version/Cargo.toml" --all-features
}

for step in $steps; do
    echo "== $step"
    "on_$step"
done
