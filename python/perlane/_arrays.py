"""Input arrays and output arrays."""

import itertools
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from decimal import Decimal
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perlane import _uses
from perlane._native import Sampler
from perlane._types import Bool, Dtype, Out, OutOfMasks, Span

AXES = ("x", "y", "z", "w")
DIMS = AXES[::-1]  # slowest first
FLOAT = np.dtype(np.float32)
DTYPES: dict[str, np.dtype[Any]] = {"f32": FLOAT, "u16": np.dtype(np.uint16), "u8": np.dtype(np.uint8)}
PIECE = 2**22  # numbers that are copied at once
MOST_SHOWN = 2**16  # elements of a value that an error shows

# A part of an array, and what fills an array of its shape with its samples.
Part: TypeAlias = tuple[Any, Callable[[NDArray[Any]], None]]
# Makes the parts of an array, after it has checked that all of them can be computed.
Parts: TypeAlias = Callable[[], Iterable[Part]]


def filled(
    compute: Callable[[NDArray[Any]], None],
    out: Out | OutOfMasks | None,
    shape: tuple[int, ...],
    dtype: Dtype | Bool | str | None = None,
    read: Sequence[NDArray[Any]] = (),
    dtypes: dict[str, np.dtype[Any]] = DTYPES,
    parts: Parts | None = None,
) -> Any:
    """`out`, or a new array, after `compute` has filled it. The first of `dtypes` is the default.

    If `out` is not contiguous, or shares memory with what is read, a buffer is filled and copied: by `compute` at once, or part by part
    if `out` is large and there are `parts`. No other call can use an element of `out` meanwhile.
    """
    wanted = next(iter(dtypes.values())) if dtype is None else number_type(dtype, dtypes)
    if out is None:
        new = empty(shape, wanted)
        _use(None, read, lambda: compute(new))
        return new
    array = _checked(out, shape, wanted, [] if dtype is not None else list(dtypes.values()))
    beside = read and any(np.may_share_memory(array, each) for each in read)
    if array.flags.carray and not beside:  # contiguous in C's order, aligned, writable
        _use(array, read, lambda: compute(array))
    else:
        several = parts() if parts and array.size > PIECE else [(..., compute)]
        _use(array, read, lambda: _fill_beside(array, several))
    return out


def _use(out: NDArray[Any] | None, read: Sequence[NDArray[Any]], call: Callable[[], None]) -> None:
    """Calls `call`, while no other call can write what it reads, or use what it writes."""
    if out is None and not read:
        call()
        return
    key = object()
    try:
        _uses.begin(key, out, read)
        call()
    finally:
        _uses.end(key)


def _fill_beside(array: NDArray[Any], parts: Iterable[Part]) -> None:
    """Fills an array through a contiguous buffer, which has room for the largest part."""
    buffer = empty((0,), array.dtype)
    for index, compute in parts:
        to = array[index]
        if buffer.size < to.size:
            buffer = empty((to.size,), array.dtype)
        samples = buffer[: to.size].reshape(to.shape)
        compute(samples)
        _copy(to, samples)


def _copy(to: NDArray[Any], samples: NDArray[Any]) -> None:
    """Copies piece by piece, because Python looks for Ctrl-C only between them."""
    for part in pieces(to.shape):
        to[part] = samples[part]


