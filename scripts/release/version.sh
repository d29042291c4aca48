#!/usr/bin/env bash
# Prints the version of everything that is published, or sets it: in manifests, in their requirements on each other, and in lock files, where nothing
# else changes. If it fails, all files are as before. cargo asks the registry's index, but fetches no crates.
#
# usage: version.sh [NEW]
set -euo pipefail
cd "$(dirname "$0")/../.."
old=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
if [ $# = 0 ]; then
    echo "$old"
    exit
fi
new=$1
[[ $new =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || {
    echo "the version is $new: allowed are three numbers, as 1.2.3"
    [[ $new != *[a-z]* ]] || echo "perlane has no pre-releases: RELEASING.md says what to do instead, in \"The version\""
    exit 2
}
[ "$new" != "$old" ] || { echo "the version is $old already"; exit; }
[ "$(printf '%s\n' "$old" "$new" | sort -V | tail -1)" = "$new" ] || { echo "the version is $new: allowed are those after $old, the version in Cargo.toml"; exit 2; }

# What git says goes into a variable first, so that its failure is one of this script.
listed=$(git ls-files '*Cargo.toml' '*Cargo.lock')
[ -n "$listed" ] || { echo "git lists no manifests" >&2; exit 1; }
mapfile -t files <<<"$listed"
before=$(mktemp -d)
cp --parents "${files[@]}" "$before"
finish() {
    local status=$?
    if [ "$status" != 0 ]; then
        cp -r "$before/." .
        echo "the version is $old, as before" >&2
    fi
    rm -rf "$before"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

plain=${old//./\\.}
sed -i "s/^version = \"$plain\"$/version = \"$new\"/" Cargo.toml python/Cargo.toml
# A requirement of this version and no other one, "=1.2.3", stays such.
sed -i "/^perlane.* path = /s/version = \"\(=\?\)$plain\"/version = \"\1$new\"/" ./*/Cargo.toml
for manifest in Cargo.toml python/Cargo.toml fuzz/Cargo.toml benches/peers/Cargo.toml; do
    cargo update -q --workspace --manifest-path "$manifest"
done
# In what changed, each line has one of the two versions.
changed=$(for file in "${files[@]}"; do diff "$before/$file" "$file" || true; done | grep '^[<>]' || true)
if grep -vE "^(< .*version = \"=?$plain\"|> .*version = \"=?${new//./\\.}\")" <<<"$changed" >&2; then
    echo "these lines would change too" >&2
    exit 1
fi
git diff --stat
