"""`Noise` and `Layers`: what to sample."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import InitVar, dataclass, field, fields
from functools import cached_property
from numbers import Real
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypedDict, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from perlane import _lazy, _native
from perlane._answers import answers, suggest
from perlane._arrays import is_of_reals, sequence, shown
from perlane._batch import Batches
from perlane._lazy import LazyField, LazyGrid, added
from perlane._native import MOST_OCTAVES
from perlane._sampling import Sampling
from perlane._text import check_text, from_text
from perlane._types import (
    Distance,
    Fade,
    Fractal,
    Gradients,
    GradientSet,
    Hash,
    IntArray,
    Kind,
    Number,
    Permutation,
    Returns,
    Span,
)

Self = TypeVar("Self", bound="Term")


class Term(Batches):
    """A noise, or a sum of noises, which can be added, subtracted and weighted."""

    __slots__ = ()

    def _noises(self) -> tuple[Noise, ...]:
        raise NotImplementedError

    def _mapped(self: Self, scaled: Callable[[float], float]) -> Self:
        """The same, with all samples mapped by a linear function."""
        raise NotImplementedError

    def _shifted(self: Self, by: float) -> Self:
        """The same, with a number added to all samples."""
        raise NotImplementedError

    @overload
    def __add__(self, other: Term) -> Layers: ...
    @overload
    def __add__(self: Self, other: SupportsFloat) -> Self: ...
    def __add__(self, other: Any) -> Any:
        if isinstance(other, Term):
            return Layers([*self._noises(), *other._noises()])
        return self._shifted(_float(other)) if _is_number(other) else _no_operand(other)

    def __radd__(self: Self, other: SupportsFloat) -> Self:
        return self._shifted(_float(other)) if _is_number(other) else _no_operand(other)

    @overload
    def __sub__(self, other: Term) -> Layers: ...
    @overload
    def __sub__(self: Self, other: SupportsFloat) -> Self: ...
    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Term):
            return self + -other
        # Negated as a float, because NumPy's unsigned numbers have no negative ones: -np.uint8(5) is 251.
        return self._shifted(-_float(other)) if _is_number(other) else _no_operand(other)

    def __rsub__(self: Self, other: SupportsFloat) -> Self:
        return -self + other if _is_number(other) else _no_operand(other)

    def __mul__(self: Self, weight: SupportsFloat) -> Self:
        return self._mapped(lambda value: value * _float(weight)) if _is_number(weight) else _no_operand(weight)

    __rmul__ = __mul__

    def __truediv__(self: Self, divisor: SupportsFloat) -> Self:
        return self._mapped(lambda value: value / _float(divisor)) if _is_number(divisor) else _no_operand(divisor)

    def __neg__(self: Self) -> Self:
        return self._mapped(lambda value: -value)

    def __pos__(self: Self) -> Self:
        return self


def _no_operand(other: Any) -> Any:
    """The result of an operator for a value that is neither a noise nor a number."""
    if not isinstance(other, np.ndarray | np.generic):
        return NotImplemented
    # Otherwise NumPy's message would be about sequences that it cannot concatenate, or about ufuncs.
    if not other.ndim:
        raise TypeError(f"a noise with {shown(other)}; allowed: real numbers, noises and layers")
    raise TypeError(
        f"a noise with an array of shape {other.shape}; allowed: its samples, such as noise.grid({other.shape})"
    )


def _float(operand: SupportsFloat) -> float:
    try:
        return float(operand)
    except OverflowError:
        raise ValueError("a noise with a number beyond float64; allowed: finite numbers from -1e37 to 1e37") from None


def _is_number(value: Any) -> bool:
    """Whether a value is one number, such as a noise's `scale` can be."""
    is_one = isinstance(value, SupportsFloat) and getattr(value, "ndim", 0) == 0
    return is_one and not isinstance(value, bool) and is_of_reals(value)


