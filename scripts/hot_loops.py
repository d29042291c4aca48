#!/usr/bin/env python3
"""Prints the innermost loops of each backend's entry functions that multiply vectors of floats, and fails where one that should
be all vectors calls a function or, in a 256-bit or 512-bit path, works on narrower packed registers.

usage: hot_loops.py [BINARY]     default: the release build of examples/first_light.rs, which has grids and points
"""

import collections
import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
WIDTH = {"run_avx2": "ymm", "run_avx512": "zmm"}
# What is left over at a row's end is copied by memcpy; panics are never reached; both may be called through a table of other
# objects' functions. An operation that was not inlined is a direct call.
HARMLESS = re.compile(r"mem(cpy|move|set)|copy_from_slice|panic|_fail|slice_index")
ARITHMETIC = re.compile(r"^v(add|sub|mul|perm|and)\w*ps$")


def functions(binary):
    """Name -> [(address, mnemonic, operands)] of the entry functions."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "-C", binary], check=True, capture_output=True, text=True
    ).stdout
    found, name = {}, None
    for line in text.splitlines():
        if line.endswith(">:"):
            name = next((n for n in WIDTH if f"::{n}" in line), None)
            if name:
                name = f"{name} #{sum(k.startswith(name + ' ') for k in found) + 1}"
                found[name] = []
        elif name and (m := INSTRUCTION.match(line)):
            found[name].append((int(m[1], 16), m[2], m[3]))
    return found


def innermost_loops(code):
    """The bodies of backward branches that hold no other backward branch."""
    index = {address: i for i, (address, _, _) in enumerate(code)}
    loops = []
    for i, (address, mnemonic, operands) in enumerate(code):
        target = re.match(r"([0-9a-f]+)\b", operands)
        if mnemonic.startswith("j") and target and int(target[1], 16) in index:
            start = index[int(target[1], 16)]
            if start <= i:
                loops.append((start, i))
    inner = [a for a in loops if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in loops)]
    return [code[a : b + 1] for a, b in inner]


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/examples/first_light"
    if len(sys.argv) == 1:
        subprocess.run(["cargo", "build", "-q", "--release", "--example", "first_light"], check=True)
    code = functions(binary)
    if {name.split()[0] for name in code} != set(WIDTH):
        sys.exit(f"entry functions not found in {binary}: {sorted(code)}")
    bad = 0
    for name, body in sorted(code.items()):
        wide = WIDTH[name.split()[0]]
        print(f"{name}: {len(body)} instructions")
        rows = collections.Counter()
        for loop in innermost_loops(body):
            multiplies = sum(m == "vmulps" and wide in o for _, m, o in loop)
            if not multiplies:
                continue
            calls = sum(m.startswith("call") and not o.startswith("*") and not HARMLESS.search(o) for _, m, o in loop)
            narrow = sum(bool(ARITHMETIC.match(m)) and wide not in o for _, m, o in loop)
            stores = sum(m.startswith("vmovup") and o.rstrip().endswith(")") for _, m, o in loop)
            for _, m, o in loop:
                if m.startswith("call") and not o.startswith("*") and not HARMLESS.search(o):
                    print(f"  calls {o}")
            rows[len(loop), multiplies, stores, calls, narrow] += 1
            bad += bool(calls or narrow)
        for (length, multiplies, stores, calls, narrow), count in sorted(rows.items()):
            print(
                f"  {count:2} x {length:4} instructions, {multiplies:3} multiplications, {stores:2} stores of {wide}"
                f", {calls} calls, {narrow} narrower"
            )
    if bad:
        sys.exit(f"{bad} hot loops call or are narrower than their registers")


main()
