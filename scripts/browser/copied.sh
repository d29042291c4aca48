#!/usr/bin/env bash
# Runs the texts that the page gave to copy, and compares the digests of their samples. For each NAME, a folder has NAME.sh, .toml, .rs and .py.
#
# usage: copied.sh FOLDER
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/../.."

# Absolute paths, because programs run in folders of their own. A link of a virtual environment stays one.
PERLANE_BIN=$(realpath "$PERLANE_BIN")
[ -z "${PERLANE_PYTHON:-}" ] || PERLANE_PYTHON=$(realpath -s "$(command -v "$PERLANE_PYTHON")")

digest() { "$PERLANE_BIN" "$@" --json -q | sed -n 's/.*"blake3": "\([0-9a-f]*\)".*/\1/p' | head -1; }
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
mkdir "$programs/bin"
ln -s "$PERLANE_BIN" "$programs/bin/perlane"

# The library as cargo has built it for the command line. Programs are compiled against it directly.
library=$(cargo build --release -p perlane-cli --message-format=json 2>/dev/null |
    python3 -c 'import json, sys; print(*[f for m in map(json.loads, sys.stdin) if m.get("target", {}).get("name") == "perlane" and m["reason"] == "compiler-artifact" for f in m["filenames"] if f.endswith(".rlib")])')
[ -n "$library" ] || { echo "the library was not built"; exit 1; }

count=0
for toml in "$folder"/*.toml; do
    name=$(basename "$toml" .toml)
    cd "$programs"
    want=$(digest generate "$toml" -o "$name.npy")
    [ -n "$want" ] || { echo "$name: no digest"; exit 1; }

    # Files that are there stay as they are.
    (cd "$programs" && rm -f noise.* && echo "a person's own" >noise.toml && PATH="$programs/bin:$PATH" bash -e "$folder/$name.sh" 2>/dev/null)
    [ "$(cat noise.toml)" = "a person's own" ] || { echo "$name.sh: noise.toml was replaced"; exit 1; }
    # A file with three axes is not a picture.
    got=$("$PERLANE_BIN" info "$([ -e noise.png ] && echo noise.png || echo noise.npy)" --json | sed -n 's/.*"blake3": "\([0-9a-f]*\)".*/\1/p')
    [ "$got" = "$want" ] || { echo "$name.sh: $got, not $want"; exit 1; }

    sed 's|println!.*|use std::io::Write; for v in \&samples { std::io::stdout().write_all(\&v.to_le_bytes()).unwrap(); }|' "$folder/$name.rs" >program.rs
    rustc --edition 2024 -O program.rs -o program --extern "perlane=$library" -L "dependency=$(dirname "$library")/deps" -L "dependency=$(dirname "$library")"
    ./program >rust.f32
    tail -c +129 "$name.npy" | cmp - rust.f32 || { echo "$name.rs: other samples"; exit 1; }

    if [ -n "${PERLANE_PYTHON:-}" ]; then
        { cat "$folder/$name.py"; echo "samples.tofile('python.f32')"; } >program.py
        "$PERLANE_PYTHON" program.py >/dev/null
        tail -c +129 "$name.npy" | cmp - python.f32 || { echo "$name.py: other samples"; exit 1; }
    fi
    count=$((count + 1))
    cd - >/dev/null
done
echo "$count recipes: the same digest by command, TOML, Rust${PERLANE_PYTHON:+, Python}"
[ -n "${PERLANE_PYTHON:-}" ] || echo "Python's were not run: PERLANE_PYTHON is not set"
[ "$count" -ge 3 ]
