#!/usr/bin/env bash
# Tests the wheels in target/wheels on this machine (as root), in a minimal Debian: pip chooses and installs each wheel, and the package's tests run.
# For AArch64, this machine's pip chooses, and the tests that depend on the processor run under qemu. Pythons that Debian lacks, with musl or
# free-threaded, are built first (scripts/release/pythons.sh).
#
# For the source package, pip builds a wheel from it, and the tests in the package run on that wheel.
#
# usage: wheels_test.sh [x86_64] [aarch64] [x86_64-musl] [aarch64-musl] [sdist] [free-threaded]      default: all but the last one,
#     whose Python is of a Debian that is being made, or of CPYTHON_SOURCE
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
wheels=$root/target/wheels
version=$(scripts/release/version.sh)
tools=$(scripts/release/tools.sh python)
steps=${*:-x86_64 aarch64 x86_64-musl aarch64-musl sdist}

# Makes a folder with the wheel, NumPy and pytest, as pip chooses them for a platform and a Python.
gather() { # machine, gnu or musl, Python's version as 3.13 or 3.14t, folder
    local platforms=() name chosen
    case $2 in
    gnu) for name in manylinux_2_{17,24,27,28,34} manylinux2014; do platforms+=(--platform "${name}_$1"); done ;;
    musl) for name in musllinux_1_{1,2}; do platforms+=(--platform "${name}_$1"); done ;;
    esac
    local abis=(--abi "cp${3/./}" --abi none)
    # Free-threaded Pythons do not support the stable ABI of the others.
    [[ $3 = *t ]] || abis+=(--abi abi3)
    rm -rf "$4" && mkdir -p "$4"
    "$tools/pip" download -q --disable-pip-version-check --only-binary :all: "${platforms[@]}" --python-version "${3%t}" --implementation cp "${abis[@]}" \
        --find-links "$wheels" -d "$4" "perlane==$version" pytest
    chosen=$(cd "$4" && ls perlane-*)
    [ -e "$wheels/$chosen" ] || { echo "pip took $chosen, which is not one of $wheels"; exit 1; }
    rm -rf "$4.unpacked"
    python3 -m zipfile -e "$wheels/$chosen" "$4.unpacked"
    PYTHONPATH=$4.unpacked python3 scripts/release/wheel_licences.py
    rm -rf "$4.unpacked"
    echo "pip takes $chosen, and $(cd "$4" && ls numpy-*)"
}

# The tests, at their places in the repository, with the vectors with which they compare.
tests() { # root folder
    rm -rf "$1/perlane" && mkdir -p "$1/perlane/python" "$1/perlane/tests"
    cp -r python/tests python/pyproject.toml python/README.md "$1/perlane/python"
    cp -r tests/vectors "$1/perlane/tests"
}

# Tests whether it computes, and on what it runs. Python itself reports if an import has enabled the lock, and continues.
check='import sys, sysconfig, perlane
samples = perlane.fbm((256, 256), seed=1)
free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
assert not free or not sys._is_gil_enabled(), "the import has switched the lock on"
print("perlane", perlane.__version__, *perlane.backends(), samples.shape, "in Python", sys.version.split()[0], "without a lock" if free else "")'

# The version of the Python that a root has from Debian, and its place there.
packaged() { # root folder
    local name
    name=$(readlink "$1/usr/bin/python3")
    echo "${name#python}" "/usr/bin/$name"
}

# The same for a Python that is built, and copied into the root.
built() { # root folder, version, target
    local python
    python=$(scripts/release/pythons.sh "$2" "$3")
    rm -rf "$1/python" && cp -r "$python" "$1/python"
    [[ $3 = *-gnu ]] || cp "$python"/lib/ld-musl-*.so.1 "$1/lib"
    echo "$2" /python/bin/python3
}

natively() { # root folder, gnu or musl, Python's version, its place
    gather x86_64 "$2" "$3" "$1/wheels"
    tests "$1"
    chroot "$1" "$4" -m venv --clear /env
    chroot "$1" /env/bin/python -m pip install -q --disable-pip-version-check --no-index --find-links /wheels perlane pytest
    chroot "$1" /env/bin/python -c "$check"
    chroot "$1" env -C /perlane/python /env/bin/python -m pytest -q -p no:cacheprovider --ignore tests/test_readme.py --ignore tests/test_book.py
}

emulated() { # root folder, gnu or musl, Python's version, its place
    local debian=$1 python=$4 wheel
    gather aarch64 "$2" "$3" "$debian/wheels"
    tests "$debian"
    rm -rf "$debian/site" && mkdir "$debian/site"
    for wheel in "$debian"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$debian/site"
    done
    cp "$(scripts/release/tools.sh qemu)/qemu-aarch64-static" "$debian/emulator"
    inside() { PYTHONPATH=/site chroot "$debian" /emulator "$python" "$@"; }
    inside -c "$check"
    # These test kernels, parameters and arrays, whose bits may differ between processors. Tests that start programs cannot be emulated in this way.
    # Blocks of a million samples would take most of an hour, and the code that cuts them does not depend on the processor.
    inside -c 'import os, sys, pytest; os.chdir("/perlane/python"); sys.exit(pytest.main(sys.argv[1:]))' -q -p no:cacheprovider \
        tests/test_noise.py tests/test_grid.py tests/test_fields.py tests/test_errors.py tests/test_lazy.py tests/test_ml.py \
        -k "not between_signals and not in_blocks and not made_whole"
}

# The tests of a wheel: where they run, and in which Python.
run() { # x86_64 or aarch64, gnu or musl, nothing or the version of a Python to build
    local root how=natively python
    [ "$1" = x86_64 ] || how=emulated
    case $1 in
    x86_64) root=$(scripts/release/debian_root.sh amd64) ;;
    aarch64) root=$(scripts/release/debian_root.sh arm64) ;;
    esac
    if [ -n "${3:-}" ]; then python=$(built "$root" "$3" "$1-linux-$2"); else python=$(packaged "$root"); fi
    # shellcheck disable=SC2086
    "$how" "$root" "$2" $python
}

on_x86_64() { run x86_64 gnu; }
on_aarch64() { run aarch64 gnu; }
on_x86_64-musl() { run x86_64 musl 3.13; }
on_aarch64-musl() { run aarch64 musl 3.13; }
on_free-threaded() {
    run x86_64 gnu 3.14t
    run x86_64 musl 3.14t
    run aarch64 musl 3.14t
}

on_sdist() {
    local work=$root/target/sdist-test
    rm -rf "$work/wheels" "$work/perlane-$version"
    mkdir -p "$work"
    CARGO_TARGET_DIR=$work/build "$tools/pip" wheel -q --disable-pip-version-check --no-deps -w "$work/wheels" "$wheels/perlane-$version.tar.gz"
    python3 -m venv --clear "$work/env"
    "$work/env/bin/pip" install -q --disable-pip-version-check "$work"/wheels/*.whl pytest
    # The tests in the package. pytest must not put the folder beside them on the path, because it lacks the compiled half.
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
