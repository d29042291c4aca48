"""`LazyGrid`: a grid that is computed where it is indexed."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._arrays import check_noise
from perlane._types import PerAxisFloat, PerAxisInt, Samples, Shape

if TYPE_CHECKING:
    from perlane._sampling import Sampling

Picked: TypeAlias = range | NDArray[np.int64]


class LazyGrid:
    """A grid of any size whose samples are computed when it is indexed; what `Noise.lazy` returns.

    The whole may be larger than any memory; an axis has at most 2^61 - 1 samples. A single sample is a `numpy.float32`.

    Slices, with steps too, integers, `...`, `None` and one array of indices or booleans give what they give of the whole grid's
    array, bit for bit; `oindex` takes an array for each axis. Anything that slices can use it: `dask.array.from_array`, Zarr,
    xarray.

    Examples
    --------
    >>> import perlane
    >>> world = perlane.Noise("perlin", seed=7, frequency=0.05).lazy((10**6, 10**6))
    >>> world.shape, world.dtype, world.ndim
    ((1000000, 1000000), dtype('float32'), 2)
    >>> world[500_000:500_003, -4:].shape
    (3, 4)
    """

    __slots__ = ("_threads", "_window", "noise")

    noise: Sampling
    """What is sampled."""

    def __init__(
        self,
        noise: Sampling,
        shape: Shape,
        start: PerAxisInt | None = None,
        *,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        threads: SupportsIndex | None = None,
    ) -> None:
        check_noise(noise)
        self.noise = noise
        self._window = _native.Window(shape, start, origin, spacing, lazy=True)
        self._threads = threads
        noise._sampler().check(self._window, threads)

    @property
    def shape(self) -> tuple[int, ...]:
        """Samples along each axis, slowest first."""
        return self._window.shape

    @property
    def start(self) -> tuple[int, ...]:
        """Index of the first sample along each axis, on the sampling lattice."""
        return self._window.start

    @property
    def origin(self) -> tuple[float, ...]:
        """World coordinates of lattice sample 0."""
        return self._window.origin

    @property
    def spacing(self) -> tuple[float, ...]:
        """World units from sample to sample."""
        return self._window.spacing

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """float32."""
        return np.dtype(np.float32)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of samples."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes that the whole grid would take."""
        return self.size * self.dtype.itemsize

    @property
    def oindex(self) -> OuterIndex:
        """`lazy.oindex[rows, columns]`: the samples at the crossings of several arrays of indices.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise(frequency=0.1).lazy((10**9, 10**9)).oindex[[5, 10**8, -1], [3, 4]].shape
        (3, 2)
        """
        return OuterIndex(self)

    def to_json(self) -> str:
        """A recipe in JSON with this grid as its window, as the command line takes it.

        Examples
        --------
        >>> import json, perlane
        >>> json.loads(perlane.Noise().lazy((4, 3)).to_json())["grid"]["size"]
        {'x': 3, 'y': 4}
        """
        return self.noise._sampler().to_json(self._window)

    def coordinates(self, axis: SupportsIndex, picked: Picked | None = None) -> NDArray[np.float64]:
        """World coordinates of the samples along an axis, or of those with some indices: float64.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise().lazy((4, 3), start=(10, 0), spacing=0.5).coordinates(0)
        array([5. , 5.5, 6. , 6.5])
        """
        a = operator.index(axis)
        indices = range(self.shape[a]) if picked is None else picked
        if isinstance(indices, range):
            first, last = self.start[a] + indices.start, self.start[a] + indices.stop
            lattice = np.arange(first, last, indices.step, dtype=np.int64) if len(indices) else np.empty(0, np.int64)
        else:
            lattice = self.start[a] + indices
        return self.origin[a] + lattice.astype(np.float64) * self.spacing[a]

    def __getitem__(self, key: Any) -> Samples:
        parts = _expand(key, self.ndim)
        _check_mixture(parts)
        found = self._select(parts)
        dots = any(part is Ellipsis for part in (key if isinstance(key, tuple) else (key,)))
        # Of integers alone NumPy makes a scalar, and with an ellipsis an array of no dimensions.
        return found if dots else found[()]

    def _select(self, parts: list[Any]) -> Samples:
        """The samples at the crossings of each axis's own indices."""
        picked = [_pick(part, length, a) for a, (part, length) in enumerate(zip(_axes(parts), self.shape, strict=True))]
        block = self._block(picked)
        lengths = iter(block.shape)
        shape = []
        for part in parts:
            length = 1 if part is None else next(lengths)
            if part is None or not _is_integer(part):
                shape.append(length)
        return block.reshape(shape)

    def _block(self, picked: list[Picked]) -> Samples:
        if all(isinstance(each, range) and each.step == 1 for each in picked):
            start = [s + each[0] if len(each) else s for s, each in zip(self.start, picked, strict=True)]
            shape = [len(each) for each in picked]
            return self.noise.grid(shape, start=start, origin=self.origin, spacing=self.spacing, threads=self._threads)
        world = [self.coordinates(a, each) for a, each in enumerate(picked)]
        return self.noise.axes(*world, threads=self._threads)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("copy is False; allowed: None or True, as samples are computed")
        return self[...].astype(np.float32 if dtype is None else dtype, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Samples]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        given = [f"{name}={getattr(self, name)}" for name in ("start", "origin") if any(getattr(self, name))]
        if any(step != 1.0 for step in self.spacing):
            given.append(f"spacing={self.spacing}")
        return f"{self.noise!r}.lazy({', '.join([repr(self.shape), *given])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyGrid) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        noise, *window = self._key()
        return "perlane.LazyGrid", noise.__dask_tokenize__(), *window

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (*self._key(), self._threads)

    def _key(self) -> tuple[Any, ...]:
        return self.noise, self.shape, self.start, self.origin, self.spacing


