#!/usr/bin/env bash
# Makes Debian packages of the static executables that scripts/release/binaries.sh has built, into target/dist.
#
# usage: deb.sh [TARGET ...]      default: both
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=${*:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl}
tools=$(scripts/release/tools.sh cargo-deb)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/binaries}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
for target in $targets; do
    "$tools/cargo-deb" -p perlane-cli --target "$target" --no-build --no-strip --output target/dist
done
(cd target/dist && sha256sum -- *.tar.gz *.deb >SHA256SUMS)
ls -l target/dist
