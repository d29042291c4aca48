"""Every error names the parameter, its value and what is allowed."""

import inspect
import itertools
import json
import random
import re
import secrets
import sys
from decimal import Decimal
from fractions import Fraction
from typing import get_args

import numpy as np
import pytest

import perlane
import perlane.ml
from conftest import NO_REAL_NUMBERS
from perlane import Noise, _answers, _native, _noise, _types

N = Noise("perlin", frequency=0.1)
FRACTAL = Noise("perlin", seed=5, frequency=1 / 128, fractal="ridged", octaves=6)
GRID = np.empty((4, 4), np.float32)
READ_ONLY = np.broadcast_to(np.float32(0), (4, 4))

TWICE = np.lib.stride_tricks.as_strided(np.zeros(7, np.float32), (4, 4), (4, 4))


class OnlyOfALength:
    def __len__(self):
        return 2


# What is called, the error, what its message begins with.
CASES = [
    (lambda: Noise("foo"), ValueError, "kind is foo; allowed: perlin, value, cell, cellular"),
    (lambda: Noise(3), TypeError, "kind is 3; allowed:"),
    (lambda: Noise("cellular", jitter=1.5), ValueError, "jitter is 1.5; allowed: 0 to 1"),
    (lambda: Noise("cellular", jitter="x"), TypeError, "jitter is 'x'; allowed: numbers"),
    (lambda: Noise("cellular", distance="hybrid"), ValueError, "distance is hybrid; allowed: euclidean, squared"),
    (lambda: Noise("cellular", returns=3), TypeError, "returns is 3; allowed:"),
    (lambda: Noise("cellular", permutation="perlin"), ValueError, "hash is permutation; allowed: mix"),
    (lambda: Noise("cellular").grid(8), ValueError, "kind is cellular, in 1-D; allowed:"),
    (lambda: Noise(warp="x"), TypeError, "warp is 'x'; allowed: numbers"),
    (lambda: Noise(warp=float("nan")), ValueError, "warp is NaN; allowed: finite numbers"),
    (lambda: Noise(warp=N), TypeError, "warp is Noise("),
    (lambda: Noise(warp={N}), TypeError, "warp is of type set; allowed: sequences"),
    (lambda: Noise(warp={N: 1}), TypeError, "warp is of type dict; allowed: sequences"),
    (lambda: Noise(warp=np.array("a")), TypeError, f"warp is {np.str_('a')!r}; allowed: numbers"),
    (lambda: Noise(warp=np.array(10**400, dtype=object)), ValueError, "warp is 1000"),
    (lambda: Noise(warp=np.array(N, dtype=object)), TypeError, "warp is Noise("),
    (lambda: Noise(warp=[N, 3]), TypeError, "warp[1] is 3; allowed: Noise, Layers or None"),
    (lambda: Noise(warp=[N] * 5), ValueError, "warp is a sequence of 5; allowed: sequences of 1 to 4 noises"),
    (lambda: Noise(warp=[N, N], warp_octaves=3), ValueError, "warp_octaves is 3; allowed: nothing, as the warp is a"),
    (lambda: Noise(warp=[N, N], warp_seed=3), ValueError, "warp_seed is 3; allowed: nothing, as the warp is a noise"),
    (
        lambda: Noise(warp=[N, Noise(warp=1)]),
        ValueError,
        "warp.x is perlin noise that is warped itself; allowed: noises",
    ),
    (lambda: Noise(warp=[N, N, N]).grid((3, 4)), ValueError, "warp.z is given; allowed: nothing, as there are 2 axes"),
    (lambda: Noise(warp=1e7).grid((3, 4)), ValueError, "warp is up to 10000000 ("),
    (lambda: Noise(warp=1, warp_octaves=-1), ValueError, "warp_octaves is -1; allowed: 1 to 32"),
    (lambda: Noise(warp_amplitude=3), TypeError, "warp_amplitude is no argument of Noise; allowed: warp"),
    (lambda: Noise(seed=-1), ValueError, "seed is -1; allowed: integers from 0 to 2^64 - 1"),
    (lambda: Noise(seed=2**64), ValueError, "seed is 18446744073709551616; allowed:"),
    (lambda: Noise(seed=1.5), TypeError, "seed is 1.5; allowed: integers"),
    (lambda: Noise(seed=np.random.default_rng(1)), TypeError, "seed is Generator(PCG64) at"),
    (lambda: Noise(seed=None), TypeError, "seed is None; allowed: integers"),
    (lambda: Noise(frequency=0), ValueError, "frequency is 0; allowed: finite numbers above 0"),
    (lambda: Noise(frequency=float("nan")), ValueError, "frequency is NaN; allowed:"),
    (lambda: Noise(frequency="x"), TypeError, "frequency is 'x'; allowed: numbers"),
    (lambda: Noise(fractal="foo"), ValueError, "fractal is foo; allowed: none, fbm, billow, ridged, turbulence"),
    (lambda: Noise(fractal=np.array(["fbm", "none"])), TypeError, "fractal is array(['fbm', 'none']"),
    (lambda: N.replace(hash=np.array(["mix", "mix"])), TypeError, "hash is array(['mix', 'mix']"),
    (lambda: Noise(fractal="ping-pong", strength=-1), ValueError, "strength is -1; allowed: 0 to 1000"),
    (lambda: Noise(fractal="ridged-multi", level="x"), TypeError, "level is 'x'; allowed: numbers"),
    (lambda: Noise(fractal="hybrid-multi", feedback=1e9), ValueError, "feedback is 1000000000; allowed: 0 to 1000"),
    (lambda: Noise(gradients="value-gradient").grid((4, 4, 4)), ValueError, "gradients is value-gradient, in 3-D"),
    (lambda: Noise(octaves=33), ValueError, "octaves is 33; allowed: 1 to 32"),
    (lambda: Noise(octaves=-1), ValueError, "octaves is -1; allowed: 1 to 32"),
    (lambda: Noise(octaves=2**70), ValueError, "octaves is 1180591620717411303424; allowed: 1 to 32"),
    (lambda: Noise(octaves=-(2**70)), ValueError, "octaves is -1180591620717411303424; allowed: 1 to 32"),
    (lambda: Noise(octaves=np.array([1, 2])), TypeError, "octaves is array([1, 2]); allowed: integers"),
    (lambda: Noise(warp_octaves=0), ValueError, "warp_octaves is 0; allowed: 1 to 32"),
    (lambda: Noise(warp_octaves=2**70), ValueError, "warp_octaves is 1180591620717411303424; allowed: 1 to 32"),
    (lambda: Noise(warp_frequency=0), ValueError, "warp_frequency is 0; allowed: finite numbers above 0"),
    (lambda: Noise(warp=1e300), ValueError, "warp is 1e300; allowed: finite numbers from -1e37 to 1e37"),
    (lambda: Noise(warp=1e9).grid((3, 3)), ValueError, "warp is up to 1000000000 (1000000000 cells in octave 0)"),
    (
        lambda: (N + Noise(warp=1, warp_frequency=0.3, period=(3, 3))).grid((3, 3)),
        ValueError,
        "layers[1].warp_frequency is 0.3 (0.8999999999999999 cells in the noise's period); allowed:",
    ),
    (lambda: Noise(lacunarity=0), ValueError, "lacunarity is 0; allowed:"),
    (lambda: Noise(gain=float("inf")), ValueError, "gain is inf; allowed: finite numbers"),
    (lambda: Noise(fade="foo"), ValueError, "fade is foo; allowed: linear, cubic, quintic"),
    (lambda: Noise(hash="foo"), ValueError, "hash is foo; allowed: mix, permutation"),
    (lambda: Noise(hash="mix", permutation="perlin"), ValueError, "hash is mix; allowed: permutation, where"),
    (lambda: Noise(permutation=[1, 2]), ValueError, "permutation is 2 integers; allowed: 256 integers"),
    (lambda: Noise(permutation=[0] * 256), ValueError, "permutation[1] is 0, which already stands at [0]"),
    (lambda: Noise(permutation=[256] * 256), ValueError, "permutation[0] is 256; allowed: integers from 0 to 255"),
    (lambda: Noise(permutation=3), TypeError, "permutation is 3; allowed: perlin, seeded, or 256 integers"),
    (lambda: Noise(gradients="foo"), ValueError, "gradients is foo; allowed: default, signs"),
    (lambda: Noise(gradients=[[1, 2], [3]]), ValueError, "gradients[1] is a vector of 1 component; allowed: 2"),
    (lambda: Noise(gradients=[1, 2]), TypeError, "gradients is [1, 2]; allowed: a name, or an array of shape"),
    (lambda: Noise(gradients=np.ones((3, 5))), ValueError, "gradients is a vector of 5 components; allowed: 1 to 4"),
    (lambda: Noise(period=(-1, 2)), ValueError, "period is -1; allowed:"),
    (lambda: Noise(period=8), TypeError, "period is 8; allowed: None, or 1 to 4 numbers"),
    (lambda: Noise(period=(1,) * 5), ValueError, "period is a sequence of 5; allowed:"),
    (lambda: Noise(offset=(float("nan"), 0)), ValueError, "offset.y is NaN; allowed:"),
    (lambda: Noise(scale=float("inf")), ValueError, "scale is inf; allowed: finite numbers"),
    (lambda: Noise(range=3), TypeError, "range is 3; allowed: None, or two numbers"),
    (lambda: Noise(range=(0, 1, 2)), ValueError, "range is a sequence of 3; allowed: None, or two numbers"),
    (lambda: Noise(range=(0, 1), bias=2), ValueError, "range is (0, 1); allowed: None, beside a scale or a bias"),
    (lambda: Noise(range=(0, float("nan"))), ValueError, "range is 0..NaN; allowed: two finite numbers"),
    (lambda: Noise(bias=1e300), ValueError, "bias is 1e300; allowed: finite numbers from -1e37 to 1e37"),
    (lambda: Noise(normalize="no"), TypeError, "normalize is 'no'; allowed: True or False"),
    (lambda: Noise(normalize=1), TypeError, "normalize is 1; allowed: True or False"),
    (lambda: Noise(normalize=np.array([1, 2])), TypeError, "normalize is array([1, 2]); allowed: True or False"),
    (lambda: Noise(seed=True), TypeError, "seed is True; allowed: integers"),
    (lambda: Noise(octaves=np.True_), TypeError, f"octaves is {np.True_!r}; allowed: integers"),
    (lambda: Noise(frequency=True), TypeError, "frequency is True; allowed: numbers"),
    (lambda: Noise(gain=np.True_), TypeError, f"gain is {np.True_!r}; allowed: numbers"),
    (lambda: Noise(period={4, 8}), TypeError, "period is {"),
    (lambda: Noise(period=frozenset({4})), TypeError, "period is frozenset({4}); allowed: None, or 1 to 4 numbers"),
    (lambda: Noise(period=bytearray(b"ab")), TypeError, "period is bytearray(b'ab'); allowed: None, or 1 to 4 numbers"),
    (lambda: Noise(offset={0.5: 1}), TypeError, "offset is {0.5: 1}; allowed: None, or 1 to 4 numbers"),
    (lambda: Noise(permutation=bytes(range(256))), TypeError, "permutation is b'"),
    (lambda: Noise(gradients={(1, 2), (3, 4)}), TypeError, "gradients is {"),
    (lambda: N.grid(b"ab"), TypeError, "shape is b'ab'; allowed: an integer from 0, or 1 to 4 of them"),
    (
        lambda: N.grid((10**20, 3)),
        ValueError,
        "shape is (100000000000000000000, 3); allowed: lengths of at most 2^61 - 1",
    ),
    (lambda: N.grid((-(10**20), 3)), ValueError, "shape is (-100000000000000000000, 3); allowed: an integer from 0"),
    (
        lambda: N.grid((10**12, 10**12)),
        ValueError,
        "shape is (1000000000000, 1000000000000); allowed: shapes of at most 2^61",
    ),
    (lambda: N.grid({3, 4}), TypeError, "shape is {3, 4}; allowed:"),
    (lambda: N.grid(OnlyOfALength()), TypeError, "shape is <test_errors.OnlyOfALength object"),
    (lambda: N.grid({3: 4}), TypeError, "shape is {3: 4}; allowed:"),
    (lambda: N.grid((True, 4)), TypeError, "shape is (True, 4); allowed:"),
    (lambda: N.grid((0, 2**62)), ValueError, "shape is (0, 4611686018427387904); allowed: shapes that NumPy's"),
    (lambda: N.grid((2, 2), start=b"ab"), TypeError, "start is b'ab'; allowed: integers"),
    (lambda: N.grid((2, 2), threads=True), TypeError, "threads is True; allowed: integers"),
    (lambda: N.grid(()), ValueError, "shape is of 0 axes; allowed: 1 to 4 axes"),
    (lambda: N.grid((1,) * 5), ValueError, "shape is of 5 axes; allowed: 1 to 4 axes"),
    (lambda: N.grid((2, -1)), ValueError, "shape is (2, -1); allowed:"),
    (lambda: N.grid((2.5, 2)), TypeError, "shape is (2.5, 2); allowed:"),
    (lambda: N.grid("ab"), TypeError, "shape is 'ab'; allowed:"),
    (lambda: N.grid((2**62, 2**62)), ValueError, "shape is (4611686018427387904, 4611686018427387904); allowed:"),
    (lambda: N.grid((2, 2), start=2**63), ValueError, "start is 9223372036854775808; allowed:"),
    (lambda: N.grid((2, 2), start=(2**63 - 1, 0)), ValueError, "start.y is 9223372036854775807; allowed:"),
    (lambda: N.grid((2, 2), start=(1, 2, 3)), ValueError, "start is a sequence of 3; allowed: a number, or 2"),
    (lambda: N.grid((2, 2), start=(1,)), ValueError, "start is a sequence of 1; allowed: a number, or 2"),
    (lambda: N.grid((2, 2), start=0.5), TypeError, "start is 0.5; allowed: integers"),
    (lambda: N.grid((2, 2), spacing=0), ValueError, "spacing.x is 0; allowed:"),
    (lambda: N.grid((2, 2), spacing="a"), TypeError, "spacing is 'a'; allowed: numbers"),
    (lambda: N.grid((2, 2), origin=(0, float("inf"))), ValueError, "origin.x is inf; allowed: finite numbers"),
    (lambda: N.grid((2, 2), origin=1e300), ValueError, "x coordinate of sample 0 is 1e300"),
    (lambda: N.grid((2, 2), threads=0), ValueError, "threads is 0; allowed: None (all cores), or 1 to 1024"),
    (lambda: N.grid((2, 2), threads=1.5), TypeError, "threads is 1.5; allowed: integers"),
    (lambda: N.grid((2, 2), backend="foo"), ValueError, "backend is foo; allowed: portable"),
    (lambda: N.grid((2, 2), backend=3), TypeError, "backend is 3; allowed:"),
    (lambda: N.grid((4, 4), out=[1]), TypeError, "out is of type list; allowed: NumPy arrays, PyTorch tensors"),
    (lambda: N.grid((4, 4), out=np.ma.array(GRID)), TypeError, "out is a masked array; allowed: arrays without a mask"),
    (lambda: N.gradient(4, out=np.ma.array(GRID[:2])), TypeError, "out is a masked array; allowed: arrays without"),
    (lambda: N.points([1], 2, out=np.ma.array([0.0])), TypeError, "out is a masked array; allowed: arrays without"),
    (lambda: N.grid((2, 2), threads=2**70), ValueError, "threads is 1180591620717411303424; allowed: None (all cores)"),
    (lambda: N.bounds(2**70), ValueError, "dims is 1180591620717411303424; allowed: 1 to 4"),
    (lambda: N.bounds(-1), ValueError, "dims is -1; allowed: 1 to 4"),
    (lambda: N.grid((4, 4), out=GRID.astype("f8")), TypeError, "out is of dtype <f8; allowed: float32"),
    (lambda: N.grid((4, 4), out=GRID.astype(">f4")), TypeError, "out is of dtype >f4; allowed: float32 in native"),
    (lambda: N.grid((4, 5), out=GRID), ValueError, "out is of shape (4, 4); allowed: (4, 5)"),
    (lambda: N.grid((2, 8), out=GRID), ValueError, "out is of shape (4, 4); allowed: (2, 8)"),
    (lambda: N.grid((4, 4), out=READ_ONLY), ValueError, "out is read-only; allowed: writable arrays"),
    (
        lambda: N.grid((4, 4), out=TWICE),
        ValueError,
        "out is an array with strides (4, 4); allowed: arrays that have a place",
    ),
    (
        lambda: GRID + N,
        TypeError,
        "a noise with an array of shape (4, 4); allowed: its samples, such as noise.grid((4, 4))",
    ),
    (
        lambda: N * GRID,
        TypeError,
        "a noise with an array of shape (4, 4); allowed: its samples, such as noise.grid((4, 4))",
    ),
    *(
        (call, ValueError, "a noise with a number beyond float64; allowed: finite numbers")
        for call in (
            lambda: N + 10**400,
            lambda: 10**400 - N,
            lambda: N * 10**400,
            lambda: N / 10**5000,
            lambda: (N + N) * 10**400,
        )
    ),
    (lambda: N.batch((4, 4), [1, 2], out=GRID), ValueError, "out is of shape (4, 4); allowed: (2, 4, 4)"),
    (lambda: N * np.array(True), TypeError, "a noise with array(True); allowed: real numbers, noises and layers"),
    *(
        (call, TypeError, f"a noise with {other!r}; allowed: real numbers, noises and layers")
        for other in NO_REAL_NUMBERS
        for call in (
            lambda other=other: N * other,
            lambda other=other: N + other,
            lambda other=other: (N + N) - other,
            lambda other=other: N / other,
        )
    ),
    *(
        (call, TypeError, f"a noise with {other!r}; allowed: real numbers, noises and layers")
        for other in (np.complex64(1), np.datetime64(1, "s"), np.True_, np.timedelta64(3, "D"))
        for call in (lambda other=other: other * N, lambda other=other: other + N, lambda other=other: other - (N + N))
    ),
    (lambda: np.array(1j) + N, TypeError, "a noise with array(0.+1.j); allowed: real numbers, noises and layers"),
    (
        lambda: N.batch((4, 4), 5),
        TypeError,
        "seeds is of type int; allowed: sequences, such as range(10), or rng.integers(",
    ),
    (lambda: N.batch((4, 4), {1: 2}), TypeError, "seeds is of type dict; allowed: sequences"),
    (lambda: N.batch((4, 4), {1, 2}), TypeError, "seeds is of type set; allowed: sequences"),
    (lambda: N.batch((4, 4), "12"), TypeError, "seeds is of type str; allowed: sequences"),
    (lambda: N.batch((4, 4), np.array(3)), ValueError, "seeds is of shape (); allowed: one-dimensional sequences"),
    (
        lambda: N.batch((4, 4), range(2**64)),
        ValueError,
        f"seeds is range(0, {2**64}); allowed: sequences of at most {sys.maxsize} elements",
    ),
    (lambda: perlane.Layers(range(2**64)), ValueError, f"layers is range(0, {2**64}); allowed: sequences of at most"),
    (lambda: Noise(warp=range(2**64)), ValueError, f"warp is range(0, {2**64}); allowed: sequences of at most"),
    (lambda: N.batch((4, 4), b"ab"), TypeError, "seeds is of type bytes; allowed: sequences"),
    (lambda: N.batch((4, 4), bytearray(b"ab")), TypeError, "seeds is of type bytearray; allowed: sequences"),
    (lambda: N.batch((4, 4), [True]), TypeError, "seeds is True; allowed: integers"),
    (lambda: N.batch((4, 4), [-1]), ValueError, "seeds is -1; allowed: integers from 0"),
    (lambda: N.batch((4, 4), ["a"]), TypeError, "seeds is 'a'; allowed: integers"),
    (lambda: N.batch((4, 4), np.zeros((2, 2), int)), ValueError, "seeds is of shape (2, 2); allowed:"),
    (lambda: N.grid((2, 2, 2, 2), backend="foo"), ValueError, "backend is foo"),
    (lambda: N.replace(gradients="edges").grid((2, 2)), ValueError, "gradients is edges, in 2-D; allowed:"),
    (lambda: N.replace(period=(1, 2, 3)).grid((2, 2)), ValueError, "period.z is 1; allowed: 0, as there are 2 axes"),
    (lambda: (N + N.replace(period=(1, 2, 3))).grid((2, 2)), ValueError, "layers[1].period.z is 1; allowed:"),
    (lambda: N.points(), ValueError, "coordinates is of 0 axes; allowed: 1 to 4 axes"),
    (lambda: N.points(1.0, 2.0, levels=(0, 1)), ValueError, "levels is (0, 1); allowed: None, as samples are float32"),
    (lambda: N.points(1.0, 2.0, dtype="f8"), ValueError, "dtype is f8; allowed: f32, u16, u8"),
    (lambda: N.points(*[1] * 5), ValueError, "coordinates is of 5 axes; allowed: 1 to 4 axes"),
    (lambda: N.points("a", 2, 3, 4), TypeError, "w is of dtype <U1; allowed: real numbers (world units)"),
    (lambda: N.points("a", 2), TypeError, "y is of dtype <U1; allowed: real numbers (world units)"),
    (lambda: N.points(1, 2j), TypeError, "x is of dtype complex128; allowed:"),
    (lambda: N.points([1, np.nan], 0), ValueError, "y coordinate of sample 1 is NaN"),
    (
        lambda: N.points([1, 2], [1, 2, 3]),
        ValueError,
        "coordinates is y of shape (2,), x of shape (3,); allowed: shapes that broadcast",
    ),
    (lambda: N.points([[1, 2], [3]], 0), ValueError, "y is no array"),
    (lambda: N.points(2**70, 0), ValueError, "y coordinate of sample 0 is 1.1805916207174113e21"),
    (lambda: N.points(0, [10**400]), ValueError, "x is an integer beyond float64; allowed:"),
    (lambda: N.points([None], 0), TypeError, "y has None; allowed: real numbers (world units)"),
    (lambda: N.points([2**70, True], 0), TypeError, "y has True; allowed: real numbers"),
    (lambda: N.points(0, [1.5, {2}]), TypeError, "x has {2}; allowed: real numbers"),
    (lambda: N.points(0, (x for x in [1, 2])), TypeError, "x is of type generator; allowed: real numbers"),
    (lambda: N.points(0, np.empty(0, object)), TypeError, "x is of dtype object; allowed: real numbers"),
    (
        lambda: N.axes(np.array([0, 1], "M8[D]")),
        TypeError,
        "x is of dtype datetime64[D]; allowed: real numbers (world units), such as hours: (times - times[0]) / np.timedelta64(1, 'h')",
    ),
    (
        lambda: N.axes(np.array([0, 1], "m8[D]")),
        TypeError,
        "x is of dtype timedelta64[D]; allowed: real numbers (world units), such as hours: durations / np.timedelta64(1, 'h')",
    ),
    (lambda: N.points(True, 0), TypeError, "y is of dtype bool; allowed: real numbers"),
    (lambda: N.points(np.ma.masked_less([1.0, 2.0], 2), 0), TypeError, "y is a masked array; allowed:"),
    (lambda: N.axes([1.0], np.ma.ones(2)), TypeError, "x is a masked array; allowed:"),
    (lambda: N.axes(1.0), ValueError, "x is of shape (); allowed: one-dimensional arrays"),
    (lambda: N.axes([1], [[1, 2]]), ValueError, "x is of shape (1, 2); allowed: one-dimensional arrays"),
    (lambda: N.axes([1, np.inf], [1]), ValueError, "y coordinate of sample 1 is inf"),
    (lambda: N.bounds(5), ValueError, "dims is 5; allowed: 1 to 4"),
    (lambda: N.bounds(True), TypeError, "dims is True; allowed: integers"),
    (lambda: N.bounds("a"), TypeError, "dims is 'a'; allowed: integers"),
    (lambda: N.lazy((4, 4), origin=np.nan), ValueError, "origin.x is NaN; allowed: finite numbers"),
    (
        lambda: N.lazy((2**60, 3)),
        ValueError,
        "shape is (1152921504606846976, 3); allowed: at most 2^54 + 1 samples along an axis",
    ),
    (lambda: N.lazy((4, 4), origin=1e300), ValueError, "x coordinate of sample 0 is 1e300"),
    *(
        (
            lambda picked=picked: N.lazy((5, 6)).coordinates(0, picked),
            TypeError,
            f"picked is {text}; allowed: None, a range, or a sequence of integers",
        )
        for picked, text in ((3, "of type int"), ("12", "of type str"), ({1}, "of type set"), ([1.5], "[1.5]"))
    ),
    (
        lambda: N.lazy((5, 6)).coordinates(0, [[1], [2, 3]]),
        TypeError,
        "picked is [[1], [2, 3]]; allowed: None, a range",
    ),
    *(
        (lambda levels=levels: N.grid(3, dtype="u8", levels=levels), TypeError, f"levels is {levels!r}; allowed: None")
        for levels in (("-1", "1"), (b"-1", 1), (bytearray(b"-1"), 1), (True, False), (0, np.True_))
    ),
    # Without an end.
    (lambda: N.grid(3, dtype="u8", levels=np.array(3.0)), TypeError, "levels is array(3.); allowed: None"),
    *[
        (lambda levels=levels: N.grid(3, dtype="u8", levels=levels), ValueError, f"levels is {levels!r}; allowed: None")
        for levels in ((1,), (0, 1, 2), "typicl", itertools.repeat(0.5))
    ],
    *[
        (lambda dtype=dtype: N.grid(3, dtype=dtype), ValueError, f"dtype is {dtype!r}; allowed: f32, u16, u8")
        for dtype in (float, np.float64, np.dtype("f8"))
    ],
    (lambda: Noise.from_json("{}"), ValueError, "recipe: line 1, column 2: the key `stream` is missing"),
    (
        lambda: Noise.from_json('{"stream": 2, "noise": {}}'),
        ValueError,
        "recipe: line 1, column 12: stream is 2; allowed: 1",
    ),
    (
        lambda: Noise.from_json('{"stream": 1, "noise": {"sead": 1}}'),
        ValueError,
        "recipe: line 1, column 30: unknown key `sead`; did you mean",
    ),
    (lambda: Noise.from_json('{"stream": 1, "layers": []}'), ValueError, "layers is 0 noises; allowed: one noise"),
    (lambda: Noise.from_json(b"{}"), TypeError, "text is b'{}'; allowed: strings"),
    (lambda: perlane.Layers.from_json(3), TypeError, "text is 3; allowed: strings"),
    (lambda: perlane.LazyGrid.from_json(3), TypeError, "text is 3; allowed: strings"),
    (lambda: perlane.Layers(N), TypeError, "layers is of type Noise; allowed: sequences of noises, such as [noise]"),
    (
        lambda: perlane.Layers(N + N),
        TypeError,
        "layers is of type Layers; allowed: sequences of noises, such as [noise]",
    ),
    (
        lambda: Noise(frequency=list(range(40))),
        TypeError,
        f"frequency is {repr(list(range(40)))[:60]}…; allowed: one number",
    ),
    (
        lambda: N.grid(3, dtype="u8", levels=np.eye(2)),
        ValueError,
        "levels is array([[1., 0.], [0., 1.]]); allowed: None",
    ),
    (lambda: Noise(frequency=np.eye(2)), TypeError, "frequency is array([[1., 0.], [0., 1.]]); allowed: one number"),
    (
        lambda: perlane.Layers(FRACTAL, FRACTAL),
        TypeError,
        f"layers is {repr(FRACTAL)[:40]}…, {repr(FRACTAL)[:40]}…, as 2 arguments; allowed: one, Layers([a, b])",
    ),
    (lambda: perlane.Layers(N, N), TypeError, f"layers is {N}, {N}, as 2 arguments; allowed: one, Layers([{N}, {N}])"),
    (lambda: perlane.Layers(noises=[N]), TypeError, "noises is no argument of Layers; allowed: layers"),
    (lambda: perlane.Layers([N + N] * 513), ValueError, "layers is"),
    (lambda: perlane.Layers({N}), TypeError, "layers is of type set; allowed: sequences"),
    (lambda: perlane.LazyGrid(5, (4, 4)), TypeError, "noise is of type int; allowed: Noise, Layers"),
    (lambda: perlane.Layers([N, 3]), TypeError, "layers[1] is of type int; allowed: Noise, Layers"),
]


