"""Recipes as lazy Datasets, and noise on coordinates."""

import json

import numpy as np
import pytest

import perlane
from conftest import NOISES, same_bits

xr = pytest.importorskip("xarray")
import perlane.xarray

RECIPE = """
stream = 1
[noise]
seed = 42
frequency = 0.01
fractal = { kind = "fbm", octaves = 3 }
[grid]
size = { x = 90, y = 70 }
start = { x = -5, y = 100 }
origin = { x = 0.5, y = 1.0 }
spacing = { x = 0.25, y = -2.0 }
"""
NOISE = perlane.Noise("perlin", seed=42, frequency=0.01, fractal="fbm", octaves=3)
WINDOW = dict(start=(100, -5), origin=(1.0, 0.5), spacing=(-2.0, 0.25))


@pytest.fixture
def recipe(tmp_path):
    file = tmp_path / "world.perlane.toml"
    file.write_text(RECIPE)
    return file


@pytest.mark.parametrize("options", [{}, dict(engine="perlane"), dict(engine="perlane", chunks={})], ids=str)
def test_open(recipe, options):
    dataset = xr.open_dataset(recipe, **options)
    assert dict(dataset.sizes) == {"y": 70, "x": 90} and dataset.noise.dtype == np.float32
    whole = NOISE.grid((70, 90), **WINDOW)
    assert same_bits(dataset.noise.values, whole)
    np.testing.assert_array_equal(dataset.y, 1.0 + np.arange(100, 170) * -2.0)
    np.testing.assert_array_equal(dataset.x, 0.5 + np.arange(-5, 85) * 0.25)
    assert same_bits(NOISE.axes(dataset.y, dataset.x), whole)


def test_selections(recipe):
    dataset = xr.open_dataset(recipe, engine="perlane")
    whole = xr.DataArray(NOISE.grid((70, 90), **WINDOW), dataset.coords, ("y", "x"))
    for pick in (
        lambda a: a.isel(x=3),
        lambda a: a.isel(x=[1, 5, 2], y=[-1, 0]),
        lambda a: a.isel(x=slice(None, None, -4), y=slice(3, 60, 7)),
        lambda a: a.sel(y=-200, x=0.5, method="nearest"),
        lambda a: a.isel(x=xr.DataArray([1, 2, 3], dims="point"), y=xr.DataArray([4, 5, 6], dims="point")),
        lambda a: a.transpose("x", "y").isel(y=slice(5)),
    ):
        got = pick(dataset.noise)
        xr.testing.assert_equal(got, pick(whole))
        assert same_bits(got.values, pick(whole).values)


def test_the_recipe_is_in_the_attributes(recipe):
    dataset = xr.open_dataset(recipe, engine="perlane")
    again = json.loads(dataset.attrs["recipe"])
    assert again["grid"]["size"] == {"x": 90, "y": 70} and again["grid"]["start"] == {"x": -5, "y": 100}
    assert perlane.Noise.from_json(dataset.attrs["recipe"]) == NOISE
    file = recipe.with_name("copy.perlane.json")
    file.write_text(dataset.attrs["recipe"])
    xr.testing.assert_identical(xr.open_dataset(file), dataset)


def test_larger_than_memory(tmp_path):
    file = tmp_path / "large.perlane.json"
    file.write_text(NOISE.lazy((10**6, 10**6)).to_json())
    for options in ({}, dict(chunks={}), dict(chunks={"x": 8192, "y": 4096})):
        dataset = xr.open_dataset(file, engine="perlane", **options)
        assert dataset.noise.nbytes == 4 * 10**12
        got = dataset.noise.isel(y=slice(500_000, 500_100), x=slice(123_456, 123_656)).values
        assert same_bits(got, NOISE.grid((100, 200), start=(500_000, 123_456)))
    assert dataset.chunksizes["x"][0] == 8192
    assert xr.open_dataset(file, chunks={}).chunksizes["x"][0] == 4096


@pytest.mark.parametrize("length", [10**15, 2**56])
def test_coordinates_larger_than_memory(tmp_path, length):
    file = tmp_path / "long.perlane.json"
    file.write_text(NOISE.lazy((3, length), (0, -(2**50))).to_json())
    with pytest.raises(
        ValueError, match=rf"x is of {length} samples; allowed: .*drop_variables=\[\"x\"\].*perlane.dask"
    ):
        xr.open_dataset(file)
    for dropped in ("x", ["x"]):
        dataset = xr.open_dataset(file, drop_variables=dropped)
        got = dataset.noise.isel(x=slice(10**14, 10**14 + 5))
        assert list(got.coords) == ["y"] and same_bits(got.values, NOISE.grid((3, 5), start=(0, 10**14 - 2**50)))


