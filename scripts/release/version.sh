#!/usr/bin/env bash
# Prints the version of everything that is published, or sets it: in manifests, in their requirements on each other, and in lock files, where nothing
# else changes.
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
[[ $new =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "the version is $new: allowed are three numbers, as 1.2.3"; exit 2; }
plain=${old//./\\.}
sed -i "s/^version = \"$plain\"$/version = \"$new\"/" Cargo.toml python/Cargo.toml
sed -i "/^perlane.* path = /s/version = \"$plain\"/version = \"$new\"/" ./*/Cargo.toml
for manifest in Cargo.toml python/Cargo.toml fuzz/Cargo.toml benches/peers/Cargo.toml; do
    cargo update -q --workspace --offline --manifest-path "$manifest"
done
git diff --stat
