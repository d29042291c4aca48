"""`LazyGrid` and `LazyField`: grids, and quantities of them, that are computed when they are indexed."""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers
from perlane._arrays import check_noise, empty, pieces, shown
from perlane._indexing import (
    Picked,
    axes_of,
    check_mixture,
    check_within,
    expand,
    from_first,
    indices_of,
    is_integer,
    pick,
)
from perlane._types import Backend, IntArray, Number, PerAxisFloat, PerAxisInt, Quantity, Samples, Shape, Span

if TYPE_CHECKING:
    from perlane._noise import Layers, Noise
    from perlane._sampling import Sampling

LIGHT = (-1.0, -1.0, 2.0)  # of hillshade: from the top left; from the bottom left where the spacing along y is negative
PLANES = "quantity"  # the dimension of planes


class Lazy(ABC):
    """Something that is indexed like an array, and computed when it is indexed. Immutable, because it is hashable."""

    __slots__ = ("__weakref__",)

    def _set(self, **attributes: Any) -> None:
        """Sets attributes of a new object."""
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable: {name} cannot be set; make a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable: {name} cannot be deleted; make a new one")

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The length of each axis, slowest first."""

    @property
    @abstractmethod
    def _dims(self) -> int:
        """The number of axes without that of planes."""

    @abstractmethod
    def _block(self, picked: list[Picked]) -> Samples:
        """The samples at the crossings of these indices of each axis."""

    @abstractmethod
    def _points(self, indices: list[NDArray[np.int64]]) -> Samples:
        """The samples at points, whose indices along each axis broadcast."""

    @classmethod
    @abstractmethod
    def _of(cls, lazy: LazyGrid | LazyField) -> Any:
        """What a recipe describes, as an object of this class."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What a recipe in JSON with a window describes, such as the attribute `recipe` of an array in NetCDF or in a remote Zarr store.

        A `LazyGrid` is of a recipe without a quantity. A `LazyField` has the quantity "value" if the recipe has none. `perlane.open` takes
        files, and compares their numbers with the recipe.

        Raises
        ------
        ValueError
            What `Noise.from_json` refuses; a recipe without a window; for a `LazyGrid`, one of a quantity.

        Examples
        --------
        >>> import perlane
        >>> lazy = perlane.Noise(seed=3).lazy((4, 3), start=(10, 0))
        >>> perlane.LazyGrid.from_json(lazy.to_json()) == lazy
        True
        >>> slope = perlane.Noise().lazy_field("slope", (4, 3), relief=30)
        >>> perlane.LazyField.from_json(slope.to_json()) == slope
        True
        """
        return cls._from_text(text, "json")

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """What a recipe in TOML with a window describes, as for `from_json`; `perlane.open` takes the file.

        Raises
        ------
        ValueError
            As for `from_json`.

        Examples
        --------
        >>> import perlane
        >>> perlane.LazyGrid.from_toml('stream = 1\\n[noise]\\nseed = 3\\n[grid]\\nsize = { x = 480, y = 270 }')
        Noise('perlin', seed=3).lazy((270, 480))
        >>> slope = perlane.Noise().lazy_field("slope", (4, 3), relief=30)
        >>> perlane.LazyField.from_toml(slope.to_toml()) == slope
        True
        """
        return cls._from_text(text, "toml")

    @classmethod
    def _from_text(cls, text: str, format: str) -> Self:
        from perlane._noise import read_lazy  # noises make the grids of this module

        lazy: Self = cls._of(read_lazy(text, format))
        return lazy

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
        """The bytes that all samples would take."""
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

    def __getitem__(self, key: Any) -> Samples:
        parts = expand(key, self.ndim)
        check_mixture(key)
        found = self._select(parts)
        dots = any(part is Ellipsis for part in (key if isinstance(key, tuple) else (key,)))
        # For integers alone NumPy returns a scalar, and with an ellipsis an array without dimensions.
        return found if dots else found[()]

    def _select(self, parts: list[Any]) -> Samples:
        """The samples at the crossings of each axis's own indices."""
        picked = [
            pick(part, length, a) for a, (part, length) in enumerate(zip(axes_of(parts), self.shape, strict=True))
        ]
        block = self._block(picked)
        lengths = iter(block.shape)
        shape = []
        for part in parts:
            length = 1 if part is None else next(lengths)
            if part is None or not is_integer(part):
                shape.append(length)
        return block.reshape(shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("copy is False; allowed: None or True, as samples are computed")
        wanted = np.empty(0, self.dtype).astype(dtype).dtype if dtype is not None else self.dtype
        return self[...] if wanted == self.dtype else self._converted(wanted)

    def _converted(self, dtype: np.dtype[Any]) -> NDArray[Any]:
        """All samples as another type. They are computed piece by piece, so that no other array is as large as the result."""
        converted = empty(self.shape, dtype)
        planes = self.ndim - self._dims  # axes of which a piece has all, because planes are computed together
        for part in pieces(self.shape[planes:], each=math.prod(self.shape[:planes])):
            along: tuple[Any, ...] = (..., *part)
            converted[along] = self[along]
        return converted

    # Zarr's codecs call these three methods of values that are a whole chunk.

    def astype(self, dtype: Any, order: Literal["C", "F", "A", "K"] = "K", *, copy: bool = True) -> NDArray[Any]:
        """All samples as numbers of another type, as NumPy converts them. They are computed, so that `copy` changes nothing.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise(frequency=0.1, scale=100).lazy((5, 6)).astype("i2").dtype
        dtype('int16')
        """
        return np.asarray(self, dtype).astype(dtype, order=order, copy=False)

    def ravel(self, order: Literal["C", "F", "A", "K"] = "C") -> Samples:
        """All samples as an array of one dimension, as `numpy.ravel` has them.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise(frequency=0.1).lazy((5, 6)).ravel().shape
        (30,)
        """
        return np.asarray(self).ravel(order)

    def transpose(self, *axes: Any) -> Samples:
        """All samples with their axes in another order, as `numpy.ndarray.transpose` has them.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise(frequency=0.1).lazy((5, 6)).transpose().shape
        (6, 5)
        """
        return np.asarray(self).transpose(*axes)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Samples]:
        return (self[i] for i in range(len(self)))