def test_layers(tmp_path):
    file = tmp_path / "layers.perlane.json"
    layers = NOISES[-1]
    file.write_text(layers.lazy((4, 5, 6)).to_json())
    dataset = xr.open_dataset(file)
    assert dataset.noise.dims == ("z", "y", "x")
    assert same_bits(dataset.noise.values, layers.grid((4, 5, 6)))


def test_what_is_no_recipe(tmp_path):
    for name, text, match in [
        ("a.toml", b"stream = 1\n[noise]\n", "a.toml: grid is missing; allowed"),
        ("b.toml", b"stream = 1\n[noise]\nsead = 1", "b.toml: recipe: .*unknown field `sead`.*did you mean seed"),
        ("c.json", b"{", "c.json: recipe: EOF"),
        ("d.txt", b"", "filename_or_obj is d.txt; allowed: files named"),
        ("f.perlane.toml", "# Höhen".encode("latin-1"), "f.perlane.toml: 'utf-8' codec can't decode"),
        ("g.json", b'{"stream": 1, "noise": {}, "grid": {"size": {"x": 0.5}}}', "g.json: recipe: "),
    ]:
        file = tmp_path / name
        file.write_bytes(text)
        with pytest.raises(ValueError, match=f"(?s)^{match}") as caught:
            xr.open_dataset(file, engine="perlane")
        assert type(caught.value) is ValueError
    with pytest.raises(FileNotFoundError):
        xr.open_dataset(tmp_path / "e.toml", engine="perlane")
    backend = perlane.xarray.RecipeBackend()
    assert backend.guess_can_open("x.perlane.toml") and not backend.guess_can_open("x.toml")


def test_dropped_variables(recipe):
    assert list(xr.open_dataset(recipe, drop_variables="noise").data_vars) == []


def test_axes_of_an_array(noise):
    ys, xs = [-60.0, 3.25, 60.5], np.arange(0, 360, 37)
    map = xr.DataArray(np.zeros((len(ys), len(xs))), {"lat": ys, "lon": xs}, ("lat", "lon"))
    got = perlane.xarray.axes(noise, map)
    assert got.dims == ("lat", "lon") and same_bits(got.values, noise.axes(ys, xs))
    xr.testing.assert_equal(got.coords.to_dataset(), map.coords.to_dataset())
    turned = perlane.xarray.axes(noise, map.to_dataset(name="a"), dims=("lon", "lat"))
    assert same_bits(turned.values, noise.axes(xs, ys))


def test_axes_that_are_none():
    with pytest.raises(ValueError, match="dims has 'y', which has no coordinates; allowed"):
        perlane.xarray.axes(NOISE, xr.DataArray(np.zeros(3), dims="y"))
    times = xr.DataArray(np.zeros(2), {"t": np.array(["2020-01-01", "2020-01-02"], "M8[ns]")}, ("t",))
    with pytest.raises(TypeError, match="t is of dtype datetime64"):
        perlane.xarray.axes(NOISE, times)
    with pytest.raises(ValueError, match="coordinates is of 0 axes; allowed"):
        perlane.xarray.axes(NOISE, xr.DataArray(0.0))
    line = xr.DataArray(np.zeros(3), {"lat": [0.0, 1.0, 2.0]}, ("lat",))
    with pytest.raises(TypeError, match="noise is a int; allowed: Noise, Layers"):
        perlane.xarray.axes(5, line)
    with pytest.raises(TypeError, match="like is a ndarray; allowed: DataArray, Dataset"):
        perlane.xarray.axes(NOISE, np.zeros(3))
    with pytest.raises(TypeError, match="dims is 5; allowed: a dimension, or a sequence"):
        perlane.xarray.axes(NOISE, line, dims=5)
    with pytest.raises(ValueError, match="dims is .*; allowed: different dimensions"):
        perlane.xarray.axes(NOISE, line, dims=("lat", "lat"))


def test_one_name_is_one_dimension():
    map = xr.DataArray(np.zeros((2, 3)), {"lat": [0.0, 7.0], "lon": [0.0, 1.0, 2.0]}, ("lat", "lon"))
    got = perlane.xarray.axes(NOISE, map, dims="lat")
    assert got.dims == ("lat",) and same_bits(got.values, NOISE.axes([0.0, 7.0]))
