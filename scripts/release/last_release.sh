#!/usr/bin/env bash
# Prints the newest tag of a version other than Cargo.toml's, or nothing before the first release.
set -euo pipefail
cd "$(dirname "$0")/../.."
git tag --list 'v*' --sort=-version:refname | grep -vxF "v$(scripts/release/version.sh)" | head -1 || true
