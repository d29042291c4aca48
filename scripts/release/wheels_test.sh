#!/usr/bin/env bash
# Tests the wheels in target/wheels on this machine (as root). Those for manylinux: pip installs each into a minimal Debian, and the package's tests run
# there, for AArch64 under qemu those of the samples alone. Those for musllinux: musl's loader finds every symbol but Python's own. Python
# built with musl, and free-threaded Python, are not to be had as packages: run such wheels where they are (RELEASING.md).
#
# The source package: pip builds a wheel from it, on which the tests in the package run.
#
# usage: wheels_test.sh [x86_64] [aarch64] [musl] [sdist]      default: all
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
wheels=$root/target/wheels
version=$(scripts/release/version.sh)
tools=$(scripts/release/tools.sh python)
steps=${*:-x86_64 aarch64 musl sdist}

# A folder with the wheel, NumPy and pytest, as pip chooses them for a platform and CPython 3.11.
gather() { # machine, folder
    rm -rf "$2" && mkdir -p "$2"
    local platforms=()
    for glibc in 17 24 27 28 34; do platforms+=(--platform "manylinux_2_${glibc}_$1"); done
    "$tools/pip" download -q --disable-pip-version-check --only-binary :all: "${platforms[@]}" --platform "manylinux2014_$1" \
        --python-version 3.11 --implementation cp --abi cp311 --abi abi3 --abi none --find-links "$wheels" -d "$2" "perlane==$version" pytest
    compgen -G "$2/perlane-$version-cp311-abi3-*$1.whl" >/dev/null || { echo "pip took another perlane than this one"; exit 1; }
}

# The tests at the places that they have in the repository, with the vectors that they compare with.
tests() { # root folder
    rm -rf "$1/perlane" && mkdir -p "$1/perlane/python" "$1/perlane/tests"
    cp -r python/tests python/pyproject.toml python/README.md "$1/perlane/python"
    cp -r tests/vectors "$1/perlane/tests"
}

check='import perlane; a = perlane.fbm((256, 256), seed=1); print("perlane", perlane.__version__, *perlane.backends(), a.shape)'

on_x86_64() {
    local debian
    debian=$(scripts/release/debian_root.sh amd64)
    gather x86_64 "$debian/wheels"
    tests "$debian"
    chroot "$debian" python3 -m venv --clear /env
    chroot "$debian" /env/bin/pip install -q --disable-pip-version-check --no-index --find-links /wheels perlane pytest
    chroot "$debian" /env/bin/python -c "$check"
    chroot "$debian" env -C /perlane/python /env/bin/python -m pytest -q -p no:cacheprovider --ignore tests/test_readme.py --ignore tests/test_book.py
}

on_aarch64() {
    local debian
    debian=$(scripts/release/debian_root.sh arm64)
    gather aarch64 "$debian/wheels"
    tests "$debian"
    rm -rf "$debian/site" && mkdir "$debian/site"
    for wheel in "$debian"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$debian/site"
    done
    cp "$(command -v qemu-aarch64-static)" "$debian/emulator"
    inside() { PYTHONPATH=/site chroot "$debian" /emulator /usr/bin/python3.11 "$@"; }
    inside -c "$check"
    # Kernels, parameters and arrays: their bits are what may differ between processors. What starts programs cannot be emulated this way, and
    # blocks of a million samples, which are cut by code that knows no processor, would take most of an hour.
    inside -c 'import os, sys, pytest; os.chdir("/perlane/python"); sys.exit(pytest.main(sys.argv[1:]))' -q -p no:cacheprovider \
        tests/test_noise.py tests/test_grid.py tests/test_fields.py tests/test_errors.py tests/test_lazy.py tests/test_ml.py \
        -k "not between_signals and not in_blocks and not made_whole"
}

on_musl() {
    local work needed
    work=$(mktemp -d)
    (cd "$work" && apt-get download -q musl >&2 && dpkg-deb -x musl_*.deb .)
    for wheel in "$wheels"/perlane-"$version"-*musllinux*x86_64.whl; do
        rm -rf "$work/wheel" && mkdir "$work/wheel"
        python3 -m zipfile -e "$wheel" "$work/wheel"
        needed=$("$work"/lib/ld-musl-x86_64.so.1 --list "$work"/wheel/perlane/_native*.so 2>&1 || true)
        if grep 'symbol not found' <<<"$needed" | grep -vE ': _?Py[A-Za-z0-9_]+: '; then
            echo "$wheel needs what musl has not"
            exit 1
        fi
        grep -q ': PyModule' <<<"$needed" || { echo "$wheel: musl's loader says nothing of Python: $needed"; exit 1; }
        echo "$(basename "$wheel"): musl has all but Python's symbols"
    done
    rm -rf "$work"
}

on_sdist() {
    local work=$root/target/sdist-test
    rm -rf "$work/wheels" "$work/perlane-$version"
    mkdir -p "$work"
    CARGO_TARGET_DIR=$work/build "$tools/pip" wheel -q --disable-pip-version-check --no-deps -w "$work/wheels" "$wheels/perlane-$version.tar.gz"
    python3 -m venv --clear "$work/env"
    "$work/env/bin/pip" install -q --disable-pip-version-check "$work"/wheels/*.whl pytest
    # The tests that are in the package. pytest leaves the folder beside them, which has no compiled half, out of the path.
    tar -xzf "$wheels/perlane-$version.tar.gz" -C "$work"
    cd "$work/perlane-$version"
    "$work/env/bin/pytest" -q -p no:cacheprovider -c pyproject.toml --ignore python/tests/test_readme.py --ignore python/tests/test_book.py python/tests
    cd "$root"
}

for step in $steps; do
    echo "== $step"
    "on_$step"
done
echo "wheels: ok"
