"""The range that nearly all samples of a noise lie in, by the rule of the command line's pictures. Tests compare the two."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from perlane._sampling import Sampling

POINTS = 2**14  # at which the noise is sampled
BEYOND = POINTS // 1000  # of them, at each end, lie beyond the range
CELLS = 4096.0  # the points lie within so many of the widest lattice cells, along each axis
# Steps along x, y, z, w that never repeat: fractions of the roots of primes.
STEPS = (0.414213562373095, 0.732050807568877, 0.23606797749979, 0.645751311064591)


@functools.lru_cache(64)
def typical(noise: Sampling, dims: int) -> tuple[float, float]:
    """The range, in two or three digits; the bounds if the noise is flat, or cannot be sampled far from the origin."""
    bounds = noise.bounds(dims)
    frequencies = [parameters["frequency"] for parameters in noise._sampler().parameters()]
    width = CELLS / min(frequencies, default=math.inf)
    numbers = np.arange(POINTS) + 0.5
    try:
        samples: NDArray[Any] = noise.points(*(numbers * step % 1.0 * width for step in STEPS[:dims][::-1]))
    except ValueError:
        return bounds
    ordered = np.sort(samples)
    least, most = float(ordered[BEYOND]), float(ordered[-1 - BEYOND])
    return _rounded(least, most) if least < most else bounds


def _rounded(least: float, most: float) -> tuple[float, float]:
    """The range with few digits. A range that is nearly symmetric around 0 becomes symmetric."""
    length = most - least
    step = 1.0
    while step > length / 20.0:
        step /= 10.0
    while step * 10.0 <= length / 20.0:
        step *= 10.0
    low, high = float(math.floor(least / step)), -float(math.floor(-most / step))
    if abs(low + high) * step < length / 10.0:
        high = max(-low, high)
        low = -high
    return _decimal(low, step), _decimal(high, step)


def _decimal(steps: float, step: float) -> float:
    """A division gives the float nearest to the decimal; a product would not."""
    return steps / _nearest(1.0 / step) if step < 1.0 else steps * step


def _nearest(number: float) -> float:
    return float(math.floor(number + 0.5))
