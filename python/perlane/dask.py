"""Grids as Dask arrays, larger than memory, on all cores or on a cluster; and as Zarr arrays that Dask writes."""

from __future__ import annotations

from typing import Any

from perlane._optional import missing

try:
    import dask.array as da
except ImportError as error:
    raise missing("perlane.dask", "dask and its arrays", "dask", error) from error

from perlane._answers import answers
from perlane._arrays import check_noise, lines
from perlane._lazy import LIGHT
from perlane._lazy_axes import LazyAxes
from perlane._sampling import Sampling
from perlane._tasks import array_of
from perlane._types import Number, PerAxisFloat, PerAxisInt, Quantity, Shape, Span
from perlane._zarr import to_zarr

__all__ = ["axes", "field", "field_axes", "grid", "to_zarr"]


def __dir__() -> list[str]:
    # Without what this file imports: people choose from these names while they type.
    return [*__all__, *(name for name in globals() if name.startswith("_"))]


@answers
def grid(
    noise: Sampling,
    shape: Shape,
    chunks: Any = "auto",
    start: PerAxisInt | None = None,
    *,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
) -> da.Array:
    """A grid as a Dask array: float32. Each chunk is a pure function of its position.

    However it is chunked, sliced, rechunked or distributed, the values are those of `noise.grid`, bit for bit. Slices are
    computed alone, without the rest of the chunks that they touch. Each chunk is computed on one thread, because Dask runs
    many. `perlane.xarray.grid` makes an array with coordinates; `to_zarr` stores a grid with its recipe.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample. It is sent to the workers, which need perlane too.
    shape, start, origin, spacing
        As for `Noise.grid`.
    chunks : int, tuple, dict or str
        As for `dask.array.from_array`: "auto" by default. The keys of a dict are numbers of axes.

    Returns
    -------
    dask.array.Array of float32

    Raises
    ------
    ValueError, TypeError
        As for `Noise.grid`, already when this function is called.

    Examples
    --------
    >>> import perlane, perlane.dask
    >>> noise = perlane.Noise("perlin", seed=42, frequency=1 / 128, fractal="fbm", octaves=6)
    >>> world = perlane.dask.grid(noise, (10**6, 10**6), chunks=(4096, 4096))
    >>> window = world[500_000:500_100, 500_000:500_100].compute()
    >>> bool((window == noise.grid((100, 100), start=(500_000, 500_000))).all())
    True
    """
    check_noise(noise)
    return array_of(noise.lazy(shape, start=start, origin=origin, spacing=spacing, threads=1), chunks)


@answers
def field(
    noise: Sampling,
    quantity: Quantity,
    shape: Shape,
    chunks: Any = "auto",
    start: PerAxisInt | None = None,
    *,
    relief: Number = 1.0,
    light: Span = LIGHT,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
) -> da.Array:
    """A quantity of a grid as a Dask array: float32, with the bits of `noise.field`. Planes are the first axis, as there.

    Each chunk has all planes of its part of the grid, because they are computed together. So a slice of one plane takes as long
    as one of all planes.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample. It is sent to the workers, which need perlane too.
    quantity, relief, light
        As for `Noise.field`.
    shape, start, origin, spacing
        As for `Noise.grid`.
    chunks : int, tuple, dict or str
        As for `grid`: along the axes of the grid, without the axis of planes, which keys of a dict do not count.

    Returns
    -------
    dask.array.Array of float32

    Raises
    ------
    ValueError, TypeError
        As for `Noise.field`, already when this function is called.

    Examples
    --------
    >>> import perlane, perlane.dask
    >>> noise = perlane.Noise("perlin", seed=42, frequency=1 / 128, fractal="fbm", octaves=6)
    >>> gradient = perlane.dask.field(noise, "gradient", (10**6, 10**6), chunks=(4096, 4096))
    >>> gradient.shape, gradient.chunksize
    ((3, 1000000, 1000000), (3, 4096, 4096))
    >>> value, dy, dx = gradient[:, 500_000:500_100, 500_000:500_100].compute()
    """
    check_noise(noise)
    lazy = noise.lazy_field(
        quantity, shape, start=start, relief=relief, light=light, origin=origin, spacing=spacing, threads=1
    )
    return array_of(lazy, chunks)


@answers
def axes(noise: Sampling, *coordinates_: Any, chunks: Any = "auto") -> da.Array:
    """A rectilinear grid as a Dask array, with the samples of `noise.axes`. Its coordinates are in memory, its samples need not be.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    *coordinates_ : array_like of real numbers
        World coordinates along each of 1 to 4 axes, slowest first, as for `Noise.axes`.
    chunks : int, tuple, dict or str
        As for `grid`.

    Raises
    ------
    ValueError, TypeError
        As for `Noise.axes`, already when this function is called.

    Examples
    --------
    >>> import numpy as np, perlane, perlane.dask
    >>> noise = perlane.Noise("perlin", frequency=1 / 30)
    >>> map = perlane.dask.axes(noise, np.linspace(-90, 90, 20_001), np.linspace(0, 360, 40_001), chunks=4096)
    >>> map.shape, map[::5000, ::5000].compute().shape
    ((20001, 40001), (5, 9))
    """
    check_noise(noise)
    return array_of(LazyAxes(noise, lines(coordinates_)), chunks)


@answers
def field_axes(
    noise: Sampling,
    quantity: Quantity,
    *coordinates_: Any,
    chunks: Any = "auto",
    relief: Number = 1.0,
    light: Span = LIGHT,
) -> da.Array:
    """A quantity of a rectilinear grid as a Dask array, with the bits of `noise.field_axes`. Planes are the first axis, as there.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    quantity, relief, light
        As for `Noise.field`.
    *coordinates_ : array_like of real numbers
        As for `axes`.
    chunks : int, tuple, dict or str
        As for `grid`: along the axes of the grid, without the axis of planes, which keys of a dict do not count. Each chunk has all planes.

    Raises
    ------
    ValueError, TypeError
        As for `Noise.field_axes`, already when this function is called.

    Examples
    --------
    >>> import numpy as np, perlane, perlane.dask
    >>> noise = perlane.Noise("perlin", frequency=1 / 30)
    >>> ys, xs = np.linspace(-90, 90, 20_001), np.linspace(0, 360, 40_001)
    >>> perlane.dask.field_axes(noise, "gradient", ys, xs, chunks=4096).shape
    (3, 20001, 40001)
    """
    check_noise(noise)
    return array_of(LazyAxes(noise, lines(coordinates_), (quantity, relief, light)), chunks)
