#!/usr/bin/env bash
# Runs the tests of the library as on older x86-64 processors: qemu hides the features that a model lacks and faults on their
# instructions, so that detection is seen to fall back and an instruction that leaks into a lower level is caught.
# Needs qemu-x86_64-static (Debian: qemu-user-static), which it installs where it may.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v qemu-x86_64-static >/dev/null; then
    echo "installing qemu-user-static"
    apt-get install -y -q qemu-user-static >/dev/null 2>&1 ||
        { apt-get update -q >/dev/null && apt-get install -y -q qemu-user-static >/dev/null; }
fi

level() { # model, backends that it must have
    echo "== x86-64 as on $1 (emulated): $2"
    PERLANE_EXPECT=$2 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="qemu-x86_64-static -cpu $1" \
        cargo test -q --all-features --lib --test backends --test vectors --test equality --test errors
}

level Conroe scalar,portable
level Nehalem scalar,portable
level Haswell scalar,portable,avx2
