#!/usr/bin/env python3
"""Makes the relative links of READMEs absolute, as package indices show READMEs without the repository around them.

usage: absolute_links.py REPOSITORY TAG README...     in the repository's folder; rewrites the files

Pictures point to REPOSITORY/raw/TAG/..., other files to REPOSITORY/blob/TAG/..., which is the form of GitHub, GitLab and Gitea. A link to a
file that is not there is an error.
"""

import re
import sys
from pathlib import Path, PurePosixPath

LINK = re.compile(r"(!?)(\[[^\]]*\])\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def absolute(text: str, folder: Path, repository: str, tag: str) -> str:
    """The text with absolute links; `folder` is the README's, relative to the repository's."""

    def link(match: re.Match[str]) -> str:
        picture, label, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        path, mark, fragment = target.partition("#")
        file = Path(folder, path)
        if not file.exists():
            sys.exit(f"{folder}: {target}: there is no {file}")
        plain = PurePosixPath(file.resolve().relative_to(Path.cwd().resolve()))
        return f"{picture}{label}({repository}/{'raw' if picture else 'blob'}/{tag}/{plain}{mark}{fragment})"

    # Code stays as it is.
    parts, last = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[last : fence.start()]), fence[0]]
        last = fence.end()
    return "".join([*parts, LINK.sub(link, text[last:])])


def main() -> None:
    """Rewrites the files that the arguments name."""
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    repository, tag, *readmes = sys.argv[1:]
    for name in readmes:
        readme = Path(name)
        readme.write_text(absolute(readme.read_text("utf-8"), readme.parent, repository, tag), "utf-8")


if __name__ == "__main__":
    main()
