#!/usr/bin/env bash
# Prints which faults this system lets a test make, with commas between: the names that PERLANE_EXPECT_FAULTS takes (cli/tests/faults). Containers
# refuse some of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir disk

can() { # name command...
    local name=$1
    shift
    if "$@" > log 2>&1; then faults+=("$name"); fi
}
without_rights=(setpriv --bounding-set=-all --inh-caps=-all sh -c)

permissions() { "${without_rights[@]}" 'echo secret > mine && chmod 200 mine && ! cat mine'; }
links() { touch other && chown 65534:65534 other && permissions && ! "${without_rights[@]}" 'ln other second'; }

faults=()
can mounts unshare --mount mount -t tmpfs -o size=1m none disk
can permissions permissions
can links links
can traces strace -o trace true
(IFS=,; echo "${faults[*]}")
