"""Grids, points, axes and batches: the same bits, whatever way they are asked for."""

import functools
import inspect
import itertools
import json
import math
import struct
import tracemalloc
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import perlane
from conftest import NOISES, same_bits
from perlane import _arrays, _sampling
from perlane._types import Backend, Fractal

VECTORS = Path(__file__).parents[2] / "tests" / "vectors" / "bits_v1.json"


def test_bit_patterns_of_version_1():
    cases = json.loads(VECTORS.read_text())["cases"]
    assert len(cases) == 15
    for case in cases:
        recipe = case["recipe"]
        window = {key: recipe.pop(key) for key in ("shape", "start", "origin", "spacing") if key in recipe}
        noise = perlane.Noise(recipe.pop("kind", "perlin"), seed=int(recipe.pop("seed", 0)), **recipe)
        window = {key: [int(n) if isinstance(n, str) else n for n in each] for key, each in window.items()}
        want = np.array([struct.unpack(">f", bytes.fromhex(h))[0] for h in case["f32_hex"]], np.float32)
        for backend in perlane.backends():
            assert same_bits(noise.grid(**window, backend=backend), want.reshape(window["shape"])), (case, backend)


@pytest.mark.parametrize("shape", [(1, 1), (7, 13), (33, 65), (1, 1000), (1000, 1), (257, 511)])
def test_every_way_gives_the_same_bits(noise, shape):
    start, origin, spacing = (-5, 2**40), (0.5, -3.0), (0.25, -1.5)
    whole = noise.grid(shape, start=start, origin=origin, spacing=spacing)
    assert whole.dtype == np.float32 and whole.flags.c_contiguous
    world = [o + (s + np.arange(n)).astype(float) * d for n, s, o, d in zip(shape, start, origin, spacing)]
    assert same_bits(noise.axes(*world), whole)
    assert same_bits(noise.points(world[0][:, None], world[1]), whole)
    for threads in (1, 2, 3):
        assert same_bits(noise.grid(shape, start=start, origin=origin, spacing=spacing, threads=threads), whole)
    for backend in perlane.backends():
        assert same_bits(noise.grid(shape, start=start, origin=origin, spacing=spacing, backend=backend), whole)
    tile = noise.grid(
        (shape[0] - shape[0] // 3, 1), start=(start[0] + shape[0] // 3, start[1]), origin=origin, spacing=spacing
    )
    assert same_bits(tile, whole[shape[0] // 3 :, :1])


def test_samples_are_no_constant(noise):
    assert len(np.unique(noise.grid((64, 64)))) > 20


@pytest.mark.parametrize("dims", [1, 2, 3, 4])
def test_dimensions(dims):
    noise = perlane.Noise("perlin", seed=5, frequency=0.3, fractal="turbulence", octaves=2)
    shape = (4, 3, 5, 7)[-dims:]
    whole = noise.grid(shape if dims > 1 else shape[0])
    assert whole.shape == shape and whole.any()
    assert same_bits(noise.points(*np.indices(shape)), whole)
    assert same_bits(noise.axes(*map(np.arange, shape)), whole)


@pytest.mark.parametrize("shape", [0, (0,), (0, 5), (5, 0), (3, 0, 2), (0, 0, 0, 0)])
def test_sizes_of_zero(shape):
    noise = perlane.Noise(frequency=0.1)
    empty = noise.grid(shape)
    assert empty.shape == ((shape,) if isinstance(shape, int) else shape) and empty.dtype == np.float32
    assert noise.batch(shape, [1, 2]).shape == (2, *empty.shape)
    assert noise.lazy(shape)[...].shape == empty.shape


def test_nothing_at_no_points():
    for quantity, planes in (("slope", ()), ("gradient", (3,))):
        assert perlane.Noise().field_points(quantity, [], []).shape == (*planes, 0)
        assert perlane.Noise().field_points(quantity, np.empty((2, 0)), 1.0).shape == (*planes, 2, 0)
    noise = perlane.Noise(frequency=0.1)
    assert noise.points([], []).shape == (0,)
    assert noise.axes([], [1.0]).shape == (0, 1)
    assert noise.batch((2, 3), []).shape == (0, 2, 3)


@pytest.mark.parametrize("shape", [(5, 7), (513, 129), (2, 40_001)])
def test_strided_out(noise, shape):
    want = noise.grid(shape)
    room = np.full((2 * shape[0], 3 * shape[1]), np.nan, np.float32)
    for out in (
        room[::2, ::3],
        room[: shape[0], : shape[1]][::-1, ::-1],
        np.empty(shape[::-1], np.float32).T,
        np.empty(shape, np.float32, order="F"),
        np.frombuffer(bytearray(4 * shape[0] * shape[1] + 1), np.float32, offset=1, count=shape[0] * shape[1]).reshape(
            shape
        ),
    ):
        assert noise.grid(shape, out=out) is out
        assert same_bits(out, want)
        out[...] = 0
        noise.axes(np.arange(shape[0]), np.arange(shape[1]), out=out)
        assert same_bits(out, want)
        out[...] = 0
        noise.points(*np.indices(shape), out=out)
        assert same_bits(out, want)


def test_strided_out_leaves_what_lies_between():
    room = np.full((8, 9), 7, np.float32)
    perlane.Noise(frequency=0.1).grid((4, 3), out=room[::2, ::3])
    room[::2, ::3] = 7
    assert (room == 7).all()


def test_out_of_a_batch(tmp_path):
    noise = perlane.Noise(frequency=0.1)
    want = noise.batch((33, 17), [5, 6, 7])
    out = np.empty((17, 33, 3), np.float32).T
    assert noise.batch((33, 17), [5, 6, 7], out=out) is out
    assert same_bits(out, want)
    file = np.lib.format.open_memmap(tmp_path / "a.npy", "w+", np.float32, (3, 33, 17))
    noise.batch((33, 17), np.array([5, 6, 7], np.uint16), out=file)
    assert same_bits(np.load(tmp_path / "a.npy"), want)


@pytest.mark.parametrize("shape", [(9, 11), (300, 301)])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_batch_is_a_grid_for_each_seed(shape, threads):
    noise = perlane.Noise(frequency=0.03, fractal="fbm", octaves=2, seed=99)
    seeds = [0, 2**64 - 1, 5, 5]
    batch = noise.batch(shape, iter(seeds), start=(3, -4), spacing=0.5, threads=threads)
    for part, seed in zip(batch, seeds):
        assert same_bits(part, noise.replace(seed=seed).grid(shape, start=(3, -4), spacing=0.5))


def test_functions_are_noises():
    a = perlane.perlin((20, 30), seed=3, frequency=0.1, gradients="diagonals", start=(1, 2))
    assert same_bits(a, perlane.Noise(seed=3, frequency=0.1, gradients="diagonals").grid((20, 30), start=(1, 2)))
    b = perlane.fbm((20, 30), seed=3, frequency=0.1, octaves=4, gain=0.6, period=(2, 3), scale=2, bias=1)
    noise = perlane.Noise(seed=3, frequency=0.1, fractal="fbm", octaves=4, gain=0.6, period=(2, 3), scale=2, bias=1)
    assert same_bits(b, noise.grid((20, 30)))
    assert perlane.perlin((64, 64)).any() and perlane.fbm((64, 64)).any()


# Every argument of the functions for one call, with another value than its default.
OF_NOISES = dict(seed=3, frequency=0.1, octaves=3, lacunarity=1.7, gain=0.6, gradients="axes", fade="linear")
OF_NOISES |= dict(period=(1, 2), normalize=False, scale=2, bias=1, range=(0, 4))
OF_GRIDS = dict(start=(1, 2), origin=0.5, spacing=0.25, dtype="u8")


@pytest.mark.parametrize("function", [perlane.perlin, perlane.fbm])
def test_functions_pass_every_argument_on(function):
    noise = perlane.Noise(frequency=1 / 64, octaves=6 if function == perlane.fbm else 1)
    names = inspect.signature(function).parameters.keys()
    assert names - OF_NOISES.keys() - OF_GRIDS.keys() == {"shape", "levels", "out", "threads", "backend"}
    for name in names & OF_NOISES.keys():
        want = noise.replace(**{name: OF_NOISES[name]}).grid((20, 30))
        assert not same_bits(want, noise.grid((20, 30))), name
        assert same_bits(function((20, 30), **{name: OF_NOISES[name]}), want), name
    for how in [{name: value} for name, value in OF_GRIDS.items()] + [dict(dtype="u8", levels=(-0.5, 0.25))]:
        assert function((20, 30), **how).tobytes() == noise.grid((20, 30), **how).tobytes(), how
    out = np.empty((20, 30), np.float32)
    assert function((20, 30), out=out) is out and same_bits(out, noise.grid((20, 30)))
    for how, text in ((dict(threads=0), "threads is 0"), (dict(backend="sse"), "backend is sse")):
        with pytest.raises(ValueError, match=text):
            function((20, 30), **how)


def test_layers_are_sums():
    a, b = perlane.Noise(seed=1, frequency=0.1), perlane.Noise("value", seed=2, frequency=0.3)
    total = (a + 0.5 * b).grid((40, 50))
    np.testing.assert_allclose(total, a.grid((40, 50)) + 0.5 * b.grid((40, 50)), atol=1e-6)
    assert (a + b).bounds(2) == (-2.0, 2.0)
    assert not perlane.Layers().grid((3, 4)).any()


def test_bounds_hold():
    for fractal in get_args(Fractal):
        noise = perlane.Noise(seed=6, frequency=0.11, fractal=fractal, octaves=3, scale=3, bias=1)
        low, high = noise.bounds(2)
        samples = noise.grid((300, 300))
        assert low <= samples.min() < samples.max() <= high


def test_far_from_the_origin():
    noise = perlane.Noise(seed=1, frequency=1 / 128)
    far = noise.grid((64, 64), start=2**40)
    assert len(np.unique(far)) > 1000 and np.abs(np.diff(far)).max() < 0.1


def test_points_and_axes_have_the_same_bits_on_every_backend(noise):
    y, x = np.linspace(-9, 9, 250), np.linspace(3, 40, 160)
    rows = np.stack(np.meshgrid(y, x, indexing="ij"), -1).reshape(-1, 2)
    want = noise.axes(y, x)
    for backend in perlane.backends():
        for threads in (1, 2):
            how = dict(backend=backend, threads=threads)
            assert same_bits(noise.axes(y, x, **how), want)
            assert same_bits(noise.points(*rows.T, **how), want.reshape(-1))
        assert same_bits(noise.points(y[3], x[5], backend=backend), want[3, 5])
        single = rows.astype(np.float32)
        assert same_bits(noise.points(*single.T, backend=backend), noise.points(*single.astype(float).T))


def test_every_method_refuses_wrong_threads_and_backends():
    noise = perlane.Noise(frequency=0.1)
    for call in (
        lambda **how: noise.grid((3, 4), **how),
        lambda **how: noise.batch((3, 4), [1], **how),
        lambda **how: noise.points(1.0, 2.0, **how),
        lambda **how: noise.axes([1.0], [2.0], **how),
        lambda **how: noise.field("slope", (3, 4), **how),
        lambda **how: noise.field_points("slope", 1.0, 2.0, **how),
        lambda **how: noise.field_axes("slope", [1.0], [2.0], **how),
        lambda **how: noise.gradient((3, 4), **how),
        lambda **how: noise.lazy((3, 4), **how),
        lambda **how: noise.lazy_field("slope", (3, 4), **how),
    ):
        with pytest.raises(ValueError, match="^backend is foo; allowed: portable"):
            call(backend="foo")
        with pytest.raises(ValueError, match="^threads is 0; allowed: None"):
            call(threads=0)


def test_backends_and_version():
    assert "portable" in perlane.backends() and set(perlane.backends()) <= set(get_args(Backend))
    assert perlane.__version__.count(".") == 2


MANY = 40 if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else 28  # NumPy 1 has arrays of up to 32 dimensions


def test_points_of_many_dimensions():
    noise = perlane.Noise(seed=1, frequency=0.1)
    y = np.arange(6.0).reshape((3, *(1,) * MANY, 2))
    got = noise.points(y, 0.5)
    assert got.shape == y.shape and same_bits(got.reshape(-1), noise.points(np.arange(6.0), 0.5))
    out = np.empty(y.shape, np.float32)
    assert noise.points(y, 0.5, out=out) is out and same_bits(out, got)


@pytest.mark.parametrize("threads", [None, 1])
def test_points_in_blocks_have_the_same_bits(threads):
    noise = perlane.Noise(seed=1, frequency=0.1)
    want = noise.grid((1500, 1400))
    y, x = np.arange(1500.0), np.arange(1400)
    assert same_bits(noise.points(y[:, None], x, threads=threads), want)
    assert same_bits(noise.points(*np.indices(want.shape), threads=threads), want)
    turned = np.asfortranarray(np.broadcast_to(y[:, None], want.shape))
    assert same_bits(noise.points(turned, x, out=np.empty(want.shape[::-1], np.float32).T, threads=threads), want)
    assert same_bits(noise.points(np.broadcast_to(0.25, (2**21,))), np.full(2**21, noise.points(0.25)))
    assert same_bits(noise.points(y[::-1, None], x[::-1]), want[::-1, ::-1])
    many = y.reshape((1500, *(1,) * MANY)), x
    assert same_bits(noise.points(*many).reshape(want.shape), want)


@pytest.mark.parametrize("dtype", [np.float16, np.longdouble, np.int8, np.uint64, ">f4", ">f8"])
def test_points_in_blocks_are_converted_from_every_type(dtype, monkeypatch):
    noise = perlane.Noise(seed=1, frequency=0.3)
    want = noise.grid((7, 5))
    monkeypatch.setattr(_sampling, "BLOCK", 4)
    y, x = (each.astype(dtype) for each in np.indices((7, 5)))
    assert same_bits(noise.points(y, x), want)
    assert same_bits(noise.points(y, x[:1]), want)
    assert same_bits(noise.points(y[::-1], np.broadcast_to(x[0], (7, 5))), want[::-1])


@pytest.mark.parametrize("dims", [1, 2, 3, 4])
def test_points_of_every_form_have_the_same_bits(dims):
    noise = perlane.Noise(seed=3, frequency=0.1, fractal="fbm", octaves=2, warp=4)
    for dtype in (np.float32, np.float64):
        for count in (0, 1, 7, 400):
            rows = (np.random.default_rng(count).random((count, dims)) * 40 - 20).astype(dtype)
            doubles = [np.array(column, np.float64) for column in rows.T]
            want = noise.points(*doubles)
            assert same_bits(noise.points(*rows.T), want)
            assert same_bits(noise.points(*(column.copy() for column in rows.T)), want)
            assert same_bits(noise.points(*rows[::-1].T), want[::-1])
            assert same_bits(noise.points(*np.asfortranarray(rows).T), want)
            assert same_bits(noise.points(*rows.astype(rows.dtype.newbyteorder()).T), want)
            assert same_bits(noise.points(doubles[0], *list(rows.T)[1:]), want)
            if dims > 1:
                assert same_bits(noise.points(*rows[:, ::-1].T), noise.points(*doubles[::-1]))
                wide = np.zeros((count, dims + 1), dtype)
                wide[:, 1:] = rows
                assert same_bits(noise.points(*wide[:, 1:].T), want)


def test_points_are_not_copied():
    noise = perlane.Noise(seed=1, frequency=0.1)
    rows = np.random.default_rng(0).random((2**21 + 5, 2), np.float32) * 100
    columns, doubles = list(np.ascontiguousarray(rows.T)), rows.astype(np.float64)
    out, planes = np.empty(len(rows), np.float32), np.empty((3, len(rows)), np.float32)
    want = noise.points(*np.ascontiguousarray(doubles.T))
    for given in (columns, list(rows.T), list(doubles.T)):
        tracemalloc.start()
        noise.points(*given, out=out)
        noise.field_points("gradient", *given, out=planes)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 2**20
        assert same_bits(out, want) and same_bits(planes[0], want)
    # Converted for some points at a time: whole, x would take 16 MiB more.
    tracemalloc.start()
    noise.points(columns[0], columns[1].astype(np.float64), out=out)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert same_bits(out, want) and most < 2**20 * 40


def test_memory_that_is_not_one_block():
    """Parts of PyTorch's tensors are arrays of NumPy that have gaps, and no array below them that has none."""
    noise = perlane.Noise(seed=1, frequency=0.1)
    room = np.ndarray((2, 5, 2), np.float64, bytearray(400), strides=(200, 16, 8))
    room[...] = np.arange(20.0).reshape(2, 5, 2)
    rows = room[1]
    assert same_bits(noise.points(*rows.T), noise.points(*rows.T.copy()))
    out = np.lib.stride_tricks.as_strided(room.view(np.float32)[1])
    assert noise.grid((5, 4), out=out) is out and same_bits(out, noise.grid((5, 4)))


def test_wrong_points_of_every_form_are_named():
    rows = np.zeros((3000, 2), np.float32)
    rows[2345, 0] = np.nan
    for given in (rows.T, np.ascontiguousarray(rows.T), rows.astype(np.float64).T):
        with pytest.raises(ValueError, match="y coordinate of sample 2345 is NaN"):
            perlane.Noise().points(*given)
        with pytest.raises(ValueError, match="y coordinate of sample 2345 is NaN"):
            perlane.Noise().field_points("gradient", *given)


def test_points_that_broadcast_are_not_made_whole():
    noise = perlane.Noise(seed=1, frequency=0.1)
    out = np.empty((4096, 4096), np.float32)
    y, x = np.arange(4096.0)[:, None], np.arange(4096.0)
    tracemalloc.start()
    noise.points(y, x, out=out)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40 * 2**20  # whole, the coordinates take 256 MiB


@pytest.mark.parametrize("quantity", ["slope", "gradient"])
def test_fields_of_points_that_broadcast_are_not_made_whole(quantity):
    noise = perlane.Noise(seed=1, frequency=0.1)
    y, x = np.arange(1100.0)[:, None], np.arange(2000.0, dtype=np.float32)
    want = noise.field(quantity, (1100, 2000))
    out = np.empty_like(want)
    noise.field_points(quantity, y[:2], x)  # what is made once
    tracemalloc.start()
    noise.field_points(quantity, y, x, out=out)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30 * 2**20  # whole, the coordinates take 34 MiB
    assert same_bits(out, want)
    x[1234] = np.nan
    out[:] = 7
    with pytest.raises(ValueError, match="x coordinate of sample 1234 is NaN"):
        noise.field_points(quantity, y, x, out=out)
    assert (out == 7).all()


@pytest.mark.parametrize("dtype", ["u8", "u16"])
def test_strided_out_of_integers(dtype):
    noise = perlane.Noise(seed=1, frequency=0.1)
    want = noise.grid((30, 50), dtype=dtype)
    for out in (np.zeros_like(want, order="F"), np.zeros((30, 100), want.dtype)[:, ::2], np.zeros_like(want)[::-1]):
        assert noise.grid((30, 50), dtype=dtype, out=out) is out and (out == want).all()


@pytest.mark.parametrize("dtype", ["f32", "u8"])
@pytest.mark.parametrize("shape", [(37,), (5, 7), (7, 2), (2, 3, 40), (1, 1, 2, 13), (0, 3)])
def test_strided_out_is_filled_part_by_part(monkeypatch, shape, dtype):
    noise = perlane.Noise(seed=4, frequency=0.3, octaves=2)
    where = dict(start=[3] * len(shape), origin=0.5, spacing=-0.25, dtype=dtype)
    levels = {} if dtype == "f32" else {"levels": "typical"}
    want = noise.grid(shape, **where, **levels)
    batch = noise.batch(shape, [5, 6, 5], **where, **levels)
    monkeypatch.setattr(_arrays, "PIECE", 10)
    between = (slice(None, None, 2),) * len(shape)
    for wanted, call in [
        (want, lambda out: noise.grid(shape, out=out, **where, **levels)),
        (batch, lambda out: noise.batch(shape, iter([5, 6, 5]), out=out, **where, **levels)),
    ]:
        room = np.full([2 * length for length in wanted.shape], 7, want.dtype)
        out = room[(*between, slice(None, None, 2))[: wanted.ndim]]
        assert call(out) is out
        assert out.tobytes() == wanted.tobytes()
        out[...] = 7
        assert (room == 7).all()


def test_strided_out_takes_the_memory_of_a_part():
    noise = perlane.Noise(frequency=0.1)
    shape = (3000, 4000)  # 12 million samples, three parts
    for call, out in [
        (noise.grid, np.empty(shape, np.float32, order="F")),
        (noise.gradient, np.empty((3000, 1300, 3), np.float32).transpose(2, 0, 1)),
        (lambda shape, out: noise.batch(shape, [1, 2], out=out), np.empty((2, 3000, 4000), np.float32)[:, :, ::2]),
    ]:
        tracemalloc.start()
        call(out.shape[-2:], out=out)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 4 * 2**22 + 2**20 < out.nbytes


@pytest.mark.parametrize(
    ("call", "text"),
    [
        # The first rows, which are a part of their own, could be computed.
        (lambda out: perlane.Noise().grid(out.shape, out=out, start=(2**52 - 4, 0)), "y coordinate of sample 5 is"),
        (
            lambda out: perlane.Noise().field("slope", out.shape, out=out, start=(2**52 - 4, 0)),
            "y coordinate of sample 5 is",
        ),
        (
            lambda out: perlane.Noise().batch(out.shape, [3], out=out[None], start=(2**52 - 4, 0)),
            "y coordinate of sample 5 is",
        ),
        (lambda out: perlane.Noise().batch(out.shape[1:], [3] * (len(out) - 1) + [-1], out=out), "seeds is -1"),
        (lambda out: perlane.Noise().batch(out.shape[1:], [3] * len(out), out=out, start=2**53), "start.x is 9007199"),
        (lambda out: perlane.Noise().grid(out.shape, out=out, threads=0), "threads is 0"),
        (lambda out: perlane.Noise().grid(out.shape, out=out, backend="sse"), "backend is sse"),
    ],
)
def test_errors_leave_strided_out_as_it_was(monkeypatch, call, text):
    monkeypatch.setattr(_arrays, "PIECE", 10)
    out = np.full((9, 8), 7, np.float32)[:, ::2]
    with pytest.raises(ValueError, match=text):
        call(out)
    assert (out == 7).all()


def test_copies_in_pieces_are_whole(monkeypatch):
    monkeypatch.setattr(_arrays, "PIECE", 10)
    noise = perlane.Noise(seed=1, frequency=0.1)
    for shape in [(37,), (1, 37), (5, 7), (7, 2), (2, 3, 40), (1, 1, 2, 13), (40, 1, 1)]:
        out = np.zeros([2 * length for length in shape], np.float32)
        strided = out[(slice(None, None, 2),) * len(shape)]
        noise.points(*np.indices(shape), out=strided)
        want = noise.grid(shape)
        assert same_bits(strided, want)
        assert np.count_nonzero(out) == np.count_nonzero(want)


@pytest.mark.parametrize("each", [1, 3])
def test_pieces_are_an_array_in_its_order(monkeypatch, each):
    monkeypatch.setattr(_arrays, "PIECE", 10)
    for shape in [(37,), (2, 5), (5, 7), (7, 2), (2, 3, 40), (1, 1, 2, 13), (40, 1, 1), (0, 3)]:
        numbers = np.arange(math.prod(shape)).reshape(shape)
        parts = list(_arrays.pieces(shape, each))
        assert [n for part in parts for n in numbers[part].flat] == list(range(numbers.size))
        assert all(0 < numbers[part].size * each <= 10 for part in parts)
        assert all(axis.stop <= length for part in parts for axis, length in zip(part, shape))


def test_elements_of_out_have_a_place_each():
    noise, room = perlane.Noise(frequency=0.1), np.zeros(64, np.float32)
    axes = list(itertools.product((1, 2, 3), (-12, -4, 0, 2, 4, 8, 12)))
    for (m, a), (n, b) in itertools.product(axes, repeat=2):
        places = {a * i + b * j + byte for i in range(m) for j in range(n) for byte in range(4)}
        if len(places) < 4 * m * n:
            with pytest.raises(ValueError, match="^out is an array with strides"):
                noise.grid((m, n), out=np.lib.stride_tricks.as_strided(room[24:], (m, n), (a, b)))
    whole = room.reshape(8, 8)
    nothing = np.lib.stride_tricks.as_strided(room, (0, 3), (0, 0))
    for slices in (whole[::2, ::-3], whole[:1, 1:], whole[1:, :1], room[None, ::2], whole[3:3], nothing):
        for out in (slices, slices.T):
            assert same_bits(noise.grid(out.shape, out=out), noise.grid(out.shape))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e300, -1e300])
def test_errors_in_later_blocks_name_the_sample_and_leave_out_as_it_was(wrong):
    x = np.zeros(2**21 + 9)
    x[2**21 + 5] = wrong
    out = np.full(x.shape, 7, np.float32)
    with pytest.raises(ValueError, match=f"x coordinate of sample {2**21 + 5} is"):
        perlane.Noise().points(0, x, out=out)
    assert (out == 7).all()


def test_points_broadcast():
    noise = perlane.Noise(seed=1, frequency=0.1)
    for shapes in [((3, 1), (4,)), ((), (2, 3)), ((1,), (0,)), ((0, 1), (3,)), ((1, 1), (1,)), ((2, 1, 4), (3, 1))]:
        y, x = (np.linspace(0, 9, int(np.prod(shape))).reshape(shape) for shape in shapes)
        got = noise.points(y, x)
        assert same_bits(got, noise.points(*(np.ascontiguousarray(each) for each in np.broadcast_arrays(y, x))))
    rows = np.arange(10.0).reshape(5, 2)
    assert same_bits(noise.points(rows[:1, 0], rows[:, 1]), noise.points(0, rows[:, 1].copy()))


@pytest.mark.parametrize(
    "shape", [(2**21 + 3,), (1100, 1100), (2, 2**20 + 5), (1, 3, 2**20 + 1), (3, 2, 700, 300)], ids=str
)
@pytest.mark.parametrize("threads", [1, 3])
def test_pieces_between_signals_have_the_same_bits(shape, threads):
    # Of that many octaves, 2^20 samples are the most that are computed without a look at signals.
    noise = perlane.Noise(seed=5, frequency=0.01, fractal="fbm", octaves=32, lacunarity=1.1)
    start = np.arange(7, 7 + len(shape))
    whole = noise.grid(shape, start=start, threads=threads)
    half = [length // 2 for length in shape]
    for corner in np.ndindex((2,) * len(shape)):
        first = [each * length for each, length in zip(corner, half)]
        lengths = [n - f if c else h for c, f, h, n in zip(corner, first, half, shape)]
        tile = tuple(slice(f, f + n) for f, n in zip(first, lengths))
        assert same_bits(whole[tile], noise.grid(lengths, start=start + first))


@pytest.mark.parametrize(("name", "axis"), [("y", 0), ("x", 1)])
def test_an_error_far_along_an_axis_leaves_out_as_it_was(name, axis):
    lines = [np.arange(3000.0), np.arange(100.0)]
    lines[axis][-1] = np.nan
    out = np.full((3000, 100), 7, np.float32)
    noise = perlane.Noise(frequency=0.1, fractal="fbm", octaves=32, lacunarity=1.0)
    for call in (noise.axes, functools.partial(noise.field_axes, "slope")):
        with pytest.raises(ValueError, match=f"{name} coordinate of sample {len(lines[axis]) - 1} is NaN"):
            call(*lines, out=out)
    assert (out == 7).all()


def test_an_error_far_off_leaves_out_as_it_was():
    out = np.full((2**21,), 7, np.float32)
    noise = perlane.Noise(frequency=1.0, fractal="fbm", octaves=32, lacunarity=1.0)
    for call in (
        lambda **how: noise.grid(out.shape, **how, out=out),
        lambda **how: noise.batch(out.shape, [1], **how, out=out[None]),
        lambda **how: noise.field("slope", out.shape, **how, out=out),
    ):
        with pytest.raises(ValueError, match="x coordinate of sample [0-9]{7} is"):
            call(start=2**52 - 2**20 - 2**19)
    x = np.zeros(out.shape)
    x[-1] = np.nan
    with pytest.raises(ValueError, match=f"x coordinate of sample {len(x) - 1} is NaN"):
        noise.field_points("slope", x, out=out)
    assert (out == 7).all()


def test_coordinates_that_are_not_aligned(monkeypatch):
    noise = NOISES[0]
    y = np.frombuffer(b"-" + np.arange(9.0).tobytes(), np.float64, offset=1)
    x = np.frombuffer(b"-" + np.arange(11.0).tobytes(), np.float64, offset=1)
    assert not y.flags.aligned
    assert same_bits(noise.axes(y, x), noise.grid((9, 11)))
    assert same_bits(noise.points(y[:, None], x), noise.grid((9, 11)))
    assert same_bits(noise.points(y, y), noise.points(y.copy(), y.copy()))
    rows = x[:10].reshape(5, 2)
    assert same_bits(noise.points(*rows.T), noise.points(*rows.T.copy()))
    monkeypatch.setattr(_sampling, "BLOCK", 4)
    assert same_bits(noise.points(y, y), noise.points(y.copy(), y.copy()))


@pytest.mark.parametrize("count", [1000, 2**20 + 1000])
def test_out_may_be_among_the_coordinates(count):
    noise = perlane.Noise("perlin", seed=3, frequency=1 / 16)
    y = np.linspace(0, 900, count, dtype=np.float32)
    want = noise.points(y, y[::-1].copy())
    both = y.copy()
    assert noise.points(both, both[::-1], out=both) is both
    assert same_bits(both, want)
    slopes = noise.field_points("slope", y, y)
    both = y.copy()
    assert same_bits(noise.field_points("slope", both, both, out=both), slopes)


def test_out_may_be_among_the_coordinates_of_axes():
    noise = perlane.Noise("perlin", seed=3, frequency=1 / 16)
    room = np.linspace(0, 90, 60)
    want = noise.axes(room[:5], room[:6])
    out = room.view(np.float32)[:30].reshape(5, 6)
    assert same_bits(noise.axes(room[:5], room[:6], out=out), want)
    room = np.linspace(0, 90, 60)
    want = noise.field_axes("slope", room[:5], room[:6])
    out = room.view(np.float32)[:30].reshape(5, 6)
    assert same_bits(noise.field_axes("slope", room[:5], room[:6], out=out), want)
