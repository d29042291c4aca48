"""Which samples an index picks, as NumPy counts them."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perlane._arrays import pieces, sequence, shown

Picked: TypeAlias = range | NDArray[np.int64]


def indices_of(picked: Any) -> Picked:
    """Indices as a range, or as an array."""
    if isinstance(picked, range):
        return picked
    allowed = "None, a range, or a sequence of integers"
    listed = sequence("picked", picked, allowed=allowed)
    try:
        indices = np.asarray(listed)
    except ValueError:  # of lists of several lengths
        indices = np.empty(1, object)
    if indices.ndim != 1 or not _are_integers(indices, listed):
        raise TypeError(f"picked is {shown(picked)}; allowed: {allowed}")
    return indices


def _are_integers(indices: NDArray[Any], given: Any) -> bool:
    """Whether indices are integers. An empty list is of no dtype, which NumPy makes floats of; an empty array is of its own."""
    return indices.dtype.kind in "iu" or (indices.size == 0 and not isinstance(given, np.ndarray))


def check_within(indices: Picked, length: int) -> None:
    """Refuses indices that an axis does not have."""
    # Of a range, which may be long, both ends say it.
    some = np.array([*indices[:1], *indices[-1:]], object) if isinstance(indices, range) else indices
    for part in pieces(some.shape):
        beyond = _beyond(some[part], length)
        if beyond is not None:
            ends = f"{-length} to {length - 1}, as there are {length} samples"
            raise IndexError(f"picked has {beyond}; allowed: {ends if length else 'nothing, as there are no samples'}")


def _beyond(indices: NDArray[Any], length: int) -> Any:
    """The first index that an axis of this length does not have; `None` if it has all."""
    wrong = (indices < -length) | (indices >= length)
    return indices[wrong][0] if wrong.any() else None


def from_first(indices: NDArray[Any], length: int) -> NDArray[np.int64]:
    """Indices of samples, counted from the first one; negative ones count from the end."""
    signed = indices.astype(np.int64)
    return np.where(signed < 0, signed + length, signed)


def is_integer(part: Any) -> bool:
    if isinstance(part, np.ndarray):  # every array has `__index__`
        return part.ndim == 0 and part.dtype.kind in "iu"
    return isinstance(part, SupportsIndex) and not isinstance(part, bool | np.bool_)


def _parts(key: Any) -> list[Any]:
    return list(key) if isinstance(key, tuple) else [key]


def crossed(key: tuple[Any, ...], shape: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """The indices of points along each axis, as arrays that broadcast.

    The key has such arrays, and slices, whose axes come last.
    """
    found: list[NDArray[np.int64]] = []
    behind = sum(isinstance(part, slice) for part in key)
    for axis, (part, length) in enumerate(zip(key, shape, strict=True)):
        if isinstance(part, slice):
            last = sum(isinstance(each, slice) for each in key[axis + 1 :])
            found.append(_listed(range(length)[part]).reshape(-1, *(1,) * last))
        else:
            picked = _listed(_pick_integers(part.reshape(-1), length, axis))
            found.append(picked.reshape(part.shape + (1,) * behind))
    return found


def _listed(picked: Picked) -> NDArray[np.int64]:
    return np.arange(picked.start, picked.stop, picked.step) if isinstance(picked, range) else picked


def axes_of(parts: list[Any]) -> list[Any]:
    return [part for part in parts if part is not None]


def expand(key: Any, dims: int) -> list[Any]:
    """One part for each axis, and `None` for new ones."""
    parts = _parts(key)
    dots = [i for i, part in enumerate(parts) if part is Ellipsis]
    given = len(axes_of(parts)) - len(dots)
    if len(dots) > 1:
        raise IndexError("an index can have one ellipsis ('...') only")
    if given > dims:
        raise IndexError(f"too many indices: {given} for a grid of {dims} axes")
    at = dots[0] if dots else len(parts)
    return [*parts[:at], *[slice(None)] * (dims - given), *parts[at + len(dots) :]]


def check_mixture(key: Any) -> None:
    """Refuses mixtures that NumPy treats in another way: it combines arrays point by point, and moves axes if they are apart.

    New axes and ellipses are between others, also an ellipsis that stands for no axis.
    """
    parts = _parts(key)
    advanced = [i for i, part in enumerate(parts) if not (part is None or part is Ellipsis or isinstance(part, slice))]
    arrays = [i for i in advanced if not is_integer(parts[i])]
    apart = bool(arrays) and advanced != list(range(advanced[0], advanced[0] + len(advanced)))
    if len(arrays) > 1 or apart:
        allowed = (
            "integers, slices, and one array of indices with nothing between it and an integer; use oindex for more"
        )
        raise IndexError(f"index is {shown(key)}; allowed: {allowed}")


def pick(part: Any, length: int, axis: int) -> Picked:
    """The indices along one axis."""
    if isinstance(part, slice):
        return range(length)[part]
    if is_integer(part):
        i = operator.index(part)
        if not -length <= i < length:
            raise IndexError(f"index {shown(i)} is out of bounds for axis {axis} with size {length}")
        return range(i % length, i % length + 1)
    indices = np.asarray(part)
    if indices.ndim == 0:
        raise IndexError(f"index of axis {axis} is {shown(part)}; allowed: integers, slices, one-dimensional arrays")
    if indices.ndim != 1:
        raise IndexError(f"index of axis {axis} has {indices.ndim} dimensions; allowed: 1")
    if indices.dtype == np.bool_:
        return _pick_booleans(indices, length, axis)
    if not _are_integers(indices, part):
        raise IndexError(f"index of axis {axis} is of dtype {indices.dtype}; allowed: integers, booleans")
    return _pick_integers(indices, length, axis)


def _pick_booleans(indices: NDArray[Any], length: int, axis: int) -> Picked:
    if indices.size != length:
        raise IndexError(f"index of axis {axis} has {indices.size} booleans; allowed: {length}")
    return np.flatnonzero(indices).astype(np.int64)


def _pick_integers(indices: NDArray[Any], length: int, axis: int) -> Picked:
    if indices.size == 0:
        return range(0)
    beyond = _beyond(indices, length)
    if beyond is not None:
        raise IndexError(f"index {beyond} is out of bounds for axis {axis} with size {length}")
    return from_first(indices, length)
