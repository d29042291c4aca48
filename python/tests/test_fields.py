"""Quantities: derivatives, and what is computed from them."""

import pickle
import subprocess

import numpy as np
import pytest

import perlane
from conftest import same_bits
from perlane import _arrays

NOISE = perlane.Noise("perlin", seed=7, frequency=0.05, fractal="fbm", octaves=3, scale=4)
HOW = dict(relief=3, light=(1, 0.5, 2))


def test_gradient_has_the_samples_of_grid_and_their_derivatives():
    planes = NOISE.gradient((40, 50), start=(3, -5), spacing=(0.25, -0.5), threads=2)
    assert planes.shape == (3, 40, 50) and planes.dtype == np.float32
    assert same_bits(planes[0], NOISE.grid((40, 50), start=(3, -5), spacing=(0.25, -0.5)))
    fine = NOISE.gradient((400, 400), spacing=1 / 64)
    estimated = np.gradient(fine[0].astype(float), 1 / 64)
    for exact, estimate in zip(fine[1:], estimated, strict=True):
        assert np.abs(exact - estimate)[1:-1, 1:-1].max() < 0.01
        assert np.abs(exact).max() > 0.1


@pytest.mark.parametrize("quantity", ["value", "gradient", "normal", "slope", "hillshade", "curl"])
def test_points_have_the_bits_of_grids(quantity):
    grid = NOISE.field(quantity, (12, 20), **HOW)
    y, x = np.mgrid[0:12, 0:20]
    assert same_bits(NOISE.field_points(quantity, y, x, **HOW), grid)
    one = NOISE.field_points(quantity, 4.0, 7.0, **HOW)
    assert same_bits(one, grid[..., 4, 7])
    whole = NOISE.field(quantity, (12, 20), **HOW, threads=1, backend="portable")
    assert same_bits(whole, grid)
    for backend in perlane.backends():
        how = dict(**HOW, backend=backend)
        assert same_bits(NOISE.field_points(quantity, y, x, **how), grid)
        assert same_bits(NOISE.field_axes(quantity, range(12), range(20), **how), grid)


def test_shapes():
    shapes = {
        ("value", 2): (),
        ("slope", 3): (),
        ("hillshade", 2): (),
        ("normal", 2): (3,),
        ("curl", 2): (2,),
        ("curl", 3): (3,),
        ("gradient", 1): (2,),
        ("gradient", 4): (5,),
    }
    for (quantity, dims), planes in shapes.items():
        assert NOISE.field(quantity, (4,) * dims).shape == planes + (4,) * dims, quantity
        assert NOISE.field(quantity, (0,) * dims).shape == planes + (0,) * dims, quantity


def test_out_may_be_strided():
    room = np.zeros((3, 8, 18), np.float32)
    out = room[:, :, ::2]
    assert NOISE.gradient((8, 9), out=out) is out
    assert same_bits(out, NOISE.gradient((8, 9))) and (room[:, :, 1::2] == 0).all()


@pytest.mark.parametrize("quantity", ["value", "gradient", "slope", "curl"])
def test_strided_out_is_filled_part_by_part(monkeypatch, quantity):
    want = NOISE.field(quantity, (8, 9), start=(-3, 7))
    monkeypatch.setattr(_arrays, "PIECE", 10)
    out = np.empty((*want.shape[:-2], 8, 18), np.float32)[..., ::2]
    assert NOISE.field(quantity, (8, 9), start=(-3, 7), out=out) is out
    assert same_bits(out, want)


def test_large_fields_are_filled_piece_by_piece():
    planes = NOISE.field("curl", (2100, 1000))
    tile = NOISE.field("curl", (7, 30), start=(1500, 900))
    assert same_bits(planes[:, 1500:1507, 900:930], tile)