@pytest.mark.parametrize(("call", "error", "text"), CASES, ids=[text for _, _, text in CASES])
def test_errors(call, error, text):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(text)


def test_errors_leave_out_as_it_was():
    out = np.full((4, 4), 7, np.float32)
    for arguments in (dict(origin=1e300), dict(backend="foo"), dict(threads=0), dict(spacing=0)):
        with pytest.raises(ValueError):
            N.grid((4, 4), out=out, **arguments)
    assert (out == 7).all()


def test_memory_that_there_is_not():
    with pytest.raises(MemoryError):
        N.grid((2**30, 2**30))


TAKES_A_NUMBER = {
    "frequency": lambda number: Noise(frequency=number),
    "seed": lambda number: Noise(seed=number),
    "octaves": lambda number: Noise(octaves=number),
    "warp": lambda number: Noise(warp=number),
    "warp_frequency": lambda number: Noise(warp=1, warp_frequency=number),
    "scale": lambda number: Noise(scale=number),
    "range": lambda number: Noise(range=(0, number)),
    "offset": lambda number: Noise(offset=[number]),
    "gradients": lambda number: Noise(gradients=[[number, 1]]),
    "permutation": lambda number: Noise(permutation=[number] * 256),
    "period": lambda number: Noise(period=(4, number)),
    "shape": lambda number: N.grid(number),
    "start": lambda number: N.grid((3, 3), start=(0, number)),
    "origin": lambda number: N.lazy((3, 3), origin=number),
    "spacing": lambda number: N.grid((3, 3), spacing=(1, number)),
    "threads": lambda number: N.grid((3, 3), threads=number),
    "seeds": lambda number: N.batch((3, 3), [1, number]),
    "levels": lambda number: N.grid((3, 3), dtype="u8", levels=(-1, number)),
    "relief": lambda number: N.field("slope", (3, 3), relief=number),
    "light": lambda number: N.lazy_field("hillshade", (3, 3), light=(1, 1, number)),
    "dims": lambda number: N.bounds(number),
    "threshold": lambda number: perlane.ml.perlin_masks(2, (4, 4), threshold=number),
    "n": lambda number: perlane.ml.perlin_masks(number, (4, 4)),
    "res_range": lambda number: perlane.ml.perlin_masks(2, (4, 4), res_range=(1, number)),
}