def pieces(shape: Sequence[int], each: int = 1) -> Iterator[tuple[slice, ...]]:
    """The parts of an array, none of which has more than `PIECE` numbers. An element of the array has `each` numbers."""
    if 0 in shape:
        return
    if math.prod(shape) * each <= PIECE:
        yield tuple(map(slice, shape))
        return
    length, *others = shape
    step = max(1, PIECE // each // math.prod(others))
    for first in range(0, length, step):
        for part in pieces(others, each * step) if others else [()]:
            yield (slice(first, min(first + step, length)), *part)


def _checked(
    out: Out | OutOfMasks, shape: tuple[int, ...], wanted: np.dtype[Any], others: Sequence[np.dtype[Any]]
) -> NDArray[Any]:
    """The memory of `out`, if samples can be written to it. `others` are the dtypes that the argument `dtype` could have named."""
    array = memory(out)
    if array.dtype != wanted and array.dtype in others:
        hint = f"{wanted.name}; or set dtype to {array.dtype.name}"
        hint += ", where samples can be integers" if wanted == FLOAT else ""
        raise TypeError(f"out is of dtype {array.dtype.str}; allowed: {hint}")
    check_out(array, shape, wanted)
    return rooted(array)


def number_type(dtype: Any, dtypes: dict[str, np.dtype[Any]] = DTYPES) -> np.dtype[Any]:
    """The dtype with this name. "u8" has eight bits, as in recipes and on the command line; NumPy's own "u8" has eight bytes."""
    named = dtypes | {each.name: each for each in dtypes.values()}
    found = named.get(dtype) if isinstance(dtype, str) else None
    if isinstance(dtype, type | np.dtype):
        found = next((each for each in dtypes.values() if each == dtype), None)
    if found is None:
        others = [name for name in named if name not in dtypes]
        allowed = f"{', '.join(dtypes)}; {', '.join(others)}, or NumPy's types of these names"
        text = dtype if isinstance(dtype, str) else shown(dtype)
        message = f"dtype is {text}; allowed: {allowed}{_meant(dtype, dtypes)}"
        raise (ValueError if isinstance(dtype, str | type | np.dtype) else TypeError)(message)
    return found


def _meant(dtype: Any, dtypes: dict[str, np.dtype[Any]]) -> str:
    """The suggestion for a short name of NumPy for one of these types. Its numbers are bytes: "<f4" is float32, and "u1" uint8."""
    short = dtype.lstrip("<>=|") if isinstance(dtype, str) else ""
    return "".join(f" (did you mean {name}?)" for name, each in dtypes.items() if short == each.str[1:])


def span(levels: Span) -> tuple[float, float]:
    """The samples that become 0 and the greatest integer."""
    wanted = 'None, "typical", or two numbers'
    try:
        low, high = map(real, _two(levels))
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"levels is {shown(levels)}; allowed: {wanted}") from None
    except OverflowError:
        raise ValueError(f"levels has an integer beyond float64; allowed: {wanted}") from None
    return low, high


def _two(levels: Any) -> Sequence[Any] | NDArray[Any]:
    if isinstance(levels, str):  # another name
        raise ValueError
    if isinstance(levels, np.ndarray) and levels.ndim == 0:
        raise TypeError
    listed = sequence("levels", levels, 2)
    if len(listed) != 2:
        raise ValueError
    return listed


def real(value: Any) -> float:
    """A number as `float` makes it, but only from real numbers. Raises `OverflowError` for integers beyond float64."""
    if isinstance(value, str | bytes | bytearray | bool) or not is_of_reals(value):
        raise TypeError
    return float(value)


def is_of_reals(value: Any) -> bool:
    """Whether an array or a scalar of NumPy has real numbers: no booleans, text, times or complex numbers. Other values may be numbers."""
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return not isinstance(kind, str) or kind in "iuf"


def empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    try:
        return np.empty(shape, dtype)
    except ValueError as error:  # also for shapes without samples, because NumPy multiplies the other lengths
        raise ValueError(f"shape is {shape}; allowed: shapes that NumPy's arrays can have ({error})") from None


def memory(out: Out | OutOfMasks) -> NDArray[Any]:
    """The NumPy array that shares the memory of an array or a tensor."""
    if isinstance(out, np.ma.MaskedArray):
        raise TypeError("out is a masked array; allowed: arrays without a mask, such as its data")
    if isinstance(out, np.ndarray):
        return out
    if not _is_tensor(out):
        raise TypeError(f"out is of type {type(out).__name__}; allowed: NumPy arrays, PyTorch tensors on the CPU")
    try:
        return out.numpy()
    except (RuntimeError, TypeError) as error:  # for tensors on other devices, with gradients, or without memory
        raise ValueError(f"out is a tensor; allowed: dense ones on the CPU, without gradients ({error})") from None


def _is_tensor(out: Any) -> bool:
    """Whether it is a tensor of PyTorch, or of a class that another package has made from its class. PyTorch need not be installed."""
    modules = (str(kind.__module__).partition(".")[0] for kind in type(out).__mro__)
    return "torch" in modules and hasattr(out, "numpy")