class Changes(TypedDict, total=False):
    """The parameters of a noise, as `Noise.replace` takes them."""

    kind: Kind
    seed: SupportsIndex
    frequency: Number
    fractal: Fractal | None
    octaves: SupportsIndex | None
    lacunarity: Number
    gain: Number
    strength: Number
    level: Number
    feedback: Number
    gradients: Gradients
    fade: Fade
    distance: Distance
    returns: Returns
    jitter: Number
    hash: Hash | None
    permutation: Permutation | None
    period: Sequence[SupportsIndex] | IntArray | None
    offset: Sequence[Number] | NDArray[Any] | None
    warp: Number | Sequence[Noise | Layers | None]
    warp_frequency: Number | None
    warp_octaves: SupportsIndex
    warp_seed: SupportsIndex | None
    normalize: bool
    scale: Number
    bias: Number
    range: Span | None


class _NotReplaceable(TypeError, AttributeError):
    """Also an `AttributeError`, because programs that read all attributes in `dir(noise)` go on after one."""


class _Refusal:
    """An attribute that cannot be read. `dataclasses.replace` reads it first, and so fails."""

    def __get__(self, noise: Noise | None, owner: type) -> Any:
        if noise is None:
            return self
        allowed = "the noise's own method, such as noise.replace(seed=2)"
        raise _NotReplaceable(f"dataclasses.replace is given a {owner.__name__}; allowed: {allowed}")


