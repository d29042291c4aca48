#!/usr/bin/env bash
# Installs the programs that read perlane's files independently of it, for the tests of the command line: into target/readers,
# once. Prints the path of its Python.
set -euo pipefail
cd "$(dirname "$0")/.."

readers=${CARGO_TARGET_DIR:-target}/readers
packages=(numpy==2.3.4 pillow==12.0.0 tifffile==2025.10.16 zarr==3.1.3 imageio-ffmpeg==0.6.0)

if [ "$(cat "$readers/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    rm -rf "$readers"
    python3 -m venv "$readers" >&2
    "$readers/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "${packages[@]}" >&2
    echo "${packages[*]}" > "$readers/installed"
fi
cd "$readers"
echo "$PWD/bin/python"