def check_out(out: NDArray[Any], shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if out.dtype != dtype:
        raise TypeError(f"out is of dtype {out.dtype.str}; allowed: {dtype.name} in native byte order")
    if out.shape != shape:
        raise ValueError(f"out is of shape {out.shape}; allowed: {shape}, that of the samples")
    if not out.flags.writeable:
        raise ValueError("out is read-only; allowed: writable arrays")
    if _may_overlap_itself(out):
        raise ValueError(
            f"out is an array with strides {out.strides}; allowed: arrays that have a place for each element"
        )


def _may_overlap_itself(array: NDArray[Any]) -> bool:
    """Whether elements may share memory: some axis steps less far than the axes within it reach. No slice or transposed array does."""
    if array.flags.c_contiguous:
        return False
    reach = array.itemsize
    for stride, length in sorted(
        (abs(stride), length) for stride, length in zip(array.strides, array.shape, strict=True)
    ):
        if length > 1 and stride < reach:
            return array.size > 0
        reach += stride * (length - 1)
    return False


def rooted(array: NDArray[Any]) -> NDArray[Any]:
    """The same elements, as a view of the array that has their memory.

    The compiled half refuses arrays that another call writes. It finds the array that has the memory of a view from view to view;
    views that `as_strided` makes, and those of a `memoryview`, do not lead it there.
    """
    if array.base is None:
        return array
    owner = _owner(array)
    if owner is array or array.base is owner or array.size == 0:
        return array
    whole = owner if owner.flags.c_contiguous else owner.T
    try:
        view = np.ndarray(array.shape, array.dtype, whole, _address(array) - _address(owner), array.strides)
    except (TypeError, ValueError, BufferError):  # the memory is not one block, or the view is not within it
        return array
    # A view stays writable when the array that has its memory is made read-only.
    return view if view.flags.writeable or not array.flags.writeable else array


def _owner(array: NDArray[Any]) -> NDArray[Any]:
    """The array that has the memory of a view; the last one that is known, if the memory belongs to another object."""
    below: Any = array
    while below is not None:
        if isinstance(below, np.ndarray):
            array = below
        below = below.obj if isinstance(below, memoryview) else below.base if _is_view(below) else None
    return array


def _is_view(below: Any) -> bool:
    """Whether it is an array, or what `as_strided` puts between its array and the one that it was given."""
    return isinstance(below, np.ndarray) or type(below).__name__ == "DummyArray"


def check_noise(noise: Any) -> None:
    """Refuses what cannot be sampled."""
    if not isinstance(getattr(noise, "_core", None), Sampler):
        raise TypeError(f"noise is of type {type(noise).__name__}; allowed: Noise, Layers")


def axis_name(axis: int, dims: int) -> str:
    return AXES[dims - 1 - axis] if dims <= len(AXES) else f"axis {axis}"


def lines(given: Sequence[Any]) -> list[NDArray[Any]]:
    """World coordinates along each axis, unconverted: another call may be writing them."""
    found = _numbers(given)
    for a, each in enumerate(found):
        if each.ndim != 1:
            raise ValueError(f"{axis_name(a, len(found))} is of shape {each.shape}; allowed: one-dimensional arrays")
    return found


def points(given: Sequence[Any]) -> list[NDArray[Any]]:
    """World coordinates of points, unconverted. Refuses a single array of several dimensions: usually rows of (y, x) were meant."""
    found = _numbers(given)
    if len(found) == 1 and found[0].ndim > 1:
        raise ValueError(
            f"coordinates is one array of shape {found[0].shape}; allowed: an array for each axis, such as "
            "points(*np.asarray(rows).T) for rows of (y, x); for noise in one dimension, a one-dimensional array, such as "
            "points(array.ravel())"
        )
    return found


def broadcast_shape(given: Sequence[NDArray[Any]]) -> tuple[int, ...]:
    """The shape to which coordinates broadcast. NumPy's own function supports only 32 dimensions."""
    dims = max(each.ndim for each in given)
    padded = [(1,) * (dims - each.ndim) + each.shape for each in given]
    lengths = [set(lengths) - {1} or {1} for lengths in zip(*padded, strict=True)]
    if any(len(each) > 1 for each in lengths):
        shapes = ", ".join(f"{axis_name(a, len(given))} of shape {each.shape}" for a, each in enumerate(given))
        raise ValueError(f"coordinates is {shapes}; allowed: shapes that broadcast")
    return tuple(each.pop() for each in lengths)


def float_type(given: Sequence[NDArray[Any]]) -> type[np.float32] | type[np.float64]:
    """The type in which the compiled half takes coordinates of points: float32 if all of them are float32, else float64."""
    return np.float32 if all(each.dtype == FLOAT for each in given) else np.float64


def flat(given: Sequence[NDArray[Any]], shape: tuple[int, ...]) -> list[NDArray[Any]] | NDArray[Any]:
    """The coordinates of all points for the compiled half: along each axis, or point by point if memory has them so."""
    found = by_point(given, shape)
    if found is not None:
        return found
    dtype = float_type(given)
    return [contiguous(np.broadcast_to(each, shape), dtype).reshape(-1) for each in given]


def by_point(given: Sequence[NDArray[Any]], shape: tuple[int, ...]) -> NDArray[Any] | None:
    """The array of points whose columns are these coordinates, as in `points(*rows.T)`, if there is a contiguous one."""
    first, dims = given[0], len(given)
    dtype, step = np.dtype(float_type(given)), first.itemsize
    if dims == 1 or len(shape) != 1:
        return None
    for number, each in enumerate(given):
        behind = _address(each) - _address(first)
        if each.dtype != dtype or each.shape != shape or each.strides != (dims * step,) or behind != number * step:
            return None
    if not first.flags.aligned or first.base is None:
        return None
    # The columns interleave without gaps, so that every number of this array is one of theirs.
    owner = _owner(first)
    whole = owner if owner.flags.c_contiguous else owner.T
    try:
        return np.ndarray(
            (first.size, dims), dtype, whole, _address(first) - _address(owner), strides=(dims * step, step)
        )
    except (TypeError, ValueError, BufferError):  # the memory is not one block
        return None


def _address(array: NDArray[Any]) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def contiguous(coordinate: NDArray[Any], dtype: Any = np.float64) -> NDArray[Any]:
    """A coordinate as the compiled half takes it. Arrays that came through a network are contiguous, but not always aligned."""
    return np.require(coordinate, dtype, ["C", "A"])


def blocks(given: Sequence[NDArray[Any]], most: int) -> Iterator[list[NDArray[Any]]]:
    """The coordinates of at most `most` points at a time: broadcast arrays may be much larger than the given ones."""
    shape, dtype = broadcast_shape(given), float_type(given)
    ready = [each.reshape(-1) if _is_ready(each, shape, dtype) else None for each in given]
    others = [np.broadcast_to(each, shape) for each, flat in zip(given, ready, strict=True) if flat is None]
    begun = 0
    for parts in _parts(others, dtype, most) if others else itertools.repeat([]):
        end = begun + parts[0].size if parts else min(begun + most, math.prod(shape))
        copied = iter(parts)
        yield [next(copied) if flat is None else flat[begun:end] for flat in ready]
        begun = end
        if begun == math.prod(shape):
            return


def _is_ready(coordinate: NDArray[Any], shape: tuple[int, ...], dtype: Any) -> bool:
    """Whether the compiled half can read the coordinates of all points where they are."""
    flags = coordinate.flags
    return coordinate.shape == shape and coordinate.dtype == dtype and flags.c_contiguous and flags.aligned


def _parts(given: Sequence[NDArray[Any]], dtype: Any, most: int) -> Iterator[list[NDArray[Any]]]:
    """Copies of flat pieces."""
    flags: list[Any] = ["external_loop", "buffered"]
    types = [dtype] * len(given)
    for each in np.nditer(list(given), flags, op_dtypes=types, order="C", casting="same_kind", buffersize=most):
        parts = each if isinstance(each, tuple) else (each,)
        yield list(map(_own, parts, given))


def _own(part: NDArray[Any], given: NDArray[Any]) -> NDArray[Any]:
    """A part of a coordinate. Where the iterator has no buffer, it is a view whose base is the iterator: the compiled half could not
    see that another call writes the memory.
    """
    return part.copy() if np.may_share_memory(part, given) else np.require(part, None, ["C", "A"])


def sequence(
    name: str, given: Iterable[Any], most: int | None = None, allowed: str = "sequences"
) -> Sequence[Any] | NDArray[Any]:
    """An iterable as a sequence, which has a length. If that is more than `most`, no more elements are read than show it."""
    if isinstance(given, Mapping | AbstractSet | str | bytes | bytearray):  # without numbers, or without an order
        raise TypeError(f"{name} is of type {type(given).__name__}; allowed: {allowed}")
    if isinstance(given, np.ndarray) and given.ndim != 1:
        raise ValueError(f"{name} is of shape {given.shape}; allowed: one-dimensional sequences")
    length = _length(name, given)
    if most is not None and length is not None and length > most:
        raise ValueError(f"{name} is a sequence of {length}; allowed: {allowed}")
    if isinstance(given, np.ndarray | Sequence):
        return given
    limit = most if length is None else length
    try:
        # `list` would not look for Ctrl-C, and the iterable may have no end.
        listed = [each for each in itertools.islice(given, None if limit is None else limit + 1)]
    except TypeError:
        raise TypeError(f"{name} is of type {type(given).__name__}; allowed: {allowed}") from None
    if limit is None or len(listed) <= limit:
        return listed
    if length is None:
        raise ValueError(f"{name} is a sequence of more than {most}; allowed: {allowed}")
    value = f"a sequence of length {length} that has more elements"
    raise ValueError(f"{name} is {value}; allowed: sequences that have as many elements as their length says")


def _length(name: str, given: Iterable[Any]) -> int | None:
    """The length of an iterable, if it has one. Python has none for the longest ranges."""
    try:
        return len(given) if isinstance(given, Sized) else None
    except OverflowError:
        raise ValueError(f"{name} is {shown(given)}; allowed: sequences of at most {sys.maxsize} elements") from None


def shown(value: Any, most: int = 60) -> str:
    """A value as Python writes it, in one line, and with an ellipsis in place of what is beyond so many characters.

    Python takes seconds to write millions of elements, and no Ctrl-C ends that.
    """
    if isinstance(value, list | tuple | set | dict | str | bytes | bytearray) and len(value) > MOST_SHOWN:
        return f"of type {type(value).__name__} and length {len(value)}"
    try:
        text = repr(value)
    except Exception:  # of a user's class; `ValueError` of integers with more digits than Python writes
        return f"of type {type(value).__name__}"
    line = " ".join(text.split()) if "\n" in text else text
    return line if len(line) <= most else f"{line[:most]}…"


def _numbers(given: Sequence[Any]) -> list[NDArray[Any]]:
    """World coordinates as arrays of real numbers."""
    if not 1 <= len(given) <= len(AXES):
        raise ValueError(f"coordinates is of {len(given)} axes; allowed: 1 to 4 axes")
    return [_real(axis_name(a, len(given)), each) for a, each in enumerate(given)]


def _real(name: str, given: Any) -> NDArray[Any]:
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; allowed: arrays without a mask, such as its filled()")
    array = _array(name, given)
    if array.size == 0 and array.dtype != object:
        return np.empty(array.shape)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} {_unreal(array)}; allowed: {real_numbers(array.dtype)}")
    return rooted(array)


