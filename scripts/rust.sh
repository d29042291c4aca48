#!/usr/bin/env bash
# Installs the compiler that the project is built with, for machines of a forge that have rustup.
#
# usage: rust.sh [nightly]       also a nightly one, for documentation and minimal versions
set -euo pipefail
rustup toolchain install stable --no-self-update --profile minimal --component clippy,rustfmt
rustup default stable
[ "${1:-}" != nightly ] || rustup toolchain install nightly --no-self-update --profile minimal
rustc --version