@dataclass(frozen=True, init=False, repr=False)
class Noise(Term):
    """A noise: kind, seed, frequency, fractal and everything else that determines its samples. Immutable, hashable, picklable.

    Parameters
    ----------
    kind : {"perlin", "value", "cell", "cellular"}
        Perlin noise has a slope at each corner of the lattice (Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving
        Noise", SIGGRAPH 2002). Value noise has a value at each corner, and fades between them. Cell noise has one value for
        each cell (it is also called cell value noise, or white noise if a cell is a sample). Cellular noise (Worley, "A
        Cellular Texture Basis Function", SIGGRAPH 1996; in 2-D and 3-D) is computed from distances to random points, one in
        each cell; by default its samples lie in [0, 1], not [-1, 1].
    seed : int
        0 to 2^64 - 1.
    frequency : float
        Lattice cells per world unit in octave 0; finite, above 0. Perlin noise is 0 at lattice corners: at frequency 1 on a grid
        of spacing 1, that is everywhere. One number serves all axes; a spacing for each axis, or scaled coordinates, stretch it.
    fractal : {"none", "fbm", "billow", "ridged", "turbulence", "ping-pong", "ridged-multi", "hybrid-multi"}, optional
        How octaves are folded and summed. The last two are Musgrave's multifractals (Ebert et al., "Texturing and Modeling"),
        whose octaves are weighted by those before them. The default is "fbm" for several octaves, and "none" for one.
    octaves : int, optional
        1 to 32; by default 6 if a fractal is given, and 1 if none is. If the fractal "none" is given, one octave is used.
    lacunarity : float
        The ratio of an octave's frequency to the one before; finite, above 0.
    gain : float
        The ratio of an octave's amplitude to the one before (also called persistence); finite. Musgrave's
        own multifractals use lacunarity^-H: his "hybrid-multi" has gain 0.84, level 0.7 and feedback 1.
    strength : float
        How often "ping-pong" noise goes back and forth, 0 to 1000.
    level : float
        The level from which the octaves of "ridged-multi" and "hybrid-multi" are measured, 0 to 1000: Musgrave's offset.
    feedback : float
        How strongly an octave of "ridged-multi" and "hybrid-multi" weights those after it, 0 to 1000: Musgrave's gain.
    gradients : str, ndarray or sequence of sequences, of shape (vectors, components)
        The vectors of Perlin noise: "default" (directions16 in 2-D, edges in 3-D and 4-D, signs in 1-D), "signs",
        "directions16", "directions8", "diagonals", "axes", "knight-moves", "value-gradient", "edges", or 1 to 256 vectors of
        your own, with components in the order x, y, z, w.
    fade : {"linear", "cubic", "quintic"}
        How values fade from corner to corner.
    distance : {"euclidean", "squared", "manhattan", "chebyshev"}
        How cellular noise measures the distance to a point.
    returns : {"f1", "f2", "f2-f1", "value"}
        What cellular noise returns: the distance to the nearest point, the distance to the second nearest, their difference, or
        a value in [-1, 1] of the nearest point's cell. Each is divided by its own supremum, so that "f2" may be less than "f1" at
        the same place. To combine them, take `normalize=False`: distances are in cells then, and "f2-f1" is their difference.
    jitter : float
        How far the points of cellular noise may be from the centres of their cells: 0, a square lattice, to 1, anywhere in the cell.
    hash : {"mix", "permutation"}, optional
        An arithmetic hash without a period, or the textbooks' table of 256 entries. The default is "mix", or "permutation" if
        `permutation` is given.
    permutation : {"perlin", "seeded"} or sequence of 256 ints, optional
        The table of the hash "permutation": Ken Perlin's, one that is shuffled by the seed, or your own.
    period : sequence of ints, optional
        Lattice cells of octave 0 after which the noise repeats, in array order (the last one is x); 0 along axes where it does
        not repeat. Axes before those that are given have 0: (8,) is x alone. A warp by other noises repeats only if these have the
        same period in world units, which is the period divided by the frequency; otherwise tiles have seams.
    offset : sequence of floats, optional
        World units that are added to coordinates, in array order, and 0 for axes before those that are given: the phase of a noise
        among `Layers`.
    warp : float or sequence of Noise, Layers or None, optional
        Domain warp. A number is how far, at most, Perlin noise moves samples along each axis, in world units; 0 is no warp. A
        sequence has a noise or layers for each axis, in array order (the last one is x), whose samples are the displacements in
        world units; None for an axis along which nothing moves, as for axes before those that are given. These noises cannot be
        warped themselves. If the noise has a period, they need one too, the same in world units, or else tiles have seams. A
        warp by a number has the noise's.
    warp_frequency, warp_octaves, warp_seed : optional
        Parameters of the Perlin noise that moves samples if `warp` is a number: its frequency, by default the noise's
        frequency; its octaves, 1 to 32, by default 1; its seed along x, by default the noise's seed plus 1. The seeds along y,
        z, w follow it.
    normalize : bool
        Whether octaves are divided by the proven supremum of their sum. Most noises then stay within [-1, 1]. Billow and ridged
        noise reach further; the method `bounds` gives the range of each noise.
    scale, bias : float
        The noise is multiplied by `scale`, then `bias` is added; both are from -1e37 to 1e37.
    range : (float, float), optional
        The range to which the noise's own bounds are mapped, whatever its other parameters are: samples stay within it, to a
        few millionths (some thousandths for ridged-multi value noise of 32 octaves). Either number may be the greater one; both
        are from -1e37 to 1e37. It is given instead of scale and bias.

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
    ValueError: frequency is 0; allowed: finite numbers above 0 (lattice cells per world unit, 1 / cell size)
    """

    # `dataclasses.replace` would give all parameters again, also those that others imply. So it may set none of them. But then it would
    # make the default noise where it is to change none, and so it fails here.
    _not_replaceable: InitVar[Any] = field(default=_Refusal(), kw_only=True)
    kind: Kind = field(init=False)
    seed: int = field(init=False)
    frequency: float = field(init=False)
    fractal: Fractal = field(init=False)
    octaves: int = field(init=False)
    lacunarity: float = field(init=False)
    gain: float = field(init=False)
    strength: float = field(init=False)
    level: float = field(init=False)
    feedback: float = field(init=False)
    gradients: GradientSet | tuple[tuple[float, ...], ...] = field(init=False)
    fade: Fade = field(init=False)
    distance: Distance = field(init=False)
    returns: Returns = field(init=False)
    jitter: float = field(init=False)
    hash: Hash = field(init=False)
    permutation: Literal["perlin", "seeded"] | tuple[int, ...] | None = field(init=False)
    period: tuple[int, ...] | None = field(init=False)
    offset: tuple[float, ...] | None = field(init=False)
    warp: float | tuple[Noise | Layers | None, ...] = field(init=False)
    warp_frequency: float | None = field(init=False)
    warp_octaves: int = field(init=False)
    warp_seed: int | None = field(init=False)
    normalize: bool = field(init=False)
    scale: float = field(init=False)
    bias: float = field(init=False)
    range: tuple[float, float] | None = field(init=False)

    @answers
    def __init__(
        self,
        kind: Kind = "perlin",
        *,
        seed: SupportsIndex = 0,
        frequency: Number = 1.0,
        fractal: Fractal | None = None,
        octaves: SupportsIndex | None = None,
        lacunarity: Number = 2.0,
        gain: Number = 0.5,
        strength: Number = 2.0,
        level: Number = 1.0,
        feedback: Number = 2.0,
        gradients: Gradients = "default",
        fade: Fade = "quintic",
        distance: Distance = "euclidean",
        returns: Returns = "f1",
        jitter: Number = 1.0,
        hash: Hash | None = None,
        permutation: Permutation | None = None,
        period: Sequence[SupportsIndex] | IntArray | None = None,
        offset: Sequence[Number] | NDArray[Any] | None = None,
        warp: Number | Sequence[Noise | Layers | None] = 0.0,
        warp_frequency: Number | None = None,
        warp_octaves: SupportsIndex = 1,
        warp_seed: SupportsIndex | None = None,
        normalize: bool = True,
        scale: Number = 1.0,
        bias: Number = 0.0,
        range: Span | None = None,
    ) -> None:
        if _is_collection(frequency):
            stretch = "to stretch an axis, give it a spacing, such as frequency=1, spacing=(16 / 256, 64 / 512)"
            raise TypeError(f"frequency is {shown(frequency)}; allowed: one number for all axes; {stretch}")
        try:
            sampler = _native.Sampler.noise(
                kind=kind,
                seed=seed,
                frequency=frequency,
                fractal=_implied_fractal(octaves) if fractal is None else fractal,
                octaves=_implied_octaves(fractal) if octaves is None else octaves,
                lacunarity=lacunarity,
                gain=gain,
                strength=strength,
                level=level,
                feedback=feedback,
                gradients=gradients,
                fade=fade,
                distance=distance,
                returns=returns,
                jitter=jitter,
                hash=hash,
                permutation=permutation,
                period=period,
                offset=offset,
                warp=_samplers(warp),
                warp_frequency=warp_frequency,
                warp_octaves=warp_octaves,
                warp_seed=warp_seed,
                normalize=normalize,
                scale=scale,
                bias=bias,
                range=range,
            )
        except (TypeError, ValueError) as error:
            raise suggest(error) from error.__cause__
        self._set(sampler)

    def _set(self, sampler: _native.Sampler) -> None:
        """Takes all fields from a sampler, which has checked them, and has one form for each."""
        object.__setattr__(self, "_core", sampler)
        [parameters] = sampler.parameters()
        for name, value in _with_terms(parameters).items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_json(cls, text: str) -> Noise:
        """The noise of a recipe in JSON; a window in it is ignored.

        Raises
        ------
        ValueError
            Text that is not a recipe, an unknown key, a parameter outside its range, a recipe of several layers, or one of more
            than 4 MiB.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise.from_json('{"stream": 1, "noise": {"kind": "value", "seed": 3}}')
        Noise('value', seed=3)
        """
        return cls._of(from_text(text, "json"))

    @classmethod
    def from_toml(cls, text: str) -> Noise:
        """The noise of a recipe in TOML, as in the command line's recipe files; `perlane.open` takes the file.

        Raises
        ------
        ValueError
            As for `from_json`.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise.from_toml('''
        ... stream = 1
        ... [noise]
        ... seed = 3
        ... fractal = { kind = "fbm", octaves = 6 }
        ... ''')
        Noise('perlin', seed=3, fractal='fbm', octaves=6)
        """
        return cls._of(from_text(text, "toml"))

    @classmethod
    def _from_pickle(cls, text: str) -> Noise:
        """The same noise in another process. Its recipe may be longer than what people may write."""
        return cls._of(_native.Sampler.from_text(text, "json"))

    @classmethod
    def _of(cls, sampler: _native.Sampler) -> Noise:
        count = len(sampler.parameters())
        if count != 1:
            raise ValueError(f"layers is {count} noises; allowed: one noise (Layers takes recipes of several)")
        noise = cls.__new__(cls)
        noise._set(sampler)
        return noise

    @answers
    def replace(self, **changes: Unpack[Changes]) -> Noise:
        """The same noise with other parameters. A range replaces scale and bias, and these replace a range. A warp by noises
        replaces a number and the frequency, octaves and seed beside it. If the noise has no fractal, `octaves` above 1 makes
        it an fbm, and `fractal` alone gives it 6 octaves. The result is of the noise's own class, and keeps what this has added;
        the class is not called.

        `copy.replace` calls this method; mypy takes another one for it there, and refuses its arguments. `dataclasses.replace` does
        not call it, and so is refused.

        Examples
        --------
        >>> import perlane
        >>> perlane.Noise("perlin", seed=1, frequency=0.25).replace(seed=2)
        Noise('perlin', seed=2, frequency=0.25)
        """
        parameters: dict[str, Any] = {name: getattr(self, name) for name in _own()}
        if "permutation" in changes and "hash" not in changes:
            parameters["hash"] = None
        if isinstance(changes.get("hash"), str) and changes["hash"] == "mix" and "permutation" not in changes:
            parameters["permutation"] = None
        if "octaves" in changes and self.fractal == "none":
            parameters["fractal"] = None
        if "fractal" in changes and self.fractal == "none" and self.octaves == 1:
            parameters["octaves"] = None
        if _is_collection(changes.get("warp")):
            parameters |= {"warp_frequency": None, "warp_octaves": 1, "warp_seed": None}
        if changes.get("range") is not None:
            parameters |= {"scale": 1.0, "bias": 0.0}
        elif "scale" in changes or "bias" in changes:
            parameters["range"] = None
        other = _of_class_of(self, _own())
        Noise.__init__(other, **{**parameters, **changes})
        return other

    __replace__ = replace

    def _noises(self) -> tuple[Noise, ...]:
        return (self,)

    def _mapped(self, scaled: Callable[[float], float]) -> Noise:
        if self.range is not None:
            return self.replace(range=[scaled(end) for end in self.range])
        return self.replace(scale=scaled(self.scale), bias=scaled(self.bias))

    def _shifted(self, by: float) -> Noise:
        if self.range is not None:
            return self.replace(range=[end + by for end in self.range])
        return self.replace(bias=self.bias + by)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._from_pickle, (self.to_json(),), added(self, _own())

    def __repr__(self) -> str:
        shown = [repr(self.kind)]
        for name, parameter in inspect.signature(Noise).parameters.items():
            value = getattr(self, name)
            implied = {
                "kind": True,
                "hash": value == "mix" or self.permutation is not None,
                "fractal": value == "none" and self.octaves == 1,
                "octaves": value == 1 and self.fractal == "none",
            }
            if not implied.get(name, value == parameter.default):
                shown.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, init=False, repr=False)
