#!/usr/bin/env bash
# Proves that every instruction set gives the same bits, on one x86-64 machine, and prints what ran where.
#
# It runs the test suites natively, on emulated older x86-64 processors, on emulated AArch64, as WebAssembly, and natively with the address
# sanitizer. A machine fails if it lacks a backend that it was asked for. qemu hides the features that a model lacks, and faults on their
# instructions, so that a feature that leaks into a lower level is detected. AVX2 without AVX-512 runs on valgrind's processor, because qemu-user 7.2
# ignores the indices of a gather that are in register 4. A machine without AVX-512 runs it on Bochs' processor, which boots Linux.
#
# Each machine runs the suites that can fail there, and what emulators and builds take longest for is left to --full: the library's unit tests, whose
# build takes as long as the library's, but for those of the lanes, which have a program of their own; and, where native tests run the same code
# on x86-64, all but digests, random cases and lanes. All machines but `native` take a quarter of the random cases: emulators are thirty times slower, and
# most of their time would go to the reference, which is the same code everywhere. Emulated AArch64 takes an eighth, and emulated x86-64, whose code native
# tests run, a sixteenth. With --full they take all. Bochs, which is some seventy times slower, takes a thirtieth.
#
# usage: prove.sh [--full] [--only NAME] [--skip NAME]
#   --full      all suites, all random cases, and what takes long or proves what others do: conversions of all 2^32 words, cells of all 2^32 floats, wasm
#               without simd128, processors between the oldest and this one, which run the oldest one's code
#   --only      one of the machines of the table, by its name
#   --skip      all but that one
set -euo pipefail
cd "$(dirname "$0")/.."
export RUST_BACKTRACE=0

# Dollars in it are text of this script.
# shellcheck disable=SC2016
machines=$(sed -nE 's/^(machine|rarely|\$on_bochs) ([a-z0-9-]+) .*/\2/p' scripts/prove.sh)
machine_of() { # option, name
    grep -qxF -e "${2:-}" <<<"$machines" || {
        echo "prove.sh: $1 names ${2:-no machine}; allowed: $(paste -sd' ' <<<"$machines")" >&2
        exit 2
    }
}

full='' only='' skip=''
while [ $# -gt 0 ]; do
    case $1 in
    --full) full=yes ;;
    --only) machine_of "$@" && only=$2 && shift ;;
    --skip) machine_of "$@" && skip=$2 && shift ;;
    *) sed -n 's/^# usage: /usage: /p' scripts/prove.sh; exit 2 ;;
    esac
    shift
done

scripts/toolchains.sh
tools=$PWD/target/toolchains
logs=target/proof
rm -rf "$logs"
mkdir -p "$logs"

# Native tests are checked for overflow. Elsewhere this would take a third of the build and of emulators' time; and without, the machine code is closer
# to a release's.
unchecked() {
    export CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false
}

# Each other compiler has a build folder of its own, because their libraries are not compatible.
other_rustc() {
    unchecked
    export RUSTC=$tools/bin/rustc RUSTDOC=$tools/bin/rustdoc CARGO_TARGET_DIR=$PWD/target/other
}

# The whole workspace is named here, as in other commands that build it. For fewer packages, dependencies would have fewer features, and cargo would
# build what they share again.
suites=(--workspace --all-features --lib --test backends --test bounds --test vectors --test equality --test errors --test prepared
    --test ranges --test recipe --test sampler --test stack --test tiling --test memory --test golden --test random)
# On emulated x86-64, the programs that native tests build are run. Those are left out that need time rather than another processor: searches for
# bounds, and tests of recipes and errors, which are text. With other compilers, pointer sizes and allocators, errors and limits are tested too.
# Node crashes when it cleans up a program that used much memory, so that the test of memory is left out.
if [ -n "$full" ]; then
    units=(--lib)
    emulated=(--lib --test backends --test vectors --test equality --test sampler --test golden --test random)
else
    units=(--test lanes)
    emulated=(--test lanes --test backends --test vectors --test golden --test random)
