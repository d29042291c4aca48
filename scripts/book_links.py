#!/usr/bin/env python3
"""Makes links from the book's pages to files that are not in the book absolute: sources, tests, licences.

usage: book_links.py FOLDER REPOSITORY       in the repository's folder; FOLDER has the pages at their places
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")


def main() -> None:
    """Rewrites all pages; a link to a file that is nowhere is an error."""
    folder, repository = Path(sys.argv[1]), sys.argv[2]
    root = Path.cwd()
    missing: list[str] = []
    for page in sorted(set(folder.rglob("*.md")) - {folder / "SUMMARY.md"}):
        place = page.parent.relative_to(folder)

        def link(match: re.Match[str], page: Path = page, place: Path = place) -> str:
            label, target = match.groups()
            path = target.partition("#")[0]
            if not path or re.match(r"[a-z]+:", path):
                return match[0]
            if (page.parent / path).exists():
                # The book's name for the first page of a folder.
                return f"{label}({target.replace('README.md', 'index.md')})"
            file = (root / place / path).resolve()
            if not file.exists():
                missing.append(f"{place / page.name}: {target}: there is no such file")
                return match[0]
            kind = "tree" if file.is_dir() else "blob"
            return f"{label}({repository}/{kind}/main/{file.relative_to(root)})"

        text = page.read_text("utf-8")
        # Code between fences stays as it is.
        parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
        page.write_text("".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts), "utf-8")
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
