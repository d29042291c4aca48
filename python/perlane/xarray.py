"""Grids as DataArrays, noise on a DataArray's coordinates, and files with recipes as lazy Datasets.

With perlane and xarray installed, `xarray.open_dataset("world.perlane.toml", engine="perlane")` needs no import.
"""

from __future__ import annotations

import math
import os
import sys
import warnings
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from perlane._answers import answers
from perlane._arrays import AXES, DIMS, check_noise, real_numbers, shown
from perlane._crs import SPATIAL_REF, attributes_of, geo_transform, meanings_of, place_of, understood
from perlane._files import KEYS, named_with, open_stored, places
from perlane._headers import Header
from perlane._indexing import crossed
from perlane._lazy import LIGHT, PLANES, LazyField, LazyGrid, grid_of
from perlane._noise import Noise
from perlane._optional import missing
from perlane._sampling import Sampling
from perlane._stored import Stored, names_of_axes, replaced
from perlane._types import Number, PerAxisFloat, PerAxisInt, Quantity, Shape, Span

try:
    import xarray as xr
    from xarray.backends import BackendArray, BackendEntrypoint
    from xarray.core import indexing
except ImportError as error:
    raise missing("perlane.xarray", "xarray", "xarray", error) from error

__all__ = ["RecipeBackend", "axes", "field", "grid"]


def __dir__() -> list[str]:
    # Without what this file imports: people choose from these names while they type.
    return [*__all__, *(name for name in globals() if name.startswith("_"))]


SUFFIXES = (".perlane.toml", ".perlane.json")
PREFERRED_BITS = 24  # 2^24 samples, 64 MiB
MOST_CROSSINGS = 2  # that are computed for each point of scattered ones
# Attributes in Zarr stores that xarray makes something else of.
ENCODED = ("_ARRAY_DIMENSIONS", "_FillValue", "coordinates", "grid_mapping", "calendar", "scale_factor", "add_offset")
BANDS = ("band", "bands", "channel")  # dimensions of rasters that are not axes of a noise


