#!/usr/bin/env bash
# Runs the tests of the library as on lesser x86-64 processors than this one.
#
# qemu hides the features that a model lacks and faults on their instructions: detection is seen to fall back, and an instruction that
# leaks into a lower level is caught. For AVX2 without AVX-512 it is valgrind's processor, as qemu-user 7.2 emulates some AVX2 code wrongly
# (points in 3-D and 4-D with tables of more than 16 entries; hardware, valgrind and an address-sanitized build agree on them).
#
# Installs what it needs where it may (Debian: qemu-user-static, valgrind).
set -euo pipefail
cd "$(dirname "$0")/.."

need() { # command, package
    command -v "$1" >/dev/null && return
    echo "installing $2"
    apt-get install -y -q "$2" >/dev/null 2>&1 || { apt-get update -q >/dev/null && apt-get install -y -q "$2" >/dev/null; }
}
need qemu-x86_64-static qemu-user-static
need valgrind valgrind

level() { # what it is, backends that it must have, runner
    echo "== x86-64 as $1 (emulated): $2"
    PERLANE_EXPECT=$2 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$3 \
        cargo test -q --all-features --lib --test backends --test vectors --test equality --test errors
}

level "Conroe" scalar,portable "qemu-x86_64-static -cpu Conroe"
level "Nehalem" scalar,portable "qemu-x86_64-static -cpu Nehalem"
level "valgrind's, with AVX2" scalar,portable,avx2 "valgrind -q --tool=none"
