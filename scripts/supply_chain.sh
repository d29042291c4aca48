#!/usr/bin/env bash
# Checks the dependencies of the workspace and of the Python package with cargo-deny: licences, sources, duplicates, and known advisories if their
# database is available. Also checks that the text of each licence is there, which executables, packages, wheels and the site contain.
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
    denied=()
    [ "$manifest" != Cargo.toml ] || denied=(--deny license-not-encountered)
    "$tools/cargo-deny" --manifest-path "$manifest" --config "$PWD/deny.toml" --workspace --locked --all-features check --hide-inclusion-graph "${denied[@]}" "${checks[@]}"
done

echo "== texts of licences"
for crate in Cargo.toml:perlane-cli:x86_64-unknown-linux-musl Cargo.toml:perlane-web:wasm32-unknown-unknown \
    python/Cargo.toml:perlane-python:x86_64-unknown-linux-gnu,aarch64-apple-darwin,x86_64-pc-windows-msvc; do
    IFS=: read -r manifest package built <<<"$crate"
    parts=$(python3 scripts/release/notices.py "$manifest" "$package" "$built" | grep -c '^- ')
    echo "$package: $parts parts"
done