class RecipeBackend(BackendEntrypoint):
    """Opens files with recipes as Datasets whose samples are computed when they are needed.

    These are recipe files (TOML or JSON), and the PNG, APNG, TIFF, EXR, npy, raw, y4m and Zarr files that carry a recipe, as
    for `perlane.open`. Their numbers are not read; `engine="zarr"` and other engines do that. For a file of integers, the
    Dataset has the samples from which they were made.

    The Dataset has one variable, `noise`, over the dimensions `(.., "z", "y", "x")`, or those that a Zarr store has. Of a Zarr
    store, it also has the attributes of coordinates. The coordinate reference system of a GeoTIFF or a Zarr store is the
    coordinate `spatial_ref`, by the CF conventions if pyproj is installed. It has coordinates in world units, which
    take eight bytes of memory for each index of an axis. The recipe is in its attributes and in the variable's. `chunks={}` gives
    Dask arrays with chunks of 64 MiB. For a recipe of a quantity, the variable has the quantity's name, as with `field`. Leave out
    coordinates that memory cannot hold with `drop_variables=["x"]`; `Noise.lazy` and `perlane.dask.grid` make none.

    For other chunks, xarray may warn that they separate stored ones. That has no meaning here, because chunks are computed.

    `xarray.open_datatree` opens pyramids, and other Zarr stores of several groups.

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

    description = "Perlin noise from the recipe of a file"
    supports_groups: ClassVar[bool] = True
    open_dataset_parameters: ClassVar[tuple[str, ...] | None] = (
        *("filename_or_obj", "drop_variables", "group", "mask_and_scale", "decode_times", "decode_timedelta"),
        *("use_cftime", "concat_characters", "decode_coords"),
    )

    def open_dataset(  # type: ignore[override]
        self,
        filename_or_obj: str | os.PathLike[Any],
        *,
        drop_variables: str | Iterable[str] | None = None,
        group: None = None,
        mask_and_scale: Any = None,
        decode_times: Any = None,
        decode_timedelta: Any = None,
        use_cftime: Any = None,
        concat_characters: Any = None,
        decode_coords: Any = None,
    ) -> xr.Dataset:
        """The Dataset that a recipe file describes; `xarray.open_dataset` calls it.

        Options for decoding, such as `decode_times`, change nothing, because there is nothing to decode. They are there so that a program
        can pass the same options to any engine.

        Raises
        ------
        ValueError
            What `perlane.open` refuses; a `group`, which is part of the path instead; coordinates in a Zarr store that are no world
            units, such as times; an axis whose coordinates memory cannot hold.
        TypeError
            A value that is not a path.
        """
        if group is not None:
            raise _wrong_group(group)
        dropped = _dropped(drop_variables)
        lazy, stored = open_stored(filename_or_obj, "filename_or_obj")
        names = names_of_axes(stored if isinstance(stored, Stored) else None, grid_of(lazy))
        _check_taken(names, _taken(lazy))
        dataset = _dataset(lazy, names, dropped)
        if not isinstance(stored, Stored):
            crs = _crs_of(filename_or_obj, stored)
            placed = _put(dataset, lazy, {SPATIAL_REF: crs}, SPATIAL_REF) if crs else dataset
            return placed.drop_vars(dropped, errors="ignore")
        for name in names:
            if name not in dropped and replaced(stored, name):
                begin = (
                    f"{named_with(filename_or_obj, stored)}: its coordinates along {name} are not those of its recipe"
                )
                raise ValueError(f'{begin}; allowed: numbers, drop_variables=["{name}"], or engine="zarr"')
        return _as_stored(dataset, lazy, stored).drop_vars(dropped, errors="ignore")

    def open_groups_as_dict(  # type: ignore[override]
        self, filename_or_obj: str | os.PathLike[Any], *, group: None = None, **options: Any
    ) -> dict[str, xr.Dataset]:
        """The Datasets of a file by their names in a tree; `xarray.open_groups` calls it. Options are those of `open_dataset`.

        Each group of a Zarr store that has one array with a recipe is a Dataset. Where a group has several, as pyramids have, each of
        these arrays is a Dataset. The arrays of other groups are not opened. Any other file is one Dataset, the root.
        """
        if group is not None:
            raise _wrong_group(group)
        inner = places(filename_or_obj) or [""]
        return {
            f"/{each}": self.open_dataset(os.path.join(filename_or_obj, each) if each else filename_or_obj, **options)
            for each in inner
        }

    def open_datatree(  # type: ignore[override]
        self, filename_or_obj: str | os.PathLike[Any], *, group: None = None, **options: Any
    ) -> xr.DataTree:
        """The same Datasets as a tree; `xarray.open_datatree` calls it."""
        return xr.DataTree.from_dict(self.open_groups_as_dict(filename_or_obj, group=group, **options))

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Whether a file has the name of a recipe: `*.perlane.toml`, `*.perlane.json`."""
        return isinstance(filename_or_obj, str | os.PathLike) and os.fspath(filename_or_obj).endswith(SUFFIXES)


def _dropped(names: Any) -> set[str]:
    """The names of variables that are left out; text is one name."""
    if names is None or isinstance(names, str):
        return {names} if names else set()
    try:
        return set(names)
    except TypeError:
        raise TypeError(f"drop_variables is {shown(names)}; allowed: None, a name, or names of variables") from None


def _wrong_group(group: Any) -> ValueError:
    return ValueError(f"group is {shown(group)}; allowed: None, and the group in the path, such as STORE/GROUP")