@pytest.mark.parametrize("name", TAKES_A_NUMBER)
@pytest.mark.parametrize("wrong", NO_REAL_NUMBERS, ids=repr)
def test_what_is_no_real_number(name, wrong):
    with pytest.raises(TypeError, match=f"^{name} is .*; allowed: "):
        TAKES_A_NUMBER[name](wrong)


@pytest.mark.parametrize(
    "number", [np.float32(2), np.int8(2), np.uint64(2), np.longdouble(2), np.array(2.0), Decimal(2)]
)
def test_numbers_of_all_types(number):
    assert Noise(frequency=number, scale=number, range=None, offset=[number]) == Noise(frequency=2, scale=2, offset=[2])
    assert N.lazy((3, 3), origin=number, spacing=number) == N.lazy((3, 3), origin=2, spacing=2)
    assert np.array_equal(N.grid(9, dtype="u8", levels=(0, number)), N.grid(9, dtype="u8", levels=(0, 2)))


def test_coordinates_of_all_types():
    objects = np.array([np.float32(0.5), np.int8(2), Decimal("1.5"), Fraction(1, 4), 2**70], object)
    numbers = [0.5, 2, 1.5, 0.25, float(2**70)]
    assert N.axes(objects[:4]).tolist() == N.axes(numbers[:4]).tolist()
    far = Noise(frequency=2.0**-60)
    assert far.points(objects, 1).tolist() == far.points(numbers, 1).tolist()
    assert N.points(Decimal("1.5"), Fraction(1, 4)) == N.points(1.5, 0.25)


