#!/usr/bin/env bash
# Prints the newest tag of a version other than Cargo.toml's, or nothing before the first release. Other tags than vX.Y.Z are no releases.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(scripts/release/version.sh)
# What git says goes into a variable first, so that its failure is one of this script.
tags=$(git tag --list 'v*' --sort=-version:refname)
awk -v own="v$version" '/^v[0-9]+\.[0-9]+\.[0-9]+$/ && $0 != own { print; exit }' <<<"$tags"
