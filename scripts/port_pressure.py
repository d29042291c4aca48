#!/usr/bin/env python3
"""Counts what the sample loops of the x86-64 kernels cost a vector of samples: instructions, and cycles as llvm-mca's models see them,
with all data in the first-level cache. docs/limits.md has the table.

usage: port_pressure.py [--jobs PATTERN] [RLIB]     default: kernel::samples of perlane's release build; needs llvm-mca 16 or later,
                                                    by that name or in LLVM_MCA
"""

import argparse
import os
import re
import subprocess

import hot_loops

MODELS = ["sapphirerapids", "znver4"]
JOBS = "kernel::samples::"
ROUNDS = 200


def text(loop):
    """The loop for an assembler; its branches go to its start."""
    lines = ["loop:"]
    for i in loop:
        operands = "loop" if i.mnemonic.startswith("j") else re.sub(r"\s*[#<].*", "", i.operands)
        lines.append(f"{i.mnemonic} {operands}")
    return "\n".join(lines) + "\n"


def cycles(loop, model):
    command = [os.environ.get("LLVM_MCA", "llvm-mca"), f"-mcpu={model}", f"-iterations={ROUNDS}", "-"]
    report = subprocess.run(command, input=text(loop), check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(re.search(r"Total Cycles:\s+(\d+)", report)[1]) / ROUNDS


def rows(isa, job, code):
    """A row of the table for each loop that stores and has no calls."""
    wide = hot_loops.X86.registers[isa]
    found = {}
    for loop in hot_loops.multiplying_loops(code, hot_loops.X86):
        vectors = sum(hot_loops.X86.stores(i, wide) for i in loop)
        permutations = sum(i.mnemonic.startswith("vperm") for i in loop)
        if vectors and not any(hot_loops.X86.call.match(i.mnemonic) for i in loop):
            # Compilers emit some loops twice, in a slightly different order.
            found.setdefault((vectors, permutations, len(loop)), loop)
    for (vectors, permutations, length), loop in sorted(found.items()):
        figures = [f"{isa}", f"`{job}`", f"{vectors}", f"{permutations / vectors:.1f}", f"{length / vectors:.1f}"]
        yield figures + [f"{cycles(loop, model) / vectors:.2f}" for model in MODELS]


def main():
    arguments = argparse.ArgumentParser(description="Instructions and cycles of the loops of x86-64 jobs.")
    arguments.add_argument("--jobs", default=JOBS, metavar="PATTERN", help=f"a regular expression; default: {JOBS}")
    arguments.add_argument("rlib", nargs="?", help="default: perlane's release build")
    options = arguments.parse_args()
    code = hot_loops.entries(options.rlib or hot_loops.build(), hot_loops.X86)
    head = ["instruction set", "job", "vectors", "permutations a vector", "instructions a vector"]
    head += [f"{model}, cycles a vector" for model in MODELS]
    chosen = [key for key in sorted(code) if key[0] != "Sse2" and re.search(options.jobs, key[1])]
    table = [row for key in chosen for row in rows(*key, code[key])]
    if not table:
        raise SystemExit(f"no loop of a job that matches {options.jobs}")
    for row in [head, ["---"] * len(head), *table]:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
