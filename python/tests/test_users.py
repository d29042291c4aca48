"""What users of other packages write first: it works, or the answer says what to write."""

import copy
import dataclasses
import importlib.util
import inspect
import json
import math
import operator
import subprocess
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import perlane
from conftest import NO_REAL_NUMBERS, NOISES, same_bits
from perlane import Layers, Noise, _answers, _headers, _native, _sampling
from perlane._sampling import _typical as typical

N = Noise("perlin", seed=1, frequency=0.1)


def test_integers_that_can_be_meant_for_one_axis():
    pytest.importorskip("dask.array")
    pytest.importorskip("xarray")
    assert N.lazy(3, -4) == N.lazy(3, start=-4) == N.lazy((3,), 4 - 8)
    assert N.lazy(3, start=4).start == N.lazy((3,), 4).start == N.lazy(3, (4,)).start == (4,)
    assert N.lazy((3, 4), 5).start == N.lazy((3, 4), (5, 5)).start == (5, 5)
    assert perlane.LazyGrid(N, 3, start=4) == N.lazy(3, start=4)
    for module in (perlane.dask, perlane.xarray):
        for array in (module.grid(N, 1000, 100), module.field(N, "slope", 1000, 100)):
            assert array.shape == (1000,) and array.chunks == ((100,) * 10,)
        assert module.grid(N, 3, chunks=4, start=5).chunks == module.grid(N, 3, -1).chunks == ((3,),)
        assert same_bits(module.grid(N, 9, 4, (5,)), N.grid(9, start=5))


def test_octaves_are_summed():
    assert Noise("perlin", octaves=6) == Noise("perlin", fractal="fbm", octaves=6)
    assert N.replace(octaves=4).fractal == "fbm" and N.replace(octaves=4, gain=0.3).fractal == "fbm"
    one = Noise("perlin", fractal="none", octaves=6)
    assert one.fractal == "none" and eval(repr(one)) == one and Noise.from_json(one.to_json()) == one
    assert (
        Noise("perlin", octaves=1).fractal == "none" == N.replace(octaves=6).replace(octaves=1, fractal="none").fractal
    )
    assert Noise("perlin", octaves=3, fractal="ridged").replace(octaves=2).fractal == "ridged"


