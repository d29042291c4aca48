#!/usr/bin/env python3
"""Checks the links of a static site: each local file and each heading that a page links to is there.

usage: check_links.py FOLDER       prints what is missing, and how many links were checked; addresses elsewhere are not asked for
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """A page's links, and the names that links to it may end with."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("href", "src") and value and tag != "base":
                self.links.append(value)
            elif key in ("id", "name") and value:
                self.names.add(value)


def main() -> None:
    """Checks all pages of the folder."""
    site = Path(sys.argv[1]).resolve()
    # The page for printing contains all others, with their links. The page for errors does not know its folder.
    left_out = {"print.html", "404.html", "toc.html"}
    pages = {page: Page(page.read_text("utf-8")) for page in site.rglob("*.html") if page.name not in left_out}
    missing, checked, elsewhere = [], 0, 0
    for page, parsed in sorted(pages.items()):
        for link in parsed.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                elsewhere += 1
                continue
            checked += 1
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target /= "index.html"
            known = target.name in left_out or target in pages
            # The explorer reads its parameters from the fragment.
            named = not parts.fragment or "=" in parts.fragment or not known or target.name in left_out
            if not target.exists() or not target.is_relative_to(site):
                missing.append(f"{page.relative_to(site)}: {link}: no such file")
            elif not named and unquote(parts.fragment) not in pages[target].names:
                missing.append(f"{page.relative_to(site)}: {link}: no such heading")
    print(
        "\n".join(missing) if missing else f"{len(pages)} pages, {checked} links, {elsewhere} elsewhere not asked for"
    )
    sys.exit(1 if missing or not checked else 0)


if __name__ == "__main__":
    main()