def test_layers_have_fields():
    layers = NOISE + perlane.Noise("value", frequency=0.2)
    assert np.allclose(
        layers.gradient((5, 6)), NOISE.gradient((5, 6)) + perlane.Noise("value", frequency=0.2).gradient((5, 6))
    )


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: NOISE.field("aspect", (4, 4)), ValueError, "gradient has both derivatives"),
        (lambda: NOISE.field("Normal", (4, 4)), ValueError, "did you mean normal"),
        (lambda: NOISE.field(3, (4, 4)), TypeError, "quantity is 3"),
        (lambda: NOISE.field("normal", (4, 4, 4)), ValueError, "2 axes"),
        (lambda: perlane.Noise("cell").gradient((4, 4)), ValueError, "gradient of cell noise"),
        (lambda: NOISE.field("slope", (4, 4), relief=0), ValueError, "relief is 0"),
        (lambda: NOISE.field("hillshade", (4, 4), light=(1, 1)), ValueError, "light is .*three numbers"),
        (lambda: NOISE.field("hillshade", (4, 4), light="up"), TypeError, "light is .*three numbers"),
        (lambda: NOISE.field("curl", (4, 4), out=np.zeros((4, 4), np.float32)), ValueError, r"\(2, 4, 4\)"),
        (lambda: NOISE.field_points("curl", [0.0, np.nan], [0.0, 1.0]), ValueError, "finite"),
    ],
)
def test_what_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


QUANTITIES = ["value", "gradient", "normal", "slope", "hillshade", "curl"]
WINDOW = dict(start=(-7, 2**33), origin=(0.5, 0.25), spacing=(0.3, -0.7))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_axes_have_the_bits_of_grids(quantity):
    y, x = 0.5 + (np.arange(12) - 7) * 0.3, 0.25 + (np.arange(20) + 2**33) * -0.7
    whole = NOISE.field(quantity, (12, 20), **WINDOW, **HOW)
    assert same_bits(NOISE.field_axes(quantity, y, x, **HOW, threads=2), whole)
    assert same_bits(NOISE.field_axes(quantity, y[::-3], x[[4, 4, 1]], **HOW), whole[..., ::-3, [4, 4, 1]])
    out = np.empty_like(whole)
    assert NOISE.field_axes(quantity, y, x, **HOW, out=out) is out and same_bits(out, whole)
    assert NOISE.field_axes(quantity, y[:0], x).shape == (*whole.shape[:-2], 0, 20)


