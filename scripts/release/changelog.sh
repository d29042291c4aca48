#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a version: the text of the forge's release. Fails if there is no such section, if it says nothing, or if its heading has
# no date.
#
# usage: changelog.sh [VERSION [FILE]]       default: the version in Cargo.toml, and CHANGELOG.md
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1:-$(scripts/release/version.sh)}
file=${2:-CHANGELOG.md}
heading=$(awk -v version="$version" '/^## / && $2 == version' "$file")
[[ $heading =~ ^"## $version - "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || {
    echo "$file has ${heading:-no section for $version}: for a release, it needs one section '## $version - YEAR-MONTH-DAY' (RELEASING.md)" >&2
    exit 1
}
text=$(awk -v version="$version" '/^## / { inside = $2 == version; next } inside' "$file")
if grep '^### .*before this release' <<<"$text" >&2; then
    echo "$file: a release leaves this section out" >&2
    exit 1
fi
grep -q '^[^#]' <<<"$text" || { echo "$file says nothing of $version" >&2; exit 1; }
echo "$text"
