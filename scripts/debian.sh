#!/usr/bin/env bash
# Installs what .ci/run and scripts/prove.sh expect on a Debian with Rust (as root). Python 3.12 comes from uv, as Debian 12 has an older one, and node
# from npm's registry where Debian's is older than 20.
set -euo pipefail
apt-get update -q
apt-get install -y -q --no-install-recommends git nodejs npm python3 python3-venv
"$(dirname "$0")/node.sh"
python3 -m venv /opt/uv
/opt/uv/bin/pip install -q uv
/opt/uv/bin/uv python install 3.12
[ -z "${GITHUB_PATH:-}" ] || echo "$HOME/.local/bin" >>"$GITHUB_PATH"
# The forge's checkout belongs to another user than the container's user.
git config --global --add safe.directory "$PWD"
rustup component add clippy rustfmt
rustup toolchain install nightly --no-self-update --profile minimal --component rust-src