# What is called, and what the message has to say.
ANSWERS = [
    (lambda: perlane.fbm(1080, 1920), ["fbm((1080, 1920))"]),
    (lambda: perlane.perlin(64, 64, 64), ["perlin((64, 64, 64))"]),
    *(
        (call, ["shape is 1080, 1920, as 2 arguments; allowed: one, grid((1080, 1920))"])
        for call in (
            lambda: N.grid(1080, 1920),
            lambda: N.grid(np.int64(1080), np.uint16(1920)),
            lambda: N.grid(1080, np.int64(1920)),
        )
    ),
    (lambda: N.grid((4, 4), (0, 2)), ["shape"]),
    (lambda: N.lazy(3, 4), ["shape is 3, 4, as 2 arguments; allowed: one, lazy((3, 4)); or lazy(3, start=4)"]),
    (lambda: N.lazy(3, np.uint8(4), 5), ["shape is 3, 4, 5, as 3 arguments; allowed: one, lazy((3, 4, 5))"]),
    (
        lambda: perlane.LazyGrid(N, 3, 4),
        ["as 2 arguments; allowed: one, LazyGrid(noise, (3, 4)); or LazyGrid(noise, 3, s"],
    ),
    (
        lambda: N.lazy_field("curl", 3, 4),
        ["shape is 3, 4, as 2 arguments; allowed: one, lazy_field('curl', (3, 4)); or lazy_field('curl', 3, start=4)"],
    ),
    (lambda: N.field("slope", 3, 4), ["shape is 3, 4, as 2 arguments; allowed: one, field('slope', (3, 4))"]),
    (lambda: N.batch(3, 4, 5), ["shape is 3, 4, 5, as 3 arguments; allowed: one, batch((3, 4, 5), seeds)"]),
    (lambda: N.batch(3, 4), ["seeds is of type int; allowed: sequences, such as range(10)"]),
    *(
        (call, [f"shape is {texts}, as {count} arguments; allowed: one, {allowed}"])
        for name in ("dask", "xarray")
        for call, texts, count, allowed in (
            (
                lambda name=name: getattr(perlane, name).grid(N, 3, 4),
                "3, 4",
                2,
                "grid(noise, (3, 4)); or grid(noise, 3, chunks=4)",
            ),
            (
                lambda name=name: getattr(perlane, name).grid(N, 4, 4),
                "4, 4",
                2,
                "grid(noise, (4, 4)); or grid(noise, 4, chunks=4)",
            ),
            (
                lambda name=name: getattr(perlane, name).field(N, "slope", 3, 4),
                "3, 4",
                2,
                "field(noise, 'slope', (3, 4)); or field(",
            ),
            (
                lambda name=name: getattr(perlane, name).grid(N, 9, 4, 5),
                "9, 4, 5",
                3,
                "grid(noise, (9, 4, 5)); or grid(noise, 9, chunks=4, start=5)",
            ),
            (
                lambda name=name: getattr(perlane, name).grid(N, 5, 4, 3, 2),
                "5, 4, 3, 2",
                4,
                "grid(noise, (5, 4, 3, 2))",
            ),
        )
    ),
    (
        lambda: perlane.dask.to_zarr(N, 500, 700, "a.zarr"),
        ["shape is 500, 700, as 2 arguments; allowed: one, to_zarr(noise, (500, 700), store)"],
    ),
    (lambda: Noise("perlin", 42), ["42", "kind"]),
    (lambda: perlane.fbm((4, 4), freq=0.1), ["freq is no", "frequency", "1 / 64"]),
    (lambda: perlane.fbm((4, 4), res=(8, 8)), ["res is no", "frequency", "cells / samples"]),
    (lambda: perlane.perlin((4, 4), tileable=(True, True)), ["tileable is no", "period"]),
    (lambda: Noise(repeatx=8), ["repeatx is no", "period"]),
    (lambda: perlane.fbm((4, 4), persistence=0.5), ["persistence is no", "gain"]),
    (
        lambda: perlane.perlin((4, 4), persistence=0.5),
        ["no argument persistence", "one octave", "gain=..", "perlane.fbm"],
    ),
    (lambda: perlane.perlin((4, 4), lacunarity=2), ["one octave", "lacunarity", "perlane.fbm"]),
    (lambda: perlane.perlin((4, 4), octaves=2), ["one octave", "octaves", "perlane.fbm"]),
    (lambda: Noise(base=7), ["base is no", "seed"]),
    (lambda: perlane.fbm((4, 4), base=7), ["base is no", "seed"]),
    (lambda: Noise(rng=7), ["rng is no", "seed"]),
    (
        lambda: Noise(shape=(4, 4)),
        ["shape is no argument of Noise; grid, batch, field, gradient, lazy and lazy_field have it"],
    ),
    (lambda: N.grid((4, 4), seed=3), ["grid has no argument seed; use perlane.Noise(seed=..).grid(..)"]),
    (lambda: N.grid((4, 4), octaves=3), ["grid has no argument octaves; use perlane.Noise(octaves=..).grid(..)"]),
    (lambda: N.batch((4, 4), [1], workers=4), ["workers is no", "threads"]),
    (lambda: N.gradient(5, 5), ["gradient((5, 5))"]),
    (
        lambda: N.lazy((4, 4), freq=0.1),
        ["lazy has no argument freq; use perlane.Noise(frequency=..).lazy(..); frequency is lattice"],
    ),
    (lambda: N.lazy_field("slope", (4, 4), step=2), ["step is no", "spacing"]),
    (lambda: N.field("slope", (4, 4), workers=2), ["workers is no", "threads"]),
    (lambda: N.field_points("slope", 1, 2, workers=2), ["workers is no", "threads"]),
    (lambda: N.field_axes("slope", [1], [2], workers=2), ["workers is no", "threads"]),
    (lambda: N.points(1, 2, workers=2), ["workers is no argument of points", "threads"]),
    (lambda: N.axes([1], [2], spacing=2), ["spacing is no argument of axes; grid, batch, field, gradient, lazy"]),
    (
        lambda: perlane.dask.grid(N, (4, 4), freq=1),
        ["grid has no argument freq; use perlane.Noise(frequency=..); frequency"],
    ),
    (
        lambda: perlane.dask.field(N, "slope", (4, 4), threads=2),
        ["threads is no argument of perlane.dask.field; Noise.grid, Noise.batch", "and Noise.lazy_field have it"],
    ),
    (
        lambda: perlane.xarray.grid(N, (4, 4), dtype="u8"),
        ["dtype is no argument of perlane.xarray.grid; Noise.grid, Noise.batch, Noise.points and Noise.axes have it"],
    ),
    (
        lambda: perlane.dask.axes(N, [1.0], [2.0], size=3),
        ["size is no argument of perlane.dask.axes; Noise.grid, Noise.batch", "have shape, samples of each axis"],
    ),
    (lambda: perlane.xarray.grid(N, (4, 4), step=2), ["step is no argument of grid", "spacing"]),
    (lambda: perlane.xarray.field(N, "slope", (4, 4), step=2), ["step is no argument of field", "spacing"]),
    (lambda: perlane.xarray.axes(N, None, seed=2), ["axes has no argument seed; use perlane.Noise(seed=..)"]),
    (lambda: perlane.ml.perlin_masks(2, (4, 4), base=3), ["base is no argument of perlin_masks", "seed"]),
    (
        lambda: perlane.perlin((4, 4), kind="value"),
        ["perlin has no argument kind; use perlane.Noise(kind=..).grid(..)"],
    ),
    (
        lambda: perlane.perlin((4, 4), level=2),
        ["one octave and no argument level; use perlane.Noise(level=..).grid(..)"],
    ),
    (
        lambda: N.points(1, 2, size=3),
        ["size is no argument of points; grid, batch, field", "have shape, samples of each"],
    ),
    (
        lambda: N.points(1, 2, base=3),
        ["points has no argument base; use perlane.Noise(seed=..).points(..); seed is an"],
    ),
    (
        lambda: perlane.dask.grid(N, (4, 4), backend="avx2"),
        ["perlane.dask.grid; Noise.grid, Noise.batch", "Noise.field_axes, Noise.lazy and Noise.lazy_field have it"],
    ),
    *(
        (call, [f"{name} is no argument of ", f"; allowed: coordinates without names, x last, such as {example}"])
        for call, name, example in [
            (lambda: N.axes(y=[1], x=[2]), "y", "axes(y, x)"),
            (lambda: N.points(x=1, y=2), "x", "points(y, x)"),
            (lambda: N.points(1, coordinates_=2), "coordinates_", "points(y, x)"),
            (lambda: N.field_axes("slope", ys=[1], xs=[2]), "ys", 'field_axes("slope", y, x)'),
            (lambda: N.field_points("slope", z=1), "z", 'field_points("slope", y, x)'),
            (lambda: perlane.dask.axes(N, y=[1], x=[2]), "y", "axes(noise, y, x)"),
            (lambda: perlane.dask.field_axes(N, "slope", x=[2]), "x", 'field_axes(noise, "slope", y, x)'),
        ]
    ),
    (lambda: N.axes([1], [2], ot=3), ["allowed: dtype, levels, out, threads, backend (did you mean out?)"]),
    (lambda: N.grid(), ["grid needs a shape, such as grid((1080, 1920))"]),
    (lambda: N.field("slope"), ['field needs a shape, such as field("slope", (1080, 1920))']),
    (lambda: N.lazy_field(), ['lazy_field needs a quantity, such as lazy_field("slope", (1080, 1920))']),
    (lambda: N.batch((4, 4), threads=2), ["batch needs seeds, such as batch((1080, 1920), range(10))"]),
    (lambda: N.bounds(), ["bounds needs a number of dimensions, such as bounds(2)"]),
    (lambda: perlane.fbm(octaves=3), ["fbm needs a shape, such as fbm((1080, 1920))"]),
    (lambda: perlane.dask.grid(), ["grid needs a noise, such as grid(noise, (1080, 1920))"]),
    (lambda: perlane.ml.perlin_masks(3), ["perlin_masks needs a shape, such as perlin_masks(12, (1080, 1920))"]),
    (lambda: Noise(interpolant="cubic"), ["interpolant is no", "fade"]),
    (lambda: perlane.perlin((4, 4), res=(16, 64)), ["allowed: frequency", "spacing=(16 / 256, 64 / 512)"]),
    (
        lambda: perlane.perlin((4, 4), frequency=(16, 64)),
        ["frequency is (16, 64); allowed: one number for all axes", "spacing=(16 / 256, 64 / 512)"],
    ),
    (lambda: Noise(frequency=np.array([1, 2])), ["frequency is array([1, 2]); allowed: one number for all axes"]),
    (
        lambda: N.replace("value"),
        ["replace is given 1 argument without names ('value'); allowed: arguments with names, such as replace(seed=2)"],
    ),
    (lambda: N.replace(sead=2), ["sead is no argument of Noise", "did you mean seed?"]),
    (lambda: Noise(frequencee=1), ["did you mean frequency?"]),
    (lambda: Noise(quux=1), ["quux is no argument of Noise", "kind", "range"]),
]


