#!/usr/bin/env bash
# Lints the workflows with actionlint, and checks that each of their commands is an existing script of the repository.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(scripts/release/tools.sh actionlint)
node scripts/lint_workflows.mjs "$(dirname "$tools")/actionlint/node.mjs" .github/workflows/*.yml