def _unreal(array: NDArray[Any]) -> str:
    """What an array has that is no real number. The dtype of objects would not say it."""
    if array.dtype != object or not array.size:
        return f"is of dtype {array.dtype}"
    if array.ndim == 0:
        return f"is of type {type(array[()]).__name__}"
    return f"has {shown(next(each for each in array.flat if not _is_real(each)))}"


def real_numbers(dtype: np.dtype[Any]) -> str:
    """What is allowed for coordinates, and how numbers are made of those of a dtype, if they are times."""
    hours = {"M": "(times - times[0]) / np.timedelta64(1, 'h')", "m": "durations / np.timedelta64(1, 'h')"}
    example = hours.get(dtype.kind)
    return "real numbers (world units)" + (f", such as hours: {example}" if example else "")


def _array(name: str, given: Any) -> NDArray[Any]:
    """The value as a NumPy array."""
    try:
        array = np.asarray(given)
        # Such as integers of 2^64 and more, for which NumPy has no dtype, and the decimal numbers of databases.
        if array.dtype == object and array.size and all(map(_is_real, array.flat)):
            return array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} is an integer beyond float64; allowed: finite numbers (world units)") from None
    except ValueError as error:
        raise ValueError(f"{name} is no array ({error}); allowed: real numbers (world units)") from None
    except (RuntimeError, TypeError) as error:  # tensors with gradients, on other devices, or of types that NumPy lacks
        kind = ValueError if isinstance(error, RuntimeError) else TypeError
        what = f"of type {type(given).__name__}, which NumPy cannot read ({error})"
        raise kind(f"{name} is {what}; allowed: real numbers (world units)") from None
    return array


def _is_real(value: Any) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)
