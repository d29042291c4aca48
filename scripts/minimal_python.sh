#!/usr/bin/env bash
# Tests the Python package with the oldest Python and the oldest versions of its dependencies that python/pyproject.toml allows. It builds the wheel
# where scripts/test-python.sh builds it, so that little is left to build after that. Tests that need packages of other kinds are skipped.
#
# usage: minimal_python.sh [FILE ...]       FILE: of python/tests, to run only these
# PYTHON: the interpreter (default: the oldest that is allowed, or python3). PERLANE_BIN: a built command line to compare with (else it is built).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/minimal-python
oldest=$(sed -n 's/^requires-python = ">=\(.*\)"$/\1/p' python/pyproject.toml)
python=${PYTHON:-python$oldest}
"$python" --version >/dev/null 2>&1 || python=python3
"$python" --version | grep -qF " $oldest." || echo "$("$python" --version) is newer than $oldest, which is the oldest that is allowed" >&2

# pandas 3 is newer than the oldest xarray by a year, and gives it other types of texts.
versions=$("$python" - <<'PYTHON'
import re, tomllib

project = tomllib.load(open("python/pyproject.toml", "rb"))["project"]
stated = {*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)}
for requirement in sorted(stated):
    name, oldest = re.fullmatch(r"([\w\[\]-]+)>=([\d.]+)", requirement).groups()
    print(f"{name}=={oldest}")
PYTHON
)
mapfile -t packages <<<"$versions"
packages+=(distributed "pandas<3" matplotlib pytest)
echo "== ${packages[*]}, with $("$python" --version)"

"$python" -m venv --clear "$work/env"
env=$work/env/bin
export PIP_DISABLE_PIP_VERSION_CHECK=1
rm -rf "$work/wheels"
CARGO_TARGET_DIR=$target/python "$env/pip" wheel -q --no-deps -w "$work/wheels" ./python
"$env/pip" install -q "$work"/wheels/perlane-*.whl "${packages[@]}"
if [ -n "${PERLANE_BIN:-}" ]; then
    PERLANE_BIN=$(realpath "$PERLANE_BIN")
else
    # The one that the README's tests have just built: there, all packages' features are those of this command.
    cargo build -q --workspace --all-features --bin perlane
    PERLANE_BIN=$target/debug/perlane
fi
export PERLANE_BIN
tests=("${@/#/$root/python/tests/}")
[ $# -gt 0 ] || tests=("$root/python/tests")
cd "$work" # so that it is the installed package that is imported
"$env/pytest" -q -c "$root/python/pyproject.toml" --rootdir "$root/python" -p no:cacheprovider "${tests[@]}"
echo "minimal Python: ok"
