"""`LazyGrid` indexes as the whole grid's array does."""

import copy
import pickle
import tracemalloc
import weakref
from unittest import mock

import numpy as np
import pytest

import perlane
from conftest import same_bits
from perlane import _arrays
from perlane._lazy import grid_of

KEYS = [
    np.s_[:],
    np.s_[...],
    np.s_[3],
    np.s_[-1, -1],
    np.s_[-37, -53],
    np.s_[36, 52],
    np.s_[5, 2:9],
    np.s_[2:9, 5],
    np.s_[::-1],
    np.s_[1:30:7, ::-3],
    np.s_[10:2],
    np.s_[5:5, :],
    np.s_[-5:, 100:],
    np.s_[:, None, 4:6],
    np.s_[None, ..., 0],
    np.s_[..., 2:5],
    np.s_[[4, 0, -1]],
    np.s_[:, np.array([7, 7, 1])],
    np.s_[2:4, np.array([], int)],
    np.s_[np.arange(37) % 5 == 0],
    np.s_[3, [1, 2]],
    np.s_[[1, 2], 3],
    np.s_[np.int8(3), np.uint64(5)],
    np.s_[np.array(3), 2:5],
    np.s_[()],
    np.s_[..., 0, 0],
    np.s_[3, 4, None],
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_indexing(noise, key):
    start, origin, spacing = (-7, 2**33), (0.5, 0.25), (0.3, -0.7)
    whole = noise.grid((37, 53), start=start, origin=origin, spacing=spacing)
    lazy = noise.lazy((37, 53), start, origin=origin, spacing=spacing)
    assert same_bits(lazy[key], whole[key])
    assert type(lazy[key]) is type(whole[key])  # also np.float32 for one sample


def test_outer_indexing():
    noise = perlane.Noise(frequency=0.1)
    whole, lazy = noise.grid((11, 12, 13)), noise.lazy((11, 12, 13))
    rows, columns = np.array([5, -1, 5]), [0, 3]
    assert same_bits(lazy.oindex[rows, 2:9:3, columns], whole[rows][:, 2:9:3][:, :, columns])
    assert same_bits(lazy.oindex[rows, 4, columns], whole[rows][:, 4][:, columns])


WRONG = [37, (0, -54), (0, 0, 0), np.s_[..., ...], 1.5, "a", [[1]], [37], [True], ([1], [2])]


@pytest.mark.parametrize("key", WRONG, ids=str)
def test_what_is_no_index(key):
    with pytest.raises(IndexError):
        perlane.Noise(frequency=0.1).lazy((37, 53))[key]


def test_integers_and_arrays_apart():
    # NumPy moves axes here.
    lazy = perlane.Noise(frequency=0.1).lazy((37, 53, 3))
    with pytest.raises(IndexError, match="use oindex for more"):
        lazy[[1], :, 0]
    with pytest.raises(IndexError, match=r"^index is \(\[1, 2\], \[3, 4\]\); allowed: integers, slices, and one array"):
        lazy[[1, 2], [3, 4]]


def test_attributes():
    lazy = perlane.Noise(frequency=0.1).lazy((10**6, 10**6), (1, 2), spacing=0.5)
    assert (lazy.shape, lazy.ndim, lazy.dtype, lazy.size) == ((10**6, 10**6), 2, np.float32, 10**12)
    assert (lazy.start, lazy.origin, lazy.spacing, len(lazy)) == ((1, 2), (0.0, 0.0), (0.5, 0.5), 10**6)
    assert eval(repr(lazy), {"Noise": perlane.Noise}) == lazy
    assert pickle.loads(pickle.dumps(lazy)) == lazy and hash(pickle.loads(pickle.dumps(lazy))) == hash(lazy)


def test_as_array():
    noise = perlane.Noise(frequency=0.1)
    assert same_bits(np.asarray(noise.lazy((5, 6))), noise.grid((5, 6)))
    assert np.asarray(noise.lazy((5, 6)), dtype=float).dtype == float
    assert same_bits(np.stack(list(noise.lazy((5, 6)))), noise.grid((5, 6)))


@pytest.mark.parametrize("shape", [(37, 53), (1, 700), (700, 1), (3, 0), (9,), (3, 5, 40)], ids=str)
@pytest.mark.parametrize("quantity", ["value", "gradient"])
@pytest.mark.parametrize("piece", [1, 50, 700, 10_000])
def test_other_types_piece_by_piece(shape, quantity, piece, monkeypatch):
    monkeypatch.setattr(_arrays, "PIECE", piece)
    noise = perlane.Noise(seed=1, frequency=0.1, scale=100)
    lazy, whole = noise.lazy_field(quantity, shape, (5,) * len(shape)), noise.field(quantity, shape, start=5)
    for dtype in ("f8", "i4", ">f4", object, str):
        got = np.asarray(lazy, dtype=dtype)
        assert got.dtype == whole.astype(dtype).dtype and np.array_equal(got, whole.astype(dtype))


def peak(call):
    """The most bytes that a call had allocated at once, besides those of NumPy's own and Python's small objects."""
    tracemalloc.start()
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()


def test_no_second_array_is_as_large_as_the_result(monkeypatch):
    """Pieces also are what Ctrl-C needs, which Python looks for between them."""
    monkeypatch.setattr(_arrays, "PIECE", 2**12)
    lazy = perlane.Noise(frequency=0.1).lazy((2**9, 2**11), (5, 7), spacing=0.1, threads=1)
    long = perlane.Noise(frequency=0.1).lazy(2**20, -7, spacing=0.1)
    picked = np.arange(2**20)
    for call in (
        lambda: np.asarray(lazy, dtype="f8"),
        lambda: long.coordinates(0),
        lambda: long.coordinates(0, range(2**20 - 1, -1, -1)),
        lambda: long.coordinates(0, picked),
    ):
        bytes, result = peak(call)
        assert result.nbytes == 2**23 <= bytes < 1.3 * 2**23


def test_larger_than_any_memory():
    noise = perlane.Noise(seed=2, frequency=0.1)
    lazy = noise.lazy((10**10, 10**10, 2**40), (-(2**40), 5, 0), spacing=0.5)
    assert lazy.shape == (10**10, 10**10, 2**40) and lazy.nbytes == 4 * 10**20 * 2**40
    want = noise.grid((2, 3, 2), start=(2**33 - 2**40, 10**10 + 2, 7), spacing=0.5)
    assert same_bits(lazy[2**33 : 2**33 + 2, -3:, 7:9], want)
    assert same_bits(lazy.oindex[[2**33 + 1, 2**33], -3:, 7], want[::-1, :, 0])
    assert pickle.loads(pickle.dumps(lazy)) == lazy
    with pytest.raises(ValueError, match="shape is .*; allowed: shapes of at most"):
        lazy[...]


def test_what_cannot_be_computed_is_refused_when_made():
    noise = perlane.Noise(frequency=0.1)
    for arguments, error, match in [
        (dict(threads=0), ValueError, "threads is 0; allowed: None"),
        (dict(backend="foo"), ValueError, "backend is foo; allowed: portable"),
        (dict(backend=3), TypeError, "backend is 3; allowed: strings"),
        (dict(threads="two"), TypeError, "threads is 'two'; allowed: integers"),
        (dict(shape=(2**61, 2)), ValueError, r"shape is \(2305843009213693952, 2\); allowed: axes of at most"),
        (dict(start=(0, 2**63 - 5)), ValueError, "start.x is 9223372036854775803; allowed"),
        (dict(spacing=(1e9, 1)), ValueError, "y coordinate of sample"),
        (dict(origin=(0, float("nan"))), ValueError, "origin.x is NaN; allowed"),
    ]:
        with pytest.raises(error, match=match):
            noise.lazy(**dict(shape=(10**10, 10**10)) | arguments)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda lazy: lazy.coordinates(2), ValueError, "axis is 2; allowed: -2 to 1, as there are 2 axes"),
        (lambda lazy: lazy.coordinates(-3), ValueError, "axis is -3; allowed: -2 to 1"),
        (lambda lazy: lazy.coordinates(0, range(7, 2, -1)), IndexError, "picked has 7; allowed: -5 to 4"),
        (lambda lazy: lazy.coordinates("x"), TypeError, "axis is 'x'; allowed: integers"),
        (lambda lazy: lazy.coordinates(True), TypeError, "axis is True; allowed: integers"),
        (lambda lazy: lazy.coordinates(np.array(1.0)), TypeError, "axis is array(1.); allowed: integers"),
        (lambda lazy: lazy[1.0], IndexError, "index of axis 0 is 1.0; allowed: integers, slices"),
        (lambda lazy: lazy[0, "a"], IndexError, "index of axis 1 is 'a'; allowed: integers, slices"),
        (lambda lazy: lazy[np.array(1.5)], IndexError, "index of axis 0 is array(1.5); allowed: integers, slices"),
        (lambda lazy: lazy[0, np.array(True)], IndexError, "index of axis 1 is array(True); allowed: integers, slices"),
        (lambda lazy: lazy.oindex[True], IndexError, "index of axis 0 is True; allowed: integers, slices"),
        (lambda lazy: perlane.LazyField(3, "slope"), TypeError, "grid is 3; allowed: LazyGrid, which Noise.lazy"),
        (lambda lazy: perlane.LazyField(lazy.noise, "slope"), TypeError, "grid is Noise('perlin'"),
        (lambda lazy: lazy.noise.lazy(2**54 + 2, -(2**53)), ValueError, "shape is 18014398509481986; allowed: at most"),
        (
            lambda lazy: lazy.noise.lazy((2, 2**54 + 2)),
            ValueError,
            "shape is (2, 18014398509481986); allowed: at most 2^54",
        ),
    ],
)
def test_errors(call, error, text):
    with pytest.raises(error) as caught:
        call(perlane.Noise(frequency=0.1).lazy((5, 6)))
    assert str(caught.value).startswith(text)


