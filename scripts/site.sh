#!/usr/bin/env bash
# Builds the static site: a first page with the gallery, and the explorer on WebAssembly, into a folder that any web server can serve.
# The compiler and the standard library's sources are those that scripts/toolchains.sh sets up.
#
# usage: site.sh [FOLDER]        default: target/site
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-target/site}

# Upper bound on the module's bytes; catches a dependency that brings much along.
limit=600000

# A panic ends the worker at once: its message would take a tenth of the module. The linker leaves no room in calls, which would take a twentieth.
# What is shown as debuggers see it is names alone, which all texts here are.
# Functions that are neither small nor marked are not inlined: loops do not call any.
scripts/toolchains.sh >&2
tools=$PWD/target/toolchains
RUSTC=$tools/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target/other \
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=/usr/bin/wasm-ld-19 \
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128 --cfg=perlane_small -Zunstable-options -Cpanic=immediate-abort -Zfmt-debug=shallow -Zlocation-detail=none -Clink-arg=--compress-relocations -Cllvm-args=-inline-threshold=10" \
    cargo build --profile web -p perlane-web -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target wasm32-unknown-unknown >&2

rm -rf "$site"
mkdir -p "$site/explore" "$site/gallery"
cp cli/web/*.js cli/web/*.css cli/web/*.svg cli/web/index.html "$site/explore"
cp web/page/shell.js web/page/worker.js "$site/explore"
wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue \
    target/other/wasm32-unknown-unknown/web/perlane_web.wasm -o "$site/explore/perlane.wasm"
# The server sends this policy as a header; a folder has it in the page. Compiling the module needs permission by name.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'"
sed -i "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" "$site/explore/index.html"
cp web/page/index.html web/page/site.css cli/web/icon.svg "$site"
cp docs/terrain.png docs/explore.png "$site"
cp docs/gallery/*.png "$site/gallery"

size=$(stat -c %s "$site/explore/perlane.wasm")
echo "$site: the module has $size bytes" >&2
[ "$size" -le "$limit" ] || { echo "allowed: at most $limit"; exit 1; }