@pytest.mark.parametrize(("call", "words"), ANSWERS, ids=[" ".join(words) for _, words in ANSWERS])
def test_arguments_of_other_packages(call, words):
    try:
        with pytest.raises(TypeError) as caught:
            call()
    except ImportError as error:
        pytest.skip(str(error))  # of a module that needs a package which is not installed
    assert any(word in str(caught.value) for word in ("allowed", "; use ", "; grid, ", "; Noise.grid, ", " needs "))
    for word in words:
        assert word in str(caught.value)


def test_methods_have_what_answers_say():
    for name, methods in _answers.WINDOW.items():
        functions = inspect.getmembers(Noise, inspect.isfunction)
        having = [each for each, function in functions if name in inspect.signature(function).parameters]
        assert sorted(each for each in having if each[0] != "_") == sorted(methods), name


def test_the_caller_is_not_suggested():
    with pytest.raises(TypeError) as caught:
        N.grid((3, 3), relief=3)
    assert str(caught.value).startswith("relief is no argument of grid; allowed: shape, start")
    assert "self" not in str(caught.value)


def test_a_fractal_has_octaves():
    for fractal in ("fbm", "billow", "ridged", "turbulence", "ping-pong", "ridged-multi", "hybrid-multi"):
        noise = Noise(fractal=fractal)
        assert noise.octaves == 6 and noise == Noise(fractal=fractal, octaves=6) == N.replace(
            seed=0, frequency=1, fractal=fractal
        )
        one = Noise(fractal=fractal, octaves=1)
        assert one.octaves == 1 == one.replace(seed=3).octaves == Noise.from_json(one.to_json()).octaves
        assert eval(repr(one)) == one and eval(repr(noise)) == noise and one != noise
    assert Noise(fractal="none", octaves=3).replace(seed=1) == Noise(fractal="none", octaves=3, seed=1)
    assert Noise(fractal="none", octaves=3).replace(fractal="ridged") == Noise(fractal="ridged", octaves=3)
    assert Noise().octaves == Noise(fractal="none").octaves == 1
    assert same_bits(perlane.fbm((4, 5), octaves=None), perlane.fbm((4, 5)))


