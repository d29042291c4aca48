#!/usr/bin/env bash
# All that apt installs for the tracks: apt fails while another one runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/steps.sh

step "emulators, compilers for other machines, a browser"
scripts/toolchains.sh
scripts/browser/install.sh
