"""Noise for machine learning: masks for training anomaly detectors."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers
from perlane._arrays import real, sequence
from perlane._types import IntArray, Number

__all__ = ["perlin_masks"]

MOST_CELLS = 2**16


@answers
def perlin_masks(
    n: SupportsIndex,
    shape: Sequence[SupportsIndex] | IntArray,
    *,
    res_range: Sequence[SupportsIndex] | IntArray = (1, 32),
    threshold: Number = 0.5,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
) -> NDArray[np.bool_]:
    """Random masks of thresholded Perlin noise, for training anomaly detectors: bool, of shape `(n, H, W)`.

    Each mask has a noise of its own within [-1, 1], which is cut off at `threshold`. Its numbers of lattice cells along height
    and width are powers of two, drawn uniformly from those in `res_range`. Then it is rotated by 0, 1, 2 or 3 quarter turns.
    DRAEM makes its masks in this way, but with rotations by any angle (Zavrtanik, Kristan, Skočaj: "DRAEM: A discriminatively
    trained reconstruction embedding for surface anomaly detection", ICCV 2021). Mask `i` depends on `seed` and `i` alone: the
    number of workers, the batches and their order do not matter.

    Parameters
    ----------
    n : int
        How many masks; 0 is allowed.
    shape : (int, int)
        Height and width in samples. They need not be multiples of the cells.
    res_range : (int, int)
        The least and the greatest number of lattice cells along an axis, 1 to 65536; powers of two between them are drawn.
    threshold : float
        Samples above it are masked: none at 1, all at less than -1. If a mask has few cells, no sample may be above 0.5: about
        one in twenty masks of 96 x 96 is empty.
    seed : int
        0 to 2^64 - 1.
    start : int
        The first mask's number: `perlin_masks(1, shape, start=i)` is mask `i`. Numbers are from 0 to 2^64 - 1.
    threads : int, optional
        1 to 1024; all cores by default.

    Raises
    ------
    ValueError
        A parameter outside its range.
    TypeError
        A parameter of the wrong type.

    Examples
    --------
    >>> import perlane.ml
    >>> masks = perlane.ml.perlin_masks(16, (256, 320), seed=7)
    >>> masks.shape, masks.dtype
    ((16, 256, 320), dtype('bool'))
    >>> bool((perlane.ml.perlin_masks(1, (256, 320), seed=7, start=5)[0] == masks[5]).all())
    True
    """
    count = _integer("n", n, 2**48 - 1)
    height, width = _pair("shape", shape, 0, 2**24)
    exponents = _exponents(res_range)
    level = _threshold(threshold)
    first = _integer("start", start, 2**64 - 1)
    if first + count > 2**64:
        raise ValueError(
            f"start is {first}; allowed: 0 to 2^64 - {count}, as masks have numbers below 2^64 and n is {count}"
        )
    try:
        out = np.empty((count, height, width), np.bool_)
    except ValueError:  # NumPy's, for what no memory could hold
        allowed = f"masks of {height} x {width} that take less than 2^63 bytes together"
        raise ValueError(f"n is {count}; allowed: {allowed}") from None
    _native.perlin_masks(out, _integer("seed", seed, 2**64 - 1), first, exponents, level, threads)
    return out


def _integer(name: str, value: SupportsIndex, most: int, least: int = 0) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; allowed: integers")
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; allowed: integers from {least} to {most}")
    return number


def _pair(name: str, value: Sequence[SupportsIndex] | IntArray, least: int, most: int) -> tuple[int, int]:
    try:
        numbers = [_integer(name, each, most, least) for each in sequence(name, value)]
    except TypeError:
        raise TypeError(f"{name} is {value!r}; allowed: two integers") from None
    if len(numbers) != 2:
        raise ValueError(f"{name} is {value!r}; allowed: two integers")
    return numbers[0], numbers[1]


def _exponents(res_range: Sequence[SupportsIndex] | IntArray) -> tuple[int, int]:
    """The powers of two within a range, as the least and the greatest exponent."""
    least, greatest = _pair("res_range", res_range, 1, MOST_CELLS)
    exponents = (least - 1).bit_length(), greatest.bit_length() - 1
    if exponents[0] > exponents[1]:
        raise ValueError(f"res_range is {least, greatest}; allowed: ranges with a power of two in them")
    return exponents


def _threshold(threshold: Number) -> float:
    try:
        level = real(threshold)
    except OverflowError:
        raise ValueError("threshold is an integer beyond float64; allowed: numbers") from None
    except (TypeError, ValueError):
        raise TypeError(f"threshold is {threshold!r:.60}; allowed: numbers") from None
    if math.isnan(level):
        raise ValueError("threshold is nan; allowed: numbers")
    return level
