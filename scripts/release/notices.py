#!/usr/bin/env python3
"""Prints the licences of all code of others that is in a compiled program: of crates, of Rust's standard library, and of other libraries if they are
named. Who passes the program on has to pass these on with it.

usage: notices.py MANIFEST PACKAGE TARGET,... [--features FEATURES] [--also NAME=FILE]...     in the repository's folder

MANIFEST names the workspace, PACKAGE what is compiled for these targets. FILE has the licence of a library that cargo does not know. Each text is
printed once. Of licences between which one may choose, MIT is chosen. A crate without the text of its licence is an error, unless that is MIT, whose
text is known.
"""

import argparse
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

NAMED = re.compile(r"(un)?licen[cs]e|copying|copyright|notice", re.I)
# Names of licences in names of files, other than MIT's.
OTHER = re.compile(r"apache|a2|zlib|unlicense|cc0|bsd|copying|llvm|boost|unicode", re.I)
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the \
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, \
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, \
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER \
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN \
THE SOFTWARE."""


def printed(*command: str) -> str:
    """What a program prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def chosen(licence: str, files: dict[str, str]) -> list[str]:
    """The texts that count, of files by name."""
    mit = [name for name in files if re.search(r"mit(\.|$)", name, re.I)]
    may_choose = re.search(r"\bMIT\b", licence) and re.search(r" OR |/", licence) and " AND " not in licence
    if mit and may_choose:
        # Notices, and licences of parts, are of no licence by name, or in a folder.
        files = {name: text for name, text in files.items() if name in mit or "/" in name or not OTHER.search(name)}
    # Parts under the GPL are under another licence too, which is beside it.
    return [text for name, text in files.items() if "GNU GENERAL PUBLIC LICENSE" not in text]


class Notices(HTMLParser):
    """The notices that come with Rust: of the standard library's own files, and of the crates in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.own: list[str] = []
        self.crates: dict[str, tuple[str, dict[str, str]]] = {}
        self.part, self.tag, self.file = "", "", ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        if tag == "h2":
            self.part = dict(attrs).get("id") or ""

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not text:
            return
        if self.part == "in-tree-files" and self.tag != "h2":
            self.own.append(text)
        elif self.part == "out-of-tree-dependencies":
            crate = next(reversed(self.crates), "")
            if self.tag == "h3":
                self.crates[text.removeprefix("\N{PACKAGE} ")] = ("", {})
            elif self.tag == "code":
                self.file = text
            elif self.tag == "pre":
                files = self.crates[crate][1]
                files[self.file] = files.get(self.file, "") + data
            elif crate and re.search(r"MIT|Apache|BSD|Zlib", text) and not self.crates[crate][1]:
                self.crates[crate] = (text, {})


def standard_library() -> list[tuple[str, str, list[str]]]:
    """Name, licence and texts, of the library and of what it consists of."""
    folder = Path(printed("rustc", "--print", "sysroot").strip(), "share", "doc", "rust")
    if not (folder / "COPYRIGHT-library.html").exists():
        sys.exit(f"{folder} has no notices of the standard library; rustup's compilers have them")
    notices = Notices((folder / "COPYRIGHT-library.html").read_text("utf-8"))
    own = "The licences of the standard library's files:\n\n" + re.sub(r"\n?(License:|Copyright:|Exceptions:)\n", r"\n\1 ", "\n".join(notices.own))
    texts = [own, *((folder / "licenses" / f"{name}.txt").read_text("utf-8") for name in ("MIT", "Apache-2.0", "Unicode-3.0"))]
    found = [("Rust's standard library", "MIT OR Apache-2.0, and Unicode-3.0", texts)]
    # It consists of these crates on one system or another; on these systems, programs of this project do not run.
    elsewhere = re.compile(r"fortanix|hermit|moto|r-efi|vex-sdk|wit-bindgen|wasi")
    for name, (licence, files) in notices.crates.items():
        if not elsewhere.match(name):
            found.append((f"{name}, in Rust's standard library", licence, chosen(licence, files)))
    return found


def crates(manifest: str, package: str, targets: list[str], features: str) -> list[tuple[str, str, list[str]]]:
    """The same of all crates of others that are compiled into a package."""
    options = ["--locked", "--manifest-path", manifest, *(["--features", features] if features else [])]
    compiled = set()
    for target in targets:
        tree = ["cargo", "tree", *options, "-p", package, "--target", target, "-e", "normal,no-proc-macro", "--prefix", "none"]
        compiled |= {tuple(line.split()[:2]) for line in printed(*tree, "--format", "{p}").splitlines() if line}
    found = []
    # The features of all members of the workspace are more than enough. Crates for other systems need not be fetched.
    platforms = [word for target in targets for word in ("--filter-platform", target)]
    metadata = printed("cargo", "metadata", "--format-version", "1", *options[:3], "--all-features", *platforms)
    for crate in json.loads(metadata)["packages"]:
        name, version, licence = crate["name"], crate["version"], crate["license"] or ""
        # perlane's own are under perlane's licences.
        if not crate["source"] or (name, f"v{version}") not in compiled:
            continue
        folder = Path(crate["manifest_path"]).parent
        paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if NAMED.match(path.name) and path.is_file())
        # What tests compare with is not compiled, and code is not a licence.
        kept = (path for path in paths if "tests" not in path.parts and path.suffix not in (".rs", ".py", ".toml"))
        files = {path.as_posix(): (folder / path).read_text("utf-8", "replace") for path in kept}
        texts = chosen(licence, files)
        if not texts:
            if not re.search(r"\bMIT\b", licence):
                sys.exit(f"{name} {version}: its package has no text of its licence, {licence}")
            authors = ", ".join(re.sub(r" *<.*?>", "", author) for author in crate["authors"]) or f"the authors of {name}"
            texts = [f"Copyright (c) {authors}\n\n{MIT}"]
        found.append((f"{name} {version}", licence, texts))
    return found


def main() -> None:
    """Prints all of them."""
    parser = argparse.ArgumentParser(usage=__doc__.partition("usage: ")[2].partition("    in")[0])
    for name in ("manifest", "package", "targets"):
        parser.add_argument(name)
    parser.add_argument("--features", default="")
    parser.add_argument("--also", action="append", default=[])
    args = parser.parse_args()

    entries = crates(args.manifest, args.package, args.targets.split(","), args.features)
    entries += standard_library()
    for also in args.also:
        name, _, file = also.partition("=")
        entries.append((name, "below", [Path(file).read_text("utf-8", "replace")]))

    # Texts that differ only in the lengths of their lines are one text.
    texts: dict[str, tuple[str, list[str]]] = {}
    for name, _, its in entries:
        for text in its:
            plain = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
            names = texts.setdefault(" ".join(plain.split()), (plain, []))[1]
            if name not in names:
                names.append(name)
    out = [f"{args.package} contains code of others, under these licences. The text of each one follows.", ""]
    out += [f"- {name}: {licence}" for name, licence, _ in entries]
    for plain, names in texts.values():
        out += ["", "-" * 80, *names, "-" * 80, "", plain]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print("\n".join(out))


if __name__ == "__main__":
    main()
