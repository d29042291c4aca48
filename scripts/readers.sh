#!/usr/bin/env bash
# Installs programs that read perlane's files independently of it, for the tests of the command line. It installs them once, into target/readers, and
# prints the path of its Python.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
readers=$(cd "$target" && pwd)/readers
packages=(numpy==2.3.4 pillow==12.0.0 tifffile==2025.10.16 zarr==3.1.3 imageio-ffmpeg==0.6.0 xarray==2026.9.0 tensorstore==0.1.86
    rasterio==1.5.2 rio-cogeo==7.0.4 rioxarray==0.23.0 pyproj==3.8.0 imagecodecs==2026.10.10 jsonschema==4.26.0 OpenEXR==3.5.3)

# rasterio has GDAL 3.12 only for Python 3.12 and later. Prints a Python that is new enough: the machine's, pyenv's, or one that uv fetches.
python() {
    local name root version
    for name in python3 python3.14 python3.13 python3.12; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    root=$(pyenv root 2>/dev/null) && version=$(pyenv versions --bare | grep -E '^3\.1[2-9]\.[0-9]+$' | sort -V | tail -1)
    if [ -n "${version:-}" ]; then
        echo "$root/versions/$version/bin/python3"
        return
    fi
    fetched || {
        echo "the readers need Python 3.12 or later; python3 is $(python3 --version), and uv cannot fetch another one. Install one as python3.12, python3.13 or python3.14, or in pyenv" >&2
        return 1
    }
}

fetched() {
    local uv=$readers-uv
    export UV_PYTHON_INSTALL_DIR=$uv/pythons UV_NO_CONFIG=1
    python3 -m venv "$uv" >&2 && "$uv/bin/pip" install --quiet --disable-pip-version-check uv==0.13.9 >&2 &&
        "$uv/bin/uv" python install --no-progress --no-bin 3.12.16 >&2 && "$uv/bin/uv" python find --no-project --managed-python 3.12.16
}

if [ "$(cat "$readers/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    rm -rf "$readers"
    interpreter=$(python)
    "$interpreter" -m venv "$readers" >&2
    "$readers/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "${packages[@]}" >&2
    echo "${packages[*]}" > "$readers/installed"
fi
cd "$readers"
echo "$PWD/bin/python"
