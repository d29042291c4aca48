"""The same work by perlane and by other packages for Python: seconds of the fastest of several rounds, in turn, and ratios.

usage: peers.py [ROUNDS]        default 5; needs the package, and whichever of these are installed:
    pip install perlin-numpy noise opensimplex numba vnoise pyfastnoiselite xarray-spatial

What a package has no call for, or what is not installed, is left out, aloud. All get the same lattice: 64 samples a cell in octave 0,
6 octaves of lacunarity 2 and gain 0.5. opensimplex makes simplex noise. Calls are warmed up first (numba compiles in the first one).
"""

import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module, metadata

import numpy as np

import perlane
import perlane.ml

SIZE, CELL, OCTAVES = 1024, 64, 6
WIDE = SIZE // CELL
VOLUME, VOLUME_CELL = 128, 32
MASKS, MASK_EDGE = 64, 256

Call = Callable[[], object]


# -- what each package is asked for; (work, call) pairs


def ours(threads: int | None) -> Iterator[tuple[str, Call]]:
    one = perlane.Noise("perlin", seed=1, frequency=1 / CELL)
    fbm = one.replace(fractal="fbm", octaves=OCTAVES)
    solid = perlane.Noise("perlin", seed=1, frequency=1 / VOLUME_CELL)
    yield "2-D", lambda: one.grid((SIZE, SIZE), threads=threads)
    yield "2-D fbm", lambda: fbm.grid((SIZE, SIZE), threads=threads)
    yield "3-D", lambda: solid.grid((VOLUME,) * 3, threads=threads)
    yield "masks", lambda: perlane.ml.perlin_masks(MASKS, (MASK_EDGE, MASK_EDGE), threads=threads)


def perlin_numpy() -> Iterator[tuple[str, Call]]:
    pn = import_module("perlin_numpy")
    cells = VOLUME // VOLUME_CELL
    yield "2-D", lambda: pn.generate_perlin_noise_2d((SIZE, SIZE), (WIDE, WIDE))
    yield "2-D fbm", lambda: pn.generate_fractal_noise_2d((SIZE, SIZE), (WIDE, WIDE), octaves=OCTAVES)
    yield "3-D", lambda: pn.generate_perlin_noise_3d((VOLUME,) * 3, (cells,) * 3)


def noise() -> Iterator[tuple[str, Call]]:
    pnoise2, pnoise3 = import_module("noise").pnoise2, import_module("noise").pnoise3
    axis = [i / CELL for i in range(SIZE)]
    short = [i / VOLUME_CELL for i in range(VOLUME)]
    yield "2-D", lambda: [[pnoise2(x, y) for x in axis] for y in axis]
    yield "2-D fbm", lambda: [[pnoise2(x, y, octaves=OCTAVES) for x in axis] for y in axis]
    yield "3-D", lambda: [[[pnoise3(x, y, z) for x in short] for y in short] for z in short]


def opensimplex() -> Iterator[tuple[str, Call]]:
    simplex = import_module("opensimplex")
    axis, short = np.arange(SIZE) / CELL, np.arange(VOLUME) / VOLUME_CELL
    yield "2-D", lambda: simplex.noise2array(axis, axis)
    yield "3-D", lambda: simplex.noise3array(short, short, short)


def vnoise() -> Iterator[tuple[str, Call]]:
    made = import_module("vnoise").Noise(1)
    axis, short = np.arange(SIZE) / CELL, np.arange(VOLUME) / VOLUME_CELL
    yield "2-D", lambda: made.noise2(axis, axis)
    yield "2-D fbm", lambda: made.noise2(axis, axis, octaves=OCTAVES)
    yield "3-D", lambda: made.noise3(short, short, short)


def pyfastnoiselite() -> Iterator[tuple[str, Call]]:
    fnl = import_module("pyfastnoiselite.pyfastnoiselite")

    def generator(cell: int, octaves: int) -> object:
        made = fnl.FastNoiseLite(1)
        made.noise_type, made.frequency = fnl.NoiseType.NoiseType_Perlin, 1 / cell
        if octaves > 1:
            made.fractal_type, made.fractal_octaves = fnl.FractalType.FractalType_FBm, octaves
        return made

    def coordinates(*shape: int) -> np.ndarray:
        return np.indices(shape, dtype=np.float32).reshape(len(shape), -1)

    flat, cube = coordinates(SIZE, SIZE), coordinates(VOLUME, VOLUME, VOLUME)
    one, fbm, solid = generator(CELL, 1), generator(CELL, OCTAVES), generator(VOLUME_CELL, 1)
    yield "2-D", lambda: one.gen_from_coords(flat)
    yield "2-D fbm", lambda: fbm.gen_from_coords(flat)
    yield "3-D", lambda: solid.gen_from_coords(cube)


def xarray_spatial() -> Iterator[tuple[str, Call]]:
    xrspatial, xr = import_module("xrspatial"), import_module("xarray")
    empty = xr.DataArray(np.zeros((SIZE, SIZE), np.float32), dims=("y", "x"))
    yield "2-D", lambda: xrspatial.perlin(empty, freq=(WIDE, WIDE))
    yield "terrain", lambda: xrspatial.generate_terrain(empty)


