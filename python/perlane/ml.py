"""Noise for machine learning: masks for training anomaly detectors."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers, suggest
from perlane._arrays import filled, number_type, real, sequence, shown
from perlane._types import F32, U8, Backend, Bool, IntArray, Number, OutOfMasks

__all__ = ["perlin_masks"]


def __dir__() -> list[str]:
    # Without what this file imports: people choose from these names while they type.
    return [*__all__, *(name for name in globals() if name.startswith("_"))]


MOST_CELLS = 2**16
MOST_ATTEMPTS = 1000  # to draw a mask that is not empty
DTYPES: dict[str, np.dtype[Any]] = {
    "bool": np.dtype(np.bool_),
    "u8": np.dtype(np.uint8),
    "f32": np.dtype(np.float32),
}


@overload
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    allow_empty: bool = True,
    dtype: Bool | None = None,
    out: OutOfMasks | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[np.bool_]: ...


@overload
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    allow_empty: bool = True,
    dtype: U8,
    out: OutOfMasks | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[np.uint8]: ...


@overload
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    allow_empty: bool = True,
    dtype: F32,
    out: OutOfMasks | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[np.float32]: ...


@overload
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    allow_empty: bool = True,
    dtype: str,
    out: OutOfMasks | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[Any]: ...


@answers
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    allow_empty: bool = True,
    dtype: Bool | U8 | F32 | str | None = None,
    out: OutOfMasks | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[Any]:
    """Random masks of thresholded Perlin noise, for training anomaly detectors: bool, of shape `(n, H, W)`.

    Each mask has a noise of its own within [-1, 1], which is cut off at `threshold`. Its numbers of lattice cells along height
    and width are powers of two, drawn uniformly from those in `res_range`. The noise begins anywhere within its first cell, so
    that all samples are masked equally often. Then it is rotated by 0, 1, 2 or 3 quarter turns. DRAEM makes its masks from such
    noise too, but its noise begins at a corner of the lattice, and is rotated by any angle (Zavrtanik, Kristan, Skočaj: "DRAEM: A
    discriminatively trained reconstruction embedding for surface anomaly detection", ICCV 2021).

    Mask `i` depends on `seed`, `i` and the parameters alone: the number of workers, the batches and their order do not matter.

    Parameters
    ----------
    n : int
        How many masks; 0 is allowed.
    shape : (int, int)
        Height and width in samples. They need not be multiples of the cells.
    res_range : (int, int)
        The least and the greatest number of lattice cells along an axis, 1 to 65536; powers of two between them are drawn. A cell
        has at least two samples, because finer noise cannot be seen: an axis of 32 samples has at most 16 cells, and greater
        powers of two are left out. (An axis of one sample has one cell.)
    threshold : float
        Samples above it are masked: none at 1, all at less than -1. About one in twenty samples is above 0.5.
    seed : int
        0 to 2^64 - 1; of NumPy's generators, `int(rng.integers(2**63))`.
    start : int
        The first mask's number: `perlin_masks(1, shape, start=i)` is mask `i`. Numbers are from 0 to 2^64 - 1. New masks in every
        epoch have `start=epoch * len(dataset) + i`.
    allow_empty : bool
        Whether masks may be empty, without a sample above `threshold`. Masks of few cells often are: with the default `res_range`
        and `threshold`, 4 % of masks of 64 x 64 or more, 6 % of 32 x 32, 11 % of 16 x 16, and 24 % of 8 x 8. With False, empty
        masks are drawn again, up to 1000 times; the others stay as they are.
    dtype : {"bool", "u8", "f32"}, optional
        The type of the masks: bool, or uint8 or float32, which are 1 where a sample is masked and 0 elsewhere. Also NumPy's types.
    out : ndarray or PyTorch tensor on the CPU, optional
        Where to write, as for `Noise.grid`: of shape `(n, H, W)`, and of type `dtype`.
    threads : int, optional
        1 to 1024; all cores by default. Workers, as those of PyTorch's DataLoader, should take 1: each of them would use all cores.
    backend : str, optional
        One of `perlane.backends()`; the fastest by default. The masks do not depend on it.

    Returns
    -------
    ndarray of bool, or of `dtype`
        `out`, or a new C-contiguous array.

    Raises
    ------
    ValueError
        A parameter outside its range, or a threshold so great that a mask stayed empty although `allow_empty` is False.
    TypeError
        A parameter of the wrong type.

    Notes
    -----
    The random numbers of mask `i` are 64-bit integers: the first is `splitmix64(splitmix64(splitmix64(seed) ^ i))`, and each of the
    others is the `splitmix64` of the one before (docs/bits.md has that function). Six of them are drawn, in this order: the cells
    along the mask's height; the cells along its width; the quarter turns, counterclockwise; the seed of its noise; the phase along
    its height; the phase along its width. Cells and quarter turns are chosen by the upper 32 bits, `(r >> 32) * choices >> 32`; the
    choices for cells are the powers of two that `res_range` and the axis allow, the least first. A phase is `(r >> 11) / 2**53`, the
    coordinate of the noise's first sample in cells, before the noise is rotated; the next samples are `cells / samples` apart.
    Samples are compared with `threshold` as float32. If `allow_empty` is False, an empty mask is drawn again from the next six
    numbers.

    Examples
    --------
    >>> import perlane.ml
    >>> masks = perlane.ml.perlin_masks(16, (256, 320), seed=7)
    >>> masks.shape, masks.dtype
    ((16, 256, 320), dtype('bool'))
    >>> bool((perlane.ml.perlin_masks(1, (256, 320), seed=7, start=5)[0] == masks[5]).all())
    True
    >>> small = perlane.ml.perlin_masks(500, (16, 16), seed=7, allow_empty=False, dtype="f32")
    >>> bool(small.any(axis=(1, 2)).all())
    True
    """
    count = _integer("n", n, 2**48 - 1)
    height, width = _pair("shape", shape, 0, 2**24)
    exponents = _exponents(res_range, (height, width))
    level = _threshold(threshold, allow_empty)
    key = _integer("seed", seed, 2**64 - 1)
    first = _first(start, count)
    _check_size(count, height, width, dtype)

    def draw(target: NDArray[Any], number: int, attempt: int) -> None:
        _native.perlin_masks(target, key, number, attempt, exponents, level, threads, backend)

    def compute(target: NDArray[Any]) -> None:
        draw(target, first, 0)
        if not allow_empty and target.size:
            for i in range(count):
                mask = target[i : i + 1]
                _draw_until_masked(mask, partial(draw, mask, first + i), level)

    masks: NDArray[Any] = filled(compute, out, (count, height, width), dtype, dtypes=DTYPES)
    return masks


def _draw_until_masked(mask: NDArray[Any], draw: Callable[[int], None], threshold: float) -> None:
    """Draws a mask again while it is empty."""
    for attempt in range(1, MOST_ATTEMPTS + 1):
        if mask.any():
            return
        draw(attempt)
    if not mask.any():
        allowed = "smaller numbers, or allow_empty=True"
        raise ValueError(f"threshold is {threshold}; allowed: {allowed}, as a mask was empty {MOST_ATTEMPTS} times")


def _integer(name: str, value: SupportsIndex, most: int, least: int = 0) -> int:
    try:
        # NumPy before version 2 takes its booleans for integers.
        number = None if isinstance(value, bool | np.bool_) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise suggest(TypeError(f"{name} is {shown(value)}; allowed: integers"))
    if not least <= number <= most:
        raise ValueError(f"{name} is {shown(number)}; allowed: integers from {least} to {most}")
    return number


def _pair(name: str, value: Sequence[SupportsIndex] | IntArray, least: int, most: int) -> tuple[int, int]:
    try:
        given = sequence(name, value)
        # Two numbers are enough to see what is wrong: there may be millions.
        numbers = [_integer(name, each, most, least) for each in islice(given, 2)]
    except TypeError:
        raise TypeError(f"{name} is {shown(value)}; allowed: two integers") from None
    if len(given) != 2:
        raise ValueError(f"{name} is {shown(value)}; allowed: two integers")
    return numbers[0], numbers[1]


def _exponents(
    res_range: Sequence[SupportsIndex] | IntArray, shape: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The powers of two within a range that each axis can show, as the least and the greatest exponent."""
    least, greatest = _pair("res_range", res_range, 1, MOST_CELLS)
    exponents = (least - 1).bit_length(), greatest.bit_length() - 1
    if exponents[0] > exponents[1]:
        raise ValueError(f"res_range is {least, greatest}; allowed: ranges with a power of two in them")
    shown = [max(1, samples // 2).bit_length() - 1 for samples in shape]
    if exponents[0] > min(shown):
        most = 2 ** min(shown)
        raise ValueError(
            f"res_range is {least, greatest}; allowed: ranges that begin at {most} or less, as the shape is {shape}, and a cell "
            "has at least two samples"
        )
    return (exponents[0], min(exponents[1], shown[0])), (exponents[0], min(exponents[1], shown[1]))


def _threshold(threshold: Number, allow_empty: bool) -> float:
    try:
        level = real(threshold)
    except OverflowError:
        raise ValueError("threshold is an integer beyond float64; allowed: numbers") from None
    except (TypeError, ValueError):
        raise TypeError(f"threshold is {shown(threshold)}; allowed: numbers") from None
    if math.isnan(level):
        raise ValueError("threshold is nan; allowed: numbers")
    if not isinstance(allow_empty, bool | np.bool_):
        raise TypeError(f"allow_empty is {shown(allow_empty)}; allowed: True or False")
    if level >= 1 and not allow_empty:
        raise ValueError(f"threshold is {level}; allowed: numbers below 1, or allow_empty=True")
    return level


def _first(start: SupportsIndex, count: int) -> int:
    """The number of the first mask."""
    first = _integer("start", start, 2**64 - 1)
    if first + count > 2**64:
        raise ValueError(
            f"start is {first}; allowed: 0 to 2^64 - {count}, as masks have numbers below 2^64 and n is {count}"
        )
    return first


def _check_size(count: int, height: int, width: int, dtype: Any) -> None:
    """Refuses masks that no memory could hold."""
    each = DTYPES["bool"] if dtype is None else number_type(dtype, DTYPES)
    # NumPy multiplies the other lengths of shapes without samples, too.
    if math.prod(max(1, length) for length in (count, height, width)) * each.itemsize >= 2**63:
        allowed = f"masks of {height} x {width} that take less than 2^63 bytes together"
        raise ValueError(f"n is {count}; allowed: {allowed}")
