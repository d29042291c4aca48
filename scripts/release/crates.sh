#!/usr/bin/env bash
# Checks the crates as an index would serve them. Packages all published crates in order, builds each from its package (a dry run of publishing),
# builds perlane's documentation as docs.rs does, and runs the tests in the packages.
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

on_tests() {
    local unpacked=$CARGO_TARGET_DIR/unpacked
    rm -rf "$unpacked" && mkdir -p "$unpacked"
    for name in perlane perlane-recipes perlane-proof; do
        cp -r "$packages/package/$name-$version" "$unpacked"
    done
    # They become workspaces of their own. Inside the repository, cargo would look for them among its members.
    echo '[workspace]' | tee -a "$unpacked/perlane-$version/Cargo.toml" >>"$unpacked/perlane-proof-$version/Cargo.toml"
    # The packages do not contain the repository's profile, and these tests compute many samples.
    export CARGO_PROFILE_DEV_OPT_LEVEL=2 CARGO_PROFILE_DEV_DEBUG=line-tables-only
    cargo test --manifest-path "$unpacked/perlane-$version/Cargo.toml" --all-features
    cargo test --manifest-path "$unpacked/perlane-proof-$version/Cargo.toml" --config "patch.crates-io.perlane.path='$unpacked/perlane-$version'" \
        --config "patch.crates-io.perlane-recipes.path='$unpacked/perlane-recipes-$version'"
}

for step in $steps; do
    echo "== $step"
    "on_$step"
done
