#!/usr/bin/env python3
"""Times perlane from recipe to disk: against dd and cat writing the same bytes, and with one thread against all.

    scripts/end_to_end.py [FOLDER] [--size 16384] [--rounds 5]

FOLDER (default: target/end_to_end) is on the disk that is measured. Files are in a new folder in it, which is removed at the end. Each program is run in each round, in an order of its own, so that a
disk that has slow moments has them for all; the table has medians, and the median of the rounds' ratios. dd syncs its file before it ends,
as perlane does; cat is followed by a sync of the file.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("folder", nargs="?", type=Path, default=target / "end_to_end")
    parser.add_argument("--size", type=int, default=16384)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--perlane", type=Path, default=target / "release" / "perlane")
    return parser.parse_args()


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def seconds(command, output):
    """Runs a command that writes `output`, which is not there before or after; the seconds that it took."""
    remove(output)
    os.sync()
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took = time.perf_counter() - start
    remove(output)
    remove(output.with_name(output.name + ".perlane.json"))
    return took


def programs(args, source):
    """Name, command and output of all that is timed; dd, the limit, first."""
    out = args.folder
    size = f"{args.size}x{args.size}"

    def perlane(name, *options):
        command = [args.perlane, "generate", "-q", "-o", out / name, "--size", size, *options]
        return command, out / name

    yield "dd bs=8M conv=fsync", (["dd", f"if={source}", f"of={out / 'dd'}", "bs=8M", "conv=fsync"], out / "dd")
    yield "cat, sync", (["sh", "-c", 'cat "$0" > "$1"; sync "$1"', source, out / "cat"], out / "cat")
    yield "npy f32", perlane("x.npy")
    yield "npy f32, 1 thread", perlane("x.npy", "--threads", "1")
    yield "tiff f32", perlane("x.tiff")
    yield "zarr f32, zstd", perlane("x.zarr")
    yield "zarr f32, zstd, 1 thread", perlane("x.zarr", "--threads", "1")
    yield "zarr f32, zstd, shards", perlane("x.zarr", "--shards", "2048x2048")
    yield "png u8", perlane("x.png")
    yield "png u8, 1 thread", perlane("x.png", "--threads", "1")


def main():
    args = arguments()
    if not args.perlane.exists():
        sys.exit(f"{args.perlane} is missing: cargo build --release -p perlane-cli")
    args.folder.mkdir(parents=True, exist_ok=True)
    # What else the folder has is not ours to remove.
    args.folder = Path(tempfile.mkdtemp(prefix="perlane-", dir=args.folder))
    source = args.folder / "source.npy"
    subprocess.run([args.perlane, "generate", "-q", "--overwrite", "-o", source, "--size", f"{args.size}x{args.size}"], check=True)
    bytes_ = source.stat().st_size
    # Inputs must come from memory, not from the disk.
    source.read_bytes()
    todo = list(programs(args, source))
    times = {name: [] for name, _ in todo}
    for _ in range(args.rounds):
        # The state of the machine depends on the program before.
        for name, (command, output) in random.sample(todo, len(todo)):
            times[name].append(seconds(command, output))
    shutil.rmtree(args.folder)

    print(f"{args.size}x{args.size} f32, {bytes_ / 1e9:.2f} GB, {os.cpu_count()} cores, {args.rounds} rounds; ratios to dd's rate")
    limit = todo[0][0]
    for name in times:
        median = statistics.median(times[name])
        ratio = statistics.median(a / b for a, b in zip(times[limit], times[name]))
        rate = args.size**2 / median / 1e6
        spread = f"{min(times[name]):.2f}..{max(times[name]):.2f}"
        print(f"{name:<26} {median:6.2f} s ({spread:>11})  {rate:7.0f} M samples/s  {ratio:6.0%}")


main()
