#!/usr/bin/env bash
# Compares the public items of the libraries with those of an earlier commit, with cargo-semver-checks. It fails if the version in Cargo.toml is too
# small a step for the changes. Before the first release there is nothing to compare with, and a message says so.
#
# usage: semver.sh [COMMIT]       default: the newest tag of another version than Cargo.toml's
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(scripts/release/version.sh)
baseline=${1:-$(scripts/release/last_release.sh)}
if [ -z "$baseline" ]; then
    echo "no version was released before $version: there are no public items to be compatible with"
    exit
fi
tools=$(scripts/release/tools.sh cargo-semver-checks)
# perlane-view has no stable interface before 1.0 (docs/book/versions.md).
"$tools/cargo-semver-checks" semver-checks --baseline-rev "$baseline" -p perlane -p perlane-proof -p perlane-recipes -p perlane-rounds
echo "semver: ok, compared with $baseline"
