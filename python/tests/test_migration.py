"""Every row of the README's table for other packages' users: both calls run, and give noise of the same statistics."""

import re
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import perlane

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
TABLE = README.partition("## Coming from another package")[2].partition("\n## ")[0].partition("### Domain warps")[0]
ROWS = re.findall(r"^\| ([\w-]+) \| `(.*?)` \| `(.*?)`(.*?) \|$", TABLE, re.M)

# What each package's calls need, and other seeds for theirs: one picture's deviation is off by several percent.
MODULES = {
    "noise": "noise",
    "perlin-numpy": "perlin_numpy",
    "pyfastnoiselite": "pyfastnoiselite.pyfastnoiselite",
    "vnoise": "vnoise",
    "perlin-noise": "perlin_noise",
    "xarray-spatial": "xrspatial",
    "opensimplex": "opensimplex",
}


def names(package):
    module = import_module(MODULES[package])
    h, w = 256, 512
    ys, xs = np.arange(h), np.arange(w)
    # Away from the corners of lattices, where all Perlin noise is 0.
    points = np.random.default_rng(0).random((20_000, 2), dtype=np.float32) * np.float32(1000)
    found = {"np": np, "perlane": perlane, "h": h, "w": w, "ys": ys, "xs": xs, "points": points}
    found |= {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    found[MODULES[package].split(".")[0]] = module
    if package == "pyfastnoiselite":
        found["g"] = module.FastNoiseLite(1)
        found["g"].noise_type, found["g"].frequency = module.NoiseType.NoiseType_Perlin, 1 / 16
        found["g"].fractal_octaves = 5
    if package == "xarray-spatial":
        found["raster"] = import_module("xarray").DataArray(np.zeros((h, w), np.float32), dims=("y", "x"))
    return found


def run(code, scope):
    *statements, last = code.split("; ")
    exec("; ".join(statements), scope)
    return np.asarray(eval(last, scope))


def test_there_are_rows():
    assert {package for package, *_ in ROWS} == set(MODULES)
    assert len(ROWS) == TABLE.count("\n| ") - 2


@pytest.mark.parametrize(("package", "theirs", "ours", "said"), ROWS, ids=[f"{row[0]} {row[2][8:60]}" for row in ROWS])
def test_row(package, theirs, ours, said):
    pytest.importorskip(MODULES[package].split(".")[0])
    np.random.seed(1)
    scope = names(package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        a, b = run(theirs, scope).astype(np.float64), run(ours, scope).astype(np.float64)
    assert a.shape == b.shape
    if "simplex" in said:
        return  # another algorithm
    deviation = a.std()
    print(f"{package}: mean {a.mean():.3f} {b.mean():.3f}, deviation {deviation:.3f} {b.std():.3f}", end=", ")
    assert abs(a.mean() - b.mean()) < 0.12 * deviation
    assert abs(b.std() / deviation - 1) < 0.08
    for above in (0.5, 1.3):
        threshold = a.mean() + above * deviation
        shares = np.mean(a > threshold), np.mean(b > threshold)
        print(f"share above {threshold:.2f}: {shares[0]:.3f} {shares[1]:.3f}", end=", ")
        assert abs(shares[0] - shares[1]) < 0.035


def test_thresholds_of_the_fractal_would_not_hold_without_the_scale():
    """What the table once said: a small fraction of the samples above a threshold."""
    pn = pytest.importorskip("perlin_numpy")
    np.random.seed(1)
    a = pn.generate_fractal_noise_2d((256, 512), (16, 32), octaves=5)
    normalized = perlane.fbm((256, 512), frequency=1 / 16, octaves=5)
    assert np.mean(a > 0.7) > 10 * np.mean(normalized > 0.7)
