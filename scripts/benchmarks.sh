#!/usr/bin/env bash
# Measures perlane beside other libraries on this machine, and writes a page to target/benchmarks/index.md: charts, the machine, versions and
# commands. Nothing else should run in the meantime.
#
# usage: benchmarks.sh [--quick] [--page]      --quick: less of each, for a look; --page: only the page, from what was measured last
# FASTNOISE2, FASTSIMD: folders with the sources of these two, to have FastNoise2 in the charts; needs cmake and a C++ compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$target/benchmarks
quick='' page=''
for argument; do
    case $argument in
    --quick) quick=--quick ;;
    --page) page=yes ;;
    *) sed -n 's/^# usage: /usage: /p' scripts/benchmarks.sh; exit 2 ;;
    esac
done
mkdir -p "$out"
env=$out/env/bin

commands=() # what was run, for the page
run() { # file for the output, command ...
    echo "== ${*:2}" >&2
    commands+=("${*:2}")
    "${@:2}" >"$out/$1"
}

python_packages() {
    local stamp
    stamp="perlane, matplotlib, $(cat python/tests/peers.txt)"
    [ "$(cat "$out/env/installed" 2>/dev/null)" != "$stamp" ] || return 0
    python3 -m venv --clear "$out/env"
    "$env/pip" install -q --disable-pip-version-check matplotlib numpy
    "$env/pip" install -q --disable-pip-version-check -r python/tests/peers.txt ||
        echo "not all of python/tests/peers.txt can be installed here: the page has those that are" >&2
    CARGO_TARGET_DIR=$target/python "$env/pip" install -q --disable-pip-version-check ./python
    echo "$stamp" >"$out/env/installed"
}

fastnoise2() {
    local program
    program=$(benches/peers/fastnoise2/build.sh "$FASTNOISE2" "$FASTSIMD" "$out/fastnoise2")
    cp "$out/fastnoise2/version" "$out/fastnoise2.version"
    run fastnoise2.txt "$target/peers/release/perlane-peers" --fastnoise2 "$program" $quick
}

if [ -z "$page" ]; then
    rm -f "$out"/*.txt "$out"/*.json "$out"/*.md "$out"/*.version
    python_packages
    cargo build -q --release -p perlane-cli
    # This has a folder of its own, because these builds differ from those of the library.
    CARGO_TARGET_DIR=$target/peers cargo build -q --release --locked --manifest-path benches/peers/Cargo.toml
    run peers.txt "$target/peers/release/perlane-peers" $quick
    run bench.json "$target/release/perlane" bench --json $quick
    run python.md "$env/python" python/benches/peers.py "$([ -n "$quick" ] && echo 1 || echo 7)"
    if [ -n "${FASTNOISE2:-}" ]; then fastnoise2; fi
    printf '%s\n' "${commands[@]//$root\//}" >"$out/commands.txt"
    {
        date -u +%Y-%m-%d
        sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1 || true
        nproc
        uname -sr
        rustc --version
        git describe --always --dirty
        echo "${quick:-full}"
    } >"$out/machine.txt"
fi
"$env/python" scripts/benchmark_page.py "$out"
