#!/usr/bin/env bash
# Builds the static site into a folder that any web server can serve: a first page with the gallery, and the explorer on WebAssembly. The compiler
# and the standard library's sources come from scripts/toolchains.sh.
#
# usage: site.sh [FOLDER]        default: target/site. A relative name is one in the folder where the script is started. What the folder has is
#     removed; unless it is empty or has the file .perlane-site, which shows that a site was built there, the script refuses it.
set -euo pipefail
site=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/.."
site=${site:-$PWD/target/site}
mark=.perlane-site

if [ -e "$site" ] && [ ! -e "$site/$mark" ] && [ -n "$(ls -A "$site")" ]; then
    echo "$site is not empty, and no site was built there: name another folder, or remove it" >&2
    exit 2
fi

# Upper bound on the module's bytes. It detects a dependency that adds much.
limit=620000

# A panic ends the worker immediately, because its message would take a tenth of the module. The linker leaves no padding in calls, which would take
# a twentieth.
# Debug output consists of names only, and all texts here are such names.
# Functions that are neither small nor marked are not inlined: no loop calls one.
scripts/toolchains.sh >&2
tools=$PWD/target/toolchains
PERLANE_SMALL=1 RUSTC=$tools/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target/other \
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=/usr/bin/wasm-ld-19 \
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort -Zfmt-debug=shallow -Zlocation-detail=none -Clink-arg=--compress-relocations -Cllvm-args=-inline-threshold=10" \
    cargo build --profile web -p perlane-web -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target wasm32-unknown-unknown >&2

rm -rf "$site"
mkdir -p "$site/explore" "$site/gallery"
touch "$site/$mark"
cp cli/web/*.js cli/web/*.css cli/web/*.svg cli/web/index.html "$site/explore"
cp web/page/shell.js web/page/suggest.js web/page/worker.js "$site/explore"
# Large functions are not inlined even where they are called once: a function of so many has locals whose numbers take two bytes.
wasm-opt -Oz --one-caller-inline-max-function-size 600 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue \
    target/other/wasm32-unknown-unknown/web/perlane_web.wasm -o "$site/explore/perlane.wasm"
# The server sends this policy as a header; in a static folder, the page contains it. Compiling the module needs the permission 'wasm-unsafe-eval'.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'"
sed -i "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" "$site/explore/index.html"
python3 scripts/release/notices.py Cargo.toml perlane-web wasm32-unknown-unknown >"$site/explore/LICENSE-THIRD-PARTY.txt"
cp web/page/index.html web/page/site.css cli/web/icon.svg "$site"
cp docs/terrain.png docs/explore.png docs/flow.png "$site"
cp docs/gallery/*.png "$site/gallery"

size=$(stat -c %s "$site/explore/perlane.wasm")
echo "$site: the module has $size bytes" >&2
[ "$size" -le "$limit" ] || { echo "allowed: at most $limit"; exit 1; }