def test_replacing():
    assert N.__replace__(octaves=6) == N.replace(octaves=6) != N
    if sys.version_info >= (3, 13):
        assert copy.replace(N, octaves=6) == N.replace(octaves=6)
    for changes in ({}, dict(octaves=6), dict(seed=3), dict(range=(0, 1))):
        with pytest.raises(TypeError, match="^dataclasses.replace is given a Noise; allowed: the noise's own method"):
            dataclasses.replace(N, **changes)
    assert dataclasses.asdict(N)["seed"] == 1
    assert list(dataclasses.asdict(N)) == list(inspect.signature(Noise).parameters)
    assert dataclasses.replace(N + N) == N + N
    assert dict(inspect.getmembers(N))["seed"] == 1, "all attributes can be read"


def test_names_of_python_are_left_alone():
    names = {}
    exec("from perlane import *", names)
    assert "open" not in names and names["Noise"] is Noise and callable(perlane.open)


MODULES = """
import sys
for name in {absent}:
    sys.modules[name] = None
import perlane
try:
    print(perlane.{what})
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("what", "absent", "text"),
    [
        ("ml.perlin_masks", [], "<function perlin_masks"),
        ("dask.grid", [], "<function grid"),
        ("xarray.RecipeBackend", [], "<class 'perlane.xarray.RecipeBackend'>"),
        ("dask", ["dask"], "perlane.dask needs dask and its arrays ("),
        ("xarray", ["xarray"], "perlane.xarray needs xarray (import of xarray"),
        ("xarray.grid(perlane.Noise(), (3, 4), chunks=2)", ["dask"], "perlane.dask needs dask and its arrays"),
        ("xarray.grid(perlane.Noise(), (3, 4), crs=32633)", ["pyproj"], "crs needs pyproj (import of pyproj"),
        ("dask.to_zarr(perlane.Noise(), (3, 4), 'a')", ["zarr"], "perlane.dask.to_zarr needs zarr 3 (import of zarr"),
    ],
)
def test_modules_are_imported_when_they_are_used(what, absent, text):
    for name in {"dask": ["dask"], "xarray": ["xarray"]}.get(what.partition(".")[0], []):
        pytest.importorskip(name)
    script = MODULES.format(absent=absent, what=what)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout.startswith(text), ran.stderr
    if absent:
        assert "; pip install 'perlane[" in ran.stdout
    with pytest.raises(AttributeError, match="module 'perlane' has no attribute 'nothing'"):
        perlane.nothing


def test_modules_are_listed_before_they_are_imported():
    script = (
        "import sys, perlane; print(*(name for name in dir(perlane) if name[0] != '_'), 'perlane.dask' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "Layers LazyField LazyGrid Noise backends dask fbm ml open perlin xarray False\n"


@pytest.mark.parametrize("kind", ["simplex", "opensimplex", "fbm", "ridged"])
def test_kinds_of_other_packages(kind):
    with pytest.raises(ValueError, match=rf"kind is {kind}; allowed: perlin.*did you mean"):
        Noise(kind)


def test_errors_inside_are_left_alone():
    with pytest.raises(TypeError, match="seed is 'a'; allowed: integers"):
        perlane.fbm((4, 4), seed="a")
    with pytest.raises(TypeError, match="shape is 'ab'"):
        N.grid("ab")


def test_an_array_of_points_is_not_noise_in_one_dimension():
    rows = np.random.default_rng(0).random((50, 2))
    for given in (rows, rows.T, rows.tolist(), rows[None]):
        with pytest.raises(
            ValueError,
            match=r"coordinates is one array of shape .*points\(\*np.asarray\(rows\).T\) for rows of \(y, x\)",
        ):
            N.points(given)
    assert same_bits(N.points(*rows.T), N.points(rows[:, 0], rows[:, 1]))
    assert N.points(rows.ravel()).shape == (100,) and N.points(0.5).shape == ()


def test_single_points_need_no_arrays(monkeypatch):
    """They take 0.3 microseconds then, which would be 16."""
    y, x = np.mgrid[0:5, 0:5]
    wanted = [noise.points(y / 3, x) for noise in NOISES]
    for name in ("points", "filled"):
        monkeypatch.setattr(_sampling, name, lambda *_: pytest.fail("a single point is taken for an array"))
    for noise, want in zip(NOISES, wanted):
        got = [noise.points(y / 3, x) for y in range(5) for x in range(5)]
        assert all(each.shape == () and type(each) is np.ndarray for each in got)
        assert same_bits(np.reshape(got, (5, 5)), want)


def test_single_points_are_checked():
    for wrong in (float("nan"), float("inf"), 1e300, 2**70, 10**400):
        with pytest.raises(ValueError, match="^y coordinate|^y is an integer"):
            N.points(wrong, 0.5)
    for wrong in (True, "a", None, 1j):
        with pytest.raises(TypeError, match="^y is of dtype|^y is of type NoneType"):
            N.points(wrong, 0.5)
    assert same_bits(N.points(np.float32(0.5), 3), N.points(0.5, 3.0))


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-6)


def test_operators():
    m = Noise("value", seed=2, frequency=0.3)
    a, b = N.grid((8, 9)), m.grid((8, 9))
    for noise, want in [
        (-N, -a),
        (+N, a),
        (N / 2, a / 2),
        (N * 3, a * 3),
        (N - m, a - b),
        (N + 1, a + 1),
        (1 + N, 1 + a),
        (N - 0.5, a - 0.5),
        (1 - N, 1 - a),
        (np.float32(1) - N, 1 - a),
        (N + Decimal("0.5"), a + 0.5),
        (Decimal(3) * N - Fraction(1, 4), 3 * a - 0.25),
        (N / np.array(2), a / 2),
        (sum([N, m, N]), a + b + a),
        (-(N + m), -(a + b)),
        ((N + m) / 2, (a + b) / 2),
        (2 * (N - m) + 1, 2 * (a - b) + 1),
        (1 - (N + m), 1 - (a + b)),
        (Layers() + 1, np.ones((8, 9))),
        (sum([]) + N, a),
        (Noise(seed=1, frequency=0.1, range=(0, 4)) - 1, a * 2 + 1),
    ]:
        close(noise.grid((8, 9)), want)
        assert type(noise).from_json(noise.to_json()) == noise
    assert Noise(seed=1, frequency=0.1, scale=-1, bias=-0.0) == -N and N.replace(scale=1 / 3) == N / 3
    assert sum([N]) == N and isinstance(N - N, Layers) and Layers() + 0 == Layers()
    for wrong in (lambda: N * m, lambda: 2 / N, lambda: N - None, lambda: N / m, *(
        lambda other=other: N + other for other in ("a", b"a", True, np.True_, 1j, *NO_REAL_NUMBERS)
    )):  # fmt: skip
        with pytest.raises(TypeError):
            wrong()
    for nothing in (N, N + m, Layers(), Layers([Noise(range=(0, 1))])):
        with pytest.raises(ZeroDivisionError):
            nothing / 0
        for beyond in (math.inf, math.nan, 10**400):
            for operate in (operator.mul, operator.add, operator.sub):
                with pytest.raises(ValueError, match="allowed: .*numbers"):
                    operate(nothing, beyond)
    for kept in (Layers() * 1e300, Layers() / 3, -Layers(), Layers() + 0.0):
        assert kept == Layers()


class Operand:
    """Of another package, which knows what its sums with noises are."""

    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = lambda self, noise: (self, noise)


def test_other_operands_decide_themselves():
    other = Operand()
    assert N + other == N - other == N * other == N / other == (other, N)


class OfAFloat:
    """A number of which no more is known than that it is a float."""

    def __float__(self):
        return 5.0


class OfAnotherDtype(OfAFloat):
    """A number of a package whose types are not NumPy's."""

    dtype = type("dtype", (), {"kind": 5})