def test_levels_beyond_float64():
    for levels in ((0, 10**400), (-(10**5000), 1)):
        with pytest.raises(ValueError, match='^levels has an integer beyond float64; allowed: None, "typical", or two'):
            N.grid((4, 4), dtype="u8", levels=levels)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: Noise("perln"), "perlin"),
        (lambda: Noise(fractal="ridge"), "ridged"),
        (lambda: Noise(fractal="pingpong"), "ping-pong"),
        (lambda: Noise(fractal="basic-multi"), "hybrid-multi"),
        (lambda: Noise("simplex"), "perlin"),
        (lambda: Noise("Perlin"), "perlin"),
        (lambda: Noise(gradients="knight"), "knight-moves"),
        (lambda: Noise(permutation="seed"), "seeded"),
        (lambda: perlane.Layers.from_json('{"stream": 1, "layers": [{"kind": "valeu"}]}'), "value"),
    ],
)
def test_a_name_that_was_meant(call, name):
    with pytest.raises(ValueError, match=rf"\(did you mean {name}\?"):
        call()


def test_a_name_is_suggested_once():
    for call in (lambda: Noise("Perlin"), lambda: Noise("perln")):
        with pytest.raises(ValueError) as caught:
            call()
        assert str(caught.value).count("did you mean") == 1


