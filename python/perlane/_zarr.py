"""Lazy grids as Zarr arrays that Dask writes."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

import dask.array as da
import numpy as np

from perlane._answers import answers, unknown_argument
from perlane._arrays import DIMS, check_noise, shown
from perlane._crs import of_array
from perlane._lazy import LIGHT, PLANES, LazyField, LazyGrid, grid_of
from perlane._optional import missing
from perlane._sampling import Sampling
from perlane._tasks import array_of, has_boolean, lengths_in
from perlane._text import MOST_CHARACTERS
from perlane._types import Number, PerAxisFloat, PerAxisInt, Quantity, Shape, Span

OF_THE_GRID = ("shape", "dtype", "data", "dimension_names")  # arguments of zarr.create_array
FLAGS = ("overwrite", "write_data")  # of zarr.create_array
CHUNK_BITS = 18  # 2^18 samples, 1 MiB, in a default chunk of a shard


@answers
def to_zarr(
    noise: Sampling,
    shape: Shape,
    store: Any,
    chunks: Any = "auto",
    start: PerAxisInt | None = None,
    *,
    quantity: Quantity = "value",
    relief: Number = 1.0,
    light: Span = LIGHT,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
    crs: Any = None,
    compute: bool = True,
    **options: Any,
) -> Any:
    """Stores a grid, or a quantity of it, as a Zarr array with its recipe and the names of its dimensions. Dask's workers write it.

    Each task computes and writes a whole file, a chunk or a shard of many chunks, so that no two tasks write the same one.

    Dask's own `to_zarr` stores only the numbers, because a Dask array does not know its recipe. `perlane.open` and
    `engine="perlane"` open what this function stores, and `perlane reproduce` compares it with its recipe, but not in
    Zarr 2. `perlane.xarray.grid(..).to_zarr` stores a group with coordinates, which `xarray.open_zarr` opens too.

    Parameters
    ----------
    noise, shape, chunks, start, origin, spacing
        As for `grid`.
    quantity, relief, light
        As for `field`. If there are several planes, they are the first dimension, `quantity`.
    store, **options
        As for `zarr.create_array`, such as a path and `overwrite=True`. `attributes` are stored beside the recipe. Data, dtype and
        names of dimensions are the grid's. Samples that are not stored yet are read as `fill_value`, NaN by default. With `name`, the
        array is one of a group, to which no coordinates are added: `perlane reproduce STORE/NAME` compares it. zarr 3 is needed; it
        also writes `zarr_format=2`. With `shards`, lengths of files, a file holds many chunks, which must divide it; the default
        chunks do, and have about 1 MiB. `shards="auto"` are whole chunks of together as much memory as a default chunk of Dask,
        128 MiB.
    crs : str, int or CRS, optional
        The coordinate reference system of x and y, as for `perlane.xarray.grid`. It is in the attributes of the array, as the
        command line has it: `_CRS` for GDAL, which reads no place from it, and the GeoZarr conventions `proj:` and `spatial:`.
        `engine="perlane"` reads it. For GDAL and others that need coordinates, store `perlane.xarray.grid(.., chunks=.., crs=..)`
        by its method `to_zarr`.
    compute : bool
        Whether to store the samples now. Otherwise the array is created, and the result is what `dask.array.store` returns: its method
        `compute` fills the array.

    Raises
    ------
    ValueError, TypeError
        As for `field`, already when this function is called; also for chunks of several lengths along an axis or that do not divide
        the shards, for options that the grid sets or that `zarr.create_array` does not have, and for a store that is None, for which zarr
        would make one in memory that nobody could read.
    ImportError
        Without zarr 3; a `crs` without pyproj.

    Examples
    --------
    >>> import pathlib, tempfile, perlane, perlane.dask
    >>> file = pathlib.Path(tempfile.mkdtemp(), "world.zarr")
    >>> noise = perlane.Noise("perlin", seed=42, frequency=1 / 128, octaves=6)
    >>> perlane.dask.to_zarr(noise, (500, 700), file, chunks=(256, 256))
    >>> perlane.open(file).noise == noise
    True
    """
    zarr = _zarr()
    check_noise(noise)
    if store is None:
        raise TypeError('store is None; allowed: what zarr.create_array takes, such as a path, "world.zarr"')
    _check_options(zarr, options)
    _check_flags({"compute": compute} | {name: options[name] for name in FLAGS if name in options})
    # Relief and light are checked for the value too, as everywhere.
    field_of = noise.lazy_field(
        quantity, shape, start=start, relief=relief, light=light, origin=origin, spacing=spacing, threads=1
    )
    lazy = field_of.grid if field_of.quantity == "value" else field_of
    options |= _in_files(chunks, options.get("shards"), lazy)
    arguments = _stored_as(zarr, lazy, options, of_array(crs, field_of.grid))
    _check_arguments(zarr, arguments)
    target = zarr.create_array(store, **arguments)
    # Tasks that wrote parts of one file at once would undo each other's work.
    files = (target.shards or target.chunks)[-field_of.grid.ndim :]
    return da.store(array_of(lazy, files), target, lock=False, compute=compute)


def _zarr() -> Any:
    """The package zarr, in a version that has what is called here."""
    try:
        import zarr
    except ImportError as error:
        raise missing("perlane.dask.to_zarr", "zarr 3", "zarr", error) from error
    if not hasattr(zarr, "create_array"):
        raise missing("perlane.dask.to_zarr", "zarr 3", "zarr", ImportError(f"zarr {zarr.__version__} is installed"))
    return zarr


def _check_options(zarr: Any, options: dict[str, Any]) -> None:
    """Refuses options that zarr does not have, with the names that were probably meant."""
    own, zarrs = (inspect.signature(function).parameters for function in (to_zarr, zarr.create_array))
    named = [name for name in own if name != "options"]
    for name in options:
        if name not in zarrs:
            others = [each for each in zarrs if each not in (*named, *OF_THE_GRID)]
            raise unknown_argument("to_zarr", name, parameters=named + others, module="perlane.dask")


def _check_flags(flags: dict[str, Any]) -> None:
    """Refuses what is neither true nor false: Python takes text for true."""
    for name, value in flags.items():
        if not isinstance(value, bool | np.bool_):
            raise TypeError(f"{name} is {shown(value)}; allowed: True or False")


def _check_format(zarr_format: Any) -> None:
    is_integer = isinstance(zarr_format, Integral) and not isinstance(zarr_format, bool)
    if zarr_format is not None and not (is_integer and int(zarr_format) in (2, 3)):
        raise (ValueError if is_integer else TypeError)(f"zarr_format is {shown(zarr_format)}; allowed: None, 2, 3")


def _check_attributes(attributes: Any) -> None:
    if not isinstance(attributes, Mapping):
        raise TypeError(f"attributes is {shown(attributes)}; allowed: a mapping of names to values")
    try:
        json.dumps(dict(attributes))
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(
            f"attributes is {shown(attributes)}; allowed: names and values that JSON has ({error})"
        ) from error


def _check_arguments(zarr: Any, arguments: dict[str, Any]) -> None:
    """Creates the array in memory first: zarr refuses some arguments after it has removed an array that it would overwrite."""
    zarr.create_array(zarr.storage.MemoryStore(), **arguments | {"storage_options": None})


def _regular(chunks: Any, lazy: LazyGrid | LazyField) -> tuple[int, ...]:
    """The lengths of a chunk. All chunks of a Zarr array have the same."""
    lengths = lengths_in(chunks, lazy)
    if any(len(set(each[:-1])) > 1 or each[-1] > each[0] for each in lengths):
        raise ValueError(
            f"chunks is {shown(chunks)}; allowed: chunks of one length along an axis, the last one may be shorter"
        )
    return tuple(max(1, each[0]) for each in lengths)


def _in_files(chunks: Any, shards: Any, lazy: LazyGrid | LazyField) -> dict[str, Any]:
    """The lengths of chunks, and of shards that consist of whole chunks if there are any."""
    if shards is None:
        return {"chunks": _regular(chunks, lazy)}
    if isinstance(shards, str) and shards == "auto":
        most = _regular("auto", lazy)  # what Dask computes at once
        each = _near(most, lazy) if _is_auto(chunks) else _regular(chunks, lazy)
        # A whole dimension is in one file, although the last chunk may be longer.
        counts = [-(-m // c) if m >= n else max(1, m // c) for m, c, n in zip(most, each, lazy.shape, strict=True)]
        return {"chunks": each, "shards": tuple(c * count for c, count in zip(each, counts, strict=True))}
    lengths = _lengths_of_shards(shards, lazy)
    files = shards if isinstance(shards, Mapping) else lengths
    return {"chunks": _dividing(chunks, lengths, lazy), "shards": files}


def _lengths_of_shards(shards: Any, lazy: LazyGrid | LazyField) -> tuple[int, ...]:
    given = shards.get("shape") if isinstance(shards, Mapping) else shards
    wanted = f'"auto", or a length for each of {lazy.ndim} dimensions'
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise TypeError(f"shards is {shown(shards)}; allowed: {wanted}")
    if has_boolean(given):
        raise TypeError(f"shards is {shown(shards)}; allowed: {wanted}")
    if len(given) != lazy.ndim or not all(isinstance(each, Integral) and int(each) > 0 for each in given):
        raise ValueError(f"shards is {shown(shards)}; allowed: {wanted}")
    return tuple(map(int, given))


def _dividing(chunks: Any, shards: tuple[int, ...], lazy: LazyGrid | LazyField) -> tuple[int, ...]:
    """The lengths of chunks of which shards consist."""
    if _is_auto(chunks):
        return _near(shards, lazy, divisors=True)
    each = _as_given(chunks, _regular(chunks, lazy), lazy)
    # A chunk that has a whole dimension may be longer than it, and so as long as the shard.
    whole = [c == n and c <= s for c, n, s in zip(each, lazy.shape, shards, strict=True)]
    fit = tuple(s if w and s % c else c for c, s, w in zip(each, shards, whole, strict=True))
    if any(s % c for c, s in zip(fit, shards, strict=True)):
        raise ValueError(f"chunks is {shown(chunks)} and shards is {shards}; allowed: chunks that divide the shards")
    return fit


def _as_given(chunks: Any, lengths: tuple[int, ...], lazy: LazyGrid | LazyField) -> tuple[int, ...]:
    """The lengths of chunks, where integers were given for them also those beyond the shape."""
    dims = grid_of(lazy).ndim
    if isinstance(chunks, Mapping):
        given = [chunks.get(axis, -1) for axis in range(dims)]
    elif isinstance(chunks, Sequence | np.ndarray) and not isinstance(chunks, str):
        given = list(chunks)
    else:
        given = [chunks] * dims
    if len(given) != dims or not all(isinstance(each, Integral) for each in given):
        return lengths
    among = len(lengths) - dims  # planes, of which each chunk has all
    return (*lengths[:among], *(max(c, int(g)) for c, g in zip(lengths[among:], given, strict=True)))


def _near(lengths: tuple[int, ...], lazy: LazyGrid | LazyField, divisors: bool = False) -> tuple[int, ...]:
    """The lengths of chunks of about 1 MiB a plane, none longer than these, or of divisors of these; with all planes."""
    dims = grid_of(lazy).ndim
    edge = 2 ** (CHUNK_BITS // dims)
    along = lengths[-dims:]
    chunks = tuple(_divisor(each, edge) if divisors else min(each, edge) for each in along)
    return lengths[:-dims] + chunks


def _divisor(length: int, near: int) -> int:
    """The divisor of a length whose ratio to another one is closest to 1."""
    small = [each for each in range(1, math.isqrt(length) + 1) if length % each == 0]
    return min((*small, *(length // each for each in small)), key=lambda each: max(each / near, near / each))


def _is_auto(chunks: Any) -> bool:
    return isinstance(chunks, str) and chunks == "auto"


def _carried(lazy: LazyGrid | LazyField) -> str:
    """The recipe as a store has it. Readers refuse longer ones."""
    text = lazy.to_json()
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"noise has a recipe of {len(text)} characters; allowed: at most {MOST_CHARACTERS} in a store")
    return text


def _stored_as(zarr: Any, lazy: LazyGrid | LazyField, options: dict[str, Any], place: dict[str, Any]) -> dict[str, Any]:
    """The arguments with which zarr creates the array."""
    for name in OF_THE_GRID:
        if name in options:
            raise TypeError(f"{name} is {shown(options[name])}; allowed: nothing, as the grid has its own")
    _check_format(options.get("zarr_format"))
    given = {} if options.get("attributes") is None else options["attributes"]
    _check_attributes(given)
    dims = DIMS[-lazy.ndim :] if isinstance(lazy, LazyGrid) else _dims_of_planes(lazy)
    # Text, because NetCDF has no nested attributes, and xarray copies attributes there.
    attributes: dict[str, Any] = {**given, **place, "perlane": _carried(lazy)}
    named: dict[str, Any] = {"dimension_names": dims}
    if (options.get("zarr_format") or zarr.config.get("default_zarr_format", 3)) == 2:
        # Zarr 2 knows no names of dimensions. xarray reads them there.
        attributes["_ARRAY_DIMENSIONS"] = list(dims)
        named = {}
    own: dict[str, Any] = {"shape": lazy.shape, "dtype": lazy.dtype, "attributes": attributes}
    # What is not stored yet is no sample. Zarr's own fill value is 0, and GDAL takes samples that have it for missing.
    return {"fill_value": np.nan} | options | own | named


def _dims_of_planes(lazy: LazyField) -> tuple[str, ...]:
    return (PLANES,) * (lazy.ndim - lazy.grid.ndim) + DIMS[-lazy.grid.ndim :]
