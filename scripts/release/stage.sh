#!/usr/bin/env bash
# Makes the tree from which a release is built, in target/stage: the commit, followed by a commit that makes the links of READMEs absolute. Published
# packages name this second commit, and the tag points to it.
#
# usage: stage.sh [COMMIT]         default: HEAD
set -euo pipefail
cd "$(dirname "$0")/../.."
commit=${1:-HEAD}
stage=$PWD/target/stage

git worktree remove --force "$stage" 2>/dev/null || rm -rf "$stage"
git worktree prune
mkdir -p target
git worktree add -q --detach "$stage" "$commit"
cd "$stage"
version=$(scripts/release/version.sh)
python3 scripts/release/absolute_links.py "$(scripts/release/urls.sh)" "v$version" README.md ./*/README.md
git commit -q -a -m "Links of READMEs are absolute in perlane $version, for package indices"
echo "$stage"