class LazyGrid(Lazy):
    """A grid of any size whose samples are computed when it is indexed; what `Noise.lazy` returns.

    The whole may be larger than any memory; an axis has at most 2^54 + 1 samples, those with indices from -2^53 to 2^53. A single
    sample is a `numpy.float32`.

    Index it with slices (also with steps), integers, `...`, `None`, and one array of indices or booleans. The result is the
    same as from the whole grid's array, bit for bit. `oindex` takes an array for each axis. Everything that slices arrays can
    use it: `dask.array.from_array`, xarray, Zarr. Zarr takes it as a value, `array[:] = lazy`; where it is one whole chunk, Zarr asks for
    its samples several times, and `array[:] = lazy[:]` computes them once. Filters of numcodecs need the latter in Zarr 3.

    Examples
    --------
    >>> import perlane
    >>> world = perlane.Noise("perlin", seed=7, frequency=0.05).lazy((10**6, 10**6))
    >>> world.shape, world.dtype, world.ndim
    ((1000000, 1000000), dtype('float32'), 2)
    >>> world[500_000:500_003, -4:].shape
    (3, 4)
    """

    # With a description, `help` shows attributes as it shows properties.
    __slots__ = {"_backend": None, "_threads": None, "_window": None, "noise": "What is sampled."}

    noise: Noise | Layers
    _window: _native.Window
    _threads: SupportsIndex | None
    _backend: Backend | None

    @answers
    def __init__(
        self,
        noise: Sampling,
        shape: Shape,
        start: PerAxisInt | None = None,
        *,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> None:
        check_noise(noise)
        window = _native.Window(shape, start, origin, spacing, lazy=True)
        noise._core.check(window, threads, backend)
        self._set(noise=noise, _window=window, _threads=threads, _backend=backend)

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

    @classmethod
    def _of(cls, lazy: LazyGrid | LazyField) -> LazyGrid:
        if isinstance(lazy, LazyField):
            allowed = "value, or no field; LazyField.from_json takes recipes of a quantity"
            raise ValueError(f"field.quantity is {lazy.quantity}; allowed: {allowed}")
        return lazy if isinstance(lazy, cls) else _restore(cls, *lazy._key())

    def to_json(self) -> str:
        """A recipe in JSON with this grid as its window, as the command line takes it.

        Examples
        --------
        >>> import json, perlane
        >>> json.loads(perlane.Noise().lazy((4, 3)).to_json())["grid"]["size"]
        {'x': 3, 'y': 4}
        """
        return self.noise._core.to_text("json", self._window)

    def to_toml(self) -> str:
        """The same recipe in TOML, for a recipe file: `perlane.open` and `perlane generate` take it.

        Examples
        --------
        >>> import pathlib, tempfile, perlane
        >>> file = pathlib.Path(tempfile.mkdtemp(), "world.perlane.toml")
        >>> world = perlane.Noise("perlin", seed=42, octaves=6).lazy((1000, 2000))
        >>> _ = file.write_text(world.to_toml())
        >>> perlane.open(file).shape
        (1000, 2000)
        """
        return self.noise._core.to_text("toml", self._window)

    @property
    def _dims(self) -> int:
        return self.ndim

    def coordinates(
        self, axis: SupportsIndex, picked: range | Sequence[SupportsIndex] | IntArray | None = None
    ) -> NDArray[np.float64]:
        """World coordinates of the samples along an axis, or of those with some indices, as NumPy counts these: float64.

        Raises
        ------
        ValueError, TypeError
            An axis that the grid does not have; negative ones count from the last. Indices that are no integers.
        IndexError
            An index that the axis does not have.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise().lazy((4, 3), start=(10, 0), spacing=0.5).coordinates(0)
        array([5. , 5.5, 6. , 6.5])
        """
        a = self._axis(axis)
        indices = range(self.shape[a]) if picked is None else indices_of(picked)
        check_within(indices, self.shape[a])
        return self._coordinates(a, indices)

    def _coordinates(self, a: int, indices: Picked) -> NDArray[np.float64]:
        """Those of samples that exist. They are computed piece by piece, because Python looks for Ctrl-C only between them."""
        world = np.empty(len(indices))
        for (part,) in pieces(world.shape):
            world[part] = self._world(a, indices[part])
        return world

    def _world(self, a: int, indices: Picked) -> NDArray[np.float64]:
        """The same, all at once."""
        if isinstance(indices, range):
            indices = np.arange(indices.start, indices.stop, indices.step, dtype=np.int64)
        lattice = self.start[a] + from_first(indices, self.shape[a])
        return self.origin[a] + lattice.astype(np.float64) * self.spacing[a]

    def _axis(self, axis: SupportsIndex) -> int:
        if not is_integer(axis):
            raise TypeError(f"axis is {shown(axis)}; allowed: integers")
        a = operator.index(axis)
        if not -self.ndim <= a < self.ndim:
            raise ValueError(
                f"axis is {shown(a)}; allowed: {-self.ndim} to {self.ndim - 1}, as there are {self.ndim} axes"
            )
        return a

    def _block(self, picked: list[Picked]) -> Samples:
        window = self._window_of(picked)
        if window is None:
            return self.noise.axes(*self._world_of(picked), **self._how())
        return self.noise.grid(**window, **self._how())

    def _points(self, indices: list[NDArray[np.int64]]) -> Samples:
        shape = np.broadcast_shapes(*(each.shape for each in indices))
        return np.asarray(self.noise.points(*self._world_at(indices), **self._how())).reshape(shape)

    def _world_at(self, indices: list[NDArray[np.int64]]) -> list[NDArray[np.float64]]:
        """World coordinates at indices of any shape; those of one axis as a list, as noises take them."""
        world = [self._coordinates(a, each.reshape(-1)) for a, each in enumerate(indices)]
        return world if self.ndim == 1 else [each.reshape(i.shape) for each, i in zip(world, indices, strict=True)]

    def _how(self) -> dict[str, Any]:
        """How samples are computed, on which they do not depend."""
        return {"threads": self._threads, "backend": self._backend}

    def _window_of(self, picked: list[Picked]) -> dict[str, Any] | None:
        """The window of these indices, if they are consecutive along each axis."""
        if not all(isinstance(each, range) and each.step == 1 for each in picked):
            return None
        start = [s + each[0] if len(each) else s for s, each in zip(self.start, picked, strict=True)]
        shape = [len(each) for each in picked]
        return {"shape": shape, "start": start, "origin": self.origin, "spacing": self.spacing}

    def _world_of(self, picked: list[Picked]) -> list[NDArray[np.float64]]:
        return [self._coordinates(a, each) for a, each in enumerate(picked)]

    def __repr__(self) -> str:
        return f"{self.noise!r}.lazy({', '.join(self._arguments())})"

    def _arguments(self) -> list[str]:
        """The shape, and other arguments that differ from their defaults, as Python writes them."""
        given = [f"{name}={getattr(self, name)}" for name in ("start", "origin") if any(getattr(self, name))]
        if any(step != 1.0 for step in self.spacing):
            given.append(f"spacing={self.spacing}")
        return [repr(self.shape), *given]

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, LazyGrid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        noise, *window = self._key()
        return "perlane.LazyGrid", noise.__dask_tokenize__(), *window

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), *self._key(), self._threads, self._backend), added(self)

    def _key(self) -> tuple[Any, ...]:
        return self.noise, self.shape, self.start, self.origin, self.spacing


