"""`Noise.batch`: a grid for each of several seeds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers
from perlane._arrays import Part, filled, pieces, sequence
from perlane._sampling import Sampling, window_of
from perlane._types import F32, U8, U16, Backend, Dtype, IntArray, Levels, Out, PerAxisFloat, PerAxisInt, Samples, Shape

SEQUENCES_OF_SEEDS = "sequences, such as range(10), or rng.integers(2**63, size=10) of a generator rng"


class Batches(Sampling):
    """What can be sampled with several seeds."""

    __slots__ = ()

    @overload
    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        dtype: F32 | None = None,
        levels: None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples: ...

    @overload
    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        dtype: U8,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint8]: ...

    @overload
    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        dtype: U16,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint16]: ...

    @overload
    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        dtype: str,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[Any]: ...

    @answers
    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        dtype: Dtype | str | None = None,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[Any]:
        """A grid for each of several seeds: float32, of shape `(len(seeds), *shape)`.

        Parameters
        ----------
        shape, start, origin, spacing, dtype, threads, backend
            As for `grid`.
        seeds : sequence of ints
            0 to 2^64 - 1 each; they replace the noise's own. In a sum, they replace that of the first noise, and the other seeds
            shift by the same amount, modulo 2^64, as with `--seed` on the command line.
        levels : (float, float) or "typical", optional
            As for `grid`. "typical" is the range of each seed, so that each grid is the one that `grid` makes of this seed. Finding
            it takes about half a millisecond for each seed, as long as a grid of some 200,000 samples on one thread.
        out : ndarray or PyTorch tensor on the CPU, optional
            Where to write; of shape `(len(seeds), *shape)`.

        Raises
        ------
        ValueError, TypeError
            As for `grid`.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", frequency=1 / 16)
        >>> batch = noise.batch((64, 64), range(10))
        >>> batch.shape
        (10, 64, 64)
        >>> bool((batch[3] == noise.replace(seed=3).grid((64, 64))).all())
        True
        """
        window = _native.Window(shape, start, origin, spacing)
        listed = sequence("seeds", seeds, allowed=SEQUENCES_OF_SEEDS)

        def compute(
            target: NDArray[Any],
            window: _native.Window = window,
            listed: Sequence[Any] | NDArray[Any] = listed,
        ) -> None:
            for ends, among, part in self._seeds_by_levels(listed, target, levels):
                self._core.batch(window, among, part, threads, backend, ends)

        def parts() -> Iterator[Part]:
            seeds = list(listed)
            self._core.check(window, threads, backend)
            nothing = np.empty((len(seeds), *(0 for _ in window.shape)), np.float32)
            self._core.batch(window_of(window, [slice(0)] * len(window.shape)), seeds, nothing, threads, backend)
            for among, *part in pieces((len(seeds), *window.shape)):
                yield (among, *part), partial(compute, window=window_of(window, part), listed=seeds[among])

        samples: NDArray[Any] = filled(compute, out, (len(listed), *window.shape), dtype, parts=parts)
        return samples

    def _seeds_by_levels(
        self, seeds: Sequence[Any] | NDArray[Any], target: NDArray[Any], levels: Levels | None
    ) -> list[tuple[tuple[float, float] | None, Any, NDArray[Any]]]:
        """Levels, the seeds that have them, and these seeds' part of the target. Typical levels are those of each seed."""
        dims = target.ndim - 1
        is_typical = isinstance(levels, str) and levels == "typical"
        if not is_typical or target.dtype == np.float32 or not len(seeds):
            return [(self._levels(target, levels, dims), seeds, target)]
        given = list(seeds)
        each = [self._core.reseeded(seed).typical(dims) for seed in given]
        found: list[tuple[tuple[float, float] | None, Any, NDArray[Any]]] = []
        first = 0
        for ends, alike in itertools.groupby(each):
            last = first + len(list(alike))
            found.append((ends, given[first:last], target[first:last]))
            first = last
        return found