def numpy_masks() -> Iterator[tuple[str, Call]]:
    """The widely copied formulation of `rand_perlin_2d_np`, written anew: every corner's gradient repeated over its cell's samples."""
    random = np.random.default_rng(0)

    def perlin(edge: int, cells: tuple[int, int]) -> np.ndarray:
        steps = [np.arange(edge) * (n / edge) % 1 for n in cells]
        t, s = np.meshgrid(*steps, indexing="ij")
        angles = 2 * np.pi * random.random((cells[0] + 1, cells[1] + 1))
        slopes = np.stack((np.cos(angles), np.sin(angles)), axis=-1)
        spread = slopes.repeat(edge // cells[0], 0).repeat(edge // cells[1], 1)
        high, wide = edge // cells[0], edge // cells[1]

        def corner(down: int, right: int) -> np.ndarray:
            slope = spread[down * high :, right * wide :][:edge, :edge]
            return slope[..., 0] * (t - down) + slope[..., 1] * (s - right)

        v, u = (((6 * f - 15) * f + 10) * f**3 for f in (t, s))
        top = corner(0, 0) + u * (corner(0, 1) - corner(0, 0))
        bottom = corner(1, 0) + u * (corner(1, 1) - corner(1, 0))
        return np.sqrt(2) * (top + v * (bottom - top))

    def masks() -> np.ndarray:
        drawn = [2 ** random.integers(0, 6, 2) for _ in range(MASKS)]
        noises = (perlin(MASK_EDGE, (int(a), int(b))) for a, b in drawn)
        return np.stack([np.rot90(each, random.integers(4)) > 0.5 for each in noises])

    yield "masks", masks


def our_terrain() -> Iterator[tuple[str, Call]]:
    """As many octaves as `generate_terrain` sums, from one cell for the whole grid on."""
    fbm = perlane.Noise("perlin", seed=1, frequency=1 / SIZE, fractal="fbm", octaves=16)
    yield "terrain", lambda: fbm.grid((SIZE, SIZE), threads=1)


PEERS: dict[str, tuple[Callable[[], Iterator[tuple[str, Call]]], str]] = {
    "perlane, 1 thread": (lambda: [*ours(1), *our_terrain()], "perlane"),
    "perlane, all cores": (lambda: ours(None), "perlane"),
    "pyfastnoiselite": (pyfastnoiselite, "pyfastnoiselite"),
    "perlin-numpy": (perlin_numpy, "perlin-numpy"),
    "opensimplex (numba)": (opensimplex, "opensimplex"),
    "xarray-spatial (numba)": (xarray_spatial, "xarray-spatial"),
    "vnoise": (vnoise, "vnoise"),
    "noise": (noise, "noise"),
    "NumPy formulation": (numpy_masks, "numpy"),
}
WORK = {
    "2-D": f"2-D {SIZE}²",
    "2-D fbm": f"2-D {SIZE}², {OCTAVES} octaves",
    "3-D": f"3-D {VOLUME}³",
    "terrain": f"terrain {SIZE}², 16 octaves",
    "masks": f"{MASKS} masks {MASK_EDGE}²",
}


def fastest(calls: dict[tuple[str, str], Call], rounds: int) -> dict[tuple[str, str], float]:
    """The shortest time of each call; all calls once in each round."""
    times = dict.fromkeys(calls, float("inf"))
    for call in calls.values():
        call()
    for _ in range(rounds):
        for key, call in calls.items():
            start = time.perf_counter()
            call()
            times[key] = min(times[key], time.perf_counter() - start)
    return times


def main() -> None:
    calls, versions = {}, {}
    for name, (make, package) in PEERS.items():
        try:
            for work, call in make():
                calls[name, work] = call
            versions[name] = metadata.version(package)
        except ImportError as error:
            print(f"left out: {name}: {error}")
    times = fastest(calls, int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    print(
        f"Python {platform.python_version()}, NumPy {np.__version__}; milliseconds, and times as long as perlane on one thread\n"
    )
    print("| | " + " | ".join(WORK.values()) + " |\n| --- |" + " --- |" * len(WORK))
    for name, version in versions.items():
        cells = []
        for work in WORK:
            if (name, work) not in times:
                cells.append("")
                continue
            seconds, unit = times[name, work], times["perlane, 1 thread", work]
            cells.append(f"{seconds * 1e3:.3g} ({seconds / unit:.3g}×)")
        print(f"| {name} {'' if name.startswith('perlane') else version} | " + " | ".join(cells) + " |")
    masked = np.mean(calls["NumPy formulation", "masks"]()), np.mean(calls["perlane, 1 thread", "masks"]())
    print(f"\nsamples masked: {masked[0]:.2%} by the NumPy formulation, {masked[1]:.2%} by perlane")


if __name__ == "__main__":
    main()
