"""Recipes as lazy xarray Datasets, and noise on a DataArray's coordinates.

With perlane and xarray installed, `xarray.open_dataset("world.perlane.toml", engine="perlane")` needs no import.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

from perlane._arrays import check_noise
from perlane._noise import read_recipe

if TYPE_CHECKING:
    from perlane._lazy import LazyGrid
    from perlane._sampling import Sampling

__all__ = ["RecipeBackend", "axes"]

DIMS = ("w", "z", "y", "x")
SUFFIXES = (".perlane.toml", ".perlane.json")
CHUNK_BITS = 24  # 2^24 samples, 64 MiB


class RecipeBackend(BackendEntrypoint):
    """Opens the recipe files of the command line (TOML or JSON) as Datasets whose samples are computed when they are needed.

    The Dataset has one variable, `noise`, over the dimensions `(.., "z", "y", "x")`, their coordinates in world units (in memory:
    eight bytes for each index of an axis), and the recipe in its attributes. `chunks={}` gives Dask arrays of 64 MiB chunks.
    Coordinates that no memory can hold are left out with `drop_variables=["x"]`; `Noise.lazy` and `perlane.dask.grid` make none.

    What the command line writes as Zarr is a bare array, which `zarr.open_array` and `dask.array.from_zarr` open; for `xarray.open_zarr`
    it would have to be a group. `xarray.DataArray(dask.array.from_zarr("world.zarr"), dims=("y", "x"))` makes a DataArray of it.

    Examples
    --------
    >>> import pathlib, tempfile, xarray
    >>> file = pathlib.Path(tempfile.mkdtemp(), "world.perlane.toml")
    >>> _ = file.write_text('''
    ... stream = 1
    ... [noise]
    ... seed = 42
    ... frequency = 0.0078125
    ... fractal = { kind = "fbm", octaves = 6 }
    ... [grid]
    ... size = { x = 100000, y = 50000 }
    ... ''')
    >>> world = xarray.open_dataset(file, engine="perlane")
    >>> dict(world.sizes)
    {'y': 50000, 'x': 100000}
    >>> world.noise.sel(x=slice(1000, 1099), y=2000).values.shape
    (100,)
    """

    description = "Perlin noise from a recipe file"
    open_dataset_parameters = ("filename_or_obj", "drop_variables")

    def open_dataset(  # type: ignore[override]
        self,
        filename_or_obj: str | os.PathLike[Any],
        *,
        drop_variables: str | Iterable[str] | None = None,
    ) -> xr.Dataset:
        """The Dataset that a recipe file describes; `xarray.open_dataset` calls it.

        Raises
        ------
        ValueError
            A file that is not named .toml or .json, is no recipe, or has no window; an axis whose coordinates memory cannot hold.
        TypeError
            What is no path.
        """
        lazy = open_lazy(filename_or_obj)
        dropped = {drop_variables} if isinstance(drop_variables, str) else set(drop_variables or ())
        dims = DIMS[-lazy.ndim :]
        edge = 2 ** (CHUNK_BITS // lazy.ndim)
        chunks = {dim: max(1, min(edge, length)) for dim, length in zip(dims, lazy.shape, strict=True)}
        data = indexing.LazilyIndexedArray(_LazyArray(lazy))
        variable = xr.Variable(dims, data, encoding={"preferred_chunks": chunks})
        coordinates = {dim: (dim, _world(lazy, a, dim)) for a, dim in enumerate(dims) if dim not in dropped}
        dataset = xr.Dataset({"noise": variable}, coordinates, {"recipe": lazy.to_json()})
        return dataset.drop_vars(dropped, errors="ignore")

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Whether a file is named as a recipe is: `*.perlane.toml`, `*.perlane.json`."""
        return isinstance(filename_or_obj, str | os.PathLike) and os.fspath(filename_or_obj).endswith(SUFFIXES)


