"""`perlin` and `fbm`, a grid in one call; `backends`."""

from collections.abc import Sequence
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._answers import answers
from perlane._noise import Noise
from perlane._types import (
    F32,
    U8,
    U16,
    Backend,
    Dtype,
    Fade,
    Gradients,
    IntArray,
    Levels,
    Number,
    Out,
    PerAxisFloat,
    PerAxisInt,
    Samples,
    Shape,
    Span,
)


@overload
def perlin(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def perlin(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def perlin(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def perlin(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def perlin(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
    start: PerAxisInt | None = None,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
    dtype: Dtype | str | None = None,
    levels: Levels | None = None,
    out: Out | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[Any]:
    """A grid of Perlin noise: float32, of the given shape, within [-1, 1] by default.

    The same as `Noise("perlin", seed=seed, ...).grid(shape, start=start, ...)`; parameters and errors are described there.

    Examples
    --------
    >>> import perlane
    >>> perlane.perlin((256, 256), seed=1, frequency=1 / 32).shape
    (256, 256)
    """
    noise = Noise(
        "perlin",
        seed=seed,
        frequency=frequency,
        gradients=gradients,
        fade=fade,
        period=period,
        normalize=normalize,
        scale=scale,
        bias=bias,
        range=range,
    )
    numbers: dict[str, Any] = {"dtype": dtype, "levels": levels, "out": out}
    return noise.grid(shape, start=start, origin=origin, spacing=spacing, threads=threads, backend=backend, **numbers)


@overload
def fbm(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    octaves: SupportsIndex | None = 6,
    lacunarity: Number = 2.0,
    gain: Number = 0.5,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def fbm(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    octaves: SupportsIndex | None = 6,
    lacunarity: Number = 2.0,
    gain: Number = 0.5,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def fbm(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    octaves: SupportsIndex | None = 6,
    lacunarity: Number = 2.0,
    gain: Number = 0.5,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def fbm(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    octaves: SupportsIndex | None = 6,
    lacunarity: Number = 2.0,
    gain: Number = 0.5,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
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
def fbm(
    shape: Shape,
    *,
    seed: SupportsIndex = 0,
    frequency: Number = 1 / 64,
    octaves: SupportsIndex | None = 6,
    lacunarity: Number = 2.0,
    gain: Number = 0.5,
    gradients: Gradients = "default",
    fade: Fade = "quintic",
    period: Sequence[SupportsIndex] | IntArray | None = None,
    normalize: bool = True,
    scale: Number = 1.0,
    bias: Number = 0.0,
    range: Span | None = None,
    start: PerAxisInt | None = None,
    origin: PerAxisFloat | None = None,
    spacing: PerAxisFloat = 1.0,
    dtype: Dtype | str | None = None,
    levels: Levels | None = None,
    out: Out | None = None,
    threads: SupportsIndex | None = None,
    backend: Backend | None = None,
) -> NDArray[Any]:
    """A grid of fractal Brownian motion, a sum of octaves of Perlin noise: float32, of the given shape, within [-1, 1] by default.

    The same as `Noise("perlin", fractal="fbm", seed=seed, ...).grid(shape, start=start, ...)`; parameters and errors are
    described there.

    Examples
    --------
    >>> import perlane
    >>> perlane.fbm((1080, 1920), seed=42, frequency=1 / 128, octaves=6).shape
    (1080, 1920)
    """
    noise = Noise(
        "perlin",
        fractal="fbm",
        seed=seed,
        frequency=frequency,
        octaves=octaves,
        lacunarity=lacunarity,
        gain=gain,
        gradients=gradients,
        fade=fade,
        period=period,
        normalize=normalize,
        scale=scale,
        bias=bias,
        range=range,
    )
    numbers: dict[str, Any] = {"dtype": dtype, "levels": levels, "out": out}
    return noise.grid(shape, start=start, origin=origin, spacing=spacing, threads=threads, backend=backend, **numbers)


def backends() -> list[Backend]:
    """The names of the instruction sets of this machine, slowest first. All of them give the same bits.

    Examples
    --------
    >>> import perlane
    >>> perlane.backends()[:1]
    ['portable']
    """
    return _native.backends()
