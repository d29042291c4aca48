#!/usr/bin/env bash
# Installs what .ci/run and scripts/prove.sh expect on a Debian with Rust (as root). node comes from npm's registry where Debian's is older than 20.
set -euo pipefail
apt-get update -q
apt-get install -y -q --no-install-recommends git nodejs npm python3 python3-venv
"$(dirname "$0")/node.sh"
# The forge's checkout belongs to another user than the container's user.
git config --global --add safe.directory "$PWD"
rustup component add clippy rustfmt
rustup toolchain install nightly --no-self-update --profile minimal --component rust-src
