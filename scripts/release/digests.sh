#!/usr/bin/env bash
# Fails if a recorded digest of an earlier commit was changed or removed. They are only ever added to. Before the first release there is nothing to
# compare with, and a message says so.
#
# usage: digests.sh [COMMIT]       default: the newest tag of another version than Cargo.toml's
set -euo pipefail
cd "$(dirname "$0")/../.."
baseline=${1:-$(scripts/release/last_release.sh)}
if [ -z "$baseline" ]; then
    echo "no version was released before $(scripts/release/version.sh): there are no digests to keep"
    exit
fi
recorded=proof/golden.jsonl
difference=$(git diff --no-ext-diff --no-color "$baseline" -- "$recorded")
if grep '^-{' <<<"$difference"; then
    echo "these digests of $baseline were changed or removed in $recorded: that is a new stream version (docs/bits.md)" >&2
    exit 1
fi
echo "digests: all of $baseline are as they were, and $(grep -c '^+{' <<<"$difference" || true) were added"