class Layers(Term):
    """The sum of noises, evaluated as one: no layer needs a buffer of its own. Immutable, hashable, picklable.

    If `a` and `b` are noises or sums, `a + b` and `a - b` are sums, and so is `sum` of a list of them. `0.5 * a`, `a / 2` and
    `-a` are weighted, and `a + 1` is shifted. Without layers, the sum is 0.

    Parameters
    ----------
    layers : iterable of Noise or Layers
        The noises to add. A sum among them stands for its own layers.

    Raises
    ------
    ValueError
        Noises that have more than 1024 octaves together.
    TypeError
        A value that is not an iterable of noises and sums.

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

    @answers
    def __init__(self, layers: Iterable[Noise | Layers] = ()) -> None:
        if isinstance(layers, Term):
            raise TypeError(f"layers is of type {type(layers).__name__}; allowed: sequences of noises, such as [noise]")
        allowed = f"sequences of {MOST_OCTAVES} noises or fewer, as a sum has no more octaves"
        listed = sequence("layers", layers, MOST_OCTAVES, allowed)
        for i, layer in enumerate(listed):
            if not isinstance(layer, Term):
                raise TypeError(f"layers[{i}] is of type {type(layer).__name__}; allowed: Noise, Layers")
        core = _native.Sampler.sum([layer._core for layer in listed])
        object.__setattr__(self, "layers", tuple(noise for layer in listed for noise in layer._noises()))
        object.__setattr__(self, "_core", core)

    @classmethod
    def from_json(cls, text: str) -> Layers:
        """The sum that a recipe in JSON describes; a window in it is ignored.

        Raises
        ------
        ValueError
            Text that is not a recipe, an unknown key, a parameter outside its range, or a recipe of more than 4 MiB.

        Examples
        --------
        >>> import perlane
        >>> perlane.Layers.from_json('{"stream": 1, "layers": [{"seed": 1}, {"seed": 2, "weight": 0.5}]}')
        Layers([Noise('perlin', seed=1), Noise('perlin', seed=2, scale=0.5)])
        """
        return cls._of(from_text(text, "json"))

    @classmethod
    def from_toml(cls, text: str) -> Layers:
        """The sum that a recipe in TOML describes; a window in it is ignored.

        Raises
        ------
        ValueError
            As for `from_json`.

        Examples
        --------
        >>> import perlane
        >>> perlane.Layers.from_toml('stream = 1\\n[[layers]]\\nseed = 1\\n[[layers]]\\nseed = 2\\nweight = 0.5')
        Layers([Noise('perlin', seed=1), Noise('perlin', seed=2, scale=0.5)])
        """
        return cls._of(from_text(text, "toml"))

    @classmethod
    def _from_pickle(cls, text: str) -> Layers:
        """The same sum in another process, as for noises."""
        return cls._of(_native.Sampler.from_text(text, "json"))

    @classmethod
    def _of(cls, sampler: _native.Sampler) -> Layers:
        layers = cls.__new__(cls)  # as for noises, the class is not called: that of a user may take other arguments
        Layers.__init__(layers, (Noise(**_with_terms(parameters)) for parameters in sampler.parameters()))
        return layers

    def _noises(self) -> tuple[Noise, ...]:
        return self.layers

    def _mapped(self, scaled: Callable[[float], float]) -> Layers:
        if not self.layers:
            _nothing()._mapped(scaled)  # refuses what noises refuse
        return self._with([layer._mapped(scaled) for layer in self.layers])

    def _shifted(self, by: float) -> Layers:
        first, *others = self.layers or (_nothing(),)
        return self._with([first._shifted(by), *others]) if by else self

    def _with(self, layers: list[Noise]) -> Layers:
        """A sum of other noises, as `Noise.replace` makes noises."""
        other = _of_class_of(self, ("layers",))
        Layers.__init__(other, layers)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        # A recipe has no classes of users.
        own = ("layers",) if all(type(layer) is Noise for layer in self.layers) else ()
        return type(self)._from_pickle, (self.to_json(),), added(self, own)

    def __repr__(self) -> str:
        return f"{type(self).__name__}([{', '.join(map(repr, self.layers))}])"


def _own() -> list[str]:
    """The attributes that every noise has; classes of users may add others."""
    return [each.name for each in fields(Noise)]


def _of_class_of(term: Self, own: Iterable[str]) -> Self:
    """A new object of the same class with the attributes that a user's class has added to its own, and nothing else.

    The class is not called, because it may take other arguments. What a `cached_property` has computed is of the old parameters.
    """
    kind = type(term)
    other = kind.__new__(kind)
    for name, value in (added(term, own) or {}).items():
        if not isinstance(getattr(kind, name, None), cached_property):
            object.__setattr__(other, name, value)
    return other


def _nothing() -> Noise:
    """A sum without layers as a noise, which becomes the constant that is added to it."""
    return Noise("cell", scale=0.0)


def _samplers(warp: Any) -> Any:
    """A warp as the library takes it: a number, or samplers."""
    if isinstance(warp, np.ndarray) and warp.ndim == 0:
        warp = warp[()]
    if isinstance(warp, Term):
        raise TypeError(
            f"warp is {warp!r}; allowed: a number, or a sequence of noises, one for each axis, that of x last"
        )
    if not _is_collection(warp):
        return warp
    listed = sequence("warp", warp, 4, "sequences of 1 to 4 noises, one for each axis")
    for i, term in enumerate(listed):
        if term is not None and not isinstance(term, Term):
            raise TypeError(f"warp[{i}] is {shown(term)}; allowed: Noise, Layers or None")
    return [None if term is None else term._core for term in listed]


def _is_collection(value: Any) -> bool:
    """Whether a value is a collection, and no number."""
    dims = getattr(value, "ndim", None)
    if isinstance(dims, int):  # an array or a tensor, which has the methods of a collection even if it is one number
        return dims > 0
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Real | np.number)


def _with_terms(parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters from the library, with noises and layers for the samplers of a warp."""
    warp = parameters["warp"]
    return parameters | {"warp": tuple(map(_term, warp))} if isinstance(warp, list) else parameters