def test_axes_that_are_refused():
    for call, words in [
        (lambda: NOISE.field_axes("slope", [0.0], [[1.0]]), "x is of shape"),
        (lambda: NOISE.field_axes("slope", [0.0, np.nan], [1.0]), "y coordinate of sample 1 is NaN"),
        (lambda: NOISE.field_axes("normal", [0.0]), "2 axes"),
        (lambda: perlane.Noise("cell").field_axes("slope", [0.0], [0.0]), "slope of cell noise"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


KEYS = [
    np.s_[...],
    np.s_[..., 3:9, 5],
    np.s_[..., ::-3, 1:30:7],
    np.s_[..., 4, -1],
    np.s_[..., [4, 0, -1], :],
    np.s_[..., None, 2:5],
    np.s_[0],
    np.s_[-1, 2:5],
    np.s_[1:],
    np.s_[:2, 3],
    np.s_[5:5],
]


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_lazy_fields_index_as_their_arrays(quantity, key):
    whole = NOISE.field(quantity, (13, 17), **WINDOW, **HOW)
    lazy = NOISE.lazy_field(quantity, (13, 17), **WINDOW, **HOW)
    assert lazy.shape == whole.shape and lazy.dtype == whole.dtype
    assert same_bits(lazy[key], whole[key]) and type(lazy[key]) is type(whole[key])


def test_outer_indices_choose_planes_too():
    whole, lazy = NOISE.gradient((13, 17)), NOISE.lazy_field("gradient", (13, 17))
    assert same_bits(lazy.oindex[[2, 0], [5, -1], 1:9:2], whole[[2, 0]][:, [5, -1]][:, :, 1:9:2])
    with pytest.raises(IndexError):
        lazy[3]


def test_lazy_fields_are_values():
    lazy = NOISE.lazy_field("hillshade", (10**6, 10**6), (1, 2), spacing=0.5, light=(1, 0, 1), threads=1)
    assert eval(repr(lazy), {"Noise": perlane.Noise}) == lazy
    again = pickle.loads(pickle.dumps(lazy))
    assert again == lazy and hash(again) == hash(lazy)
    assert lazy != NOISE.lazy_field("hillshade", (10**6, 10**6), (1, 2), spacing=0.5)
    assert (lazy.noise, lazy.quantity, lazy.planes) == (NOISE, "hillshade", ("hillshade",))
    assert lazy.relief == 1.0 and lazy.light == (1.0, 0.0, 1.0) and lazy.grid.start == (1, 2)
    single = NOISE.lazy_field("hillshade", (4, 4), relief=np.float32(0.5), light=np.array([1, 0, 1], np.float32))
    assert eval(repr(single), {"Noise": perlane.Noise}) == single
    assert {type(number) for number in (single.relief, *single.light)} == {float}


def test_names_that_are_taken_for_a_quantity_make_the_same_lazy_field():
    for other, name in {"steepness": "slope", "flow": "curl", "normals": "normal", "derivative": "gradient"}.items():
        lazy, same = NOISE.lazy_field(other, (4, 4)), NOISE.lazy_field(name, (4, 4))
        assert lazy == same and hash(lazy) == hash(same) and repr(lazy) == repr(same)
        assert lazy.quantity == name and lazy.to_json() == same.to_json()
        assert lazy.__dask_tokenize__() == same.__dask_tokenize__()


def test_lazy_fields_larger_than_any_memory():
    lazy = NOISE.lazy_field("curl", (10**10, 10**9, 2**40), spacing=0.5)
    assert lazy.shape == (3, 10**10, 10**9, 2**40)
    assert same_bits(lazy[:, 9, 3:5, 7:9], NOISE.field("curl", (1, 2, 2), start=(9, 3, 7), spacing=0.5)[:, 0])
    whole = 2**61 - 2**59  # as many values have a buffer, as many planes have none
    assert NOISE.lazy_field("gradient", (2**30, whole >> 30))[1, 5, 5] == NOISE.gradient((1, 1), start=(5, 5))[1, 0, 0]


def test_what_cannot_be_computed_is_refused_when_made():
    for call, error, words in [
        (lambda: NOISE.lazy_field("normal", (4, 4, 4)), ValueError, "2 axes"),
        (lambda: NOISE.lazy_field("aspect", (4, 4)), ValueError, "gradient has both derivatives"),
        (lambda: perlane.Noise("cell").lazy_field("slope", (4, 4)), ValueError, "slope of cell noise"),
        (lambda: NOISE.lazy_field("slope", (4, 4), relief=0), ValueError, "relief is 0"),
        (lambda: NOISE.lazy_field("slope", (4, 4), light=(1, 1)), ValueError, "light is .*three numbers"),
        (lambda: NOISE.lazy_field("slope", (4, 4), threads=0), ValueError, "threads is 0"),
        (lambda: NOISE.lazy_field("slope", (10**10, 10**10), spacing=(1, 1e9)), ValueError, "x coordinate of sample"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_files_of_quantities_are_lazy_fields(tmp_path):
    file = tmp_path / "x.toml"
    recipe = 'stream = 1\n[noise]\n[field]\nquantity = "slope"\nrelief = 2.0\n[grid]\nsize = { x = 4, y = 5 }'
    file.write_text(recipe)
    lazy = perlane.open(file)
    assert isinstance(lazy, perlane.LazyField) and lazy == perlane.Noise().lazy_field("slope", (5, 4), relief=2)
    for quantity in QUANTITIES:
        lazy = NOISE.lazy_field(quantity, (5, 4), **WINDOW, **HOW)
        for name, text in [("again.json", lazy.to_json()), ("again.toml", lazy.to_toml())]:
            (tmp_path / name).write_text(text)
            assert perlane.open(tmp_path / name) == (lazy.grid if quantity == "value" else lazy)
    with pytest.raises(ValueError, match=r"field\.quantity is slope; allowed: value"):
        perlane.Noise.from_toml(recipe)


def test_the_command_line_has_the_same_bits(tmp_path, binary):
    options = "--quantity gradient --size 30x20 --seed 7 --frequency 0.05 --octaves 3 --scale 4 --quiet"
    for name in ("x.npy", "x.zarr"):
        file = tmp_path / name
        subprocess.run([binary, "generate", "-o", str(file), *options.split()], check=True)
        assert perlane.open(file) == NOISE.lazy_field("gradient", (20, 30))
    assert same_bits(np.load(tmp_path / "x.npy"), NOISE.gradient((20, 30)))


def test_data_arrays_name_their_planes():
    pytest.importorskip("xarray")
    import perlane.xarray

    array = perlane.xarray.field(NOISE, "gradient", (8, 9), spacing=(-1, 1))
    assert array.dims == ("quantity", "y", "x") and list(array.coords["quantity"].values) == ["value", "dy", "dx"]
    assert same_bits(array.sel(quantity="dx").values, NOISE.gradient((8, 9), spacing=(-1, 1))[2])
    assert float(array.y[1]) == -1
    slope = perlane.xarray.field(NOISE, "slope", (8, 9), dims=("lat", "lon"))
    assert slope.dims == ("lat", "lon") and slope.name == "slope"


def test_data_arrays_are_lazy():
    xr = pytest.importorskip("xarray")
    import perlane.xarray

    huge = perlane.xarray.field(NOISE, "curl", (10**6, 10**6))
    part = huge.isel(y=500_000, x=slice(3, 9))
    assert same_bits(part.values, NOISE.field("curl", (1, 6), start=(500_000, 3))[:, 0])
    for chunks in (None, 10, {"x": 7}, (4, 5)):
        if chunks is not None:
            pytest.importorskip("dask.array")
        for quantity in QUANTITIES:
            array = perlane.xarray.field(NOISE, quantity, (13, 17), chunks, **WINDOW, **HOW)
            assert array.name == ("noise" if quantity == "value" else quantity)
            assert same_bits(array.values, NOISE.field(quantity, (13, 17), **WINDOW, **HOW))
            assert (array.chunks is None) == (chunks is None)
            assert "quantity" not in array.chunksizes or len(array.chunksizes["quantity"]) == 1
    assert perlane.xarray.field(NOISE, "normal", (13, 17), {"x": 7}).chunksizes["x"] == (7, 7, 3)
    assert perlane.xarray.field(NOISE, "flow", (4, 4)).name == "curl"
    xr.testing.assert_identical(
        perlane.xarray.field(NOISE, "normal", (13, 17), 5).compute(), perlane.xarray.field(NOISE, "normal", (13, 17))
    )


def test_recipes_of_quantities_are_datasets(tmp_path):
    xr = pytest.importorskip("xarray")
    import perlane.xarray

    file = tmp_path / "x.perlane.json"
    file.write_text(NOISE.lazy_field("gradient", (13, 17), **WINDOW).to_json())
    for options in [{}] if not _has("dask") else [{}, dict(chunks={})]:
        dataset = xr.open_dataset(file, engine="perlane", **options)
        assert same_bits(dataset.gradient.sel(quantity="dy").values, NOISE.gradient((13, 17), **WINDOW)[1])
        xr.testing.assert_equal(dataset.gradient.compute(), perlane.xarray.field(NOISE, "gradient", (13, 17), **WINDOW))
        assert "recipe" in dataset.attrs


@pytest.mark.parametrize("quantity", ["gradient", "slope"])
def test_data_arrays_in_zarr_keep_their_recipe(tmp_path, quantity):
    xr = pytest.importorskip("xarray")
    pytest.importorskip("zarr")
    import perlane.xarray

    perlane.xarray.field(NOISE, quantity, (13, 17), **HOW).to_zarr(tmp_path / "a.zarr")
    assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy_field(quantity, (13, 17), **HOW)
    assert same_bits(xr.open_zarr(tmp_path / "a.zarr")[quantity].values, NOISE.field(quantity, (13, 17), **HOW))


def _has(module):
    import importlib.util

    return importlib.util.find_spec(module) is not None
