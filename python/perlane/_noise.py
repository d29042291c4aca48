"""`Noise` and `Layers`: what to sample."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perlane import _native
from perlane._arrays import axis_name, blocks, broadcast_shape, buffer, coordinates, finish, flat, sequence
from perlane._lazy import LazyGrid
from perlane._suggest import suggest
from perlane._types import (
    Backend,
    Fade,
    Fractal,
    Gradients,
    Hash,
    IntArray,
    Kind,
    Number,
    PerAxisFloat,
    PerAxisInt,
    Permutation,
    Samples,
    Shape,
)

BLOCK = 2**20  # points whose coordinates are broadcast at once


class Sampling:
    """The ways to sample a noise, or a sum of noises."""

    __slots__ = ("_core",)
    _core: _native.Sampler
    __array_ufunc__ = None  # NumPy's numbers leave products to us, and arrays of noises are nothing that one wants

    def grid(
        self,
        shape: Shape,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        out: Samples | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """The samples of a grid: float32, of that shape.

        Sample `k` of an axis lies at the world coordinate `origin + (start + k) * spacing`. Tiles of a larger grid are grids
        with another `start`, and have the same bits as that part of the larger one. Other Python threads run meanwhile. Long calls
        end soon after Ctrl-C, mostly at once; `out` has some of the samples then.

        Parameters
        ----------
        shape : int or sequence of 1 to 4 ints
            Samples along each axis, slowest first, `(.., z, y, x)`; 0 is allowed.
        start : int or sequence of ints, optional
            Index of the first sample along each axis, on an infinite sampling lattice; -2^63 to 2^63 - 1. Default 0.
        origin : float or sequence of floats, optional
            World coordinates of lattice sample 0. Default 0.
        spacing : float or sequence of floats
            World units from sample to sample; not 0, negative ones run backwards.
        out : ndarray of float32, optional
            Where to write; of that shape, writable. Strided arrays are filled through a buffer of their size.
        threads : int, optional
            1 to 1024; all cores by default. The samples do not depend on it.
        backend : str, optional
            One of `perlane.backends()`; the fastest by default. The samples do not depend on it.

        Returns
        -------
        ndarray of float32
            `out`, or a new C-contiguous array.

        Raises
        ------
        ValueError
            A parameter outside its range, or coordinates that are not finite or beyond 2^52 lattice cells.
        TypeError
            A parameter of the wrong type.

        Examples
        --------
        >>> import perlane
        >>> noise = perlane.Noise("perlin", seed=7, frequency=0.05)
        >>> whole = noise.grid((32, 48))
        >>> tile = noise.grid((8, 16), start=(20, 30))
        >>> bool((tile == whole[20:28, 30:46]).all())
        True
        """
        window = _native.Window(shape, start, origin, spacing)
        result, target = buffer(out, window.shape)
        self._core.grid(window, target, threads, backend)
        return finish(result, target)

    def points(
        self, *coordinates_: ArrayLike, out: Samples | None = None, threads: SupportsIndex | None = None
    ) -> Samples:
        """The samples at points: float32, of the shape to which the coordinates broadcast.

        Parameters
        ----------
        *coordinates_ : array_like of real numbers
            World coordinates, one array for each of 1 to 4 axes, slowest first: `points(y, x)`. They are taken as float64;
            those that broadcast are made whole for 2^20 points at a time only.
        out, threads
            As for `grid`.

        Returns
        -------
        ndarray of float32
            `out`, or a new array; of shape `()` for a single point. Bits are those of a grid's sample at the same coordinates.

        Raises
        ------
        ValueError
            Arrays that do not broadcast, or what `grid` refuses.
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
        given = coordinates(coordinates_)
        shape = broadcast_shape(given)
        result, target = buffer(out, shape)
        # Flat, as NumPy's arrays have up to 64 dimensions, and those that the compiled half takes 32.
        samples = target.reshape(-1)
        if samples.size > BLOCK and self._takes_extremes(given):
            for block, coordinates_of_it in blocks(given, BLOCK):
                self._core.points(coordinates_of_it, samples[block], threads)
        else:
            self._core.points([flat(each, shape) for each in given], samples, threads)
        return finish(result, target)

    def _takes_extremes(self, given: list[NDArray[np.float64]]) -> bool:
        """Whether coordinates of points are within their range, all of them."""
        extremes = [np.array([each.min(), each.max()]) for each in given]
        try:
            self._core.points(extremes, np.empty(2, np.float32), 1)
        except ValueError:
            return False
        return True

    def axes(
        self, *coordinates_: ArrayLike, out: Samples | None = None, threads: SupportsIndex | None = None
    ) -> Samples:
        """The samples of a rectilinear grid: float32, with as many samples along each axis as it has coordinates.

        Parameters
        ----------
        *coordinates_ : array_like of real numbers
            World coordinates along each of 1 to 4 axes, slowest first, in any order: `axes(ys, xs)`.
        out, threads
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
        given = coordinates(coordinates_)
        for a, each in enumerate(given):
            if each.ndim != 1:
                name = axis_name(a, len(given))
                raise ValueError(f"{name} is of shape {each.shape}; allowed: one-dimensional arrays")
        result, target = buffer(out, tuple(each.size for each in given))
        self._core.axes([np.ascontiguousarray(each) for each in given], target, threads)
        return finish(result, target)

    def lazy(
        self,
        shape: Shape,
        start: PerAxisInt | None = None,
        *,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        threads: SupportsIndex | None = None,
    ) -> LazyGrid:
        """A grid whose samples are computed when it is indexed: of any size, it takes no memory.

        Parameters are those of `grid`. The whole may be larger than any memory; an axis has at most 2^61 - 1 samples.

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
        return LazyGrid(self, shape, start, origin=origin, spacing=spacing, threads=threads)

    def bounds(self, dims: SupportsIndex) -> tuple[float, float]:
        """The least and the greatest value that a sample can have in `dims` dimensions (1 to 4): proven, the same for every grid.

        Raises
        ------
        ValueError
            `dims` outside 1 to 4, or a parameter that does not go with it.

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
        return self._core.to_json()

    def _sampler(self) -> _native.Sampler:
        return self._core

    def __dask_tokenize__(self) -> tuple[str, str]:
        return type(self).__qualname__, self.to_json()

    def __add__(self, other: Sampling) -> Layers:
        if not isinstance(other, Sampling):
            return NotImplemented
        return Layers([*self._noises(), *other._noises()])

    def _noises(self) -> tuple[Noise, ...]:
        raise NotImplementedError


@dataclass(frozen=True, init=False, repr=False)
class Noise(Sampling):
    """A noise: kind, seed, frequency, fractal and all else that decides its samples. Immutable, hashable, picklable.

    Parameters
    ----------
    kind : {"perlin", "value", "cell"}
        What stands at the corners of the lattice: a slope (Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise",
        SIGGRAPH 2002), a value that is faded, or a value for the whole cell.
    seed : int
        0 to 2^64 - 1.
    frequency : float
        Lattice cells per world unit in octave 0; finite, above 0. Perlin noise is 0 at lattice corners: at frequency 1 on a grid
        of spacing 1, that is everywhere.
    fractal : {"none", "fbm", "billow", "ridged", "turbulence"}
        How octaves are folded and summed.
    octaves : int
        1 to 32; the fractal "none" uses one.
    lacunarity : float
        The ratio of an octave's frequency to the one before; finite, above 0.
    gain : float
        The ratio of an octave's amplitude to the one before (also called persistence); finite.
    gradients : str or array_like of shape (vectors, components)
        The vectors of Perlin noise: "default" (directions16 in 2-D, edges in 3-D and 4-D, signs in 1-D), "signs",
        "directions16", "directions8", "diagonals", "axes", "knight-moves", "edges", or 1 to 256 vectors of one's own, their
        components in the order x, y, z, w.
    fade : {"linear", "cubic", "quintic"}
        How values fade from corner to corner.
    hash : {"mix", "permutation"}, optional
        An arithmetic hash without a period, or the textbooks' table of 256. Default "mix", or what `permutation` implies.
    permutation : {"perlin", "seeded"} or sequence of 256 ints, optional
        The table of the hash "permutation": Ken Perlin's, one shuffled by the seed, or one's own.
    period : sequence of ints, optional
        Lattice cells of octave 0 after which the noise repeats, in array order (the last one is x); 0 where it does not.
    offset : sequence of floats, optional
        World units that are added to coordinates, in array order: the phase of a noise among `Layers`.
    normalize : bool
        Whether samples are divided by their proven bound, so that they stay within [-1, 1].
    scale, bias : float
        What the noise is multiplied by, and what is added then; finite.
    range : (float, float), optional
        What the noise's own bounds become, whatever its other parameters make them: samples stay within, to a few millionths. Either
        number may be the greater one; finite. Instead of scale and bias.

    Raises
    ------
    ValueError
        A parameter outside its range; the message names it, its value and what is allowed.
    TypeError
        A parameter of the wrong type.

    Examples
    --------
    >>> import perlane
    >>> noise = perlane.Noise("perlin", seed=42, frequency=1 / 128, fractal="fbm", octaves=6)
    >>> noise
    Noise('perlin', seed=42, frequency=0.0078125, fractal='fbm', octaves=6)
    >>> noise.grid((1080, 1920)).shape
    (1080, 1920)
    >>> perlane.Noise("perlin", frequency=0)
    Traceback (most recent call last):
        ...
    ValueError: frequency is 0; allowed: finite numbers above 0 (lattice cells per world unit)
    """

    kind: str
    seed: int
    frequency: float
    fractal: str
    octaves: int
    lacunarity: float
    gain: float
    gradients: str | tuple[tuple[float, ...], ...]
    fade: str
    hash: str
    permutation: str | tuple[int, ...] | None
    period: tuple[int, ...] | None
    offset: tuple[float, ...] | None
    normalize: bool
    scale: float
    bias: float
    range: tuple[float, float] | None

    def __init__(
        self,
        kind: Kind | str = "perlin",
        *,
        seed: SupportsIndex = 0,
        frequency: Number = 1.0,
        fractal: Fractal | str = "none",
        octaves: SupportsIndex = 1,
        lacunarity: Number = 2.0,
        gain: Number = 0.5,
        gradients: Gradients | str = "default",
        fade: Fade | str = "quintic",
        hash: Hash | str | None = None,
        permutation: Permutation | str | None = None,
        period: Sequence[SupportsIndex] | IntArray | None = None,
        offset: Sequence[Number] | NDArray[Any] | None = None,
        normalize: bool = True,
        scale: Number = 1.0,
        bias: Number = 0.0,
        range: Sequence[Number] | None = None,
    ) -> None:
        try:
            sampler = _native.Sampler.noise(
                kind=kind,
                seed=seed,
                frequency=frequency,
                fractal=fractal,
                octaves=octaves,
                lacunarity=lacunarity,
                gain=gain,
                gradients=gradients,
                fade=fade,
                hash=hash,
                permutation=permutation,
                period=period,
                offset=offset,
                normalize=normalize,
                scale=scale,
                bias=bias,
                range=range,
            )
        except ValueError as error:
            raise suggest(error) from None
        self._set(sampler)

    def _set(self, sampler: _native.Sampler) -> None:
        """Takes all fields from a sampler: there they are checked, and written in one way."""
        object.__setattr__(self, "_core", sampler)
        [parameters] = sampler.parameters()
        for name, value in parameters.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_json(cls, text: str) -> Noise:
        """The noise of a recipe in JSON; a window in it is left out.

        Raises
        ------
        ValueError
            Text that is no recipe, an unknown key, a parameter outside its range, or a recipe of several layers.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise.from_json('{"stream": 1, "noise": {"kind": "value", "seed": 3}}')
        Noise('value', seed=3)
        """
        sampler = _from_json(text)
        count = len(sampler.parameters())
        if count != 1:
            raise ValueError(f"layers is {count} noises; allowed: one noise (Layers.from_json takes several)")
        return cls._of(sampler)

    @classmethod
    def _of(cls, sampler: _native.Sampler) -> Noise:
        noise = cls.__new__(cls)
        noise._set(sampler)
        return noise

    def replace(self, **changes: Any) -> Noise:
        """The same noise with other parameters. A range replaces scale and bias, and these replace a range.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise("perlin", seed=1, frequency=0.25).replace(seed=2)
        Noise('perlin', seed=2, frequency=0.25)
        """
        parameters: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        if "permutation" in changes and "hash" not in changes:
            parameters["hash"] = None
        if changes.get("hash") == "mix" and "permutation" not in changes:
            parameters["permutation"] = None
        if changes.get("range") is not None:
            parameters |= {"scale": 1.0, "bias": 0.0}
        elif "scale" in changes or "bias" in changes:
            parameters["range"] = None
        return type(self)(**parameters | changes)

    def batch(
        self,
        shape: Shape,
        seeds: Iterable[SupportsIndex] | IntArray,
        *,
        start: PerAxisInt | None = None,
        origin: PerAxisFloat | None = None,
        spacing: PerAxisFloat = 1.0,
        out: Samples | None = None,
        threads: SupportsIndex | None = None,
        backend: Backend | None = None,
    ) -> Samples:
        """A grid for each of several seeds: float32, of shape `(len(seeds), *shape)`.

        Parameters
        ----------
        shape, start, origin, spacing, threads, backend
            As for `grid`.
        seeds : sequence of ints
            0 to 2^64 - 1 each; they replace the noise's own.
        out : ndarray of float32, optional
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
        listed = sequence("seeds", seeds)
        result, target = buffer(out, (len(listed), *window.shape))
        self._core.batch(window, listed, target, threads, backend)
        return finish(result, target)

    def _noises(self) -> tuple[Noise, ...]:
        return (self,)

    def __mul__(self, weight: SupportsFloat) -> Noise:
        """The noise multiplied by a number: its scale and bias are, or its range."""
        if not isinstance(weight, Real | np.floating | np.integer):
            return NotImplemented
        if self.range is not None:
            return self.replace(range=[end * float(weight) for end in self.range])
        return self.replace(scale=self.scale * float(weight), bias=self.bias * float(weight))

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_json, (self.to_json(),)

    def __repr__(self) -> str:
        shown = [repr(self.kind)]
        for name, parameter in inspect.signature(type(self)).parameters.items():
            value = getattr(self, name)
            implied = name == "hash" and (value == "mix" or self.permutation is not None)
            if name != "kind" and value != parameter.default and not implied:
                shown.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, init=False, repr=False)
