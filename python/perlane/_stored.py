"""Zarr arrays with a recipe: whether the recipe is that of the stored samples."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._arrays import DIMS, shown, span
from perlane._chunks import Files
from perlane._lazy import PLANES, LazyField, LazyGrid, grid_of

ORDER = (PLANES, *DIMS)  # of dimensions with these names
EDGE = 32  # samples along each axis of a block that is compared
MOST_COORDINATES = 2**20  # that are compared along an axis
COMPUTED = "The array was probably computed from another one, whose attributes it kept; remove its attributes `recipe` and `perlane`"
CHANGED = "The file was probably changed after its recipe was written beside it; remove its .perlane.json"
MASKED = "xarray and numpy open the numbers as they are, and perlane.Noise.from_json takes the text of the recipe alone"


@dataclass(frozen=True)
class Stored:
    """An array of a Zarr store."""

    folder: Path
    shape: tuple[int, ...]
    dims: tuple[str | None, ...]
    attributes: dict[str, Any]
    recipe: str
    beside: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The attributes of the arrays in the same group that say where it lies: its coordinates, and its `grid_mapping`."""


def check(stored: Stored, lazy: LazyGrid | LazyField) -> None:
    """Refuses arrays that were made from those of the recipe, but have other samples. xarray keeps attributes, and so the recipe, when
    arrays are scaled, shifted, reversed or transposed.

    Names of dimensions and the shape are compared always. Coordinates and the samples of three blocks are if zarr is installed and
    can read them.
    """
    if stored.shape != lazy.shape:
        raise ValueError(f"its recipe is of shape {lazy.shape}; allowed: that of its array, {stored.shape}")
    named = [name for name in stored.dims if name in ORDER]
    if named != sorted(named, key=ORDER.index):
        wanted = ORDER[-lazy.ndim :] if PLANES not in named else ORDER[:1] + ORDER[1 - lazy.ndim :]
        raise ValueError(f"its array has the dimensions {stored.dims}; allowed: {wanted}, those of its recipe")
    grid = grid_of(lazy)
    for axis, name in enumerate(stored.dims[lazy.ndim - grid.ndim :]):
        _check_coordinates(stored, name, grid, axis)
    _check_samples(stored, lazy)


def names_of_axes(stored: Stored | None, grid: LazyGrid) -> tuple[str, ...]:
    """The names of a grid's axes; those in the file, if it has one for each."""
    names = stored.dims[-grid.ndim :] if stored else ()
    named = [name for name in names if name]
    return tuple(named) if len(set(named)) == grid.ndim else ORDER[-grid.ndim :]


def replaced(stored: Stored, name: str) -> bool:
    """Whether an array has coordinates along a dimension that are no world units, such as times. zarr is needed to know it."""
    array = _opened(stored.folder.parent / name) if name in stored.beside else None
    return array is not None and (array.dtype.kind not in "iuf" or "calendar" in array.attrs)


def _opened(folder: Path) -> Any:
    """An array as zarr reads it; `None` without zarr, or if zarr cannot read it."""
    try:
        import zarr

        return zarr.open_array(folder, mode="r")
    except Exception:  # of many kinds, such as for codecs and formats that this zarr does not know
        return None


def _part(array: Any, part: Any) -> NDArray[Any] | None:
    """Stored numbers; `None` if zarr cannot read them."""
    try:
        return np.asarray(array[part])
    except Exception:  # as above
        return None


def _check_coordinates(stored: Stored, name: str | None, grid: LazyGrid, axis: int) -> None:
    """Refuses world coordinates in the array's group that are not those of the recipe."""
    if name is None or name not in stored.beside:
        return
    array = _opened(stored.folder.parent / name)
    if (
        array is None
        or array.shape != grid.shape[axis : axis + 1]
        or array.dtype.kind not in "iuf"
        or _is_encoded(array.attrs)
    ):
        return  # such as times, which are no world units
    length = grid.shape[axis]
    for part in (slice(0, MOST_COORDINATES), slice(max(0, length - MOST_COORDINATES), length)):
        found, wanted = _part(array, part), grid.coordinates(axis, range(length)[part])
        # Some programs store coordinates with a rounding of their own.
        digits = 1e-9 if array.dtype.itemsize > 4 else 1e-7
        near = 1e-6 * abs(grid.spacing[axis]) + digits * np.abs(wanted)
        with np.errstate(invalid="ignore"):  # NumPy warns of signalling NaN, which differ
            differ = found is not None and not (np.abs(found - wanted) <= near).all()
        if differ:
            raise ValueError(f"its coordinates along {name} differ from its recipe. {COMPUTED}")


def _check_samples(stored: Stored, lazy: LazyGrid | LazyField) -> None:
    """Refuses samples that are not those of the recipe, in a block at each end of the array and in one in its middle."""
    array = _opened(stored.folder)
    levels = levels_of(stored.recipe)
    if array is None or (_is_encoded(stored.attributes) and not _is_of_levels(stored.attributes, array.dtype, levels)):
        return
    check_array(array, lazy, levels, stored)


def check_array(
    array: Any, lazy: LazyGrid | LazyField, levels: tuple[float, float] | None, stored: Stored | None = None
) -> None:
    """Refuses numbers that are not those of the recipe, in three blocks. `stored` is the store, if `array` is a Zarr array."""
    if array.dtype.kind != "f" and (levels is None or array.dtype.kind != "u" or array.dtype.itemsize > 2):
        allowed = (
            "float32, the samples of its recipe" if levels is None else "the integers of its recipe, uint16 or uint8"
        )
        raise ValueError(f"its array is of dtype {array.dtype}; allowed: {allowed}")
    files = Files(array, stored.folder) if stored else None
    for block in _blocks(array.shape, array.chunks if files else array.shape):
        found = _part(array, block)
        if found is None or (files and _is_missing(found, array, files, block)):
            continue  # such as where nothing is stored yet
        wanted = _wanted(lazy, block, array.dtype, levels).astype(array.dtype)
        differs = _differing(found, wanted)
        if differs is not None:
            index = tuple(part.start + at for part, at in zip(block, differs, strict=True))
            raise ValueError(_difference(index, found[differs], stored is not None))
    if files:
        _check_masks(array, files)