class LazyField(Lazy):
    """A quantity of a grid of any size, whose planes are computed when it is indexed; what `Noise.lazy_field` returns.

    If there are several planes, they are the first axis, as in `Noise.field`. It is indexed like `LazyGrid`, and has the same
    bits as `field`. Computing one of several planes takes as long as computing all of them.

    Examples
    --------
    >>> import perlane
    >>> hills = perlane.Noise("perlin", seed=7, frequency=0.02, fractal="fbm", octaves=5, scale=30)
    >>> normals = hills.lazy_field("normal", (10**6, 10**6))
    >>> normals.planes, normals.shape
    (('x', 'y', 'z'), (3, 1000000, 1000000))
    >>> normals[:, 500_000:500_004, -5:].shape
    (3, 4, 5)
    """

    __slots__ = {
        "grid": "The grid of the quantity: the noise and the window.",
        "light": "Direction to the light of hillshade along the world's x, y, z: `Noise.field` says where that is in pictures.",
        "planes": "The names of the planes.",
        "quantity": 'The quantity, by the first of its names: "slope" if "steepness" was given.',
        "relief": "The height of a sample of 1, in world units, for normals, slopes and hillshade.",
    }

    grid: LazyGrid
    quantity: Quantity
    planes: tuple[str, ...]
    relief: float
    light: tuple[float, ...]

    @answers
    def __init__(self, grid: LazyGrid, quantity: Quantity, *, relief: Number = 1.0, light: Span = LIGHT) -> None:
        if not isinstance(grid, LazyGrid):
            raise TypeError(f"grid is {shown(grid)}; allowed: LazyGrid, which Noise.lazy returns")
        # Each quantity has one name here, so that fields are equal even if they were given different names for it.
        name = grid.noise._core.check_field((quantity, relief, light), grid._window, grid._threads)
        self._set(grid=grid, quantity=name, planes=tuple(_native.plane_names(name, grid.ndim)))
        self._set(relief=float(relief), light=light_of(light))

    @property
    def noise(self) -> Noise | Layers:
        """What is sampled."""
        return self.grid.noise

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of planes, if there are several, then samples along each axis of the grid, slowest first."""
        return (len(self.planes), *self.grid.shape) if len(self.planes) > 1 else self.grid.shape

    @classmethod
    def _of(cls, lazy: LazyGrid | LazyField) -> LazyField:
        if isinstance(lazy, cls):
            return lazy
        return _restore_field(cls, *(lazy._key() if isinstance(lazy, LazyField) else (lazy, "value", 1.0, LIGHT)))

    def to_json(self) -> str:
        """A recipe in JSON with this window and quantity, as the command line takes it.

        Examples
        --------
        >>> import json, perlane
        >>> json.loads(perlane.Noise().lazy_field("slope", (4, 3)).to_json())["field"]["quantity"]
        'slope'
        """
        return self._to_text("json")

    def to_toml(self) -> str:
        """The same recipe in TOML, for a recipe file.

        Examples
        --------
        >>> import perlane
        >>> '[field]' in perlane.Noise().lazy_field("slope", (4, 3)).to_toml()
        True
        """
        return self._to_text("toml")

    @property
    def _dims(self) -> int:
        return self.grid.ndim

    def _to_text(self, format: str) -> str:
        return self.noise._core.to_text(format, self.grid._window, (self.quantity, self.relief, self.light))

    def _block(self, picked: list[Picked]) -> Samples:
        among = picked[: len(picked) - self.grid.ndim]
        places = picked[len(among) :]
        window = self.grid._window_of(places)
        if window is None:
            planes = self.noise.field_axes(self.quantity, *self.grid._world_of(places), **self._how())
        else:
            planes = self.noise.field(self.quantity, **window, **self._how())
        for each in among:
            if not isinstance(each, range) or each != range(len(self.planes)):
                planes = planes[np.asarray(each, np.int64)]  # a copy, so that it does not keep the memory of the others
        return planes

    def _points(self, indices: list[NDArray[np.int64]]) -> Samples:
        places = indices[-self.grid.ndim :]
        shape = np.broadcast_shapes(*(each.shape for each in places))
        planes = self.noise.field_points(self.quantity, *self.grid._world_at(places), **self._how())
        if len(self.planes) == 1:
            return planes.reshape(shape)
        planes, among = planes.reshape(len(self.planes), *shape), indices[0]
        samples = np.empty(np.broadcast_shapes(among.shape, shape), np.float32)
        for number, plane in enumerate(planes):
            np.copyto(samples, plane, where=among == number)
        return samples

    def _how(self) -> dict[str, Any]:
        """How planes are computed."""
        return {"relief": self.relief, "light": self.light, **self.grid._how()}

    def __repr__(self) -> str:
        shape, *given = self.grid._arguments()
        given += [f"relief={self.relief}"] * (self.relief != 1.0) + [f"light={self.light}"] * (self.light != LIGHT)
        return f"{self.noise!r}.lazy_field({', '.join([repr(self.quantity), shape, *given])})"

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, LazyField) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        grid, *how = self._key()
        return "perlane.LazyField", grid.__dask_tokenize__(), *how

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_field, (type(self), *self._key()), added(self)

    def _key(self) -> tuple[Any, ...]:
        return self.grid, self.quantity, self.relief, self.light


class OuterIndex:
    """Indexing with an array for each axis."""

    __slots__ = ("_lazy",)

    def __init__(self, lazy: Lazy) -> None:
        self._lazy = lazy

    def __getitem__(self, key: Any) -> Samples:
        return self._lazy._select(expand(key, self._lazy.ndim))


def grid_of(lazy: LazyGrid | LazyField) -> LazyGrid:
    """The grid itself, or that of a quantity."""
    return lazy.grid if isinstance(lazy, LazyField) else lazy


def light_of(given: Span) -> tuple[float, ...]:
    """A direction of light. Its zeros have no sign, so that fields that are equal have the same recipe."""
    return tuple(float(each) + 0.0 for each in given)


def added(instance: object, own: Iterable[str] = ()) -> dict[str, Any] | None:
    """The attributes that a subclass has given to an instance, beside the class's own; `None` if there are none."""
    attributes = getattr(instance, "__dict__", {})
    return {name: value for name, value in attributes.items() if name not in own} or None


# Copies are made without calling the class, because that of a user may take other arguments.
def _restore(
    kind: type[LazyGrid],
    noise: Any,
    shape: Any,
    start: Any,
    origin: Any,
    spacing: Any,
    threads: Any = None,
    backend: Any = None,
) -> LazyGrid:
    lazy = kind.__new__(kind)
    LazyGrid.__init__(lazy, noise, shape, start=start, origin=origin, spacing=spacing, threads=threads, backend=backend)
    return lazy


def _restore_field(
    kind: type[LazyField], grid: LazyGrid, quantity: Quantity, relief: float, light: tuple[float, ...]
) -> LazyField:
    lazy = kind.__new__(kind)
    LazyField.__init__(lazy, grid, quantity, relief=relief, light=light)
    return lazy
