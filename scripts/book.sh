#!/usr/bin/env bash
# Builds the documentation site into target/site/book: the book, made of the repository's own pages. It is beside the explorer, if scripts/site.sh
# has built that. Checks links between pages, to files, and to headings. docs/book/SUMMARY.md lists the pages.
#
# PERLANE_BIN: a built command line, whose help is the page of options (else it is built, as a release)
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# Help has neither colours nor the width of whoever builds the book.
unset CLICOLOR_FORCE COLUMNS
export NO_COLOR=1
tools=$(scripts/release/tools.sh mdbook)
if [ -z "${PERLANE_BIN:-}" ]; then
    cargo build -q --release -p perlane-cli
    PERLANE_BIN=$target/release/perlane
fi

# Pages keep their places, so that links between them work as in the repository.
book=$target/book
rm -rf "$book" "$target/site/book"
mkdir -p "$book/src/help" "$target/site"
# Whoever builds the site again may replace this folder.
touch "$target/site/.perlane-site"
cp docs/book/book.toml docs/book/book.css "$book"
git ls-files -z 'docs/*.md' 'docs/*.png' 'docs/*.svg' 'docs/*.jsonl' 'python/README.md' 'python/docs/*' 'benches/peers/README.md' README.md CHANGELOG.md \
    CONTRIBUTING.md SECURITY.md RELEASING.md | xargs -0 cp --parents -t "$book/src"
# Its links are relative to its place in the repository.
sed -E 's#\]\(\.\./\.\./#](#; t; s#\]\(\.\./#](docs/#; t; s#\]\(([^)]+)\)#](docs/book/\1)#' "$book/src/docs/book/SUMMARY.md" >"$book/src/SUMMARY.md"
rm "$book/src/docs/book/SUMMARY.md"
rm "$book/src/docs/front-page.md"
# A list goes into a variable first, so that this script fails where the program that prints it does.
not_empty() { # list, what it lacks
    [ -n "$1" ] || { echo "$2" >&2; exit 1; }
}
# The page of options has a heading for each command.
headings=$(sed -n 's/^## perlane //p' docs/book/options.md)
not_empty "$headings" "docs/book/options.md has no heading of a command"
while read -r -a command; do
    name=${command[*]}
    "$PERLANE_BIN" "${command[@]}" --help </dev/null >"$book/src/help/${name// /-}.txt"
done <<<"$headings"
help=$("$PERLANE_BIN" --help)
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' <<<"$help")
not_empty "$commands" "perlane --help lists no commands"
for command in $commands; do
    [ "$command" = help ] || grep -q "^## perlane $command" docs/book/options.md || { echo "docs/book/options.md has no $command"; exit 1; }
done
repository=$(scripts/release/urls.sh)
python3 scripts/book_links.py "$book/src" "$repository"
# mdbook reports files that it cannot read as errors, and yet ends as if all were well.
status=0
"$tools/mdbook" build "$book" --dest-dir "$target/site/book" >"$book/log" 2>&1 || status=$?
sed '/^ *INFO /d' "$book/log"
if [ "$status" != 0 ] || grep -q '^ *ERROR ' "$book/log"; then
    echo "the book has errors; mdbook's exit status is $status" >&2
    exit 1
fi
pages=$(sed -nE 's/^.*\]\(([^)]+\.md)\).*$/\1/p' "$book/src/SUMMARY.md")
not_empty "$pages" "docs/book/SUMMARY.md names no page"
while read -r page; do
    html=$target/site/book/${page%.md}.html
    [ -s "${html/%README.html/index.html}" ] || { echo "the book lacks $page, which docs/book/SUMMARY.md names" >&2; exit 1; }
done <<<"$pages"
python3 scripts/check_links.py "$target/site"
