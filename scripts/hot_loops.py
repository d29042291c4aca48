#!/usr/bin/env python3
"""Prints, for each instruction set and job of the library, its machine code's size and its innermost loops that multiply.

A job's code is one function, that of its entry, `Lanes::vectorize::enter::<Job>`. Fails where an instruction set has no code for a job
that the sources have (nor shares another one's, outside of HOT), where a loop of a job in HOT calls a function or works on registers narrower than the instruction set's, and
where the kernels' code is larger than --most bytes.

usage: hot_loops.py [--most BYTES] [RLIB]     default: perlane's release build; one for AArch64 is recognised, and needs its binutils
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"<perlane::simd::\w+::(\w+) as perlane::simd::lanes::Lanes>::vectorize::enter::<perlane::(.*)>$")
# `impl<...> Job for Name<...>` in src/a/b.rs is the job a::b::Name.
JOB = re.compile(r"^\s*impl(?:<.*>)? Job for (\w+)", re.MULTILINE)
# Jobs that spend their time in loops over vectors of floats.
HOT = re.compile(r"kernel::samples::|kernel::derivatives::|kernel::shaping::|kernel::coefficients::|kernel::points::add::")
# The code that counts as kernels.
KERNELS = re.compile(r"perlane::(kernel|simd)::")
# Only x86 has stores past the caches.
X86_ONLY = {"kernel::copy::CopyPastCaches"}
# Compilers copy the remainder of a row with memcpy, and the ends of rows that are stored past the caches are copied. Panics are never reached.
HARMLESS = re.compile(r"^mem(cpy|move|set)\b|panic|_fail\b|len_mismatch|past_caches::copy_some$")

SOURCES = pathlib.Path(__file__).parent.parent / "src"
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
RELOCATION = re.compile(r"^\s+[0-9a-f]+: R_\w+\s+(.*)$")

# `symbol` is the name that the linker inserts.
Instruction = collections.namedtuple("Instruction", "address mnemonic operands symbol")


class X86:
    objdump, nm = "objdump", "nm"
    # The registers of a whole vector. Those of SSE2 are pairs of registers, and look up tables lane by lane, where they may be narrower.
    registers = {"Sse2": "xmm", "Avx2": "ymm", "Avx512": "zmm"}
    branch, call = re.compile(r"j"), re.compile(r"call")
    arithmetic = re.compile(r"v(add|sub|mul|perm|and)\w*ps$")

    @staticmethod
    def multiplies(i):
        return i.mnemonic in ("mulps", "vmulps")

    @staticmethod
    def stores(i, wide):
        vector = re.match(r"v?mov(u|a|nt|dq[ua])\w*$", i.mnemonic) and wide in i.operands
        return bool(vector and i.operands.endswith(")") and "%rsp" not in i.operands)

    @classmethod
    def narrow(cls, i, wide):
        return bool(cls.arithmetic.match(i.mnemonic)) and wide not in i.operands and wide != "xmm"


class Arm:
    objdump, nm = "aarch64-linux-gnu-objdump", "aarch64-linux-gnu-nm"
    registers = {"Neon": ".4s"}
    branch, call = re.compile(r"(b|b\..*|cbn?z|tbn?z)$"), re.compile(r"blr?$")
    arithmetic = re.compile(r"f(add|sub|mul)$")

    @staticmethod
    def multiplies(i):
        return i.mnemonic == "fmul" and re.search(r"\.[24]s", i.operands) is not None

    @staticmethod
    def stores(i, wide):
        return bool(re.match(r"(str|stur|stp)$", i.mnemonic)) and i.operands.startswith("q") and "sp" not in i.operands

    @classmethod
    def narrow(cls, i, wide):
        return bool(cls.arithmetic.match(i.mnemonic)) and ".2s" in i.operands


def machine(rlib):
    data = pathlib.Path(rlib).read_bytes()
    elf = data.index(b"\x7fELF")
    return Arm if data[elf + 18] == 0xB7 else X86


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def build():
    """The library's release build, as the program has it: with other features, cargo would build it once more."""
    command = ["cargo", "build", "-q", "--release", "-p", "perlane-cli", "--message-format=json-render-diagnostics"]
    messages = [json.loads(line) for line in output(*command).splitlines()]
    files = [f for m in messages if m.get("target", {}).get("name") == "perlane" for f in m.get("filenames", [])]
    return next(f for f in files if f.endswith(".rlib"))


def sources_jobs():
    """The jobs of the sources, those of tests left out."""
    jobs = set()
    for path in SOURCES.rglob("*.rs"):
        modules = [part for part in path.relative_to(SOURCES).with_suffix("").parts if part != "mod"]
        if modules[-1] != "tests":
            jobs |= {"::".join([*modules, name]) for name in JOB.findall(path.read_text())}
    return jobs


