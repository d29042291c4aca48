#!/usr/bin/env bash
# Installs what the tests of the explorer's page need: chromium, and node if there is none, by apt (as root), and node packages into a folder.
#
# usage: install.sh [FOLDER]        default: target/browser
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=${1:-$target/browser}

packages=(playwright-core@1.65.1 typescript@7.0.2 leaflet@1.9.4)
if ! command -v chromium >/dev/null; then
    apt-get update -q >&2
    apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core >&2
fi
if ! command -v npm >/dev/null; then
    apt-get update -q >&2
    apt-get install -y -q --no-install-recommends nodejs npm >&2
fi
mkdir -p "$work"
if [ "$(cat "$work/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    echo '{ "private": true }' >"$work/package.json"
    (cd "$work" && npm install --silent --no-audit --no-fund "${packages[@]}")
    echo "${packages[*]}" >"$work/installed"
fi