FIVES = [np.uint8(5), np.array(5, np.uint8), np.uint64(5), np.int8(5), OfAFloat(), OfAnotherDtype()]


@pytest.mark.parametrize("five", FIVES, ids=repr)
def test_numbers_of_any_type_are_subtracted(five):
    assert N - five == N - 5.0 and (N + N) - five == (N + N) - 5.0
    assert five - N == 5.0 - N
    assert N - np.int8(-128) == N + 128


INTEGERS = [("u8", np.uint8), ("uint16", np.uint16), (np.uint8, np.uint8), (np.dtype("u2"), np.uint16)]


@pytest.mark.parametrize(("dtype", "want"), INTEGERS, ids=str)
@pytest.mark.parametrize("levels", [None, (-0.5, 0.25), (1, -1)])
def test_integers(noise, dtype, want, levels):
    samples = noise.grid((37, 53)).astype(np.float64)
    low, high = noise.bounds(2) if levels is None else levels
    top = np.iinfo(want).max
    # Halves are rounded up, as the command line does.
    expected = np.floor(np.clip((samples - low) * (top / (high - low)), 0, top) + 0.5).astype(want)
    got = noise.grid((37, 53), dtype=dtype, levels=levels)
    assert got.dtype == want
    np.testing.assert_array_equal(got, expected)
    y, x = np.arange(37), np.arange(53)
    np.testing.assert_array_equal(noise.axes(y, x, dtype=dtype, levels=levels), expected)
    np.testing.assert_array_equal(noise.points(y[:, None], x, dtype=dtype, levels=levels), expected)
    out = np.zeros((53, 37), want).T
    assert noise.grid((37, 53), dtype=dtype, levels=levels, out=out) is out
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("levels", [(-0.5, 0.25), (1.0, -1.0)])
def test_integers_of_samples_that_there_are(noise, dtype, levels):
    """As those of a quantity in a file."""
    integers = np.empty((37, 53), dtype)
    _native.integers(noise.grid((37, 53)), integers, levels)
    np.testing.assert_array_equal(integers, noise.grid((37, 53), dtype=dtype, levels=levels))


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_integers_of_samples_that_do_not_fit(dtype):
    samples = N.grid(53)
    with pytest.raises(ValueError, match="^out is of 52 elements; allowed: as many as there are samples"):
        _native.integers(samples, np.empty(52, dtype), (0, 1))
    with pytest.raises(ValueError, match=r"^levels is 1\.\.1; allowed: two different numbers"):
        _native.integers(samples, np.empty(53, dtype), (1, 1))
    with pytest.raises(TypeError, match="allowed: contiguous, aligned arrays"):
        _native.integers(samples[::2], np.empty(27, dtype), (0, 1))


