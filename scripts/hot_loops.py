#!/usr/bin/env python3
"""Prints the innermost loops of each backend's entry functions that multiply vectors of floats, and fails where one that should
be all vectors calls a function or, in a 256-bit or 512-bit path, works on narrower packed registers.

usage: hot_loops.py [BINARY]     default: the release build of examples/first_light.rs, which has grids and points;
                                 a program for AArch64 is recognised, and needs aarch64-linux-gnu-objdump
"""

import collections
import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
# What is left over at a row's end is copied by memcpy; panics are never reached; both may be called through a table of other
# objects' functions. An operation that was not inlined is a direct call.
HARMLESS = re.compile(r"mem(cpy|move|set)|copy_from_slice|panic|_fail|slice_index")


class X86:
    objdump = "objdump"
    # The registers of whole vectors, by entry function. Eight lanes of the portable backend are two registers.
    registers = {"run_portable": "xmm", "run_avx2": "ymm", "run_avx512": "zmm"}
    branch = re.compile(r"^j")
    call = re.compile(r"^call")
    multiply = re.compile(r"^v?mulps$")
    store = re.compile(r"^v?movup[sd]$")
    arithmetic = re.compile(r"^v(add|sub|mul|perm|and)\w*ps$")

    @classmethod
    def is_store(cls, mnemonic, operands):
        return cls.store.match(mnemonic) and operands.rstrip().endswith(")")

    @classmethod
    def is_narrow(cls, mnemonic, operands, wide):
        return cls.arithmetic.match(mnemonic) and wide not in operands


class Arm:
    objdump = "aarch64-linux-gnu-objdump"
    registers = {"run_portable": ".4s", "run_neon": ".4s"}
    branch = re.compile(r"^(b|b\..*|cbn?z|tbn?z)$")
    call = re.compile(r"^bl")
    multiply = re.compile(r"^fmul$")
    store = re.compile(r"^(str|stur|stp)$")
    arithmetic = re.compile(r"^f(add|sub|mul)$")

    @classmethod
    def is_store(cls, mnemonic, operands):
        return cls.store.match(mnemonic) and operands.startswith("q")

    @classmethod
    def is_narrow(cls, mnemonic, operands, wide):
        # As above, what is done once a row, in scalars, is not meant, and neither are the doubles of places.
        return cls.arithmetic.match(mnemonic) and ".2s" in operands


def machine(binary):
    with open(binary, "rb") as f:
        return Arm if f.read(20)[18] == 0xB7 else X86


def functions(binary, target):
    """Name -> [(address, mnemonic, operands)] of the entry functions."""
    text = subprocess.run(
        [target.objdump, "-d", "--no-show-raw-insn", "-C", binary], check=True, capture_output=True, text=True
    ).stdout
    found, name = {}, None
    for line in text.splitlines():
        if line.endswith(">:"):
            name = next((n for n in target.registers if f"::{n}" in line), None)
            if name:
                name = f"{name} #{sum(k.startswith(name + ' ') for k in found) + 1}"
                found[name] = []
        elif name and (m := INSTRUCTION.match(line)):
            found[name].append((int(m[1], 16), m[2], m[3]))
    return found


def innermost_loops(code, target):
    """The bodies of backward branches that hold no other backward branch."""
    index = {address: i for i, (address, _, _) in enumerate(code)}
    loops = []
    for i, (_, mnemonic, operands) in enumerate(code):
        to = re.search(r"(?:^|\s|,)([0-9a-f]+) <", operands)
        if target.branch.match(mnemonic) and to and int(to[1], 16) in index:
            start = index[int(to[1], 16)]
            if start <= i:
                loops.append((start, i))
    inner = [a for a in loops if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in loops)]
    return [code[a : b + 1] for a, b in inner]


def calls_of(loop, target):
    return [o for _, m, o in loop if target.call.match(m) and not o.startswith("*") and not HARMLESS.search(o)]


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/examples/first_light"
    if len(sys.argv) == 1:
        subprocess.run(["cargo", "build", "-q", "--release", "--example", "first_light"], check=True)
    target = machine(binary)
    code = functions(binary, target)
    if {name.split()[0] for name in code} != set(target.registers):
        sys.exit(f"entry functions not found in {binary}: {sorted(code)}")
    bad = 0
    for name, body in sorted(code.items()):
        wide = target.registers[name.split()[0]]
        print(f"{name}: {len(body)} instructions")
        rows = collections.Counter()
        for loop in innermost_loops(body, target):
            multiplies = sum(bool(target.multiply.match(m)) and wide in o for _, m, o in loop)
            if not multiplies:
                continue
            calls = calls_of(loop, target)
            for call in calls:
                print(f"  calls {call}")
            narrow = sum(bool(target.is_narrow(m, o, wide)) for _, m, o in loop)
            stores = sum(bool(target.is_store(m, o)) for _, m, o in loop)
            rows[len(loop), multiplies, stores, len(calls), narrow] += 1
            # The portable backend looks its tables up lane by lane.
            bad += bool(calls or narrow and name.split()[0] != "run_portable")
        for (length, multiplies, stores, calls, narrow), count in sorted(rows.items()):
            print(
                f"  {count:2} x {length:4} instructions, {multiplies:3} multiplications, {stores:2} stores of {wide}"
                f", {calls} calls, {narrow} narrower"
            )
    if bad:
        sys.exit(f"{bad} hot loops call or are narrower than their registers")


if __name__ == "__main__":
    main()