def _dataset(lazy: LazyGrid | LazyField, dims: tuple[Hashable, ...], dropped: set[str] | None = None) -> xr.Dataset:
    """The variable of a grid, or of a quantity of it, with coordinates; `dims` are those of the grid.

    `dropped` has names of coordinates that are left out, where callers can leave out some.
    """
    grid = grid_of(lazy)
    edge = 2 ** (PREFERRED_BITS // grid.ndim)
    chunks: dict[Hashable, int] = {dim: max(1, min(edge, length)) for dim, length in zip(dims, grid.shape, strict=True)}
    coordinates: dict[Hashable, Any] = {
        dim: (dim, _world(grid, a, dim, dropped is not None))
        for a, dim in enumerate(dims)
        if dim not in (dropped or ())
    }
    if isinstance(lazy, LazyField) and lazy.ndim > grid.ndim:
        dims = (PLANES, *dims)
        chunks[PLANES] = len(lazy.planes)
        coordinates[PLANES] = (PLANES, list(lazy.planes))
    data = indexing.LazilyIndexedArray(_LazyArray(lazy))
    # The variable has the recipe too, because a Dataset that is stored may have other variables.
    variable = xr.Variable(dims, data, _recipe(lazy), encoding={"preferred_chunks": chunks})
    dataset = xr.Dataset({_name(lazy): variable}, coordinates, {"recipe": lazy.to_json()})
    return dataset.drop_vars(dropped or (), errors="ignore")


def _as_stored(dataset: xr.Dataset, lazy: LazyGrid | LazyField, stored: Stored) -> xr.Dataset:
    """The Dataset with what a Zarr store says about its coordinates, and with its coordinate reference system."""
    said = {
        name: {key: value for key, value in attributes.items() if key not in ENCODED}
        for name, attributes in stored.beside.items()
    }
    for name in said.keys() & dataset.coords.keys():
        dataset[name].attrs.update(said[str(name)])
    place = stored.attributes.get("grid_mapping")
    if isinstance(place, str) and place in said and place not in dataset.dims:
        return _put(dataset, lazy, said[place], place)
    # Arrays without coordinates beside them have the GeoZarr convention alone.
    code = stored.attributes.get("proj:code", stored.attributes.get("proj:wkt2"))
    if isinstance(code, str) and SPATIAL_REF not in dataset.dims:
        return _put(dataset, lazy, {SPATIAL_REF: code}, SPATIAL_REF)
    return dataset


def _put(dataset: xr.Dataset, lazy: LazyGrid | LazyField, said: dict[str, Any], name: str) -> xr.Dataset:
    """The Dataset in the coordinate reference system that a file states by these attributes.

    The file may state no more than a code, from which pyproj makes what the CF conventions want.
    """
    place = understood(said.get("crs_wkt") or said.get(SPATIAL_REF))
    if "crs_wkt" not in said and place is not None:
        said = said | attributes_of(place)
    dataset = dataset.assign_coords({name: xr.DataArray(0, attrs=said | geo_transform(grid_of(lazy)))})
    names = dataset[_name(lazy)].dims[-grid_of(lazy).ndim :] if _name(lazy) in dataset else ()
    for dim, meaning in meanings_of(place, names).items():
        if dim in dataset.coords:
            dataset[dim].attrs.update(meaning | dataset[dim].attrs)
    if _name(lazy) in dataset:
        _say_place(dataset[_name(lazy)].encoding, name)
    return dataset


def _crs_of(path: str | os.PathLike[Any], header: Header | None) -> str | None:
    """The coordinate reference system of a GeoTIFF: its code, or well-known text."""
    if header is None or header.crs is None or header.crs:
        return header.crs if header else None
    try:
        import rasterio  # type: ignore[import-untyped]

        with rasterio.open(path) as file:
            return file.crs.to_wkt() if file.crs else None
    except Exception as error:  # of many kinds: rasterio is not installed, or does not read the file
        text = f"the coordinate reference system of {os.fspath(path)} is not kept, because it has no code and rasterio does not read it"
        warnings.warn(f"{text} ({error})", stacklevel=_users_level())
        return None


def _users_level() -> int:
    """How far the caller is from the first line outside of this package and xarray, as `warnings.warn` counts."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in ("perlane", "xarray"):
        frame, level = frame.f_back, level + 1
    return level


def _recipe(lazy: LazyGrid | LazyField) -> dict[str, str]:
    """The recipe as attributes: for this package, and for the command line, which has a name of its own for it."""
    return dict.fromkeys(KEYS, lazy.to_json())


def _name(lazy: LazyGrid | LazyField) -> str:
    """The name of the variable: the quantity's, and that of the samples for the quantity "value"."""
    return lazy.quantity if isinstance(lazy, LazyField) and lazy.quantity != "value" else "noise"


def _world(lazy: LazyGrid, axis: int, dim: Hashable, can_be_dropped: bool) -> NDArray[np.float64]:
    """World coordinates along an axis."""
    try:
        return lazy.coordinates(axis)
    except (MemoryError, ValueError) as error:  # NumPy raises either for arrays that are too large
        drop = f', or drop_variables=["{dim}"]' * can_be_dropped
        allowed = f"axes whose coordinates fit in memory{drop}; or Noise.lazy, perlane.dask.grid"
        raise ValueError(f"{dim} is of {lazy.shape[axis]} samples; allowed: {allowed}") from error


class _LazyArray(BackendArray):
    """A grid, or a quantity of it, as an array of an xarray backend."""

    def __init__(self, lazy: LazyGrid | LazyField) -> None:
        self.lazy = lazy
        self.shape = lazy.shape
        self.dtype = lazy.dtype

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        if isinstance(key, indexing.VectorizedIndexer):
            indices = crossed(key.tuple, self.shape)
            if _are_scattered(indices):
                return self.lazy._points(indices)
        # xarray's adapter fails for slices backwards that pick nothing.
        if isinstance(key, indexing.BasicIndexer | indexing.OuterIndexer):
            return self.lazy.oindex[key.tuple]
        support = indexing.IndexingSupport.OUTER
        return indexing.explicit_indexing_adapter(key, self.shape, support, self.lazy.oindex.__getitem__)


def _are_scattered(indices: list[NDArray[np.int64]]) -> bool:
    """Whether points are few among the crossings of their indices, which xarray asks for otherwise.

    Where they are many, as in a transposed array, a grid takes less time.
    """
    crossings = math.prod(np.unique(each).size for each in indices)
    points = math.prod(np.broadcast_shapes(*(each.shape for each in indices)))
    return points == 0 or crossings > MOST_CROSSINGS * points


@answers
def grid(
    noise: Sampling,
    shape: Shape,
    chunks: Any = None,
    start: PerAxisInt | None = None,
    *,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
    crs: Any = None,
    dims: Iterable[str] | None = None,
) -> xr.DataArray:
    """A grid as a DataArray with coordinates, ready for `to_zarr`, `to_netcdf`, `sel` and `rio`.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    shape, start, origin, spacing
        As for `Noise.grid`. Coordinates are those of samples, the middles of pixels, so that the corner of a raster is half a spacing
        before the origin. A north-up raster has a negative spacing of y.
    chunks : int, tuple, dict or str, optional
        As for `perlane.dask.grid`, or a chunk length for each dimension by name. The samples are a Dask array then. Without
        chunks, they are computed once, in memory, when they are needed.
    crs : str, int or CRS, optional
        The coordinate reference system of the world units, as pyproj takes it: "EPSG:32633", 32633, well-known text. It becomes the
        coordinate `spatial_ref`, and the last two dimensions get the names and units of their meaning, as the CF conventions say:
        rioxarray and GDAL read them, also from NetCDF and Zarr. Of a grid of one row or column, `spatial_ref` also says how large
        pixels are (`GeoTransform`). It needs pyproj. Coordinates are x and y (east and north, longitude and latitude) in this order of
        axes, whatever the system's own order is.
    dims : sequence of str, optional
        Names of the dimensions, slowest first; `(.., "z", "y", "x")` by default.

    Returns
    -------
    DataArray of float32
        Named `noise`, with the recipe in its attributes `recipe` and `perlane`. A part of it keeps the recipe of the whole; its
        coordinates say which part it is. xarray keeps attributes in arithmetic too: `array * 100` has the recipe of `array`, and
        `perlane.open` refuses it where it sees that. Remove both attributes from arrays that no longer are the recipe's.

    Raises
    ------
    ValueError, TypeError
        As for `Noise.grid`; also for more or fewer `dims` than axes, for `chunks` of other dimensions, and for a `crs` that is not a
        coordinate reference system, or has no axes x and y, such as one of heights.
    ImportError
        A `crs` without pyproj, chunks without Dask.

    Examples
    --------
    >>> import perlane, perlane.xarray
    >>> noise = perlane.Noise("perlin", frequency=1 / 5000, octaves=6)
    >>> heights = perlane.xarray.grid(noise, (2000, 3000), spacing=(-30, 30), origin=(5_399_985, 390_015))
    >>> heights.sel(x=slice(400_000, 400_100), y=5_399_955).sizes
    Frozen({'x': 4})
    >>> chunked = perlane.xarray.grid(noise, (10**6, 10**6), chunks={"y": 4096, "x": 4096})
    >>> chunked.chunksizes["x"][:2]
    (4096, 4096)
    """
    check_noise(noise)
    return _data_array(noise.lazy(shape, start=start, origin=origin, spacing=spacing), chunks, crs, dims)


@answers
def field(
    noise: Sampling,
    quantity: Quantity,
    shape: Shape,
    chunks: Any = None,
    start: PerAxisInt | None = None,
    *,
    relief: Number = 1.0,
    light: Span = LIGHT,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
    crs: Any = None,
    dims: Iterable[str] | None = None,
) -> xr.DataArray:
    """A quantity of a grid as a DataArray with coordinates. Planes lie along the dimension `quantity`, which has their names.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    quantity, relief, light
        As for `Noise.field`. Where the spacing along y is negative, as in rasters with north at the top, the default light comes from
        the bottom left, and `light=(-1, 1, 2)` from the top left; y of normals then points up.
    shape, chunks, start, origin, spacing, crs, dims
        As for `grid`. Chunks are along the grid's axes; each has all planes.

    Returns
    -------
    DataArray of float32
        Named like the quantity, or `noise` for "value", with the recipe in its attributes. The planes of "gradient" are "value",
        then the derivatives, such as "dy", "dx"; the planes of "normal" and "curl" are "x", "y", "z". Quantities with one plane
        have no dimension of planes.

    Raises
    ------
    ValueError, TypeError, ImportError
        As for `Noise.field` and `grid`.

    Examples
    --------
    >>> import perlane, perlane.xarray
    >>> noise = perlane.Noise("perlin", frequency=1 / 50, octaves=6)
    >>> gradient = perlane.xarray.field(noise, "gradient", (64, 96), spacing=(-1, 1))
    >>> gradient.sel(quantity="dx").sizes
    Frozen({'y': 64, 'x': 96})
    """
    check_noise(noise)
    how: dict[str, Any] = {"relief": relief, "light": light, "start": start, "origin": origin, "spacing": spacing}
    return _data_array(noise.lazy_field(quantity, shape, **how), chunks, crs, dims)


def _data_array(lazy: LazyGrid | LazyField, chunks: Any, crs: Any, dims: Iterable[str] | None) -> xr.DataArray:
    """The DataArray of a grid or of a quantity of it."""
    grid = grid_of(lazy)
    names = DIMS[-grid.ndim :] if dims is None else tuple(_names(dims))
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"dims is {shown(dims)}; allowed: strings, a name for each axis of the shape")
    if len(names) != grid.ndim:
        raise ValueError(f"dims is {names}; allowed: {grid.ndim} names, one for each axis of the shape")
    place = place_of(crs)
    _check_order(names)
    _check_taken(names, _taken(lazy, place))
    array: xr.DataArray = _dataset(lazy, names)[_name(lazy)]
    if chunks is None:
        # As xarray has arrays of files: they can be assigned to, and are read once.
        own = indexing.CopyOnWriteArray(array.variable._data)
        array.variable.data = indexing.MemoryCachedArray(own)  # type: ignore[no-untyped-call]
    else:
        array = array.copy(data=_dask(lazy, names, chunks))
    return array if place is None else _placed(array, names, place, grid)