@pytest.mark.parametrize("dims", [1, 3])
def test_levels_are_those_of_the_dimensions(dims):
    """A batch has an axis more than its grids."""
    noise, shape = N.replace(fractal="ridged", octaves=2, normalize=False), (4, 5, 6)[:dims]
    for of, levels in ((noise.bounds, None), (lambda dims: typical(noise, dims), "typical")):
        assert of(dims) != of(2), "or this tests nothing"
        want = noise.grid(shape, dtype="u8", levels=of(dims))
        how = dict(dtype="u8", levels=levels)
        np.testing.assert_array_equal(noise.grid(shape, **how), want)
        np.testing.assert_array_equal(noise.axes(*map(np.arange, shape), **how), want)
        np.testing.assert_array_equal(noise.points(*np.indices(shape), **how), want)
        np.testing.assert_array_equal(noise.batch(shape, [noise.seed], **how)[0], want)


def test_integers_of_functions_and_batches():
    want = N.replace(frequency=1 / 64).grid((20, 30), dtype="u8")
    np.testing.assert_array_equal(perlane.perlin((20, 30), seed=1, dtype="u8"), want)
    assert perlane.fbm((20, 30), dtype="u16", levels=(-0.5, 0.5)).dtype == np.uint16
    np.testing.assert_array_equal(N.replace(frequency=1 / 64).batch((20, 30), [0, 1], dtype=np.uint8)[1], want)
    assert perlane.fbm((20, 30), dtype="f32").dtype == perlane.fbm((20, 30), dtype=np.float32).dtype == np.float32


def test_large_integers_are_those_of_small_parts():
    noise = N.replace(octaves=3)
    whole = noise.grid((1500, 1700), dtype="u16")
    np.testing.assert_array_equal(whole[1234:1300, 77:99], noise.grid((66, 22), start=(1234, 77), dtype="u16"))


def test_integers_of_the_command_line(tmp_path, binary):
    recipe = tmp_path / "a.json"
    recipe.write_text(N.replace(octaves=5).lazy((70, 90)).to_json())
    for dtype, levels in [("u8", (-0.4, 0.4)), ("u16", None)]:
        out = tmp_path / f"{dtype}.npy"
        asked = ["--levels", f"{levels[0]}..{levels[1]}"] if levels else []
        subprocess.run([binary, "generate", recipe, "-o", out, "-q", "--dtype", dtype, *asked], check=True)
        np.testing.assert_array_equal(np.load(out), N.replace(octaves=5).grid((70, 90), dtype=dtype, levels=levels))


def test_typical_levels(noise):
    low, high = levels = typical(noise, 2)
    samples = noise.grid((500, 600), start=10_000, spacing=0.37)
    assert np.mean((samples < low) | (samples > high)) < 0.02
    image = noise.grid((50, 60), dtype="u8", levels="typical")
    np.testing.assert_array_equal(image, noise.grid((50, 60), dtype="u8", levels=levels))
    np.testing.assert_array_equal(image[7:9], noise.grid((2, 60), start=(7, 0), dtype="u8", levels="typical"))
    y, x = np.arange(50), np.arange(60)
    np.testing.assert_array_equal(image, noise.points(y[:, None], x, dtype="u8", levels="typical"))
    np.testing.assert_array_equal(image, noise.axes(y, x, dtype="u8", levels="typical"))


@pytest.mark.parametrize("dtype", ["u8", "u16"])
def test_typical_levels_of_a_batch_are_those_of_each_seed(noise, dtype):
    seeds = [*range(12), 2**64 - 1, 3]
    batch = noise.batch((20, 30), seeds, dtype=dtype, levels="typical")
    for part, seed in zip(batch, seeds):
        np.testing.assert_array_equal(part, reseeded(noise, seed).grid((20, 30), dtype=dtype, levels="typical"))
    other = reseeded(noise, 77).batch((20, 30), iter(seeds), dtype=dtype, levels="typical")
    np.testing.assert_array_equal(batch, other)
    assert noise.batch((20, 30), [], dtype=dtype, levels="typical").shape == (0, 20, 30)
    with pytest.raises(ValueError, match="^backend is sse"):
        noise.batch((20, 30), [], dtype=dtype, levels="typical", backend="sse")
    other = noise.batch((20, 30), deque(seeds), dtype=dtype, levels="typical")  # has no slices
    np.testing.assert_array_equal(other, batch)


def test_typical_levels_depend_on_the_seed():
    assert len({typical(N.replace(seed=seed), 2) for seed in range(12)}) > 1, "or the test above tests nothing"


def test_wrong_seeds_with_typical_levels():
    out = np.zeros((2, 4, 4), np.uint8)
    for seeds, error, text in [
        ([1, -1], ValueError, "seeds is -1; allowed: integers from 0 to"),
        ([1, "a"], TypeError, "seeds is 'a'"),
    ]:
        with pytest.raises(error, match=f"^{text}"):
            N.batch((4, 4), seeds, dtype="u8", levels="typical", out=out)
    assert not out.any()
    with pytest.raises(ValueError, match="levels is 'typical'; allowed: None, as samples are float32"):
        N.batch((4, 4), [1, 2], levels="typical")


def reseeded(noise, seed):
    """A noise with another seed; of a sum, all seeds are shifted by what the first one is."""
    if isinstance(noise, Noise):
        return noise.replace(seed=seed)
    by = seed - noise.layers[0].seed
    return Layers([layer.replace(seed=(layer.seed + by) % 2**64) for layer in noise.layers])


