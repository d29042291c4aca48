#!/usr/bin/env bash
# Installs what the tests of the explorer's page need: chromium without windows by apt, node if there is none (both as root), and node packages into a
# folder. Fails where node is older than 20.
#
# usage: install.sh [FOLDER]        default: target/browser
set -euo pipefail
work=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=${work:-$target/browser}

packages=(playwright-core@1.65.1 typescript@7.0.2 leaflet@1.9.4)
if ! command -v chromium-headless-shell >/dev/null; then
    apt-get update -q >&2
    apt-get install -y -q --no-install-recommends chromium-headless-shell fonts-dejavu-core >&2
fi
command -v node >/dev/null || scripts/node.sh >&2
scripts/node.sh --check
mkdir -p "$work"
if [ "$(cat "$work/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    echo '{ "private": true }' >"$work/package.json"
    (cd "$work" && npm install --silent --no-audit --no-fund "${packages[@]}")
    echo "${packages[*]}" >"$work/installed"
fi