def _check_order(names: tuple[Hashable, ...]) -> None:
    """Refuses names of axes for others than those: readers would take the array for a transposed one."""
    own = [name for name in names if name in AXES]
    if own != sorted(own, key=AXES.index, reverse=True):
        raise ValueError(f"dims is {names}; allowed: w, z, y, x in this order where they are, or other names")


def _taken(lazy: LazyGrid | LazyField, place: Any = None) -> dict[Hashable, str]:
    """The names that an array has for other things than axes, and what these are."""
    taken: dict[Hashable, str] = {_name(lazy): "the name of the array"}
    if lazy.ndim > grid_of(lazy).ndim:
        taken[PLANES] = "the dimension of planes"
    if place is not None:
        taken[SPATIAL_REF] = "the coordinate of the crs"
    return taken


def _check_taken(names: Iterable[Hashable], taken: dict[Hashable, str], allowed: str = "other names") -> None:
    """Refuses dimensions with names that the array has for other things: it could not be part of a Dataset."""
    for name in names:
        if name in taken:
            raise ValueError(f"dims has {name!r}, which is {taken[name]}; allowed: {allowed}")


def _along(names: tuple[Hashable, ...], chunks: Any) -> Any:
    """Chunks for each dimension, slowest first; all of a dimension for which a dict has none."""
    if not isinstance(chunks, dict):
        return chunks
    if not set(chunks) <= set(names):
        raise ValueError(f"chunks is {shown(chunks)}; allowed: lengths along {', '.join(map(str, names))}")
    return tuple(chunks.get(name, -1) for name in names)


