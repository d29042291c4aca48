"""Grids as Dask arrays: larger than memory, on all cores or on a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dask.array as da
import numpy as np
from dask.base import tokenize

from perlane._arrays import check_noise
from perlane._types import PerAxisFloat, PerAxisInt, Shape

if TYPE_CHECKING:
    from perlane._lazy import LazyGrid
    from perlane._sampling import Sampling

__all__ = ["grid"]


def grid(
    noise: Sampling,
    shape: Shape,
    chunks: Any = "auto",
    start: PerAxisInt | None = None,
    *,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
) -> da.Array:
    """A grid as a Dask array: float32, its chunks pure functions of their position.

    However it is chunked, sliced, rechunked or distributed, the values are those of `noise.grid`, bit for bit. Slices are
    computed by themselves, without the rest of the chunks that they touch. Each chunk is one thread's work, as Dask runs many.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample; it travels to the workers, which need perlane too.
    shape, start, origin, spacing
        As for `Noise.grid`.
    chunks : int, tuple or str
        As for `dask.array.from_array`: "auto" by default.

    Returns
    -------
    dask.array.Array of float32

    Raises
    ------
    ValueError, TypeError
        As for `Noise.grid`, at once.

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
    lazy = noise.lazy(shape, start, origin=origin, spacing=spacing, threads=1)
    meta = np.empty((0,) * lazy.ndim, np.float32)
    # In line, the grid needs no task of its own, and Dask joins slices of a chunk with the slice that is the chunk.
    array: da.Array = da.from_array(  # type: ignore[no-untyped-call]
        lazy,
        chunks=_chunks(chunks, lazy),
        name=f"perlane-{tokenize(lazy)}",
        inline_array=True,
        meta=meta,
    )
    return array


def _chunks(chunks: Any, lazy: LazyGrid) -> Any:
    """Chunks as Dask writes them."""
    allowed = "chunks that dask.array.from_array takes, of at least 1 sample"
    try:
        lengths = da.core.normalize_chunks(chunks, lazy.shape, dtype=lazy.dtype)  # type: ignore[no-untyped-call]
    except TypeError as error:
        raise TypeError(f"chunks is {chunks!r}; allowed: {allowed} ({error})") from error
    except (ArithmeticError, LookupError, ValueError) as error:
        raise ValueError(f"chunks is {chunks!r}; allowed: {allowed} ({error})") from error
    if any(not length >= 0 for axis in lengths for length in axis):
        raise ValueError(f"chunks is {chunks!r}; allowed: {allowed}")
    return lengths