fi
lesser=(--test backends --test vectors --test equality --test errors --test sampler --test golden --test random)
# The site's kernels can only get bits wrong, and have the lanes of the machine before.
small=(--test backends --test vectors --test equality --test sampler --test golden --test random)
in_node=("${units[@]}" "${lesser[@]}" --test prepared --test recipe --test tiling)
# Of these two, a suite has its name, and no dependency has features that the library's other suites do not need.
proving=(-p perlane -p perlane-proof)

on_native() {
    cargo test "${suites[@]}" || return
    [ -z "$full" ] || cargo test --release -p perlane --lib --all-features -- --ignored
}

on_sanitizer() {
    unchecked
    [[ $native == *avx512* ]] || export PERLANE_WITHOUT=avx512
    # One test asks for more memory than the machine has, and must get an error.
    RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=redzone=128:allocator_may_return_null=1 CARGO_TARGET_DIR=target/sanitizer \
        cargo +nightly test "${proving[@]}" "${units[@]}" "${lesser[@]}" --test fuzzed --test fuzzed_limits --all-features \
        --target x86_64-unknown-linux-gnu
}

# Emulated x86-64 processors take one backend: the others run natively, and it is the same code. (proof_table.py reads what is printed.)
compare_only() { # backend
    export PERLANE_ONLY=$1
    echo "only $1"
}

# Prints the programs. Of all packages' unit tests, those of the library are listed.
programs() {
    local built found
    built=$(cargo test -q --workspace --all-features "${emulated[@]}" --no-run --message-format=json-render-diagnostics) || return
    found=$(sed -nE 's/.*"name":"(perlane|lanes|backends|vectors|equality|sampler|golden|random)",.*"executable":"([^"]*)".*/\2/p' <<<"$built")
    [ "$(wc -l <<<"$found")" = "$(tr ' ' '\n' <<<"${emulated[*]}" | grep -vcx -e --test)" ] ||
        { echo "error: not all programs are there: $found" >&2 && return 1; }
    echo "$found"
}

# The reference is code for the oldest processors, so that native tests of it suffice. The backends' code is tested natively, too: here, one that uses
# instructions that the processor lacks is detected, which takes fewer cases.
on_x86() { # backend, runner
    compare_only "$1"
    [ -n "$full" ] || export PERLANE_CASES=1/16
    local program programs
    programs=$(programs) || return
    while read -r program; do
        echo "Running $(basename "${program%-*}")"
        # The runner is a command of several words.
        # shellcheck disable=SC2086
        $2 "$program" --skip the_reference_gives_the_recorded_digests </dev/null || return
    done <<<"$programs"
}

# Bochs is so slow that what takes longest is left out, also with --full. Digests and random cases cover warps and tiles, too.
on_avx512() {
    compare_only avx512
    export PERLANE_CASES=1/30
    local programs built
    local slow=(the_reference_gives_the_recorded_digests every_way_to_sample_gives_the_same_samples warped_grids_equal_the_reference few_columns all_designs_give_the_same_bits)
    built=$(programs) || return
    mapfile -t programs <<<"$built"
    scripts/avx512/install.sh || return
    scripts/avx512/run.sh "${programs[@]}" -- "${slow[@]/#/--skip=}"
}

# The portable backend would be the same code as NEON: it has the vectors of targets without any instead. Both are compared, so that tests take longest here.
on_arm() { # processor
    other_rustc
    [ -n "$full" ] || export PERLANE_CASES=1/8
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS="--cfg perlane_wide"
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -cpu $1 -L /usr/aarch64-linux-gnu"
    cargo test "${proving[@]}" "${units[@]}" "${lesser[@]}" --all-features --target aarch64-unknown-linux-gnu
}

