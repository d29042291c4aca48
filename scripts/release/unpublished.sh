#!/usr/bin/env bash
# Fails where README, book or manual speak to readers who have only a checkout, as nothing is published yet: releases must not say so. It prints
# these lines.
#
# usage: unpublished.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
mapfile -t files < <(git ls-files 'README.md' '*/README.md' 'docs/*.md' | sort -u)
# What installs from a folder, and a requirement that is a folder.
if grep -nE 'published yet|package index has it|from a checkout|install ["'\'']?(--path|\./|-e )|\bpath = "' "${files[@]}"; then
    echo "these lines are for readers of a checkout: say how to install what is published" >&2
    exit 1
fi