def _dask(lazy: LazyGrid | LazyField, names: tuple[Hashable, ...], chunks: Any) -> Any:
    import perlane.dask
    from perlane._tasks import lengths_of

    grid = grid_of(lazy)
    planes = len(lazy.planes) if isinstance(lazy, LazyField) else 1
    lengths = lengths_of(_along(names, chunks), grid.shape, planes, given=chunks)
    window: dict[str, Any] = {"start": grid.start, "origin": grid.origin, "spacing": grid.spacing}
    if isinstance(lazy, LazyField):
        window |= {"relief": lazy.relief, "light": lazy.light}
        return perlane.dask.field(lazy.noise, lazy.quantity, grid.shape, lengths, **window)
    return perlane.dask.grid(lazy.noise, lazy.shape, lengths, **window)


def _placed(array: xr.DataArray, names: tuple[Hashable, ...], place: Any, grid: LazyGrid) -> xr.DataArray:
    """The array in a coordinate reference system, by the CF conventions: GDAL and rioxarray read it from files."""
    spatial_ref = xr.DataArray(0, attrs=attributes_of(place) | geo_transform(grid))
    array = array.assign_coords({SPATIAL_REF: spatial_ref})
    _say_place(array.encoding, SPATIAL_REF)
    for name, meaning in meanings_of(place, names).items():
        array[name].attrs.update(meaning)
    return array