def _difference(index: tuple[int, ...], found: Any, is_zarr: bool) -> str:
    """The message about the first sample that differs."""
    text = f"its samples at index {index} differ from its recipe. {COMPUTED if is_zarr else CHANGED}"
    return f"{text}. NaN is stored there, as where samples are masked or missing: {MASKED}" if np.isnan(found) else text


def _differing(found: NDArray[Any], wanted: NDArray[Any]) -> tuple[int, ...] | None:
    """The first index at which bits differ."""
    found_bytes, wanted_bytes = (
        np.frombuffer(each.tobytes(), np.uint8).reshape(*each.shape, each.itemsize) for each in (found, wanted)
    )
    differ = (found_bytes != wanted_bytes).any(-1)
    return tuple(map(int, np.argwhere(differ)[0])) if differ.any() else None


def _is_encoded(attributes: Any) -> bool:
    """Whether stored numbers stand for others, by the CF conventions."""
    return any(key in attributes for key in ("scale_factor", "add_offset", "calendar"))


def _is_of_levels(attributes: Any, dtype: Any, levels: tuple[float, float] | None) -> bool:
    """Whether `scale_factor` and `add_offset` make samples of integers as the recipe says, as in what the command line writes."""
    if dtype.kind != "u" or not levels or "calendar" in attributes:
        return False
    (low, high), scale, offset = levels, attributes.get("scale_factor", 1), attributes.get("add_offset", 0)
    if not all(isinstance(number, int | float) and abs(number) <= sys.float_info.max for number in (scale, offset)):
        return False
    return bool(np.isclose(scale, (high - low) / np.iinfo(dtype).max, rtol=1e-9, atol=0) and offset == low)


def _numbers_of(recipe: str) -> dict[str, Any]:
    """What a recipe says of how numbers came from samples; nothing if they are samples."""
    numbers = json.loads(recipe).get("numbers")
    if not isinstance(numbers, dict | None):
        raise ValueError(f"numbers of its recipe is {shown(numbers)}; allowed: an object")
    return numbers or {}


def dtype_of(recipe: str) -> str:
    """The type of the numbers that were made by a recipe, as the command line calls it: f32, u16, u8."""
    return str(_numbers_of(recipe).get("dtype", "f32"))


def levels_of(recipe: str) -> tuple[float, float] | None:
    """The samples that became 0 and the greatest integer, where the command line wrote integers."""
    levels = _numbers_of(recipe).get("levels")
    if not isinstance(levels, list) or len(levels) != 2:
        return None
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in levels):
        raise ValueError(f"levels of its recipe is {shown(levels)}; allowed: two numbers")
    try:
        return float(levels[0]), float(levels[1])
    except OverflowError:
        raise ValueError("levels of its recipe has an integer beyond float64; allowed: two numbers") from None


def _blocks(shape: tuple[int, ...], chunks: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Small blocks at the beginning, the middle and the end, each within one chunk, because all samples of a chunk are decoded together."""
    if 0 in shape:
        return
    places = [(0, length // 2, length - 1) for length in shape]
    for place in dict.fromkeys(zip(*places, strict=True)):
        yield tuple(map(_near, place, shape, chunks))


def _near(place: int, length: int, chunk: int) -> slice:
    """The samples around one of an axis that lie in its chunk."""
    begin = place // chunk * chunk
    end = min(begin + chunk, length)
    first = max(begin, min(place - EDGE // 2, end - EDGE))
    return slice(first, min(end, first + EDGE))


def _is_missing(found: NDArray[Any], array: Any, files: Files, block: tuple[slice, ...]) -> bool:
    """Whether numbers are what zarr returns for chunks that were never written."""
    fill = array.fill_value
    if fill is None or not ((found == fill).all() or (np.isnan(found).all() and np.isnan(fill))):
        return False
    return not (files.knows_names and files.has(tuple(part.start for part in block)))


def _check_masks(array: Any, files: Files) -> None:
    """Refuses arrays with stored NaN, in the chunks of the three blocks and in files beside missing ones.

    Where a mask hides all samples of a chunk, zarr does not write it.
    """
    if array.dtype.kind != "f":
        return
    firsts = (tuple(part.start for part in block) for block in _blocks(array.shape, array.chunks))
    chunks = (files.part(first, array.chunks) for first in firsts if files.knows_names and files.has(first))
    for part in chain(chunks, files.at_edges()):
        found = _part(array, part)
        masked = np.isnan(found) if found is not None else np.zeros(0, bool)
        if masked.any():
            inside = np.unravel_index(int(masked.argmax()), masked.shape)
            index = tuple(axis.start + int(at) for axis, at in zip(part, inside, strict=True))
            raise ValueError(_difference(index, np.nan, True))


def _wanted(
    lazy: LazyGrid | LazyField, block: tuple[slice, ...], dtype: Any, levels: tuple[float, float] | None
) -> NDArray[Any]:
    """The numbers of the recipe for a block."""
    samples = lazy[block]
    if dtype.kind == "f" or levels is None:
        return samples
    integers = np.empty(samples.shape, dtype.newbyteorder("="))
    _native.integers(samples, integers, span(levels))
    return integers
