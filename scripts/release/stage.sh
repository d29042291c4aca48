#!/usr/bin/env bash
# Makes the tree from which a release is built, in target/stage, and prints its folder: the commit, followed by a commit that makes the links of
# READMEs absolute. Published packages name this second commit, and the tag points to it.
#
# If there is a stage of this commit already, it stays as it is, with all that was built in it. In the stage itself, this prints its folder. A stage of
# another commit is never replaced: what to do is said instead. The second commit has the date of the first, so that a stage that was removed can be
# made again with the same bytes.
#
# usage: stage.sh [COMMIT]         default: HEAD
set -euo pipefail
cd "$(dirname "$0")/../.."
subject="Links of READMEs are absolute"

is_stage() { # whether the folder is a work tree whose newest commit is one of this script's
    [ -f "$1/.git" ] && [[ $(git -C "$1" log -1 --format=%s) = "$subject"* ]]
}

if is_stage .; then
    [ $# = 0 ] || { echo "this is the stage: name a commit in the folder of the repository, not in $PWD" >&2; exit 1; }
    echo "$PWD"
    exit
fi
commit=$(git rev-parse --verify --quiet "${1:-HEAD}^{commit}") || { echo "there is no commit $1" >&2; exit 1; }
stage=$PWD/target/stage
if [ -e "$stage" ]; then
    if ! is_stage "$stage"; then
        problem="its newest commit is not the one that this script makes"
    elif staged=$(git -C "$stage" rev-parse HEAD^) && [ "$staged" != "$commit" ]; then
        problem="it was made of commit $staged, and the release would be of commit $commit"
    elif ! git -C "$stage" diff --quiet HEAD; then
        problem="files in it differ from its commit, as 'git -C target/stage diff HEAD' shows"
    else
        echo "$stage"
        exit
    fi
    cat >&2 <<END
$stage is there already: $problem.
To go on with what was built in it:      cd target/stage
To remove it and all that was built:     git worktree remove --force target/stage || rm -r target/stage
END
    exit 1
fi

mkdir -p target
git worktree prune
unfinished() {
    git worktree remove --force "$stage" 2>/dev/null || true
    echo "there is no stage" >&2
}
trap unfinished EXIT
git worktree add -q --detach "$stage" "$commit"
(
    cd "$stage"
    version=$(scripts/release/version.sh)
    repository=$(scripts/release/urls.sh)
    python3 scripts/release/absolute_links.py "$repository" "v$version" README.md ./*/README.md
    date=$(git log -1 --format=%cI)
    # A signature would have another date. The tag is signed.
    GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git commit -q -a --no-gpg-sign -m "$subject in perlane $version, for package indices"
)
trap - EXIT
echo "$stage"
