#!/usr/bin/env bash
# What the tracks need. All that apt installs is installed here, because apt fails while another apt runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

step "emulators, compilers for other machines, a browser"
scripts/toolchains.sh
[[ $(scripts/backends.sh) == *avx512* ]] || scripts/avx512/install.sh
scripts/browser/install.sh

step "a tracer of what programs ask the system for"
command -v strace >/dev/null || apt-get install -y -q --no-install-recommends strace

step "independent readers of perlane's files"
scripts/readers.sh
