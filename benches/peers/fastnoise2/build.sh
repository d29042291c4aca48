#!/usr/bin/env bash
# Builds FastNoise2, and the program that does its part of `perlane-peers --fastnoise2`. Prints where that program is.
#
# usage: build.sh FASTNOISE2 FASTSIMD OUT      folders with the sources of the two libraries (github.com/Auburn), and one for what is built
# Needs cmake and a C++ compiler (CXX; clang makes FastNoise2 faster than gcc does).
set -euo pipefail
[ $# = 3 ] || { sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
fastnoise2=$(cd "$1" && pwd) fastsimd=$(cd "$2" && pwd) out=$(cd "$3" && pwd)
cmake -S "$fastnoise2" -B "$out" -DCMAKE_BUILD_TYPE=Release -DFASTNOISE2_TOOLS=OFF -DFASTNOISE2_TESTS=OFF -DFASTNOISE2_UTILITY=OFF \
    -DBUILD_SHARED_LIBS=OFF -DCPM_FastSIMD_SOURCE="$fastsimd" >"$out/build.log"
cmake --build "$out" --parallel "$(nproc)" >>"$out/build.log"
mapfile -t simd < <(find "$out" -name 'libFastSIMD*.a')
"${CXX:-c++}" -std=c++17 -O2 -Wall -Wextra -isystem "$fastnoise2/include" -isystem "$fastsimd/include" \
    -isystem "$out/src/fastsimd/FastSIMD_FastNoise/include" "$here/turns.cpp" \
    -Wl,--whole-archive "$(find "$out" -name libFastNoise.a)" -Wl,--no-whole-archive "${simd[@]}" -o "$out/turns"
git -C "$fastnoise2" describe --tags --always >"$out/version" 2>/dev/null || echo "unknown" >"$out/version"
echo "$out/turns"