def test_types_have_the_names_of_the_library():
    names = _native.names()
    for parameter, type_ in (
        ("kind", _types.Kind),
        ("fade", _types.Fade),
        ("distance", _types.Distance),
        ("returns", _types.Returns),
        ("fractal", _types.Fractal),
        ("hash", _types.Hash),
        ("gradients", _types.GradientSet),
        ("quantity", _types.Quantity),
        ("backend", _types.Backend),
    ):
        assert list(get_args(type_)) == names[parameter]
        if parameter not in ("quantity", "backend"):
            assert all(f'"{name}"' in Noise.__doc__ for name in names[parameter])


def keys(*path):
    """The keys that a table of a recipe takes: the error about another one names them."""
    noise = {"unheard-of": 1}
    for key in reversed(path):
        noise = {key: noise}
    with pytest.raises(ValueError, match="expected") as caught:
        Noise.from_json(json.dumps({"stream": 1, "noise": noise}))
    return set(re.findall("`([^`]+)`", str(caught.value).split("expected ")[1]))


def test_every_key_of_recipes_is_a_parameter():
    # The tables, whose keys stand beside the others here, and what layers alone have.
    own = keys() - {"output", "weight"}
    of_warp = {f"warp_{key}" for key in keys("warp") - {"amplitude"}}
    wanted = own | (keys("fractal") - {"kind"}) | keys("output") | of_warp
    assert wanted == set(inspect.signature(Noise).parameters) == set(_answers.NOISE)
    for name in wanted:
        assert re.search(rf"^ *(\w+, )*{name}(, \w+)* :", Noise.__doc__, re.MULTILINE), name


