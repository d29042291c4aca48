#!/usr/bin/env bash
# Prints a command of the README, for scripts that run it as a newcomer would: the only command of the block that follows the line <!-- NAME -->.
# It fails, and says what is wrong, if there is no such line, or not one command behind it.
#
# usage: readme_command.sh NAME [README]       NAME: "main job" or "tests"
set -euo pipefail
name=$1
readme=${2:-$(cd "$(dirname "$0")/.." && pwd)/README.md}
block=$(awk -v marker="<!-- $name -->" '
    $0 == marker { found = 1; next }
    found && /^```/ { if (inside) exit; inside = 1; next }
    inside && NF
' "$readme")
wrong() {
    echo "$readme: $1." >&2
    echo "Scripts run the command that stands in a block of its own behind <!-- $name --> and begins with cargo (CONTRIBUTING.md, \"The README's commands\")" >&2
    exit 1
}
grep -qxF "<!-- $name -->" "$readme" || wrong "there is no line <!-- $name -->"
case $block in
"") wrong "no command follows <!-- $name -->" ;;
*$'\n'*) wrong "several lines follow <!-- $name -->, where one is expected" ;;
"cargo "*) echo "$block" ;;
*) wrong "the command behind <!-- $name --> does not begin with cargo: $block" ;;
esac
