#!/usr/bin/env python3
"""Fails if a file of a published crate is compiled with a file that its package lacks, as the package alone could then not be compiled or tested.

usage: packaged.py       in the repository's folder. It compiles nothing: cargo lists what each package has, and what `#[path]`, `include!`,
    `include_str!` and `include_bytes!` name must be there.
"""

import json
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

NAMES = re.compile(r"#\[path\s*=\s*(?P<path>\"[^\"]*\")\s*\]|\binclude(?:_str|_bytes)?!\s*\(\s*(?P<included>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)")
TEXT = re.compile(r'"([^"]*)"')


def printed(*command: str) -> str:
    """What a program prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def plain(path: PurePosixPath) -> str:
    """A path without `..` and `.`, but where these lead out of the package."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def missing(file: str, text: str, packaged: set[str]) -> list[str]:
    """The files that this file of a package is compiled with, and which the package lacks."""
    code = "\n".join("" if line.lstrip().startswith("//") else line for line in text.split("\n"))
    found = []
    for match in NAMES.finditer(code):
        named = match["path"] or match["included"]
        texts = TEXT.findall(named)
        if "OUT_DIR" in texts:
            continue
        folder = PurePosixPath(file).parent
        if texts[:1] == ["CARGO_MANIFEST_DIR"]:
            folder, texts = PurePosixPath(), [text.lstrip("/") for text in texts[1:]]
        # Of names that a macro puts together, the beginning is known: some file must be there that begins with it.
        whole = TEXT.fullmatch(named.strip().removesuffix(",")) is not None
        beginning = texts[0] if texts else ""
        name = plain(folder / beginning) + ("/" if beginning.endswith("/") else "")
        if not (name in packaged if whole else beginning and any(other.startswith(name) for other in packaged)):
            line = code.count("\n", 0, match.start()) + 1
            found.append(f"{line}: {match[0]}: the package has no {name or 'file of which the name is known'}")
    return found


def main() -> None:
    """Checks all crates of the workspace that are published."""
    found, crates = [], 0
    for crate in json.loads(printed("cargo", "metadata", "--format-version", "1", "--no-deps"))["packages"]:
        if crate["publish"] == []:
            continue
        crates += 1
        folder = Path(crate["manifest_path"]).parent
        packaged = set(printed("cargo", "package", "--list", "--allow-dirty", "-p", crate["name"]).replace("\\", "/").splitlines())
        for file in sorted(name for name in packaged if name.endswith(".rs")):
            found += [f"{crate['name']}: {file}:{line}" for line in missing(file, (folder / file).read_text("utf-8"), packaged)]
    if found:
        sys.exit("\n".join([*found, "put the file into the package, or the file that names it out of it: `include` in Cargo.toml says what is in it"]))
    if not crates:
        sys.exit("no crate is published")
    print(f"packages: {crates} crates are compiled with their own files alone")


if __name__ == "__main__":
    main()
