"""Ctrl-C ends each call soon.

That is a promise about time, so that it has to be timed. All times are the processor's for this one process: other work of the
machine lengthens none of them. The system itself sends the signal when a call that computes for seconds has computed for a while.
"""

import os
import subprocess
import sys

import pytest

# 0.2 seconds are the promise. A processor that others use too has slower caches.
SLACK = 0.5

SETUP = """
import itertools, signal, time
import numpy as np
import perlane, perlane.ml
AFTER = 0.3  # seconds, in the middle of the call
signal.signal(signal.SIGPROF, signal.default_int_handler)  # what Python does for Ctrl-C
one = perlane.Noise("value", seed=1, frequency=0.3, fractal="fbm", octaves=32, lacunarity=1.1)
slow = perlane.Layers([one.replace(seed=i) for i in range(32)])
warped = perlane.Noise(seed=1, frequency=0.01, warp=30, warp_octaves=32)
cellular = perlane.Noise("cellular", seed=1, frequency=0.7, returns="f2")
line = np.arange(3000.0)
begun = time.process_time()
signal.setitimer(signal.ITIMER_PROF, AFTER)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.process_time() - begun - AFTER)
"""

CALLS = {
    "grid": "slow.grid((3000, 3000), threads=1, backend='portable')",
    "grid on all cores": "slow.grid((6000, 6000))",
    "grid of one row": "slow.grid(9_000_000, threads=1, backend='portable')",
    "grid in 4-D": "slow.grid((50, 50, 50, 50), threads=1, backend='portable')",
    "integers": "slow.grid((3000, 3000), threads=1, dtype='u8')",
    "axes": "slow.axes(line, line, threads=1)",
    "axes in 4-D": "slow.axes(line[:50], line[:50], line[:50], line[:50], threads=1)",
    "points": "slow.points(*np.random.default_rng(0).random((2, 3_000_000)) * 1000, threads=1)",
    "points that broadcast": "slow.points(line[:, None], line, threads=1)",
    "batch of small grids": "one.batch((64, 64), range(60_000), threads=1, backend='portable')",
    "batch of large grids": "one.batch((4000, 4000), range(16), threads=1, backend='portable')",
    "seeds of an iterator": "one.batch((1, 1), map(int, itertools.repeat('1', 50_000_000)))",
    "masks": "perlane.ml.perlin_masks(60_000, (128, 128), threads=1)",
    "a large mask": "perlane.ml.perlin_masks(1, (2**15, 2**15), threads=1)",
    "warped grid": "warped.grid((4000, 4000), threads=1, backend='portable')",
    "warped grid in 3-D": "warped.grid((250, 250, 250), threads=1, backend='portable')",
    "warped integers": "warped.grid((250, 250, 250), threads=1, backend='portable', dtype='u8')",
    "warped points": "warped.points(line[:, None], line, threads=1)",
    "grid warped by layers": "one.replace(warp=(one + one, one), octaves=1).grid((3000, 3000), threads=1)",
    "cellular noise in 3-D": "cellular.grid((400, 400, 400), threads=1, backend='portable')",
    "gradient in 4-D": "one.gradient((50, 50, 50, 50), threads=1, backend='portable')",
    "curl at points": "one.field_points('curl', line[:, None, None], line[:100, None], line[:10], threads=1)",
    "fields at points that broadcast": "one.field_points('slope', line[:, None], line, threads=1)",
    "field at many points": "warped.replace(warp=0).field_points('slope', np.zeros((20_000, 1)), np.zeros(10_000))",
    "lazy": "slow.lazy((9000, 9000), threads=1)[::3, ::3]",
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer that sends a signal")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c(call, tmp_path):
    script = tmp_path / "slow.py"
    script.write_text(SETUP.format(call=CALLS[call]))
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, cwd=tmp_path, check=True
    )
    word, took = ran.stdout.split()
    assert word == "interrupted"
    print(f"{call}: {float(took) * 1e3:.0f} ms")
    cores = 1 if "threads=1" in CALLS[call] else os.cpu_count() or 1  # whose times the process adds up
    assert float(took) < SLACK * cores
