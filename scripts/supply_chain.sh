#!/usr/bin/env bash
# Checks the dependencies of the workspace and of the Python package with cargo-deny: licences, sources, duplicates, and known advisories if their
# database is available.
#
# usage: supply_chain.sh [--offline]       without advisories, and says so
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(scripts/release/tools.sh cargo-deny)
checks=(licenses sources bans)
if [ "${1:-}" = --offline ]; then
    echo "advisories are not checked: their database is not asked for"
else
    checks+=(advisories)
fi
# Without --workspace, only the root package would be checked.
for manifest in Cargo.toml python/Cargo.toml; do
    echo "== $manifest"
    "$tools/cargo-deny" --manifest-path "$manifest" --config "$PWD/deny.toml" --workspace --locked --all-features check --hide-inclusion-graph "${checks[@]}"
done
