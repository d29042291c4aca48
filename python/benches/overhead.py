"""What a call from Python costs beyond the same call in Rust: fastest of many calls, Rust and Python in turn.

usage: overhead.py        (needs the package installed, and cargo)
"""

import json
import subprocess
import time
from pathlib import Path

import numpy as np

import perlane

ROUNDS = 5
HERE = Path(__file__).parent


def build() -> str:
    """Compiles the Rust side; its path."""
    command = ["cargo", "bench", "-q", "--bench", "rust_call", "--no-run", "--message-format=json"]
    lines = subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True, text=True).stdout
    artifacts = (json.loads(line) for line in lines.splitlines())
    return next(a["executable"] for a in artifacts if a.get("executable"))


def python_call(size: int, threads: int) -> float:
    noise = perlane.Noise("perlin", seed=1, frequency=1 / 64)
    out = np.empty((size, size), np.float32)
    calls = max(5, 50_000_000 // (size * size + 10_000))
    fastest = float("inf")
    for _ in range(calls):
        start = time.perf_counter()
        noise.grid((size, size), out=out, threads=threads or None)
        fastest = min(fastest, time.perf_counter() - start)
    return fastest * 1e6


def main() -> None:
    rust_call = build()
    print(f"{'grid':>10} {'threads':>8} {'Rust µs':>10} {'Python µs':>10} {'more µs':>8} {'ratio':>6}")
    for size in (4, 256, 1024, 4096):
        for threads in (1, 0):
            rust, python = float("inf"), float("inf")
            for _ in range(ROUNDS):
                ran = subprocess.run([rust_call, str(size), str(threads)], check=True, capture_output=True, text=True)
                rust = min(rust, float(ran.stdout))
                python = min(python, python_call(size, threads))
            name = threads or "all"
            print(f"{size:>8}² {name:>9} {rust:>10.1f} {python:>10.1f} {python - rust:>8.1f} {python / rust:>6.3f}")


if __name__ == "__main__":
    main()
