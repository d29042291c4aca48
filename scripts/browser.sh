#!/usr/bin/env bash
# Tests the explorer's page in a browser, with the server of the command line and as a static site: first types, then everything that a person does,
# with Debian's chromium without windows. Installs what it needs: that, and node if there is none, by apt (as root), and node packages into target/browser.
#
# usage: browser.sh [server] [site]        default: both
# ALL=1: the static site has the tests that concern the page alone, too; else these run with the server only.
# ONLY: a part of tests' names. PAGE: a folder whose files replace those in the program (cli/web, while they are written). With either, copied texts
# are not run.
# PERLANE_BIN: a built command line (else it is built, as a release). PERLANE_PYTHON: a Python that has perlane, to run copied programs.
# CHROMIUM: another chromium, such as the one with windows.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/browser
shells=${*:-server site}

scripts/browser/install.sh "$work"

echo "== types"
cat >"$work/tsconfig.json" <<TSCONFIG
{
  "compilerOptions": {
    "checkJs": true, "noEmit": true, "strict": true, "noUnusedLocals": true, "noUnusedParameters": true, "types": [],
    "target": "es2023", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"]
  },
  "include": ["$root/cli/web/*", "$root/web/page/*"]
}
TSCONFIG
"$work/node_modules/.bin/tsc" -p "$work/tsconfig.json"

if [ -n "${PERLANE_BIN:-}" ]; then
    PERLANE_BIN=$(realpath "$PERLANE_BIN")
else
    cargo build -q --release -p perlane-cli
    PERLANE_BIN=$target/release/perlane
fi
export PERLANE_BIN
for shell in $shells; do
    if [ "$shell" = site ]; then scripts/site.sh "$target/site"; fi
    echo "== $shell"
    rm -rf "${work:?}/$shell"
    node scripts/browser/main.mjs "$shell" "$work" "$target/site"
done

# The texts that the page gave to copy are run by the programs for which they are meant.
if [[ " $shells " = *" server "* && -z "${ONLY:-}${PAGE:-}" ]]; then
    echo "== copied texts"
    scripts/browser/copied.sh "$work/server/copied"
fi
echo "browser: ok"
