#!/usr/bin/env bash
# Sets the project's addresses in every file that has them. They are placeholders until there is a public repository.
#
# usage: urls.sh                           prints the repository's address
#        urls.sh REPOSITORY SITE           e.g. urls.sh https://forge.example/me/perlane https://me.example/perlane
#        urls.sh --check                   fails where files disagree or have the placeholder, where they say that nothing is published, and if the
#                                          changelog has no section for the version: for releases
set -euo pipefail
cd "$(dirname "$0")/../.."
files=(Cargo.toml python/pyproject.toml SECURITY.md docs/book/book.toml)

value() { # key of the workspace's package
    sed -n "s/^$1 = \"\(.*\)\"$/\1/p" Cargo.toml | head -1
}
repository=$(value repository)
site=$(value homepage)
# Every file would seem to have an empty address.
if [ -z "$repository" ] || [ -z "$site" ]; then
    echo "Cargo.toml has no repository, or no homepage" >&2
    exit 1
fi

usage() {
    sed -n '/^# usage: /,/^set /s/^# //p' scripts/release/urls.sh >&2
    exit 2
}
address() { # parameter, value
    if [[ ! $2 =~ ^https://[A-Za-z0-9./_~-]+$ || $2 = *.git || $2 = */ ]]; then
        echo "$1 is '$2': allowed is https:// and letters, digits and ./_~- behind it, without .git or / at the end" >&2
        exit 2
    fi
}

case $#:${1:-} in
0:) echo "$repository" ;;
1:--check)
    for file in "${files[@]}"; do
        grep -qF "$repository" "$file" || { echo "$file does not name $repository"; exit 1; }
    done
    # cli/Cargo.toml has the address of the Debian package's maintainer.
    if grep -nF example.org "${files[@]}" cli/Cargo.toml; then
        echo "these are placeholders: scripts/release/urls.sh REPOSITORY SITE sets them"
        exit 1
    fi
    scripts/release/unpublished.sh
    scripts/release/changelog.sh >/dev/null
    ;;
2:-*) usage ;;
2:*)
    address REPOSITORY "$1"
    address SITE "$2"
    [ "$1" != "$2" ] || { echo "REPOSITORY and SITE are both '$1': allowed are two addresses, as each is found by its text when it changes" >&2; exit 2; }
    # The site's address comes first, because the repository's address may be a prefix of it.
    sed -i -e "s|$site\b|@SITE@|g" -e "s|$repository\b|$1|g" -e "s|@SITE@|$2|g" "${files[@]}"
    ;;
*) usage ;;
esac