def _term(sampler: _native.Sampler | None) -> Noise | Layers | None:
    if sampler is None:
        return None
    return (Noise if len(sampler.parameters()) == 1 else Layers)._of(sampler)


def _implied_fractal(octaves: SupportsIndex | None) -> str:
    """The fractal for octaves that were given without one: several octaves are there to be summed."""
    if octaves is None or isinstance(octaves, bool | np.bool_):
        return "none"
    try:
        return "none" if operator.index(octaves) == 1 else "fbm"
    except TypeError:
        return "none"  # the library's own error names the octaves


def _implied_octaves(fractal: str | None) -> int:
    """The octaves of a fractal that was given without a number of them, as on the command line."""
    return 6 if isinstance(fractal, str) and fractal != "none" else 1  # the library's own error names what is no name


def read_lazy(text: str, format: str) -> LazyGrid | LazyField:
    """The grid, or the quantity of it, that a recipe with a window describes. `format` is json or toml."""
    check_text(text)
    try:
        sampler, window, field = _native.read_recipe(text, format)
    except ValueError as error:
        raise suggest(error) from None
    if window is None:
        raise ValueError("grid is missing; allowed: recipes with a window, [grid] size = { x = .. }")
    noise = (Noise if len(sampler.parameters()) == 1 else Layers)._of(sampler)
    lazy = noise.lazy(window.shape, window.start, origin=window.origin, spacing=window.spacing)
    if field is None:
        return lazy
    quantity, relief, light = field
    return LazyField(lazy, quantity, relief=relief, light=light)


# `typing.get_type_hints` looks for the names of annotations in their module. That of lazy grids cannot import noises, which import it.
vars(_lazy).update(Layers=Layers, Noise=Noise, Sampling=Sampling)
