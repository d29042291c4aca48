"""What type checkers see; mypy reads this, nobody runs it. An `ignore` that hides no error is an error."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, assert_type

import dask.array as da
import numpy as np
import xarray as xr
from numpy.typing import NDArray

import perlane
from perlane import Nosie  # type: ignore[attr-defined]  # noqa: F401
from perlane._types import Quantity

assert_type(perlane.fbm((3, 4), seed=np.uint64(1), octaves=3), NDArray[np.float32])
assert_type(perlane.perlin(5, frequency=np.float32(0.5), spacing=(2,)), NDArray[np.float32])
assert_type(perlane.backends(), list[Literal["portable", "avx2", "avx512", "neon", "simd128"]])

noise = perlane.Noise("perlin", seed=1, gradients=np.eye(2), permutation=range(256), period=(4, 8))
assert_type(noise.grid(3, backend=perlane.backends()[-1]), NDArray[np.float32])
assert_type(noise.seed, int)
assert_type(noise.period, tuple[int, ...] | None)
assert_type(noise.replace(seed=2), perlane.Noise)
assert_type(
    perlane.Noise(warp=[noise, noise + noise, None]).warp, float | tuple[perlane.Noise | perlane.Layers | None, ...]
)
assert_type(perlane.Noise(range=np.array([0, 1])).range, tuple[float, float] | None)
assert_type(perlane.fbm(3, range=np.array([0.5, 1])), NDArray[np.float32])
assert_type(perlane.Layers([noise, noise]), perlane.Layers)
assert_type(noise.lazy((10, 10)).coordinates(0, [1, 2]), NDArray[np.float64])
assert_type(noise.grid([3, 4], start=np.array([1, 2]), out=np.empty((3, 4), np.float32)), NDArray[np.float32])
assert_type(noise.points([1, 2], 3.5), NDArray[np.float32])
assert_type(noise.axes(np.arange(3), [1.0]), NDArray[np.float32])
assert_type(noise.batch((3, 4), range(5)), NDArray[np.float32])
assert_type(noise.grid((3, 4), dtype="u8", levels=(0, 1)), NDArray[np.uint8])
assert_type(noise.points([1, 2], 3.5, dtype="uint16", levels="typical"), NDArray[np.uint16])
assert_type(noise.axes([1, 2], [3.5], dtype=np.dtype(np.uint8), levels=np.array([0, 1])), NDArray[np.uint8])
assert_type(noise.batch((3, 4), range(5), dtype=np.float32), NDArray[np.float32])
assert_type(perlane.fbm((3, 4), dtype=np.uint16), NDArray[np.uint16])
assert_type(perlane.fbm((3, 4), dtype=None, octaves=None), NDArray[np.float32])
assert_type(perlane.perlin((3, 4), dtype="f32"), NDArray[np.float32])
assert_type(noise.field("hillshade", (3, 4), light=np.array([1.0, 2.0, 3.0])), NDArray[np.float32])
name: str = input()
assert_type(noise.grid((3, 4), dtype=name), NDArray[Any])
assert_type(noise.points([1, 2], 3.5, dtype=name, levels="typical"), NDArray[Any])
assert_type(noise.axes([1, 2], [3.5], dtype=name), NDArray[Any])
assert_type(noise.batch((3, 4), range(5), dtype=name, levels=(0, 1)), NDArray[Any])
assert_type(perlane.perlin((3, 4), dtype=name), NDArray[Any])
assert_type(perlane.fbm((3, 4), dtype=name), NDArray[Any])
assert_type((noise + noise).batch((3, 4), range(5)), NDArray[np.float32])
assert_type(noise.bounds(2), tuple[float, float])
assert_type(noise + 0.5 * noise, perlane.Layers)
assert_type(-noise / 2 + 1, perlane.Noise)
assert_type(1 - (noise - noise), perlane.Layers)
assert_type(noise.lazy((10, 10), backend="avx2"), perlane.LazyGrid)
assert_type(noise.lazy_field("slope", (10, 10), backend="portable").quantity, Quantity)
assert_type(noise.lazy((10, 10))[3:], NDArray[np.float32])
assert_type(noise.lazy((10, 10)).noise, perlane.Noise | perlane.Layers)
assert_type(noise.lazy_field("curl", (10, 10)).noise, perlane.Noise | perlane.Layers)
assert_type(noise * np.array(2), perlane.Noise)
assert_type(noise + Decimal(1), perlane.Noise)
assert_type(Fraction(1, 2) * (noise + noise), perlane.Layers)
assert_type(noise.lazy_field("curl", (10, 10)), perlane.LazyField)
assert_type(noise.lazy_field("curl", (10, 10))[:, 3], NDArray[np.float32])
assert_type(noise.field_axes("slope", np.arange(3), [1.0]), NDArray[np.float32])
assert_type(perlane.Noise.from_json(noise.to_json()), perlane.Noise)
assert_type(perlane.Layers.from_toml(noise.to_toml()), perlane.Layers)
assert_type(perlane.Layers([noise, noise + noise]), perlane.Layers)
assert_type(perlane.LazyGrid.from_json(noise.lazy((3, 4)).to_json()), perlane.LazyGrid)
assert_type(perlane.LazyField.from_toml(noise.lazy((3, 4)).to_toml()), perlane.LazyField)
assert_type(noise.lazy_field("curl", (10, 10)).to_toml(), str)
assert_type(perlane.dask.grid(noise, (10, 10), chunks=5), da.Array)
assert_type(perlane.dask.field(noise, "gradient", (10, 10), chunks=5), da.Array)
assert_type(perlane.xarray.field(noise, "gradient", (10, 10), chunks={"x": 5}), xr.DataArray)
assert_type(perlane.ml.perlin_masks(2, (3, 4)), NDArray[np.bool_])
assert_type(perlane.ml.perlin_masks(2, np.array([3, 4]), res_range=np.array([1, 8])), NDArray[np.bool_])
assert_type(perlane.ml.perlin_masks(2, (3, 4), dtype="u8", out=np.empty((2, 3, 4), np.uint8)), NDArray[np.uint8])
assert_type(perlane.ml.perlin_masks(2, (3, 4), dtype=np.float32, allow_empty=False), NDArray[np.float32])
assert_type(perlane.ml.perlin_masks(2, (3, 4), dtype=name, backend="portable"), NDArray[Any])
assert_type(noise.points([1, 2], 3.5, backend=perlane.backends()[0]), NDArray[np.float32])
assert_type(noise.field_axes("slope", [1, 2], [3.5], backend="portable"), NDArray[np.float32])
assert_type(perlane.Noise(noise.kind, fractal=noise.fractal, hash=noise.hash), perlane.Noise)
assert_type(noise.replace(gradients=noise.gradients, permutation=noise.permutation, warp=noise.warp), perlane.Noise)
assert_type(perlane.xarray.axes(noise, xr.DataArray([1.0])), xr.DataArray)

perlane.fbn((3, 4))  # type: ignore[attr-defined]
perlane.dask.gird(noise, (10, 10))  # type: ignore[attr-defined]
perlane.ml.perlin_mask(2, (3, 4))  # type: ignore[attr-defined]
perlane.xarray.gird(noise, (10, 10))  # type: ignore[attr-defined]
noise.grid((3, 4), (0, 0))  # type: ignore[call-overload]
noise.grid("ab", out=[1.0])  # type: ignore[call-overload]
noise.grid((3, 4), dtype=8)  # type: ignore[call-overload]
noise.grid((3, 4), levels=(0, 1))  # type: ignore[call-overload]
noise.lazy((3, 4), backend="avx3")  # type: ignore[arg-type]
noise.lazy_field("slop", (3, 4))  # type: ignore[arg-type]
perlane.LazyField(noise.lazy((3, 4)), "slop")  # type: ignore[arg-type]
perlane.dask.field(noise, "slop", (3, 4))  # type: ignore[arg-type]
perlane.dask.field_axes(noise, "slop", [1, 2], [3.5])  # type: ignore[arg-type]
perlane.dask.to_zarr(noise, (3, 4), "a.zarr", quantity="slop")  # type: ignore[arg-type]
perlane.xarray.field(noise, "slop", (3, 4))  # type: ignore[arg-type]
perlane.xarray.axes(noise, xr.DataArray([1.0]), quantity="slop")  # type: ignore[arg-type]
perlane.Noise("simplex")  # type: ignore[arg-type]
perlane.Noise(fractal="fBm")  # type: ignore[arg-type]
perlane.Noise(fade="septic", gradients="corners")  # type: ignore[arg-type]
perlane.fbm((3, 4), fade="septic")  # type: ignore[call-overload]
noise.field("slop", (3, 4))  # type: ignore[arg-type]
noise.grid((3, 4), backend="avx3")  # type: ignore[call-overload]
noise.replace(sed=3)  # type: ignore[call-arg]
noise.replace(octaves="3")  # type: ignore[arg-type]
perlane.Noise("perlin", seed="a")  # type: ignore[arg-type]
noise.seed = 3  # type: ignore[misc]
perlane.Noise("perlin", sead=3)  # type: ignore[call-arg]
