#!/usr/bin/env bash
# Builds the library without optimisation, as a dependency of a package with cargo's own profile, as debug builds of its users have it. That package
# is the example `first_light`, which fills grids on every backend. Without optimisation, this needs most of a thread's stack.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/unoptimised
package=$target/package
mkdir -p "$package/src"
cp examples/first_light.rs "$package/src/main.rs"
# The same versions of what the library depends on.
cp Cargo.lock "$package"
cat >"$package/Cargo.toml" <<END
[package]
name = "first_light"
edition = "2024"

[dependencies]
perlane = { path = "$root" }

# It belongs to no other workspace, though its folder is in one.
[workspace]
END
CARGO_TARGET_DIR=$target cargo run -q --manifest-path "$package/Cargo.toml"
