#!/usr/bin/env python3
"""Fails unless the installed wheel of perlane has its licences, and those of the code in it.

usage: wheel_licences.py       with the Python that has the wheel
"""

import sys
from importlib.metadata import files

# A line of each text. Where a system has no links, files of the repository that are links contain a path.
EXPECTED = {"LICENSE-MIT": "Permission is hereby granted", "LICENSE-APACHE": "Apache License", "LICENSE-THIRD-PARTY": "- pyo3 "}

texts = {file.name: file.read_text("utf-8") for file in files("perlane") or [] if "licenses" in file.parts}
for name, line in EXPECTED.items():
    if line not in texts.get(name, ""):
        sys.exit(f"the wheel of perlane has no {name}, or another text in it: {', '.join(texts) or 'no licence'}")
