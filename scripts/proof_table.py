#!/usr/bin/env python3
"""Prints the table of machines, backends and suites from the logs of prove.sh. Fails where a machine ran no suite, or a suite no test, or a test failed."""

import pathlib
import re
import sys

RUNNING = re.compile(r"Running (?:unittests )?(\S+)")
RESULT = re.compile(r"^test result: (\w+)\. (\d+) passed; (\d+) failed; (\d+) ignored")


def suite(path):
    """What a test program is called here."""
    path = pathlib.Path(path)
    name = path.parent.name if path.stem == "main" else path.stem
    return {"lib": "units", "perlane": "units"}.get(name, name)


def read(log):
    """Name, how, backends that were compared, {suite: (passed, failed)}, whether all went well."""
    lines = log.read_text().splitlines()
    name, how, backends = lines[0].split("|")
    suites, current = {}, None
    for line in lines[1:]:
        if m := RUNNING.search(line):
            current = suite(m[1])
        elif (m := RESULT.match(line)) and current:
            passed, failed = suites.get(current, (0, 0))
            suites[current] = (passed + int(m[2]), failed + int(m[3]))
    only = [line.removeprefix("only ") for line in lines[1:2] if line.startswith("only ")]
    return name, how, only or backends.split(","), suites, "FAILED" not in lines


def main():
    runs = [read(pathlib.Path(log)) for log in sys.argv[1:]]
    names = list(dict.fromkeys(name for run in runs for name in run[3]))
    backends = list(dict.fromkeys(b for run in runs for b in run[2]))
    print("\nTests passed on every machine, suite by suite, and the backends that integration tests compared there. (-: not there)\n")
    head = ["machine", *backends, *names, "how"]
    rows = []
    for name, how, has, suites, good in runs:
        marks = ["yes" if b in has else "-" for b in backends]
        counts = [
            "-" if s not in suites else f"{suites[s][0]}" if not suites[s][1] else f"{suites[s][1]} FAILED" for s in names
        ]
        rows.append([name, *marks, *counts, how if good else f"{how}: FAILED"])
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    empty = [f"{run[0]}: {s}" for run in runs for s in run[3] if not sum(run[3][s])]
    empty += [run[0] for run in runs if not run[3]]
    wrong = [run[0] for run in runs if not run[4] or any(failed for _, failed in run[3].values())]
    if wrong:
        sys.exit(f"failed: {' '.join(wrong)}")
    if empty or not rows:
        sys.exit(f"no test ran: {', '.join(empty) or 'anywhere'}")


main()
