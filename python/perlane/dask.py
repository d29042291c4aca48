"""Grids as Dask arrays, larger than memory, on all cores or on a cluster; and as Zarr arrays that Dask writes."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers, unknown_argument
from perlane._arrays import AXES, check_noise, lines, shown
from perlane._crs import of_array
from perlane._lazy import LIGHT, PLANES, LazyField, LazyGrid, grid_of
from perlane._noise import MOST
from perlane._optional import missing
from perlane._sampling import Sampling
from perlane._types import Number, PerAxisFloat, PerAxisInt, Quantity, Samples, Shape, Span

try:
    import dask.array as da
    from dask.base import normalize_token, tokenize
except ImportError as error:
    raise missing("perlane.dask", "dask and its arrays", "dask", error) from error

__all__ = ["axes", "field", "field_axes", "grid", "to_zarr"]


def __dir__() -> list[str]:
    # Without what this file imports: people choose from these names while they type.
    return [*__all__, *(name for name in globals() if name.startswith("_"))]


DIMS = AXES[::-1]  # slowest first
OF_THE_GRID = ("shape", "dtype", "data", "dimension_names")  # arguments of zarr.create_array
FLAGS = ("overwrite", "write_data")  # of zarr.create_array
CHUNK_BITS = 18  # 2^18 samples, 1 MiB, in a default chunk of a shard


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
    return _array(noise.lazy(shape, start=start, origin=origin, spacing=spacing, threads=1), chunks)


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
    return _array(lazy, chunks)


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
    return _array(LazyAxes(noise, lines(coordinates_)), chunks)


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
    return _array(LazyAxes(noise, lines(coordinates_), (quantity, relief, light)), chunks)


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
    return da.store(_array(lazy, files), target, lock=False, compute=compute)


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
            raise unknown_argument("to_zarr", name, parameters=named + others, module=__name__)


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
    lengths = _lengths(chunks, lazy)
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
    if _has_boolean(given):
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
    if len(text) > MOST:
        raise ValueError(f"noise has a recipe of {len(text)} characters; allowed: at most {MOST} in a store")
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


class LazyAxes:
    """A rectilinear grid, or a quantity of it, that is computed when it is indexed by slices and integers."""

    noise: Sampling
    world: list[NDArray[np.float64]]
    how: dict[str, Any]
    planes: list[str]
    shape: tuple[int, ...]
    ndim: int
    dtype: np.dtype[np.float32]

    def __init__(
        self,
        noise: Sampling,
        world: list[NDArray[Any]],
        quantity: tuple[Any, Any, Any] = ("value", 1.0, LIGHT),
    ) -> None:
        # Dask names the array after these coordinates, so the caller's own arrays, which may change, are copied.
        world = [each.astype(np.float64) for each in world]
        for a in range(len(world)):  # all coordinates are checked now, along lines
            noise.axes(*(each if a == b else each[:1] for b, each in enumerate(world)))
        _, relief, light = quantity
        name = noise._sampler().check_field(quantity, _native.Window((1,) * len(world)))
        self.noise, self.world, self.planes = noise, world, _native.plane_names(name, len(world))
        self.how = {"quantity": name, "relief": float(relief), "light": tuple(float(each) + 0.0 for each in light)}
        lengths = tuple(each.size for each in world)
        self.shape = (len(self.planes), *lengths) if len(self.planes) > 1 else lengths
        self.ndim, self.dtype = len(self.shape), np.dtype(np.float32)

    def __getitem__(self, key: Any) -> Samples:
        keys = [*(key if isinstance(key, tuple) else (key,))]
        keys += [slice(None)] * (self.ndim - len(keys))
        among, along = keys[: -len(self.world)], keys[-len(self.world) :]
        picked = [np.atleast_1d(each[part]) for each, part in zip(self.world, along, strict=True)]
        samples = self._samples(picked)
        # An integer removes its axis.
        return samples[(*among, *(0 if isinstance(part, Integral) else slice(None) for part in along))]

    def _samples(self, world: list[NDArray[np.float64]]) -> Samples:
        quantity, relief, light = self.how.values()
        if quantity == "value":
            return self.noise.axes(*world, threads=1)
        return self.noise.field_axes(quantity, *world, relief=relief, light=light, threads=1)

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        world = [normalize_token(each) for each in self.world]
        return "perlane.LazyAxes", self.noise.__dask_tokenize__(), world, *self.how.values()


def _array(lazy: LazyGrid | LazyField | LazyAxes, chunks: Any) -> da.Array:
    lengths = _lengths(chunks, lazy)
    # Inlined, the grid needs no task of its own, and Dask fuses slices of a chunk with the slice that is the chunk.
    array: da.Array = da.from_array(  # type: ignore[no-untyped-call]
        lazy,
        chunks=lengths,
        # Tasks are known by this name and the number of their chunk, which is another part of the grid in other chunks.
        name=f"perlane-{tokenize(lazy, lengths)}",
        inline_array=True,
        meta=np.empty((0,) * lazy.ndim, np.float32),
    )
    return array


def _lengths(chunks: Any, lazy: LazyGrid | LazyField | LazyAxes) -> Any:
    """The chunks' lengths along each axis. Each chunk has all planes."""
    planes = 1 if isinstance(lazy, LazyGrid) else len(lazy.planes)
    lengths = lengths_of(chunks, lazy.shape[1:] if planes > 1 else lazy.shape, planes)
    return ((planes,), *lengths) if planes > 1 else lengths


def _has_boolean(chunks: Any) -> bool:
    if isinstance(chunks, Mapping):
        return any(map(_has_boolean, chunks.values()))
    if isinstance(chunks, Sequence) and not isinstance(chunks, str):
        return any(map(_has_boolean, chunks))
    return isinstance(chunks, bool | np.bool_) or (isinstance(chunks, np.ndarray) and chunks.dtype == np.bool_)


def lengths_of(chunks: Any, shape: tuple[int, ...], planes: int = 1, given: Any = None) -> Any:
    """Chunks as Dask writes them, with `planes` floats for each sample. Errors show what was given, if that is something else."""
    text = shown(chunks if given is None else given)
    allowed = "chunks that dask.array.from_array takes, of at least 1 sample"
    if _has_boolean(chunks):  # Python takes it for 0 or 1
        raise TypeError(f"chunks is {text}; allowed: {allowed}")
    if isinstance(chunks, Mapping) and not set(chunks) <= set(range(len(shape))):
        raise ValueError(f"chunks is {text}; allowed: {allowed}, for axes 0 to {len(shape) - 1}")
    try:
        lengths = da.core.normalize_chunks(chunks, shape, dtype=np.dtype((np.void, 4 * planes)))  # type: ignore[no-untyped-call]
    except ArithmeticError as error:  # of a length of 0, about which the error says nothing
        raise ValueError(f"chunks is {text}; allowed: {allowed}") from error
    except TypeError as error:
        raise TypeError(f"chunks is {text}; allowed: {allowed} ({error})") from error
    except (LookupError, ValueError) as error:
        raise ValueError(f"chunks is {text}; allowed: {allowed} ({error})") from error
    if any(not length >= 0 for axis in lengths for length in axis):
        raise ValueError(f"chunks is {text}; allowed: {allowed}")
    return lengths
