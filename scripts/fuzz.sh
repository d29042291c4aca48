#!/usr/bin/env bash
# Fuzzes each target for some seconds, two targets at a time, starting from the committed corpus. Findings are in fuzz/artifacts.
#
# usage: fuzz.sh [SECONDS] [TARGET ...]      60 seconds, all targets
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
seconds=${1:-60}
[ $# -eq 0 ] || shift
targets=("$@")
if [ $# = 0 ]; then
    # The first name is the package's.
    named=$(sed -n 's/^name = "\(.*\)"$/\1/p' Cargo.toml | tail -n +2)
    [ -n "$named" ] || { echo "fuzz/Cargo.toml names no target" >&2; exit 1; }
    mapfile -t targets <<<"$named"
fi

command -v cargo-fuzz >/dev/null || cargo install --debug --locked cargo-fuzz@0.13.2
export ASAN_OPTIONS=redzone=128 RUST_BACKTRACE=0
# What this machine cannot run takes a third of the library's build.
[[ $(../scripts/backends.sh) == *avx512* ]] || export PERLANE_WITHOUT=avx512

# Sets `build` and `limits`, the options of a target's build and of its runs.
options() { # target
    if [ "$1" = files ]; then
        # It spends its time in the parsers of others, and has few samples: fast kernels would only lengthen its build, which is the longest.
        export PERLANE_SMALL=1
        build=(--dev --features files) limits=(-max_len=16384 -malloc_limit_mb=1200 -rss_limit_mb=1200)
    else
        unset PERLANE_SMALL
        # Inputs may be long from the start, because a case takes some hundred bytes.
        build=() limits=(-max_len=4096)
    fi
}

# All but `files` are built together.
if [ "${targets[*]}" != files ]; then
    options others
    cargo +nightly fuzz build "${build[@]}"
fi
if [[ " ${targets[*]} " = *" files "* ]]; then
    options files
    cargo +nightly fuzz build "${build[@]}" files
fi

run() { # target
    local build limits found log=../target/fuzz-$1.log
    found=$(mktemp -d)
    options "$1"
    # New inputs go to the first folder, so that the corpus does not change.
    cargo +nightly fuzz run "${build[@]}" "$1" "$found" "corpus/$1" -- \
        -max_total_time="$seconds" -len_control=0 -timeout=30 "${limits[@]}" >"$log" 2>&1 || return 1
    rm -r "$found"
}

mkdir -p ../target
failed=
for ((i = 0; i < ${#targets[@]}; i += 2)); do
    pair=("${targets[@]:i:2}")
    jobs=()
    for target in "${pair[@]}"; do
        run "$target" &
        jobs+=($!)
    done
    for k in "${!pair[@]}"; do
        log=../target/fuzz-${pair[k]}.log
        if wait "${jobs[k]}"; then
            echo "${pair[k]}: $(tail -1 "$log")"
        else
            failed="$failed ${pair[k]}"
            # A fuzzer that did not start, or was killed, has none of these lines.
            { grep -E 'panicked|ERROR|Test unit written' -A 3 "$log" || tail -20 "$log"; } | head -20
        fi
    done
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