def _say_place(encoding: dict[Hashable, Any], name: str) -> None:
    """Says in stored files which coordinate is the coordinate reference system. Without `coordinates`, xarray would read it as data.

    xarray lists other coordinates without a dimension in the attributes of the file.
    """
    encoding |= {"grid_mapping": name, "coordinates": name}


@answers
def axes(
    noise: Sampling,
    like: xr.DataArray | xr.Dataset,
    *,
    dims: str | Iterable[Hashable] | None = None,
    quantity: Quantity = "value",
    relief: Number = 1.0,
    light: Span = LIGHT,
) -> xr.DataArray:
    """The samples of a noise, or a quantity of it, at the coordinates of a DataArray or Dataset, which may be unevenly spaced.

    For Dask arrays, the result is a Dask array with the same chunks. It keeps the coordinates that lie along its dimensions,
    and those without a dimension, such as the `spatial_ref` of rasters, but none with the name of the result, or of its planes.

    Where coordinates have two dimensions, as in rasters that were reprojected, samples are points:
    `xarray.apply_ufunc(noise.points, like.lat, like.lon, dask="parallelized")`.

    Parameters
    ----------
    noise : Noise or Layers
        What to sample.
    like : DataArray or Dataset
        Its coordinates along its dimensions are world coordinates, as for `noise.axes`. To stretch the noise along one of them,
        scale its coordinates before: `like.assign_coords(lat=like.lat * 2)`. Times become numbers in the same way, such as
        hours: `like.assign_coords(time=(like.time - like.time[0]) / np.timedelta64(1, "h"))`.
    dims : dimension or sequence of them, optional
        The dimensions to sample along, slowest first (the last one is the noise's x). By default, all of `like` except the
        bands of a raster: `band`, `bands`, `channel`. They have the order of `like`, or that of the arrays of a Dataset, but x, y,
        z and w always stand for the axes of these names: an array over (x, y) has the samples of the same array over (y, x).
    quantity, relief, light
        As for `Noise.field`. If there are several planes, they lie along the first dimension, `quantity`, as for `field`.

    Returns
    -------
    DataArray of float32
        Named like the quantity, or `noise` for "value", with those dimensions and coordinates, in memory or with the chunks of
        `like`. The noise's recipe is in its attributes.

    Raises
    ------
    ValueError
        A dimension without coordinates, or with the name of the result; none or more than four; or what `noise.axes` refuses.
    TypeError
        A value that is not a noise, DataArray or Dataset; or coordinates that are not real numbers.

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
        raise TypeError(f"like is of type {type(like).__name__}; allowed: DataArray, Dataset")
    names = _dims_of(like) if dims is None else _names(dims)
    if not 1 <= len(names) <= len(AXES):
        raise ValueError(f"dims is {names}; allowed: 1 to {len(AXES)} dimensions of like")
    planes = Noise().lazy_field(quantity, (1,) * len(names), relief=relief, light=light)
    taken = _taken(planes)
    _check_taken(names, taken, "other dimensions of like")
    coordinates = {name: _coordinate(like, name) for name in names}
    values = [each.values for each in coordinates.values()]
    try:
        samples = _at(noise, values, _chunks_of(like, names), quantity, relief, light)
    except ValueError as error:
        raise ValueError(_with_name(str(error), names)) from None
    left_out = {*BANDS, *taken}
    kept: dict[Hashable, Any] = {
        each: like.coords[each] for each in like.coords if set(like[each].dims) <= set(names) and each not in left_out
    }
    along = [PLANES] * (planes.ndim > len(names))
    if along:
        kept[PLANES] = (PLANES, list(planes.planes))
    array = xr.DataArray(samples, kept, [*along, *names], _name(planes), {"recipe": noise.to_json()})
    if dims is None and isinstance(like, xr.DataArray):
        array = array.transpose(*along, *(dim for dim in like.dims if dim in names))
    place = _place_of(like)
    if place in kept:
        _say_place(array.encoding, place)
    return array


def _dims_of(like: xr.DataArray | xr.Dataset) -> list[Hashable]:
    """The dimensions of an array except bands, with x, y, z and w in the order of a noise's axes.

    A Dataset lists its dimensions in the order in which it met them, mostly in coordinates. Its arrays have them in an order that was
    chosen; the array of most dimensions has most of that order.
    """
    arrays = [] if isinstance(like, xr.DataArray) else sorted(like.data_vars.values(), key=lambda each: -each.ndim)
    names = list(dict.fromkeys(dim for each in (*arrays, like) for dim in each.dims if dim not in BANDS))
    own = iter(sorted((name for name in names if name in DIMS), key=DIMS.index))
    return [next(own) if name in DIMS else name for name in names]


def _place_of(like: xr.DataArray | xr.Dataset) -> Any:
    """The name of the coordinate reference system of an array, or of the arrays of a Dataset."""
    arrays = [like] if isinstance(like, xr.DataArray) else list(like.data_vars.values())
    found = [
        each["grid_mapping"] for array in arrays for each in (array.encoding, array.attrs) if "grid_mapping" in each
    ]
    return found[0] if found and isinstance(found[0], str) else None


def _with_name(message: str, names: list[Hashable]) -> str:
    """An error about a coordinate with the name of its dimension, as `noise.axes` calls axes x, y, z, w whatever their names are."""
    axis, of, rest = message.partition(" coordinate of sample ")
    return f"{names[-1 - AXES.index(axis)]}{of}{rest}" if of and axis in AXES else message


def _at(noise: Sampling, values: list[Any], chunks: Any, quantity: Any, relief: Any, light: Any) -> Any:
    """A quantity at the crossings of coordinates; a Dask array if there are chunks."""
    how: dict[str, Any] = {"relief": relief, "light": light}
    if chunks is not None:
        from perlane.dask import field_axes

        return field_axes(noise, quantity, *values, chunks=chunks, **how)
    return noise.axes(*values) if quantity == "value" else noise.field_axes(quantity, *values, **how)


def _chunks_of(like: xr.DataArray | xr.Dataset, names: list[Hashable]) -> tuple[Any, ...] | None:
    """The chunks along dimensions, if there are any."""
    try:
        chunks = like.chunksizes
    except ValueError as error:
        allowed = "arrays with the same chunks along each dimension, as like.unify_chunks() has them"
        raise ValueError(f"like has arrays with different chunks ({error}); allowed: {allowed}") from error
    return tuple(chunks.get(name, -1) for name in names) if chunks else None


def _names(dims: str | Iterable[Hashable]) -> list[Hashable]:
    """The names of dimensions; text is one name."""
    if isinstance(dims, str):
        return [dims]
    try:
        names = list(dims)
        distinct = len(set(names))
    except TypeError:
        raise TypeError(f"dims is {shown(dims)}; allowed: a dimension, or a sequence of them") from None
    if distinct != len(names):
        raise ValueError(f"dims is {shown(dims)}; allowed: different dimensions")
    return names


def _coordinate(like: xr.DataArray | xr.Dataset, name: Hashable) -> xr.DataArray:
    if name not in like.coords:
        raise ValueError(f"dims has {name!r}, which has no coordinates; allowed: dimensions with coordinates")
    coordinate = like.coords[name]
    if coordinate.dims != (name,):
        raise ValueError(f"dims has {name!r}, which is no dimension; allowed: {', '.join(map(repr, like.dims))}")
    if coordinate.dtype.kind not in "iuf":
        # xarray's times of other calendars are objects.
        is_of_calendar = coordinate.dtype == object and coordinate.size and hasattr(coordinate.values[0], "calendar")
        allowed = real_numbers(np.dtype("M8[ns]") if is_of_calendar else coordinate.dtype)
        raise TypeError(f"{name} is of dtype {coordinate.dtype}; allowed: {allowed}; or dims without it")
    return coordinate
