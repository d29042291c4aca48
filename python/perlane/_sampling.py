"""`Sampling`: the ways to sample a noise, or a sum of noises."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perlane import _native
from perlane._answers import answers, unknown_argument
from perlane._arrays import (
    Part,
    blocks,
    broadcast_shape,
    by_point,
    contiguous,
    filled,
    flat,
    lines,
    pieces,
    points,
    shown,
    span,
)
from perlane._lazy import LIGHT, LazyField, LazyGrid
from perlane._types import (
    F32,
    U8,
    U16,
    Backend,
    Dtype,
    Levels,
    Number,
    Out,
    PerAxisFloat,
    PerAxisInt,
    Quantity,
    Samples,
    Shape,
    Span,
)

BLOCK = 2**20  # points whose coordinates are broadcast at once


class Sampling:
    """The ways to sample a noise, or a sum of noises."""

    __slots__ = ("_core",)
    _core: _native.Sampler
    __array_ufunc__ = None  # NumPy's numbers leave products to this class, and NumPy makes no arrays of noises

    @overload
    def grid(
        self,
        shape: Shape,
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
    def grid(
        self,
        shape: Shape,
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
    def grid(
        self,
        shape: Shape,
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
    def grid(
        self,
        shape: Shape,
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
    def grid(
        self,
        shape: Shape,
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
        """The samples of a grid: float32, of the given shape.

        Sample `k` of an axis lies at the world coordinate `origin + (start + k) * spacing`. A tile of a larger grid is a grid
        with another `start`, and has the same bits as that part of the larger grid. Other Python threads run during a call.
        Ctrl-C ends a call within 0.2 seconds, not counting the time in which NumPy converts arguments to arrays; then `out` has
        only some of the samples.

        Parameters
        ----------
        shape : int or sequence of 1 to 4 ints
            Samples along each axis, slowest first, `(.., z, y, x)`; 0 is allowed.
        start : int or sequence of ints, optional
            Index of the first sample along each axis, on an infinite sampling lattice; -2^53 to 2^53. Default 0.
        origin : float or sequence of floats, optional
            World coordinates of lattice sample 0. Default 0.
        spacing : float or sequence of floats
            World units from sample to sample; not 0, negative ones run backwards.
        dtype : {"f32", "u16", "u8"}, optional
            float32, or integers of 16 or 8 bits, as on the command line; also NumPy's types, such as `numpy.uint8`. (For NumPy
            itself, "u8" has eight bytes.)
        levels : (float, float) or "typical", optional
            For integers, the samples that become 0 and the greatest integer. Samples between them are rounded to the nearest
            integer; samples beyond them are clamped. The default is `noise.bounds(dims)`, which few samples come close to, so that
            pictures have little contrast. "typical" is a range of two or three digits that nearly all samples of the noise lie
            in, as the command line has for pictures. Neither depends on the samples of a call, so that tiles agree at their edges.
        out : ndarray or PyTorch tensor on the CPU, optional
            Where to write: a writable array with the result's shape and dtype, without a mask. An array that is not contiguous is
            filled through a buffer: grids, batches and fields of grids take one of at most 2^22 numbers, other calls one of the array's
            size. So is an array that shares memory with coordinates. An array that another call uses is refused.
            PyTorch's autograd does not see that a tensor was written: its version stays the same, so do not fill a tensor that a
            later backward pass needs. While a call fills an array, do not let another thread resize it in place
            (`out.resize(.., refcheck=False)`): the call would write to memory that no longer is the array's.
        threads : int, optional
            1 to 1024; all cores by default. The samples do not depend on it.
        backend : str, optional
            One of `perlane.backends()`; the fastest by default. The samples do not depend on it.

        Returns
        -------
        ndarray of float32, or of `dtype`
            `out`, or a new C-contiguous array.

        Raises
        ------
        ValueError
            A parameter outside its range, or coordinates that are not finite or beyond 2^52 lattice cells.
        TypeError
            A parameter of the wrong type.
        RuntimeError
            More threads than the system gives.
        MemoryError
            A new array that memory cannot hold; `lazy` takes grids of any size.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> whole = noise.grid((32, 48))
        >>> tile = noise.grid((8, 16), start=(20, 30))
        >>> bool((tile == whole[20:28, 30:46]).all())
        True
        >>> noise.grid((2, 5), dtype="u8", levels=(-0.5, 0.5))
        array([[128, 144, 162, 179, 197],
               [121, 138, 155, 173, 191]], dtype=uint8)
        """
        window = _native.Window(shape, start, origin, spacing)

        def compute(target: NDArray[Any], window: _native.Window = window) -> None:
            self._core.grid(window, target, threads, backend, self._levels(target, levels, target.ndim))

        def parts() -> Iterator[Part]:
            self._core.check(window, threads, backend)
            for part in pieces(window.shape):
                yield part, functools.partial(compute, window=window_of(window, part))

        samples: NDArray[Any] = filled(compute, out, window.shape, dtype, parts=parts)
        return samples

    @overload
    def points(
        self,
        *coordinates_: ArrayLike,
        dtype: F32 | None = None,
        levels: None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples: ...

    @overload
    def points(
        self,
        *coordinates_: ArrayLike,
        dtype: U8,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint8]: ...

    @overload
    def points(
        self,
        *coordinates_: ArrayLike,
        dtype: U16,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint16]: ...

    @overload
    def points(
        self,
        *coordinates_: ArrayLike,
        dtype: str,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[Any]: ...

    def points(
        self,
        *coordinates_: ArrayLike,
        dtype: Dtype | str | None = None,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
        **unknown: Any,
    ) -> NDArray[Any]:
        """The samples at points: float32, of the shape to which the coordinates broadcast.

        Parameters
        ----------
        *coordinates_ : array_like of real numbers
            World coordinates, one array for each of 1 to 4 axes, slowest first: `points(y, x)`. If all are float32 arrays, they
            are read as they are; otherwise they are taken as float64. Arrays that are broadcast or converted are copied for at
            most 2^20 points at a time. Pass an array of rows (y, x) as `points(*rows.T)`; it is not copied if it is contiguous.
            Noise in one dimension takes a one-dimensional array.
        dtype, levels, out, threads, backend
            As for `grid`.

        Returns
        -------
        ndarray of float32
            `out`, or a new array; of shape `()` for a single point. The bits are those of a grid's sample at the same
            coordinates. In loops over single points, Python's own numbers are fastest, as in `points(0.4, 0.3)`.

        Raises
        ------
        ValueError
            Arrays that do not broadcast, one array of several dimensions, or what `grid` refuses.
        TypeError
            Coordinates that are not real numbers.

        Examples
        --------
        >>> import numpy as np, perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> y, x = np.mgrid[0:4, 0:5]
        >>> bool((noise.points(y, x) == noise.grid((4, 5))).all())
        True
        >>> round(float(noise.points(12.5, -3.25)), 6)
        0.107389
        """
        if unknown:  # `answers` would take a third of the time of a single point
            raise unknown_argument(
                "points", *unknown, parameters=["self", "coordinates_", "dtype", "levels", "out", "threads", "backend"]
            )
        if out is None and threads is None and dtype is None and levels is None and backend is None:
            sample = self._core.point(coordinates_)
            if sample is not None:
                return sample
        given = points(coordinates_)
        shape = broadcast_shape(given)

        def compute(target: NDArray[Any]) -> None:
            ends = self._levels(target, levels, len(given))
            # Flat, because NumPy's arrays have up to 64 dimensions, but the compiled half takes arrays of at most 32.
            flattened = target.reshape(-1)
            self._core.points(self._blocks(given, shape), flattened, threads, backend, ends)

        samples: NDArray[Any] = filled(compute, out, shape, dtype, given)
        return samples

    def _blocks(self, given: list[NDArray[Any]], shape: tuple[int, ...]) -> Iterable[list[NDArray[Any]] | NDArray[Any]]:
        """Coordinates for the compiled half: one block where nothing large is copied."""
        if math.prod(shape) > BLOCK and by_point(given, shape) is None and self._takes_extremes(given):
            return blocks(given, BLOCK)
        # If a coordinate is refused, the error has the number of its point among all.
        return [flat(given, shape)]

    def _takes_extremes(self, given: list[NDArray[Any]]) -> bool:
        """Whether all coordinates of points are within their range."""
        extremes = [np.array([each.min(), each.max()], np.float64) for each in given]
        try:
            self._core.points([extremes], np.empty(2, np.float32), 1, None)
        except ValueError:
            return False
        return True

    @overload
    def axes(
        self,
        *coordinates_: ArrayLike,
        dtype: F32 | None = None,
        levels: None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples: ...

    @overload
    def axes(
        self,
        *coordinates_: ArrayLike,
        dtype: U8,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint8]: ...

    @overload
    def axes(
        self,
        *coordinates_: ArrayLike,
        dtype: U16,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[np.uint16]: ...

    @overload
    def axes(
        self,
        *coordinates_: ArrayLike,
        dtype: str,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[Any]: ...

    @answers
    def axes(
        self,
        *coordinates_: ArrayLike,
        dtype: Dtype | str | None = None,
        levels: Levels | None = None,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> NDArray[Any]:
        """The samples of a rectilinear grid: float32, with as many samples along each axis as there are coordinates.

        Parameters
        ----------
        *coordinates_ : array_like of real numbers
            World coordinates along each of 1 to 4 axes, slowest first, in any order: `axes(ys, xs)`.
        dtype, levels, out, threads, backend
            As for `grid`.

        Returns
        -------
        ndarray of float32
            `out`, or a new array of shape `(len(ys), len(xs))`.

        Raises
        ------
        ValueError
            Coordinates that are not one-dimensional, or what `grid` refuses.
        TypeError
            Coordinates that are not real numbers.

        Examples
        --------
        >>> import numpy as np, perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> latitudes = np.linspace(-90, 90, 19)
        >>> noise.axes(latitudes, np.arange(0, 360, 10)).shape
        (19, 36)
        """
        given = lines(coordinates_)

        def compute(target: NDArray[Any]) -> None:
            ends = self._levels(target, levels, len(given))
            self._core.axes([contiguous(each) for each in given], target, threads, backend, ends)

        samples: NDArray[Any] = filled(compute, out, tuple(each.size for each in given), dtype, given)
        return samples

    @answers
    def field(
        self,
        quantity: Quantity,
        shape: Shape,
        *,
        relief: Number = 1.0,
        light: Span = LIGHT,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """A quantity of a grid: exact derivatives, or quantities made from them, as planes along the first axis.

        Perlin and value noise have derivatives, without a fractal and with fbm, billow, ridged and turbulence, unless they are
        warped. Warped noise, the fractals ping-pong, ridged-multi and hybrid-multi, and the other kinds have only values.

        Parameters
        ----------
        quantity : str
            - "value": the samples of `grid`.
            - "gradient": the value, then the derivative along each axis in array order, in samples per world unit: shape
              `(1 + len(shape), *shape)`. The derivatives are what `numpy.gradient` estimates from differences.
            - "normal": the unit normals x, y, z of the surface whose height is the value, in two dimensions: `(3, *shape)`. y is
              the world's, which grows from row to row, as in normal maps for DirectX; a negative spacing along y makes it point up,
              as in those for OpenGL.
            - "slope": rise over run, the length of the gradient: `shape`.
            - "hillshade": how much light the surface gets, 0 to 1, in two dimensions: `shape`.
            - "curl": a divergence-free field, for flows. In two dimensions x, y, with the noise as stream function: `(2, *shape)`; in
              three x, y, z, the curl of a potential made of this seed, the next one, and the one after it: `(3, *shape)`.
        shape, start, origin, spacing, out, threads, backend
            As for `grid`; `out` is float32, of the shape of the planes.
        relief : float
            The height of a sample of 1, in world units, for normals, slopes and hillshade; 1e-30 to 1e30 in magnitude.
        light : sequence of three floats
            Direction to the light of hillshade along the world's x, y, z, of any length. With positive spacings, x grows along rows and
            y from row to row, so that the default comes from the top left. Where the spacing along y is negative, as in rasters with
            north at the top, y grows upwards: (-1, 1, 2) is the top left, and the default comes from the bottom left.

        Returns
        -------
        ndarray of float32
            `out`, or a new C-contiguous array.

        Raises
        ------
        ValueError
            A noise without derivatives, a quantity that does not exist in this number of dimensions, or what `grid` refuses.
        TypeError
            A parameter of the wrong type.

        Examples
        --------
        >>> import perlane
        >>> hills = perlane.Noise("perlin", seed=7, frequency=0.02, fractal="fbm", octaves=5, scale=30)
        >>> hills.field("normal", (64, 96)).shape
        (3, 64, 96)
        >>> shade = hills.field("hillshade", (64, 96), light=(-1, -1, 1))
        >>> bool(0 <= shade.min() < shade.max() <= 1)
        True
        """
        window = _native.Window(shape, start, origin, spacing)
        planes = _native.plane_names(quantity, len(window.shape))
        how = (quantity, relief, light)

        def compute(target: Samples, window: _native.Window = window) -> None:
            self._core.field_grid(how, window, target, threads, backend)

        def parts() -> Iterator[Part]:
            self._core.check_field(how, window, threads)
            for part in pieces(window.shape, each=len(planes)):
                yield (..., *part), functools.partial(compute, window=window_of(window, part))

        samples: Samples = filled(compute, out, _with_planes(planes, window.shape), parts=parts)
        return samples

    @answers
    def field_points(
        self,
        quantity: Quantity,
        *coordinates_: ArrayLike,
        relief: Number = 1.0,
        light: Span = LIGHT,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """A quantity at points: the planes of `field`, of the shape to which the coordinates broadcast.

        Parameters
        ----------
        quantity, relief, light
            As for `field`.
        *coordinates_, out, threads, backend
            As for `points`; `out` is float32, of the shape of the planes.

        Returns
        -------
        ndarray of float32
            `out`, or a new array. The bits are those of `field` at the same coordinates.

        Raises
        ------
        ValueError, TypeError
            As for `field` and `points`.

        Examples
        --------
        >>> import perlane
        >>> flow = perlane.Noise("perlin", seed=4, frequency=0.1)
        >>> x, y = flow.field_points("curl", [0.3, 1.5], [0.8, 0.1])  # at (y, x) = (0.3, 0.8) and (1.5, 0.1)
        >>> x.shape
        (2,)
        """
        given = points(coordinates_)
        shape = broadcast_shape(given)
        planes = _native.plane_names(quantity, len(given))

        def compute(target: Samples) -> None:
            flattened = target.reshape(len(planes), math.prod(shape))
            how = (quantity, relief, light)
            self._core.field_points(how, len(given), self._blocks(given, shape), flattened, threads, backend)

        samples: Samples = filled(compute, out, _with_planes(planes, shape), read=given)
        return samples

    @answers
    def field_axes(
        self,
        quantity: Quantity,
        *coordinates_: ArrayLike,
        relief: Number = 1.0,
        light: Span = LIGHT,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """A quantity of a rectilinear grid: the planes of `field`, with as many samples along each axis as there are coordinates.

        Parameters
        ----------
        quantity, relief, light
            As for `field`.
        *coordinates_, out, threads, backend
            As for `axes`; `out` is float32, of the shape of the planes.

        Returns
        -------
        ndarray of float32
            `out`, or a new array. The bits are those of `field` at the same coordinates.

        Raises
        ------
        ValueError, TypeError
            As for `field` and `axes`.

        Examples
        --------
        >>> import numpy as np, perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> noise.field_axes("gradient", np.linspace(-90, 90, 19), np.arange(0, 360, 10)).shape
        (3, 19, 36)
        """
        given = lines(coordinates_)
        planes = _native.plane_names(quantity, len(given))

        def compute(target: Samples) -> None:
            how = (quantity, relief, light)
            self._core.field_axes(how, [contiguous(each) for each in given], target, threads, backend)

        samples: Samples = filled(compute, out, _with_planes(planes, tuple(each.size for each in given)), read=given)
        return samples

    @answers
    def gradient(
        self,
        shape: Shape,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        out: Out | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """The samples of a grid and their exact derivatives along each axis: `field("gradient", ..)`.

        Parameters
        ----------
        shape, start, origin, spacing, out, threads, backend
            As for `field`.

        Returns
        -------
        ndarray of float32, of shape `(1 + len(shape), *shape)`
            The value, then the derivatives in array order, `.., z, y, x`, in samples per world unit. The value's bits are those of
            `grid`.

        Raises
        ------
        ValueError, TypeError
            As for `field`.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> value, dy, dx = noise.gradient((32, 48))
        >>> bool((value == noise.grid((32, 48))).all())
        True
        """
        return self.field(
            "gradient",
            shape,
            start=start,
            origin=origin,
            spacing=spacing,
            out=out,
            threads=threads,
            backend=backend,
        )

    @answers
    def lazy(
        self,
        shape: Shape,
        start: PerAxisInt | None = None,
        *,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> LazyGrid:
        """A grid whose samples are computed when it is indexed. It may have any size, and takes no memory.

        Parameters are those of `grid`. The whole may be larger than any memory; an axis has at most 2^54 + 1
        samples, those with indices from -2^53 to 2^53. Threads and backend are those of each computation.

        Raises
        ------
        ValueError, TypeError
            As for `grid`.

        Examples
        --------
        >>> import perlane
        >>> world = perlane.Noise("perlin", frequency=1 / 128, fractal="fbm", octaves=6).lazy((10**9, 10**9))
        >>> world[5 * 10**8, ::10**8].shape
        (10,)
        """
        return LazyGrid(self, shape, start=start, origin=origin, spacing=spacing, threads=threads, backend=backend)

    @answers
    def lazy_field(
        self,
        quantity: Quantity,
        shape: Shape,
        start: PerAxisInt | None = None,
        *,
        relief: Number = 1.0,
        light: Span = LIGHT,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> LazyField:
        """A quantity of a grid, whose planes are computed when it is indexed. It may have any size, and takes no memory.

        Parameters are those of `field`. Sizes are limited as for `lazy`.

        Raises
        ------
        ValueError, TypeError
            As for `field`.

        Examples
        --------
        >>> import perlane
        >>> slope = perlane.Noise("perlin", frequency=1 / 128, octaves=6).lazy_field("slope", (10**9, 10**9))
        >>> slope[5 * 10**8, ::10**8].shape
        (10,)
        """
        grid = self.lazy(shape, start=start, origin=origin, spacing=spacing, threads=threads, backend=backend)
        return LazyField(grid, quantity, relief=relief, light=light)

    @answers
    def bounds(self, dims: SupportsIndex) -> tuple[float, float]:
        """The least and the greatest value that a sample can have in `dims` dimensions (1 to 4): proven, the same for every grid.

        Raises
        ------
        ValueError
            `dims` outside 1 to 4, or a parameter that is not allowed with it.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise("perlin", fractal="turbulence", octaves=5).bounds(2)
        (0.0, 1.0)
        """
        return self._core.bounds(dims)

    def to_json(self) -> str:
        """A recipe in JSON, as the command line takes it.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", seed=42, frequency=1 / 128)
        >>> perlane.Noise.from_json(noise.to_json()) == noise
        True
        """
        return self._core.to_text("json")

    def to_toml(self) -> str:
        """A recipe in TOML, as the command line's recipe files have it.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", seed=42, octaves=6)
        >>> noise.to_toml().splitlines()[2:5]
        ['[noise]', 'kind = "perlin"', 'seed = 42']
        >>> perlane.Noise.from_toml(noise.to_toml()) == noise
        True
        """
        return self._core.to_text("toml")

    def __dask_tokenize__(self) -> tuple[str, str]:
        return type(self).__qualname__, self.to_json()

    def _levels(self, target: NDArray[Any], levels: Levels | None, dims: int) -> tuple[float, float] | None:
        """The samples that become 0 and the greatest integer, if integers are requested."""
        if target.dtype == np.float32:
            if levels is not None:
                raise ValueError(
                    f"levels is {shown(levels)}; allowed: None, as samples are float32; or set dtype to u8 or u16"
                )
            return None
        if isinstance(levels, str) and levels == "typical":
            return _typical(self, dims)
        return self._core.bounds(dims) if levels is None else span(levels)


@functools.lru_cache(64)
def _typical(noise: Sampling, dims: int) -> tuple[float, float]:
    """The range that nearly all samples of a noise lie in. Tiles of a noise ask for it again and again."""
    return noise._core.typical(dims)


def window_of(window: _native.Window, part: Sequence[slice]) -> _native.Window:
    """The window of a part of a grid."""
    ends = [each.indices(length)[:2] for each, length in zip(part, window.shape, strict=True)]
    start = [first + begin for first, (begin, _) in zip(window.start, ends, strict=True)]
    return _native.Window([end - begin for begin, end in ends], start, window.origin, window.spacing)


def _with_planes(planes: list[str], shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of an array of these planes. If there are several, they are its first axis."""
    return (len(planes), *shape) if len(planes) > 1 else shape
