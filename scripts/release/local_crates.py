#!/usr/bin/env python3
"""Names crates of this repository in bills of materials as an index does, pkg:cargo/NAME@VERSION, where tools name the folder of the build.

usage: local_crates.py FILE...       in the repository's folder; rewrites the files: bills in CycloneDX's JSON, or wheels, which contain such bills

A bill that has the build's folder or another `file://` after that is an error.
"""

import base64
import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any


def objects(value: Any) -> list[dict[str, Any]]:
    """All objects in a value of JSON, from outside to inside."""
    if isinstance(value, list):
        return [each for part in value for each in objects(part)]
    return [value, *objects(list(value.values()))] if isinstance(value, dict) else []


def renamed(bill: str, name: str) -> str:
    """The bill with other references; `name` is the file's."""
    read = json.loads(bill)
    references = {
        each["bom-ref"]: f"pkg:cargo/{each['name']}@{each['version']}"
        for each in objects(read)
        # Behind a space stands the number of a library or program of a crate.
        if each.get("bom-ref", "").startswith("path+file://") and " " not in each["bom-ref"]
    }

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items()}
        if isinstance(value, list):
            return [plain(part) for part in value]
        if not isinstance(value, str):
            return value
        crate, space, part = value.partition(" ")
        if crate in references:
            return references[crate] + space + part
        return re.sub(r"^(pkg:cargo/[^?#]*)\?download_url=file:[^#]*", r"\1", value)

    text = json.dumps(plain(read), indent=2, ensure_ascii=False) + "\n"
    for left in ("file://", Path.cwd().as_posix()):
        if left in text:
            sys.exit(f"{name}: {next(line.strip() for line in text.splitlines() if left in line)}: a bill of materials names no folder of the build")
    return text


def rewrite_wheel(wheel: Path) -> None:
    """Rewrites the bills in a wheel, and their digests in its list of files."""
    with zipfile.ZipFile(wheel) as packed:
        files = [(entry, packed.read(entry)) for entry in packed.infolist()]
    contents = {}
    for entry, content in files:
        if re.search(r"\.dist-info/sboms/.*\.json$", entry.filename):
            contents[entry.filename] = renamed(content.decode("utf-8"), f"{wheel}: {entry.filename}").encode("utf-8")

    def listed(line: str) -> str:
        content = contents.get(line.split(",")[0])
        if content is None:
            return line
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")
        return f"{line.split(',')[0]},sha256={digest},{len(content)}"

    if not contents:
        sys.exit(f"{wheel}: it has no bill of materials")
    with zipfile.ZipFile(wheel, "w") as packed:
        for entry, content in files:
            if entry.filename.endswith(".dist-info/RECORD"):
                content = "".join(listed(line) + "\n" for line in content.decode("utf-8").splitlines()).encode("utf-8")
            packed.writestr(entry, contents.get(entry.filename, content))


def main() -> None:
    """Rewrites the files that the arguments name."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for file in map(Path, sys.argv[1:]):
        if file.suffix == ".whl":
            rewrite_wheel(file)
        else:
            file.write_text(renamed(file.read_text("utf-8"), str(file)), "utf-8")


if __name__ == "__main__":
    main()