@pytest.mark.parametrize("shape", [(9, 11), (300, 301)])
def test_batches_of_sums(shape):
    terrain = N + 0.25 * Noise("value", seed=9, frequency=0.3) - Noise(seed=2**64 - 1, frequency=0.02, octaves=2)
    seeds = [0, 2**64 - 1, 5, 5]
    batch = terrain.batch(shape, iter(seeds), start=(3, -4), spacing=0.5)
    for part, seed in zip(batch, seeds):
        assert same_bits(part, reseeded(terrain, seed).grid(shape, start=(3, -4), spacing=0.5))
    assert same_bits(terrain.batch(shape, [1])[0], terrain.grid(shape))
    assert not Layers().batch((2, 3), [1, 2]).any()


def test_seeds_of_sums_are_those_of_the_command_line(tmp_path, binary):
    terrain = N + 0.25 * Noise("value", seed=9, frequency=0.3)
    recipe, out = tmp_path / "a.json", tmp_path / "a.npy"
    recipe.write_text(terrain.lazy((30, 40)).to_json())
    subprocess.run([binary, "generate", recipe, "-o", out, "-q", "--seed", "12"], check=True)
    assert same_bits(np.load(out), terrain.batch((30, 40), [12])[0])


def test_cells_of_other_sizes_along_each_axis():
    """What the error about a tuple says."""
    how = dict(frequency=1, spacing=(16 / 256, 64 / 512), period=(16, 64))
    tile = perlane.perlin((256, 512), **how)
    assert same_bits(perlane.perlin((512, 1024), **how), np.tile(tile, (2, 2)))
    assert not perlane.perlin((256, 512), frequency=1, spacing=(16 / 256, 64 / 512))[::16, ::8].any(), "lattice corners"


def test_distances_that_can_be_combined():
    """What the documentation of `returns` says."""
    for distance in ("euclidean", "manhattan"):
        noise = Noise("cellular", frequency=0.1, distance=distance)
        f1, f2, between = (noise.replace(returns=r, normalize=False).grid((200, 200)) for r in ("f1", "f2", "f2-f1"))
        assert (f1 <= f2).all() and same_bits(f2 - f1, between)
    f1, f2 = (Noise("cellular", frequency=0.1, returns=r).grid((200, 200)) for r in ("f1", "f2"))
    assert (f2 < f1).any()


def test_light_from_the_top_left():
    """What the documentation of `light` says: it is in the axes of the world."""
    hills = Noise(seed=3, frequency=0.05, octaves=3, scale=9)
    down = hills.field("hillshade", (40, 50))
    up = hills.field("hillshade", (40, 50), spacing=(-1, 1), origin=(39, 0), light=(-1, -1, 2))
    assert same_bits(up, down[::-1]), "the same hills and light, north up: the light comes from the bottom left"
    normal = hills.field("normal", (40, 50), spacing=(-1, 1), origin=(39, 0))
    assert same_bits(normal, hills.field("normal", (40, 50))[:, ::-1])


def test_warps_need_the_period():
    """What the documentation of `period` and `warp` says."""
    moves = Noise(seed=5, frequency=0.1, scale=6)
    for warp, meets in [
        ((moves, moves), False),
        ((moves.replace(period=(4, 4)),) * 2, True),
        ((moves.replace(frequency=0.05, period=(2, 2)),) * 2, True),
        (6, True),
    ]:
        noise = Noise(frequency=0.1, period=(4, 4), warp=warp)
        whole = noise.grid((80, 80))
        assert np.allclose(whole[:40, :40], whole[40:, 40:], atol=1e-5) == meets


def test_typical_levels_of_what_has_none():
    assert typical(Noise(scale=0, bias=3), 2) == (3, 3)
    assert typical(Layers(), 3) == (0, 0)
    far = Noise(octaves=32, lacunarity=4)
    assert typical(far, 2) == far.bounds(2)
    with pytest.raises(ValueError, match="levels is 'usual'; allowed: None, \"typical\", or two numbers"):
        N.grid((4, 4), dtype="u8", levels="usual")
    with pytest.raises(ValueError, match="levels is 'typical'; allowed: None, as samples are float32"):
        N.grid((4, 4), levels="typical")


def test_typical_levels_are_those_of_the_command_line(noise, tmp_path, binary):
    recipe = tmp_path / "a.json"
    recipe.write_text(noise.lazy((30, 40)).to_json())
    image = tmp_path / "a.png"
    subprocess.run([binary, "generate", recipe, "-o", image, "-q"], check=True)
    with image.open("rb") as opened:
        opened.seek(8)
        levels = json.loads(_headers.png(opened, b"")[0])["numbers"]["levels"]
    assert tuple(levels) == typical(noise, 2)


