#!/usr/bin/env bash
# Fails where documents speak to readers who have only a checkout, which readers of published packages have not. It prints these lines. Three kinds:
#
# - text that says that nothing is published yet, anywhere;
# - what installs from a folder, the words "from a checkout", and sentences that are true of a checkout alone, in README, book and manual, but for
#   sections with the heading "From a checkout";
# - commands that need the repository, in READMEs of packages, but for the same sections. A script may be named by a link to it.
#
# usage: unpublished.sh                looks for all of them: for releases
#        unpublished.sh --commands     looks for the third kind only, which is never right
#        unpublished.sh [--commands] FILE...     looks at these files instead, as at READMEs of packages
set -euo pipefail
cd "$(dirname "$0")/../.."
only=
if [ "${1:-}" = --commands ]; then
    only=commands
    shift
fi
if [ $# -gt 0 ]; then
    documents=("$@") readmes=("$@")
else
    # What git says goes into a variable first, so that its failure is one of this script.
    listed=$(git ls-files 'README.md' '*/README.md' 'docs/*.md' | sort -u)
    [ -n "$listed" ] || { echo "git lists no documents" >&2; exit 1; }
    mapfile -t documents <<<"$listed"
    # Package indices show these.
    readmes=(README.md {cli,proof,python,recipes,rounds,view}/README.md)
fi

# Lines that match, outside of the section "From a checkout" and of what is below its heading.
outside() { # pattern, file ...
    awk -v pattern="$1" '
        FNR == 1 { fence = 0; level = 0 }
        /^```/ { fence = !fence }
        !fence && /^#+ / {
            depth = length($1)
            if (level && depth <= level) level = 0
            if (!level && /^#+ From a checkout$/) level = depth
        }
        !level && $0 ~ pattern { print FILENAME ":" FNR ":" $0 }
    ' "${@:2}"
}

# Commands at the beginning of a line, of code in a sentence, or behind another command.
# shellcheck disable=SC2016
found=$(outside '(^|[^[]`|^`|&& )(cargo (run|test|bench) .*(--workspace|-p perlane-(cli|gallery)|--manifest-path|--example)|scripts/|[.]ci/)' "${readmes[@]}")
if [ -z "$only" ]; then
    found+=$'\n'$(outside "install [\"']?(--path|[.]/|-e )|(^|[^a-z])path = \"|from a checkout" "${documents[@]}")
    # Those that know a copy of the repository, that pip has no wheel, or that the program is always built by its user.
    found+=$'\n'$(outside "(path|copy) of (the|this|a) (copy|repository)|builds the package; it needs Rust|only builds with" "${documents[@]}")
    found+=$'\n'$(grep -nHE 'published yet|package index has it' "${documents[@]}" || true)
fi
found=$(grep . <<<"$found" | sort -u -t: -k1,1 -k2,2n || true)
if [ -n "$found" ]; then
    echo "$found"
    echo 'these lines are for readers of a checkout: say how to install what is published, or move them to a section "From a checkout"' >&2
    exit 1
fi