# rayon needs threads, which this libc cannot stub, so that the library is built without it. The standard library is built too, with optimisation.
# With simd128, the portable backend is the same code.
on_wasm() { # backend, rustc's flags, suites
    other_rustc
    compare_only "$1"
    shift
    export RUSTC_BOOTSTRAP=1
    local libc=$tools/host/usr/lib/wasm32-wasi crate optimised=()
    for crate in alloc compiler_builtins core std; do optimised+=(--config "profile.dev.package.$crate.opt-level=2"); done
    export CARGO_TARGET_WASM32_WASIP1_LINKER=/usr/bin/wasm-ld-19
    # Paths may contain spaces, at which cargo would cut the variables of these two settings.
    local runner="['node', '--no-warnings', '$PWD/scripts/run-wasm.mjs']"
    local flags="['$1', '-Clink-self-contained=no', '-Clink-arg=$libc/crt1-command.o', '-L$libc', '-Clink-arg=--unresolved-symbols=ignore-all']"
    cargo test "${proving[@]}" "${@:2}" --no-default-features --features perlane/std,perlane/serde,perlane/ndarray -Zbuild-std=std,panic_abort,test \
        --target wasm32-wasip1 --config "target.wasm32-wasip1.runner=$runner" --config "target.wasm32-wasip1.rustflags=$flags" "${optimised[@]}"
}

# The same build as of all kernels, but for the library.
on_small_wasm() { # as on_wasm
    export PERLANE_SMALL=1
    on_wasm "$@"
}

# Bash does not stop at an error in a function whose status is tested, so that these functions stop themselves.
machine() { # name, how, backends that must be there, command ...
    local name=$1 how=$2 expect=$3
    shift 3
    [ -z "$only" ] || [ "$only" = "$name" ] || return 0
    [ "$skip" != "$name" ] || return 0
    local TIMEFORMAT="   $name took %0R s, %0U s of CPU"
    echo "== $name ($how): $expect"
    echo "$name|$how|$expect" >"$logs/$name.log"
    local cases=1/4
    [ "$name" != native ] && [ -z "$full" ] || cases=1/1
    time run_machine "$name" "$expect" "$cases" "$@"
}

run_machine() { # name, backends that must be there, cases, command ...
    local name=$1 expect=$2 cases=$3
    shift 3
    if ! (export PERLANE_EXPECT=$expect PERLANE_CASES=$cases && "$@") >>"$logs/$name.log" 2>&1; then
        # What did not start, or was killed, has none of these lines.
        { grep -E '^error|panicked|FAILED|RuntimeError|not on this machine' -A 8 "$logs/$name.log" || tail -20 "$logs/$name.log"; } | tail -60
        echo "FAILED" >>"$logs/$name.log"
    fi
}

# A machine that runs only if it is named, or with --full.
rarely() { [ -z "$full$only" ] || machine "$@"; }

native=$(scripts/backends.sh)

machine native "this processor" "$native" on_native
# This takes longest, of one core. A machine that has AVX-512 itself runs it rarely.
on_bochs=machine
[[ $native != *avx512* ]] || on_bochs=rarely
# Ctrl-C does not reach what runs in the background.
trap 'trap "" TERM; kill -TERM 0; exit 130' INT
$on_bochs avx512 "Bochs: x86-64 with AVX-512" portable,avx2,avx512 on_avx512 &
machine sanitized "this processor, address sanitizer" "$native" on_sanitizer
machine conroe "qemu: x86-64 with SSSE3" portable on_x86 portable "qemu-x86_64-static -cpu Conroe"
# This runs in the background, because valgrind runs one thread at a time.
machine avx2 "valgrind: x86-64 with AVX2" portable,avx2 on_x86 avx2 "valgrind -q --tool=none" &
rarely nehalem "qemu: x86-64 with SSE4.2" portable on_x86 portable "qemu-x86_64-static -cpu Nehalem"
rarely aarch64 "qemu: AArch64, all extensions" portable,neon on_arm max
machine cortex-a53 "qemu: AArch64, first version" portable,neon on_arm cortex-a53
machine wasm32-simd128 "node" portable,simd128 on_wasm simd128 -Ctarget-feature=+simd128 "${in_node[@]}"
# Tests of the site compare its recorded digests in a browser.
rarely wasm32-small "node, the kernels of the site" portable,simd128 on_small_wasm simd128 -Ctarget-feature=+simd128 "${small[@]}"
rarely wasm32 "node" portable on_wasm portable -Ctarget-feature=-simd128 "${in_node[@]}"

wait
# This fails if a machine has failed.
python3 scripts/proof_table.py "$logs"/*.log