NUMBERS = "f32, u16, u8; float32, uint16, uint8, or NumPy's types of these names"


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        (dict(dtype="f8"), ValueError, "dtype is f8; allowed: f32, u16, u8"),
        (dict(dtype=np.dtype("u8")), ValueError, "dtype is dtype('uint64'); allowed: f32, u16, u8"),
        (dict(dtype="<f4"), ValueError, f"dtype is <f4; allowed: {NUMBERS} (did you mean f32?)"),
        (dict(dtype="u1"), ValueError, f"dtype is u1; allowed: {NUMBERS} (did you mean u8?)"),
        (dict(dtype="|u2"), ValueError, f"dtype is |u2; allowed: {NUMBERS} (did you mean u16?)"),
        (dict(dtype=int), ValueError, "dtype is <class 'int'>; allowed: f32, u16, u8"),
        (dict(dtype=8), TypeError, "dtype is 8; allowed:"),
        (dict(levels=(0, 1)), ValueError, "levels is (0, 1); allowed: None, as samples are float32; or set dtype"),
        (dict(dtype="u8", levels=(1, 1)), ValueError, "levels is 1..1; allowed: two different numbers"),
        (dict(dtype="u8", levels=(0, np.nan)), ValueError, "levels is 0..NaN; allowed: two different numbers"),
        (dict(dtype="u8", levels=(-1e308, 1e308)), ValueError, "levels is -1e308..1e308; allowed: two different"),
        (dict(dtype="u8", levels=(0, 1e-308)), ValueError, "levels is 0..1e-308; allowed: two different numbers"),
        (dict(dtype="u8", levels=3), TypeError, 'levels is 3; allowed: None, "typical", or two numbers'),
        (dict(dtype="u8", levels="01"), ValueError, "levels is '01'; allowed: None, \"typical\", or two numbers"),
        (dict(dtype="u8", levels={0, 1}), TypeError, "levels is {0, 1}; allowed:"),
        (dict(dtype="u8", out=np.zeros((4, 4), np.float32)), TypeError, "out is of dtype <f4; allowed: uint8 in"),
        (
            dict(out=np.zeros((4, 4), np.uint8)),
            TypeError,
            "out is of dtype |u1; allowed: float32; or set dtype to uint8, where samples can be integers",
        ),
    ],
    ids=str,
)
def test_wrong_integers(options, error, text):
    with pytest.raises(error) as caught:
        N.grid((4, 4), **options)
    assert str(caught.value).startswith(text)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_tensors_as_out():
    import torch

    out = torch.zeros(20, 30)
    assert N.grid((20, 30), out=out) is out
    assert same_bits(out.numpy(), N.grid((20, 30)))
    turned = torch.zeros(30, 20).T
    assert N.grid((20, 30), out=turned) is turned
    assert same_bits(turned.numpy(), N.grid((20, 30)))
    y, x = torch.arange(20.0), torch.arange(30.0)
    assert same_bits(N.axes(y, x, out=torch.zeros(20, 30)).numpy(), N.axes(y.numpy(), x.numpy()))
    small = torch.zeros(20, 30, dtype=torch.uint8)
    np.testing.assert_array_equal(N.grid((20, 30), out=small, dtype="u8").numpy(), N.grid((20, 30), dtype="u8"))
    with pytest.raises(ValueError, match="out is a tensor; allowed: dense ones on the CPU, without gradients"):
        N.grid((20, 30), out=torch.zeros(20, 30, requires_grad=True))
    with pytest.raises(ValueError, match="out is a tensor; allowed"):
        N.grid((20, 30), out=torch.zeros(20, 30, device="meta"))


class Tensor:
    """What is known of PyTorch's tensors where PyTorch is not installed."""

    __module__ = "torch"

    def __init__(self, array):
        self.array = array

    def numpy(self):
        if isinstance(self.array, Exception):
            raise self.array
        return self.array


class Annotated(Tensor):
    """A tensor's class in another package."""

    __module__ = "fastai.torch_core"


class Nested(Tensor):
    __module__ = "torch.nn.parameter"


class Unrelated:
    """Something of another package, whose name begins alike."""

    __module__ = "torchlike.arrays"

    def numpy(self):
        return np.zeros((20, 30), np.float32)


class Module:
    """Something of PyTorch that is no tensor."""

    __module__ = "torch.nn.modules"


def test_what_is_no_tensor_as_out():
    for kind in (Unrelated, Module):
        with pytest.raises(TypeError, match=f"^out is of type {kind.__name__}; allowed: NumPy arrays, PyTorch tensors"):
            N.grid((20, 30), out=kind())


@pytest.mark.parametrize("kind", [Tensor, Annotated, Nested])
def test_what_looks_like_a_tensor_as_out(kind):
    for array in (np.zeros((20, 30), np.float32), np.zeros((30, 20), np.float32).T):
        out = kind(array)
        assert N.grid((20, 30), out=out) is out
        assert same_bits(array, N.grid((20, 30)))
    for error in (RuntimeError("requires grad"), TypeError("device type")):
        with pytest.raises(ValueError, match=f"out is a tensor; allowed: dense ones on the CPU, .*{error}"):
            N.grid((20, 30), out=kind(error))


def test_toml():
    text = 'stream = 1\n[noise]\nseed = 7\nfractal = { kind = "fbm", octaves = 3 }\n[grid]\nsize = { x = 4 }\n'
    assert Noise.from_toml(text) == Noise(seed=7, octaves=3)
    layers = "stream = 1\n[[layers]]\nseed = 1\n[[layers]]\nseed = 2\nweight = 0.5\n"
    assert Layers.from_toml(layers) == Noise(seed=1) + 0.5 * Noise(seed=2)
    with pytest.raises(ValueError, match="(?s)recipe: .*unknown key `sead`; did you mean `seed`"):
        Noise.from_toml("stream = 1\n[noise]\nsead = 7")
    with pytest.raises(ValueError, match="layers is 2 noises; allowed: one noise"):
        Noise.from_toml(layers)
    with pytest.raises(TypeError, match="text is 3; allowed: strings"):
        Noise.from_toml(3)
    assert json.loads(Noise.from_toml(text).to_json())["noise"]["seed"] == 7