class OuterIndex:
    """Indexing with an array for each axis."""

    __slots__ = ("_grid",)

    def __init__(self, grid: LazyGrid) -> None:
        self._grid = grid

    def __getitem__(self, key: Any) -> Samples:
        return self._grid._select(_expand(key, self._grid.ndim))


def _restore(noise: Any, shape: Any, start: Any, origin: Any, spacing: Any, threads: Any) -> LazyGrid:
    return LazyGrid(noise, shape, start, origin=origin, spacing=spacing, threads=threads)


def _is_integer(part: Any) -> bool:
    if isinstance(part, bool | np.bool_):
        return False
    return isinstance(part, SupportsIndex) and (not isinstance(part, np.ndarray) or part.ndim == 0)


def _axes(parts: list[Any]) -> list[Any]:
    return [part for part in parts if part is not None]


def _expand(key: Any, dims: int) -> list[Any]:
    """One part for each axis, and `None` for new ones."""
    parts = list(key) if isinstance(key, tuple) else [key]
    dots = [i for i, part in enumerate(parts) if part is Ellipsis]
    given = len(_axes(parts)) - len(dots)
    if len(dots) > 1:
        raise IndexError("an index can have one ellipsis ('...') only")
    if given > dims:
        raise IndexError(f"too many indices: {given} for a grid of {dims} axes")
    at = dots[0] if dots else len(parts)
    return [*parts[:at], *[slice(None)] * (dims - given), *parts[at + len(dots) :]]


def _check_mixture(parts: list[Any]) -> None:
    """NumPy combines several arrays point by point, and moves axes where integers and arrays stand apart."""
    advanced = [i for i, part in enumerate(parts) if part is not None and not isinstance(part, slice)]
    arrays = [i for i in advanced if not _is_integer(parts[i])]
    apart = bool(arrays) and advanced != list(range(advanced[0], advanced[0] + len(advanced)))
    if len(arrays) > 1 or apart:
        raise IndexError("allowed: integers, slices, and one array of indices; use oindex for more")


def _pick(part: Any, length: int, axis: int) -> Picked:
    """The indices along one axis."""
    if isinstance(part, slice):
        return range(length)[part]
    if _is_integer(part):
        i = operator.index(part)
        if not -length <= i < length:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {length}")
        return range(i % length, i % length + 1)
    return _pick_array(np.asarray(part), length, axis)


def _pick_array(indices: NDArray[Any], length: int, axis: int) -> Picked:
    if indices.ndim != 1:
        raise IndexError(f"index of axis {axis} has {indices.ndim} dimensions; allowed: 1")
    if indices.dtype == np.bool_:
        if indices.size != length:
            raise IndexError(f"index of axis {axis} has {indices.size} booleans; allowed: {length}")
        return np.flatnonzero(indices).astype(np.int64)
    if indices.size == 0:
        return range(0)
    if indices.dtype.kind not in "iu":
        raise IndexError(f"index of axis {axis} is of dtype {indices.dtype}; allowed: integers, booleans")
    wrong = (indices < -length) | (indices >= length)
    if wrong.any():
        raise IndexError(f"index {indices[wrong][0]} is out of bounds for axis {axis} with size {length}")
    signed = indices.astype(np.int64)
    return np.where(signed < 0, signed + length, signed)