class Layers(Sampling):
    """The sum of noises, evaluated as one: no layer needs a buffer of its own. Immutable, hashable, picklable.

    `a + b` of noises or sums is one too, and `0.5 * a` weighs a noise. Without layers, the sum is 0.

    Parameters
    ----------
    layers : iterable of Noise

    Examples
    --------
    >>> import perlane
    >>> mountains = perlane.Noise("perlin", seed=1, frequency=1 / 256, fractal="ridged", octaves=6)
    >>> terrain = mountains + 0.25 * perlane.Noise("value", seed=2, frequency=1 / 32)
    >>> len(terrain.layers)
    2
    >>> terrain.grid((64, 64)).shape
    (64, 64)
    """

    layers: tuple[Noise, ...]

    def __init__(self, layers: Iterable[Noise] = ()) -> None:
        listed = tuple(sequence("layers", layers))
        for i, layer in enumerate(listed):
            if not isinstance(layer, Noise):
                raise TypeError(f"layers[{i}] is a {type(layer).__name__}; allowed: Noise")
        object.__setattr__(self, "layers", listed)
        object.__setattr__(self, "_core", _native.Sampler.sum([layer._core for layer in listed]))

    @classmethod
    def from_json(cls, text: str) -> Layers:
        """The sum that a recipe in JSON describes; a window in it is left out.

        Raises
        ------
        ValueError
            Text that is no recipe, an unknown key, or a parameter outside its range.

        Examples
        --------
        >>> import perlane
        >>> perlane.Layers.from_json('{"stream": 1, "layers": [{"seed": 1}, {"seed": 2, "weight": 0.5}]}')
        Layers([Noise('perlin', seed=1), Noise('perlin', seed=2, scale=0.5)])
        """
        return cls._of(_from_json(text))

    @classmethod
    def _of(cls, sampler: _native.Sampler) -> Layers:
        return cls(Noise(**parameters) for parameters in sampler.parameters())

    def _noises(self) -> tuple[Noise, ...]:
        return self.layers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_json, (self.to_json(),)

    def __repr__(self) -> str:
        return f"Layers([{', '.join(map(repr, self.layers))}])"


def _from_json(text: str) -> _native.Sampler:
    try:
        return _native.Sampler.from_json(text)
    except ValueError as error:
        raise suggest(error) from None


def read_recipe(text: str, format: str) -> tuple[Noise | Layers, _native.Window | None]:
    """What a recipe describes: noise or layers, and the window if there is one; `format` is json or toml."""
    try:
        sampler, window = _native.read_recipe(text, format)
    except ValueError as error:
        raise suggest(error) from None
    return (Noise if len(sampler.parameters()) == 1 else Layers)._of(sampler), window