def open_lazy(path: str | os.PathLike[Any]) -> LazyGrid:
    """The grid of a recipe file."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"filename_or_obj is a {type(path).__name__}; allowed: paths of recipe files")
    file = Path(path)
    format = file.suffix.lower().removeprefix(".")
    if format not in ("toml", "json"):
        raise ValueError(f"filename_or_obj is {file.name}; allowed: files named .toml or .json")
    try:
        return _read(file.read_text("utf-8"), format)
    except ValueError as error:  # also of text that is not UTF-8
        raise ValueError(f"{file.name}: {error}") from error


def _read(text: str, format: str) -> LazyGrid:
    noise, window = read_recipe(text, format)
    if window is None:
        raise ValueError("grid is missing; allowed: recipes with a window, [grid] size = { x = .. }")
    return noise.lazy(window.shape, window.start, origin=window.origin, spacing=window.spacing)


def _world(lazy: LazyGrid, axis: int, dim: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """World coordinates along an axis."""
    try:
        return lazy.coordinates(axis)
    except (MemoryError, ValueError) as error:  # NumPy has either, for what is too much
        allowed = f'axes whose coordinates fit in memory, or drop_variables=["{dim}"]; or Noise.lazy, perlane.dask.grid'
        raise ValueError(f"{dim} is of {lazy.shape[axis]} samples; allowed: {allowed}") from error


class _LazyArray(BackendArray):
    """A grid as xarray's backends have arrays."""

    def __init__(self, lazy: LazyGrid) -> None:
        self.lazy = lazy
        self.shape = lazy.shape
        self.dtype = lazy.dtype

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        support = indexing.IndexingSupport.OUTER
        return indexing.explicit_indexing_adapter(key, self.shape, support, self.lazy.oindex.__getitem__)


def axes(
    noise: Sampling, like: xr.DataArray | xr.Dataset, *, dims: str | Iterable[Hashable] | None = None
) -> xr.DataArray:
    """The samples of a noise at the coordinates of a DataArray or Dataset, which may be unevenly spaced.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    like : DataArray or Dataset
        Its coordinates along its dimensions are world coordinates, taken as `noise.axes` does.
    dims : dimension or sequence of them, optional
        Which, slowest first (the last one is the noise's x); all of `like` by default.

    Returns
    -------
    DataArray of float32
        Named `noise`, in memory, with those dimensions and coordinates, and the recipe in its attributes.

    Raises
    ------
    ValueError
        A dimension without coordinates, none or more than four, or what `noise.axes` refuses.
    TypeError
        What is no noise, DataArray or Dataset, or coordinates that are not real numbers.

    Examples
    --------
    >>> import numpy as np, xarray, perlane, perlane.xarray
    >>> map = xarray.DataArray(
    ...     np.zeros((3, 4)), coords={"lat": [-60.0, 0.0, 60.0], "lon": [0.0, 1.0, 10.0, 100.0]}, dims=("lat", "lon")
    ... )
    >>> perlane.xarray.axes(perlane.Noise("perlin", frequency=0.1), map).sizes
    Frozen({'lat': 3, 'lon': 4})
    """
    check_noise(noise)
    if not isinstance(like, xr.DataArray | xr.Dataset):
        raise TypeError(f"like is a {type(like).__name__}; allowed: DataArray, Dataset")
    names = _names(like.dims if dims is None else dims)
    coordinates = {name: _coordinate(like, name) for name in names}
    samples = noise.axes(*(each.values for each in coordinates.values()))
    return xr.DataArray(samples, coordinates, names, "noise", {"recipe": noise.to_json()})


def _names(dims: str | Iterable[Hashable]) -> list[Hashable]:
    """The names of dimensions; text is one name."""
    if isinstance(dims, str):
        return [dims]
    try:
        names = list(dims)
        distinct = len(set(names))
    except TypeError:
        raise TypeError(f"dims is {dims!r}; allowed: a dimension, or a sequence of them") from None
    if distinct != len(names):
        raise ValueError(f"dims is {dims!r}; allowed: different dimensions")
    return names


def _coordinate(like: xr.DataArray | xr.Dataset, name: Hashable) -> xr.DataArray:
    if name not in like.coords:
        raise ValueError(f"dims has {name!r}, which has no coordinates; allowed: dimensions with coordinates")
    coordinate = like.coords[name]
    if coordinate.dims != (name,):
        raise ValueError(f"dims has {name!r}, which is no dimension; allowed: {', '.join(map(repr, like.dims))}")
    if not np.issubdtype(coordinate.dtype, np.integer) and not np.issubdtype(coordinate.dtype, np.floating):
        raise TypeError(f"{name} is of dtype {coordinate.dtype}; allowed: real numbers (world units)")
    return coordinate