def test_no_name_is_suggested_for_what_is_far_from_all():
    for call in (
        lambda: Noise("foo"),
        lambda: Noise.from_json('{"stream": 1, "quux": 1}'),
        lambda: Noise(octaves=0),
        lambda: Noise(octaves=-1),
        lambda: Noise(gain=float("inf")),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        assert "did you mean" not in str(caught.value)


class OfTorch:
    """What PyTorch's generators look like in messages."""

    def __repr__(self):
        return "<torch._C.Generator object at 0x7f0000000000>"

    def initial_seed(self):
        return 2**64 - 1


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (np.random.default_rng(1), "rng"),
        (np.random.RandomState(1), "state"),
        (np.random.SeedSequence(1), "sequence"),
        (random.Random(1), "random"),
        (random, "random"),
        (OfTorch(), "generator"),
        (None, "nothing"),
    ],
    ids=["Generator", "RandomState", "SeedSequence", "Random", "module", "PyTorch", "None"],
)
def test_seeds_from_generators(given, names):
    """The message says what to write, and that is a seed."""
    for call in (lambda seed: Noise(seed=seed), lambda seed: perlane.ml.perlin_masks(1, (8, 8), seed=seed)):
        with pytest.raises(TypeError) as caught:
            call(given)
        _, such_as, advice = str(caught.value).partition("; allowed: integers, such as ")
        assert such_as
        written = advice.partition(" of a ")[0].partition(" for ")[0].removeprefix("0, or ")
        call(eval(written, {"np": np, "secrets": secrets, names: given}))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda bad: N.grid((bad, 3)), "shape is ("),
        (lambda bad: N.grid(bad), "shape is "),
        (lambda bad: N.grid((3, 3), start=(bad, 1)), "start is "),
        (lambda bad: Noise(seed=bad), "seed is "),
        (lambda bad: Noise(period=[bad]), "period is "),
        (lambda bad: N.grid(3, threads=bad), "threads is "),
    ],
)
def test_errors_of_values_are_the_cause(call, text):
    class Bad:
        def __init__(self, error):
            self.error = error

        def __index__(self):
            raise self.error

    with pytest.raises(TypeError) as caught:
        call(Bad(KeyError("missing")))
    assert str(caught.value).startswith(text)
    assert isinstance(caught.value.__cause__, KeyError)
    # These are no fault of the value.
    for error in (KeyboardInterrupt(), MemoryError()):
        with pytest.raises(type(error)):
            call(Bad(error))


