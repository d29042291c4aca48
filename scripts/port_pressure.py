#!/usr/bin/env python3
"""Counts what the sample loops of the x86-64 grid kernels cost a vector: instructions, and cycles as llvm-mca's models see them, with all
data in the first-level cache. docs/limits.md has the table.

usage: port_pressure.py [BINARY]     default: the release build of examples/first_light.rs; needs llvm-mca, by that name or in LLVM_MCA
"""

import os
import re
import subprocess
import sys

import hot_loops

MODELS = ["sapphirerapids", "znver4"]
ROUNDS = 200


def kind(loop, wide):
    """(how coefficients come, whether samples are added to what is there, whether they are folded, rows), or None."""
    count = lambda pattern: sum(bool(re.match(pattern, m)) and wide in o for _, m, o in loop)
    stores = sum(bool(hot_loops.X86.is_store(m, o)) for _, m, o in loop)
    multiplications, permutations = count(r"vmulps"), count(r"vperm(ps|d)$")
    additions = count(r"vaddps")
    if stores not in (2, 4) or multiplications not in (3 * stores, 4 * stores) or additions < 4 * stores:
        return None
    places = [o.split(",", 1)[1] for _, m, o in loop if hot_loops.X86.is_store(m, o)]
    loads = [o for _, m, o in loop if "(" in o and "%rip" not in o and not o.endswith(tuple(places))]
    first = not any(place in o for place in places for o in loads)
    # Fractions, fades, lanes and bases are loaded once for all rows.
    of_row = (len(loads) - 2) / stores - (not first)
    source = {0: "one cell" if of_row < 1 else "own columns"}.get(permutations)
    if permutations == 4 * stores:
        source = "few columns" if of_row < 3 else "more columns"
    if source is None:
        return None
    return source, "first octave" if first else "further octave", multiplications == 4 * stores, stores


def text(loop):
    """The loop for an assembler."""
    lines = ["loop:"]
    for _, mnemonic, operands in loop:
        operands = re.sub(r"\s*[#<].*", "", operands)
        lines.append(f"{mnemonic} {'loop' if mnemonic.startswith('j') else operands}")
    return "\n".join(lines) + "\n"


def cycles(loop, model):
    command = [os.environ.get("LLVM_MCA", "llvm-mca"), f"-mcpu={model}", f"-iterations={ROUNDS}", "-"]
    report = subprocess.run(command, input=text(loop), check=True, capture_output=True, text=True).stdout
    return int(re.search(r"Total Cycles:\s+(\d+)", report)[1]) / ROUNDS


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/examples/first_light"
    if len(sys.argv) == 1:
        subprocess.run(["cargo", "build", "-q", "--release", "--example", "first_light"], check=True)
    print("| backend | coefficients | octave | rows | instructions a vector | " + " | ".join(f"{m}, cycles a vector" for m in MODELS) + " |")
    print("| --- | --- | --- | --- | --- |" + " --- |" * len(MODELS))
    seen = set()
    for name, body in sorted(hot_loops.functions(binary, hot_loops.X86).items()):
        backend = name.split()[0].removeprefix("run_")
        if backend == "portable":
            continue
        for loop in hot_loops.innermost_loops(body, hot_loops.X86):
            row = kind(loop, hot_loops.X86.registers[f"run_{backend}"])
            if row is None or row[2] or (backend, *row) in seen:
                continue
            seen.add((backend, *row))
            figures = [f"{cycles(loop, model) / row[3]:.2f}" for model in MODELS]
            print(f"| {backend} | {row[0]} | {row[1]} | {row[3]} | {len(loop) / row[3]:.1f} | " + " | ".join(figures) + " |")
    if not seen:
        sys.exit(f"no sample loops found in {binary}")


if __name__ == "__main__":
    main()
