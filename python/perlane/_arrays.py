"""Arrays that come in, and arrays that go out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perlane._native import Sampler
from perlane._types import Samples

AXES = ("x", "y", "z", "w")


def buffer(out: Samples | None, shape: tuple[int, ...]) -> tuple[Samples, Samples]:
    """The array to return, and the contiguous one to fill: mostly the same."""
    if out is None:
        new = _empty(shape)
        return new, new
    check_out(out, shape)
    flags = out.flags
    return out, out if flags.c_contiguous and flags.aligned else _empty(shape)


def _empty(shape: tuple[int, ...]) -> Samples:
    try:
        return np.empty(shape, np.float32)
    except ValueError as error:  # also for shapes without samples: NumPy multiplies the other lengths
        raise ValueError(f"shape is {shape}; allowed: shapes that NumPy's arrays can have ({error})") from None


def check_out(out: Samples, shape: tuple[int, ...]) -> None:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}; allowed: NumPy arrays of float32")
    if out.dtype != np.float32:
        raise TypeError(f"out is of dtype {out.dtype.str}; allowed: float32 in native byte order")
    if out.shape != shape:
        raise ValueError(f"out is of shape {out.shape}; allowed: {shape}, that of the samples")
    if not out.flags.writeable:
        raise ValueError("out is read-only; allowed: writable arrays")


def finish(result: Samples, filled: Samples) -> Samples:
    """Copies what was filled in the place of an array that is not contiguous."""
    if filled is not result:
        result[...] = filled
    return result


def check_noise(noise: Any) -> None:
    """Refuses what cannot be sampled."""
    if not isinstance(getattr(noise, "_core", None), Sampler):
        raise TypeError(f"noise is a {type(noise).__name__}; allowed: Noise, Layers")


def axis_name(axis: int, dims: int) -> str:
    return AXES[dims - 1 - axis] if dims <= len(AXES) else f"axis {axis}"


def coordinates(given: Sequence[Any]) -> list[NDArray[np.float64]]:
    """World coordinates as float64."""
    if not 1 <= len(given) <= len(AXES):
        raise ValueError(f"coordinates is of {len(given)} axes; allowed: 1 to 4 axes")
    return [_floats(axis_name(a, len(given)), each) for a, each in enumerate(given)]


def broadcast_shape(given: Sequence[NDArray[Any]]) -> tuple[int, ...]:
    """The shape that coordinates have together; NumPy's own function stops at 32 dimensions."""
    dims = max(each.ndim for each in given)
    padded = [(1,) * (dims - each.ndim) + each.shape for each in given]
    lengths = [set(lengths) - {1} or {1} for lengths in zip(*padded, strict=True)]
    if any(len(each) > 1 for each in lengths):
        shapes = ", ".join(f"{axis_name(a, len(given))} of shape {each.shape}" for a, each in enumerate(given))
        raise ValueError(f"coordinates is {shapes}; allowed: shapes that broadcast")
    return tuple(each.pop() for each in lengths)


def flat(coordinate: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A coordinate of all points, in one dimension."""
    return np.ascontiguousarray(np.broadcast_to(coordinate, shape)).reshape(-1)


def blocks(given: Sequence[NDArray[np.float64]], most: int) -> Iterator[tuple[slice, list[NDArray[np.float64]]]]:
    """Flat pieces of at most so many points, and their coordinates: broadcast arrays may be much larger than what was given."""
    flags: list[Any] = ["external_loop", "buffered"]
    operands = np.nditer(list(given), flags=flags, order="C", buffersize=most)
    begun = 0
    for each in operands:
        parts = each if isinstance(each, tuple) else (each,)
        yield slice(begun, begun + parts[0].size), [np.ascontiguousarray(part) for part in parts]
        begun += parts[0].size


def sequence(name: str, given: Iterable[Any]) -> Sequence[Any] | NDArray[Any]:
    """What is iterable, as something that has a length."""
    if isinstance(given, Mapping | AbstractSet | str | bytes | bytearray):  # no numbers, or in no order
        raise TypeError(f"{name} is a {type(given).__name__}; allowed: sequences")
    if isinstance(given, np.ndarray) and given.ndim != 1:
        raise ValueError(f"{name} is of shape {given.shape}; allowed: one-dimensional sequences")
    if isinstance(given, np.ndarray | Sequence):
        return given
    try:
        return list(given)
    except TypeError:
        raise TypeError(f"{name} is a {type(given).__name__}; allowed: sequences") from None


def _floats(name: str, given: Any) -> NDArray[np.float64]:
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; allowed: arrays without a mask, such as its filled()")
    array = _array(name, given)
    if array.size == 0 and array.dtype != object:
        return np.empty(array.shape)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} is of dtype {array.dtype}; allowed: real numbers (world units)")
    return np.asarray(array, dtype=np.float64)


def _array(name: str, given: Any) -> NDArray[Any]:
    """NumPy's array of it."""
    try:
        array = np.asarray(given)
        # NumPy has no dtype for integers of 2^64 and more, floating point has.
        if array.dtype == object and array.size and all(map(_is_real, array.flat)):
            return array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} is an integer beyond float64; allowed: finite numbers (world units)") from None
    except ValueError as error:
        raise ValueError(f"{name} is no array ({error}); allowed: real numbers (world units)") from None
    return array


def _is_real(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