class Tensor:
    """What NumPy sees of PyTorch's tensors: one that it may not read raises an error."""

    ndim = 0

    def __init__(self, value=0.5, error=None):
        self.value, self.error = value, error

    def __array__(self, dtype=None, copy=None):
        if self.error:
            raise self.error
        return np.asarray(self.value, dtype)

    def __float__(self):
        return float(self.value)

    def __iter__(self):
        raise TypeError("iteration over a 0-d tensor")

    def __len__(self):
        raise TypeError("len() of a 0-d tensor")


@pytest.mark.parametrize(
    ("raised", "error"),
    [
        (RuntimeError("Can't call numpy() on Tensor that requires grad."), ValueError),
        (TypeError("Got unsupported ScalarType BFloat16"), TypeError),
    ],
)
def test_tensors_that_numpy_cannot_read(raised, error):
    unreadable = Tensor(error=raised)
    for call in (
        lambda: N.points(unreadable, 1),
        lambda: N.axes(unreadable, [1]),
        lambda: N.field_points("slope", unreadable, 1),
        lambda: N.field_axes("slope", unreadable, [1]),
    ):
        with pytest.raises(error) as caught:
            call()
        text = f"y is of type Tensor, which NumPy cannot read ({raised}); allowed: real numbers (world units)"
        assert str(caught.value) == text


