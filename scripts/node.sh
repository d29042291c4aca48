#!/usr/bin/env bash
# Installs node 20 and npm where there is no node, or one that is older than the tests of the explorer's page need (as root). Debian's npm fetches
# them from npm's registry; they are in /opt/node, with links from /usr/local/bin, so that Debian's stay as they are.
#
# usage: node.sh [--check]       --check: installs nothing, and fails where node is missing or too old
set -euo pipefail
cd "$(dirname "$0")/.."
# playwright-core and the tests' own code need it.
least=20
packages=("node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@20.20.2" npm@10.9.9)

new_enough() { command -v npm >/dev/null && node -e "process.exit(parseInt(process.versions.node) < $least ? 1 : 0)" 2>/dev/null; }

case ${1:-} in
--check)
    new_enough || {
        echo "node is $(node --version 2>/dev/null || echo missing): the tests of the page need node $least or later, and npm; scripts/node.sh installs them (as root)" >&2
        exit 1
    }
    ;;
"")
    if ! new_enough; then
        if ! command -v npm >/dev/null; then
            apt-get update -q
            apt-get install -y -q --no-install-recommends nodejs npm
        fi
        # These packages need no scripts, with which Debian 12's npm fails.
        npm install --silent --no-audit --no-fund --ignore-scripts --prefix /opt/node "${packages[@]}"
        for program in node npm npx; do
            ln -sfn "/opt/node/node_modules/.bin/$program" "/usr/local/bin/$program"
        done
        hash -r
        scripts/node.sh --check
    fi
    node --version
    ;;
*) sed -n 's/^# usage: /usage: /p' scripts/node.sh; exit 2 ;;
esac
