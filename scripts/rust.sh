#!/usr/bin/env bash
# Installs the compiler with which the project is built, on a forge's machines that have rustup.
#
# usage: rust.sh [nightly]       also a nightly one, for documentation and minimal versions
set -euo pipefail
rustup toolchain install stable --no-self-update --profile minimal --component clippy,rustfmt
rustup default stable
[ "${1:-}" != nightly ] || rustup toolchain install nightly --no-self-update --profile minimal
rustc --version