def test_coordinates_of_some_indices():
    lazy = perlane.Noise().lazy((5, 6), start=(3, -2), spacing=(0.5, 2))
    for picked in ([1, 4, 2], (1, 4, 2), np.array([1, 4, 2], np.uint8), np.array([1, 4, 2], np.uint64)):
        assert lazy.coordinates(0, picked).tolist() == [2.0, 3.5, 2.5]
    assert lazy.coordinates(1, range(5, 0, -2)).tolist() == [6.0, 2.0, -2.0]
    assert lazy.coordinates(1, [-1]) == lazy.coordinates(1)[-1]
    assert lazy.coordinates(1, range(-2, 0)).tolist() == lazy.coordinates(1)[-2:].tolist()
    for beyond in (
        [lazy.shape[1]],
        [-lazy.shape[1] - 1],
        range(lazy.shape[1] + 1),
        range(2**64),
        np.array([2**63], np.uint64),
    ):
        with pytest.raises(IndexError, match="picked has -?[0-9]+; allowed: "):
            lazy.coordinates(1, beyond)
    with pytest.raises(TypeError, match="picked is"):
        lazy.coordinates(1, [[]])
    with pytest.raises(IndexError, match="allowed: nothing"):
        perlane.Noise().lazy((0,)).coordinates(0, [0])
    assert lazy.coordinates(1, []).size == lazy.coordinates(1, range(0)).size == 0


