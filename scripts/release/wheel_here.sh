#!/usr/bin/env bash
# Builds the wheel for this machine into target/wheels, with the licences of all code in it, and runs the package's tests on it in a clean environment.
# This works on any system with Rust and Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
# An absolute path, as this script and what it runs change their folders; macOS' realpath takes no path of what is not there.
target=$(cd "$target" && pwd)
python=${PYTHON:-python3}
command -v "$python" >/dev/null || python=python
work=$target/wheel-here
"$python" -m venv --clear "$work"
# Windows has its programs in another folder.
programs=$work/bin
[ -d "$programs" ] || programs=$work/Scripts
"$programs/python" -m pip install -q --disable-pip-version-check maturin==1.16.0 pytest
mkdir -p "$target/wheels"
rm -f "$target"/wheels/perlane-*.whl
# maturin packs it because of its name.
trap 'rm -f "$root/python/LICENSE-THIRD-PARTY"' EXIT
"$programs/python" scripts/release/notices.py python/Cargo.toml perlane-python "$(rustc -vV | sed -n 's/^host: //p')" >python/LICENSE-THIRD-PARTY
CARGO_TARGET_DIR=$target/python "$programs/maturin" build --release --locked --manifest-path python/Cargo.toml --interpreter "$programs/python" --out "$target/wheels"
"$programs/python" scripts/release/local_crates.py "$target"/wheels/perlane-*.whl
"$programs/python" -m pip install -q --disable-pip-version-check "$target"/wheels/perlane-*.whl
cd "$work"
"$programs/python" "$root/scripts/release/wheel_licences.py"
# Python itself reports if an import has switched the lock on, and continues.
"$programs/python" -c 'import sys, sysconfig, perlane
free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
assert not free or not sys._is_gil_enabled(), "the import has switched the lock on"
print("perlane", perlane.__version__, *perlane.backends(), "without a lock" if free else "")'
"$programs/python" -m pytest -q -p no:cacheprovider -c "$root/python/pyproject.toml" --rootdir "$root/python" "$root/python/tests" \
    --ignore "$root/python/tests/test_readme.py" --ignore "$root/python/tests/test_book.py"
