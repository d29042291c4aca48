#!/usr/bin/env bash
# Makes a draft of a release on the forge, from the tag that is checked out, with all files of a folder and their digests. Only maintainers see a
# draft.
#
# usage: draft.sh FOLDER
set -euo pipefail
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
version=$(scripts/release/version.sh)
tag=$(git describe --tags --exact-match)
[ "$tag" = "v$version" ] || { echo "the tag is $tag, and Cargo.toml says $version"; exit 1; }
(cd "$folder" && rm -f SHA256SUMS && sha256sum -- * >SHA256SUMS)
notes=$(mktemp)
scripts/release/changelog.sh "$version" >"$notes"
gh release create "$tag" --draft --title "perlane $version" --notes-file "$notes" "$folder"/*