def test_the_longest_axis():
    lazy = perlane.Noise(frequency=0.1).lazy(2**54 + 1, -(2**53), spacing=0.25)
    assert same_bits(lazy[-3:], perlane.Noise(frequency=0.1).grid(3, start=2**53 - 2, spacing=0.25))


def test_lazy_grids_are_values():
    grid = perlane.Noise(frequency=0.1).lazy((5, 6))
    field = grid.noise.lazy_field("slope", (5, 6))
    for lazy, names in ((grid, ["noise", "_window", "_threads", "new"]), (field, ["grid", "relief", "light", "new"])):
        before = hash(lazy)
        for name in names:
            with pytest.raises(
                AttributeError, match=f"^a {type(lazy).__name__} is immutable: {name} cannot be set; make a new one$"
            ):
                setattr(lazy, name, 3)
            with pytest.raises(AttributeError, match=f"immutable: {name} cannot be deleted"):
                delattr(lazy, name)
        assert hash(lazy) == before and weakref.ref(lazy)() is lazy
        assert copy.copy(lazy) == copy.deepcopy(lazy) == pickle.loads(pickle.dumps(lazy)) == lazy


class OwnGrid(perlane.LazyGrid):
    """A user's class, which is called in another way."""

    def __init__(self, name, *args, **kwargs):
        super().__init__(*args, **kwargs)
        object.__setattr__(self, "name", name)


class OwnField(perlane.LazyField):
    __slots__ = ()


def test_copies_are_of_the_classes_of_users():
    noise = perlane.Noise(frequency=0.1)
    grid = OwnGrid("a", noise, (5, 6), start=2, origin=0.5, spacing=(1, -2), threads=2, backend="portable")
    for lazy in (grid, OwnField(grid, "slope", relief=3), OwnField(noise.lazy((5, 6)), "hillshade", light=(0, 1, 1))):
        for other in (copy.copy(lazy), copy.deepcopy(lazy), pickle.loads(pickle.dumps(lazy))):
            assert type(other) is type(lazy) and other == lazy and same_bits(other[1:], lazy[1:])
            assert getattr(other, "name", None) == getattr(lazy, "name", None)
        assert grid_of(other)._how() == grid_of(lazy)._how() and type(grid_of(other)) is type(grid_of(lazy))
        for read, write in (("from_json", "to_json"), ("from_toml", "to_toml")):
            other = getattr(type(lazy), read)(getattr(lazy, write)())
            assert type(other) is type(lazy) and other == lazy
    assert type(OwnField.from_json(grid.to_json())) is OwnField


