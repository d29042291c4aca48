#!/usr/bin/env bash
# Interprets the library with Miri while it computes a few samples of everything (tests/few_samples.rs). Miri tells what breaks the promises of `unsafe`
# blocks: accesses outside of buffers or not aligned, memory without values, references that exclude each other, and data races. It knows the
# instructions of SSE2 and AVX2, but not those of AVX-512, NEON and WebAssembly, nor stores past the caches.
#
# It interprets an s390x, too, which stores the first byte of a word where other machines have its last one. (qemu 7.2 multiplies two `f32` to an `f64`
# wrongly there.) rustup provides Miri.
#
# usage: miri.sh [TEST]        all tests, or those whose names contain TEST
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}/miri
components=$(rustup +nightly component list --installed)
for component in miri rust-src; do
    grep -q "^$component" <<<"$components" || rustup +nightly component add "$component"
done
# The tests read environment variables.
export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-strict-provenance"
mkdir -p "$target"

tests=("$@")
interpret() { # name, backend, rustc's flags, options ...
    local log=$target/$1.log
    if PERLANE_ONLY=$2 RUSTFLAGS=$3 CARGO_TARGET_DIR=$target/$1 cargo +nightly miri test --locked -p perlane --test few_samples "${@:4}" -- "${tests[@]}" \
        >"$log" 2>&1 && grep -q '^test result: ok. [1-9]' "$log"; then
        echo "$1: $(sed -n 's/^test result: //p' "$log")"
    else
        { grep -E '^(test .*FAILED|error)|panicked' -A 12 "$log" || tail -20 "$log"; } | head -60
        echo "$1: failed"
        return 1
    fi
}

# Each interpreter is one thread.
interpret avx2 avx2 "-Ctarget-feature=+avx2,+fma" &
avx2=$!
failed=
interpret sse2 portable "" || failed=yes
interpret s390x portable "" --target s390x-unknown-linux-gnu || failed=yes
wait "$avx2" || failed=yes
[ -z "$failed" ] || exit 1
echo "miri: ok"
