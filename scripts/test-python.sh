#!/usr/bin/env bash
# Builds the Python package's wheel, installs it into a clean environment, and tests it there: pytest, the examples in docstrings, types, lints. It
# needs Rust, and Python 3.11 or later with venv and pip. It makes its environments itself.
#
# PYTHON: the interpreter (python3). PERLANE_BIN: a built command line to compare with (else it is built).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
# An absolute path, as this script and what it runs change their folders; macOS' realpath takes no path of what is not there.
target=$(cd "$target" && pwd)
work=$target/python-test
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$python is older than Python 3.11"; exit 1; }
"$python" -m venv --clear "$work/env" || { echo "$python has no venv (Debian: python3-venv)"; exit 1; }
env=$work/env/bin
export PIP_DISABLE_PIP_VERSION_CHECK=1

echo "== wheel, with $("$python" --version)"
rm -rf "$work/wheels"
CARGO_TARGET_DIR=$target/python "$env/pip" wheel -q --no-deps -w "$work/wheels" ./python
ls "$work/wheels"
"$env/pip" install -q "$work"/wheels/perlane-*.whl
# The package itself needs only NumPy.
(cd "$work" && "$env/python" -c 'import perlane; assert perlane.fbm((9, 9)).any(); print("perlane", perlane.__version__, *perlane.backends())')
"$env/pip" install -q -r python/tests/requirements.txt
"$env/pip" install -q -r python/tests/peers.txt || echo "not all of python/tests/peers.txt can be installed here: their tests are skipped"

if [ -n "${PERLANE_BIN:-}" ]; then
    PERLANE_BIN=$(cd "$(dirname "$PERLANE_BIN")" && pwd)/$(basename "$PERLANE_BIN")
else
    # The one that the README's tests have just built: there, all packages' features are those of this command.
    cargo build -q --workspace --all-features --bin perlane
    PERLANE_BIN=$target/debug/perlane
fi
export PERLANE_BIN

cd "$work" # so that it is the installed package that is imported
config=$root/python/pyproject.toml
echo "== the compiled half's own tests"
# As the wheel is built, so that the library need not be built again.
CARGO_TARGET_DIR=$target/python cargo test -q --release --manifest-path "$root/python/Cargo.toml" --lib
echo "== tests"
"$env/pytest" -q -c "$config" --rootdir "$root/python" -p no:cacheprovider "$root/python/tests"
echo "== the docstrings' examples"
"$env/pytest" -q -c "$config" -p no:cacheprovider --doctest-modules --pyargs perlane
echo "== types"
"$env/mypy" --config-file "$config" --strict -p perlane
"$env/mypy" --config-file "$config" --strict "$root/python/tests/typed.py"
"$env/stubtest" --mypy-config-file "$config" perlane._native
echo "== lints"
"$env/ruff" check -q --no-cache "$root/python"
"$env/ruff" format -q --no-cache --check "$root/python"
echo "python: ok"