def test_lazy_grids_of_other_samples_differ():
    noise = perlane.Noise(seed=1)
    grid = noise.lazy((5, 6), start=3, origin=0.5, spacing=2)
    given = dict(shape=(5, 6), start=3, origin=0.5, spacing=2)
    for change in (dict(shape=(6, 5)), dict(start=4), dict(origin=1), dict(spacing=(2, -2))):
        assert noise.lazy(**given | change) != grid, change
        assert noise.lazy_field("slope", **given | change) != noise.lazy_field("slope", **given), change
    assert noise.replace(seed=2).lazy(**given) != grid == noise.lazy(**given)


def test_other_objects_decide_themselves_whether_they_are_equal():
    grid = perlane.Noise().lazy((5, 6))
    for lazy in (grid, perlane.LazyField(grid, "value")):
        assert lazy == mock.ANY and lazy != 3
    assert grid != perlane.LazyField(grid, "value")


def test_samples_cannot_be_had_without_a_copy():
    with pytest.raises(ValueError, match="copy is False; allowed: None or True"):
        perlane.Noise(frequency=0.1).lazy((5, 6)).__array__(copy=False)


def test_one_plane_does_not_keep_the_others():
    field = perlane.Noise(frequency=0.1).lazy_field("gradient", (20, 30))
    for key in (0, slice(0, 1), [0]):
        found = field[key]
        while found.base is not None:
            found = found.base
        assert found.size == 600, key


@pytest.mark.parametrize("method", ["grid", "axes", "field", "field_axes"])
def test_threads_and_backend_are_those_of_each_computation(method, monkeypatch):
    noise, used = perlane.Noise(seed=1, frequency=0.1), []
    given = dict(threads=2, backend="portable")
    lazy = noise.lazy_field("slope", (9, 8), **given) if "field" in method else noise.lazy((9, 8), **given)
    called = getattr(perlane.Noise, method)

    def record(self, *args, **how):
        used.append({name: how[name] for name in given})
        return called(self, *args, **how)

    monkeypatch.setattr(perlane.Noise, method, record)
    key = np.s_[::2, 3] if "axes" in method else np.s_[2:5, 3]
    without = noise.lazy_field("slope", (9, 8)) if "field" in method else noise.lazy((9, 8))
    for each in (lazy, pickle.loads(pickle.dumps(lazy)), copy.deepcopy(lazy)):
        assert same_bits(each[key], without[key])
        assert each == without and hash(each) == hash(without)
    assert used == [given, dict.fromkeys(given)] * 3


LAZY = [
    perlane.Noise(seed=3).lazy((4, 5)),
    (perlane.Noise(seed=3, frequency=0.1) + 0.5 * perlane.Noise("value")).lazy((3, 10**9), (2, -5), spacing=(-1, 0.1)),
    perlane.Noise(frequency=0.1).lazy_field("value", (4, 5), origin=(1, 2)),
    perlane.Noise(frequency=0.1).lazy_field("slope", (4, 5), relief=30),
    perlane.Noise(frequency=0.1).lazy_field("hillshade", (4, 5), light=(0, 1, 1)),
]


@pytest.mark.parametrize("lazy", LAZY, ids=repr)
def test_recipes_are_read(lazy):
    assert type(lazy).from_json(lazy.to_json()) == lazy
    assert type(lazy).from_toml(lazy.to_toml()) == lazy


def test_recipes_of_other_things():
    field, grid = LAZY[3], LAZY[0]
    for read, write in (("from_json", "to_json"), ("from_toml", "to_toml")):
        with pytest.raises(
            ValueError, match=r"^field.quantity is slope; allowed: value, or no field; LazyField\.from_json"
        ):
            getattr(perlane.LazyGrid, read)(getattr(field, write)())
        assert getattr(perlane.LazyField, read)(getattr(grid, write)()) == perlane.LazyField(grid, "value")
        for kind in (perlane.LazyGrid, perlane.LazyField):
            with pytest.raises(ValueError, match="^grid is missing; allowed: recipes with a window"):
                getattr(kind, read)(getattr(perlane.Noise(), write)())
            with pytest.raises(ValueError, match="^recipe: "):
                getattr(kind, read)("{]")
            with pytest.raises(TypeError, match=r"^text is b'\{\}'; allowed: strings"):
                getattr(kind, read)(b"{}")
            with pytest.raises(ValueError, match="^text is of 4194305 characters; allowed: recipes of at most 4 MiB"):
                getattr(kind, read)(" " * (2**22 + 1))