def test_tensors_of_one_number():
    assert Noise(frequency=Tensor(0.25), gain=Tensor(0.5)) == Noise(frequency=0.25)
    assert Noise(warp=Tensor(0.5)) == Noise(warp=0.5) == Noise().replace(warp=Tensor(0.5))


def test_changes_are_the_parameters_of_noises():
    parameters = inspect.signature(Noise).parameters
    assert list(_noise.Changes.__annotations__) == list(parameters)
    for name, annotation in _noise.Changes.__annotations__.items():
        assert annotation.__forward_arg__ == parameters[name].annotation, name


class Unshown:
    """A value that cannot be shown."""

    def __repr__(self):
        raise RuntimeError("no text")


LONG = 10**5000  # Python writes no integer of so many digits


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda bad: N.grid(bad, 4), "shape is "),
        (lambda bad: N.grid((4, 4), dtype="u8", levels=bad), "levels is of type "),
        (lambda bad: N.grid((4, 4), dtype=bad), "dtype is of type "),
        (lambda bad: N.lazy((4, 4)).coordinates(bad), "axis is of type "),
        (lambda bad: N.lazy((4, 4))[bad], "index "),
        (lambda bad: N.lazy((4, 4))[[1, 2], [bad, 0]], "index is of type tuple"),
        (lambda bad: Noise(warp=[bad]), r"warp\[0\] is of type "),
        (lambda bad: Noise.from_json(bad), "text is of type "),
        (lambda bad: perlane.LazyField(bad, "slope"), "grid is of type "),
        (lambda bad: perlane.ml.perlin_masks(bad, (4, 4)), "n is of type "),
    ],
)
@pytest.mark.parametrize("bad", [LONG, Unshown()], ids=["long", "unshown"])
def test_values_that_cannot_be_shown(call, text, bad):
    with pytest.raises((ValueError, TypeError, IndexError), match=f"^{text}|without names"):
        call(bad)
