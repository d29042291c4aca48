#!/usr/bin/env bash
# Runs perlane as a Windows program under wine: `perlane verify`, the README's picture byte for byte, and the tests of the library and of the command
# line. Wine is not Windows, but the machine code, the calling convention and most of what differs in files are. It needs Debian on x86-64, and root to
# install wine.
set -euo pipefail
cd "$(dirname "$0")/.."
wine=/usr/lib/wine/wine64
[ -x "$wine" ] || apt-get install -y -q --no-install-recommends wine64
target=x86_64-pc-windows-gnu
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
PATH=$(scripts/release/tools.sh python):$PATH
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")/platforms
export CARGO_TARGET_DIR
export WINEPREFIX=$CARGO_TARGET_DIR/wine WINEDEBUG=-all
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine

"$wine" wineboot --init
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    # Rust's standard library takes random numbers from a library that wine before 8.8 lacks. This one asks the function that it replaced.
    source=$(mktemp -d)
    trap 'rm -rf "$source"' EXIT
    cat >"$source/random.c" <<'END'
__declspec(dllimport) unsigned char SystemFunction036(void *, unsigned long);
__declspec(dllexport) int ProcessPrng(void *bytes, unsigned long long count) { return SystemFunction036(bytes, (unsigned long)count); }
int DllMain(void *library, unsigned long reason, void *reserved) { return 1; }
END
    zig cc -target x86_64-windows-gnu -shared -o "$source/bcryptprimitives.dll" "$source/random.c" -ladvapi32
    mkdir -p "$system"
    cp "$source/bcryptprimitives.dll" "$system"
fi

echo "== the program"
cargo-zigbuild build --locked --release --target "$target" -p perlane-cli --all-features
perlane=$CARGO_TARGET_DIR/$target/release/perlane.exe
"$wine" "$perlane" verify
main_command=$(scripts/readme_command.sh "main job")
drawn=$WINEPREFIX/terrain.png
rm -f "$drawn"
arguments=${main_command#* -- }
# The command contains no quoted words.
# shellcheck disable=SC2086
"$wine" "$perlane" ${arguments/-o terrain.png/-o $drawn}
cmp "$drawn" docs/terrain.png

echo "== tests"
cargo-zigbuild test --locked --target "$target" -p perlane -p perlane-proof -p perlane-recipes -p perlane-rounds -p perlane-view --all-features \
    --lib --tests --no-fail-fast
# Programs of other systems are left out: the readers in Python, and bash. A file that is removed while it is open keeps its name under wine, but not on
# Windows since 2018.
suites=(bench console errors everyday explore files films formats geodata keys quantities recipes reproduce show verify zarr)
cargo-zigbuild test --locked --target "$target" -p perlane-cli --all-features --lib "${suites[@]/#/--test=}" --no-fail-fast -- \
    --skip gdal_reads_map_tiles --skip bash_offers_values_and_files --skip names_removed_by_other_programs_are_not_locked
echo "wine: ok"
