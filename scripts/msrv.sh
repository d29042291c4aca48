#!/usr/bin/env bash
# Checks that each crate builds with the oldest Rust that its manifest states. All features are included, and all targets that users need: libraries,
# the program, and the compiled half of the Python package. rustup provides the compilers.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}/msrv

stated() { # manifest
    local version
    version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$1")
    # An inherited version is the workspace's version.
    echo "${version:-$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)}"
}

check() { # manifest, package, options ...
    local version
    version=$(stated "$1").0
    rustup toolchain list | grep -q "^$version-" || rustup toolchain install "$version" --no-self-update --profile minimal
    echo "== $2 with Rust $version"
    CARGO_TARGET_DIR=$target/$version cargo "+$version" check --locked --manifest-path "$1" -p "$2" "${@:3}"
}

check Cargo.toml perlane --all-features
check Cargo.toml perlane --no-default-features --features libm
check proof/Cargo.toml perlane-proof
check recipes/Cargo.toml perlane-recipes
check rounds/Cargo.toml perlane-rounds
check view/Cargo.toml perlane-view
check cli/Cargo.toml perlane-cli --all-features
check python/Cargo.toml perlane-python
echo "msrv: ok"