def sizes(rlib, target):
    """Name -> bytes, of all functions."""
    lines = (line.split(None, 3) for line in output(target.nm, "-SC", "--defined-only", rlib).splitlines())
    return {line[3]: int(line[1], 16) for line in lines if len(line) == 4 and line[2] in "tTwW"}


def entries(rlib, target):
    """(Instruction set, job) -> instructions."""
    found, code = {}, None
    for line in output(target.objdump, "-drC", "--no-show-raw-insn", rlib).splitlines():
        if line.endswith(">:"):
            entry = ENTRY.search(line.removesuffix(">:"))
            code = found.setdefault(entry.groups(), []) if entry else None
        elif code is None:
            continue
        elif m := RELOCATION.match(line):
            code[-1] = code[-1]._replace(symbol=re.sub(r"[-+]0x[0-9a-f]+$", "", m[1]))
        elif m := INSTRUCTION.match(line):
            code.append(Instruction(int(m[1], 16), m[2], m[3], None))
    return found


def innermost_loops(code, target):
    """The bodies of backward branches that hold no other backward branch."""
    index = {i.address: n for n, i in enumerate(code)}
    loops = []
    for end, i in enumerate(code):
        to = target.branch.match(i.mnemonic) and re.search(r"\b([0-9a-f]+) <", i.operands)
        start = index.get(int(to[1], 16), end + 1) if to else end + 1
        if start <= end:
            loops.append((start, end))
    inner = [a for a in loops if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in loops)]
    return [code[start : end + 1] for start, end in inner]


def multiplying_loops(code, target):
    """The innermost loops that multiply vectors of floats, of whatever width."""
    return [loop for loop in innermost_loops(code, target) if any(map(target.multiplies, loop))]


def callees(loop, code, target):
    """What a loop calls. A function in a register is any of those whose addresses the code loads."""
    loaded = {i.symbol for i in code if i.symbol and i.mnemonic in ("mov", "ldr") and not i.symbol.startswith(".")}
    calls = [i for i in loop if target.call.match(i.mnemonic)]
    return {name for i in calls for name in ([i.symbol] if i.symbol else loaded or ["an unknown function"])}


def faults(loop, code, target, wide):
    """What a loop over vectors should not have."""
    calls = [f"calls {name}" for name in sorted(callees(loop, code, target)) if not HARMLESS.search(name)]
    return calls + [f"narrower than {wide}: {i.mnemonic} {i.operands}" for i in loop if target.narrow(i, wide)]


def report(isa, job, code, size, target):
    """Prints what there is to say of a job; how many faults it has."""
    wide = target.registers[isa]
    print(f"{isa:9} {size:6} bytes  {job}")
    found = 0
    for loop in multiplying_loops(code, target):
        multiplies = sum(map(target.multiplies, loop))
        stores = sum(target.stores(i, wide) for i in loop)
        print(f"{'':25}{len(loop):4} instructions, {multiplies:3} multiplications, {stores:2} stores of {wide}")
        for fault in faults(loop, code, target, wide) if HOT.search(job) else []:
            print(f"{'':25}FAULT: {fault}")
            found += 1
    return found


def main():
    arguments = argparse.ArgumentParser(description="Sizes and hot loops of the library's jobs.")
    arguments.add_argument("--most", type=int, metavar="BYTES", help="fail where the kernels' code is larger")
    arguments.add_argument("rlib", nargs="?", help="default: perlane's release build")
    options = arguments.parse_args()
    rlib = options.rlib or build()
    target = machine(rlib)
    size, code = sizes(rlib, target), entries(rlib, target)
    size_of = {entry.groups(): n for name, n in size.items() if (entry := ENTRY.search(name))}

    if unknown := sorted({isa for isa, _ in code} - set(target.registers)):
        sys.exit(f"no registers are listed here of {', '.join(unknown)}")
    errors = []
    bad = sum(report(*key, code[key], size_of[key], target) for key in sorted(code))
    if bad:
        errors.append(f"{bad} faults in hot loops")
    wanted = sources_jobs() - (X86_ONLY if target is Arm else set())
    have = {isa: {re.sub("<.*", "", job) for i, job in code if i == isa} for isa in target.registers}
    # Compilers keep one of several functions with the same code, so that code without vectors may come from another instruction set.
    shared = {job for job in set().union(*have.values()) if not HOT.search(job)}
    for isa in target.registers:
        errors += [f"{isa}: no code for the job {job}" for job in sorted(wanted - have[isa] - shared)]
    total = sum(n for name, n in size.items() if KERNELS.search(name))
    print(f"\n{total} bytes of kernels, {sum(size_of.values())} of them in {len(size_of)} jobs")
    if options.most and total > options.most:
        errors.append(f"the kernels' code is larger than {options.most} bytes")
    if errors:
        sys.exit("\n".join(errors))


if __name__ == "__main__":
    main()
