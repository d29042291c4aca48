"""Recipes as lazy Datasets, and noise on coordinates."""

import importlib.util
import inspect
import json
import re
import subprocess
import sys

import numpy as np
import pytest

import perlane
from conftest import NOISES, escaped, same_bits

xr = pytest.importorskip("xarray")
import perlane.xarray
from perlane import _stored

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
DATES = np.datetime64("2020-01-01", "ns") + np.arange(60) * np.timedelta64(1, "D")


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
        lambda a: a.isel(x=[1, 5, 2], y=slice(3, 3, -1)),
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


@pytest.mark.parametrize(
    ("shape", "chunks"),
    [((0, 5), (0, 5)), ((3, 9000), (3, 4096)), ((700, 5, 300), (256, 5, 256)), ((90,) * 4, (64,) * 4)],
)
def test_chunks_of_any_number_of_axes(tmp_path, shape, chunks):
    pytest.importorskip("dask.array")
    file = tmp_path / "a.perlane.json"
    for quantity, planes in (("value", ()), ("gradient", (1 + len(shape),))):
        file.write_text(NOISE.lazy_field(quantity, shape).to_json())
        dataset = xr.open_dataset(file, chunks={})
        [array] = dataset.data_vars.values()
        assert array.data.chunksize == (*planes, *chunks)


@pytest.mark.parametrize("length", [10**15, 2**53])
def test_coordinates_larger_than_memory(tmp_path, length):
    file = tmp_path / "long.perlane.json"
    file.write_text(NOISE.lazy((3, length), (0, -(2**50))).to_json())
    with pytest.raises(
        ValueError, match=rf"x is of {length} samples; allowed: .*drop_variables=\[\"x\"\].*perlane.dask"
    ):
        xr.open_dataset(file)
    with pytest.raises(
        ValueError, match=r"x is of .* samples; allowed: axes whose .* memory; or Noise.lazy, perlane.d"
    ):
        perlane.xarray.grid(NOISE, (3, length), start=(0, -(2**50)))
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
        ("b.toml", b"stream = 1\n[noise]\nsead = 1", "b.toml: recipe: .*unknown key `sead`; did you mean `seed`"),
        ("c.json", b"{", "c.json: recipe: line 1, column 1: EOF"),
        ("d.txt", b"", "filename_or_obj is d.txt, with no recipe beside it; allowed: recipes named"),
        (
            "f.perlane.toml",
            "# Höhen".encode("latin-1"),
            "f.perlane.toml: its recipe cannot be read .*'utf-8' codec can't decode",
        ),
        ("g.json", b'{"stream": 1, "noise": {}, "grid": {"size": {"x": 0.5}}}', "g.json: recipe: "),
    ]:
        file = tmp_path / name
        file.write_bytes(text)
        with pytest.raises(ValueError, match=f"(?s)^{match.replace(name, escaped(file), 1)}") as caught:
            xr.open_dataset(file, engine="perlane")
        assert type(caught.value) is ValueError
    with pytest.raises(FileNotFoundError):
        xr.open_dataset(tmp_path / "e.toml", engine="perlane")
    backend = perlane.xarray.RecipeBackend()
    assert backend.guess_can_open("x.perlane.toml") and not backend.guess_can_open("x.toml")


def tree_of(path, **options):
    return xr.open_datatree(path, engine="perlane", **options)


def test_trees_of_groups(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    levels = {f"/{i}": perlane.xarray.grid(NOISE, (64 >> i, 32 >> i), spacing=2.0**i) for i in range(3)}
    inner = perlane.xarray.field(NOISE, "slope", (5, 6)).to_dataset().assign(other=("y", np.zeros(5)))
    both = levels["/1"].to_dataset().assign(slope=perlane.xarray.field(NOISE, "slope", (32, 16), spacing=2.0))
    datasets = {"/a/inner": inner, "/both": both, "/none": xr.Dataset({"other": 1})}
    store = tmp_path / "tree.zarr"
    xr.DataTree.from_dict({**{name: array.to_dataset() for name, array in levels.items()}, **datasets}).to_zarr(store)
    tree = tree_of(store)
    opened = {node.path: node.to_dataset() for node in tree.leaves}
    assert set(opened) == {*levels, "/a/inner", "/both/noise", "/both/slope"}
    for name, array in levels.items():
        assert same_bits(opened[name].noise.values, array.values)
        xr.testing.assert_equal(opened[name].x, array.x)
    assert same_bits(opened["/both/slope"].slope.values, both.slope.values)
    assert list(opened["/a/inner"].data_vars) == ["slope"]
    assert set(xr.open_groups(store, engine="perlane")) == set(opened)
    assert "x" not in tree_of(store, drop_variables="x")["0"].coords
    with pytest.raises(ValueError, match="there is no recipe in it; allowed: a group in it that has one, such as 0$"):
        perlane.open(store)
    with pytest.raises(ValueError, match="group is 'a'; allowed: None, and the group in the path"):
        tree_of(store, group="a")
    assert [node.path for node in tree_of(store / "a").leaves] == ["/inner"]


def test_trees_of_one_dataset(tmp_path, recipe):
    assert [node.path for node in tree_of(recipe).subtree] == ["/"]
    assert same_bits(tree_of(recipe).noise.values, NOISE.grid((70, 90), **WINDOW))
    with pytest.raises(ValueError, match="there is no recipe in it; allowed: Zarr with one in the attributes of an"):
        tree_of(tmp_path)
    with pytest.raises(TypeError, match="filename_or_obj is of type int; allowed: paths"):
        perlane.xarray.RecipeBackend().open_datatree(5)
    pytest.importorskip("zarr", minversion="3")
    perlane.xarray.grid(NOISE, (5, 6)).to_zarr(tmp_path / "a.zarr")
    assert [node.path for node in tree_of(tmp_path / "a.zarr").subtree] == ["/"]
    assert same_bits(tree_of(tmp_path / "a.zarr" / "noise").noise.values, NOISE.grid((5, 6)))


def test_trees_of_pyramids(tmp_path, binary):
    store = tmp_path / "p.zarr"
    made = [binary, "generate", "--layout", "pyramid", "--size", "100x60", "--chunks", "32x32", "-o", store]
    subprocess.run(made, check=True, capture_output=True)
    tree = tree_of(store, chunks={} if importlib.util.find_spec("dask") else None)
    assert {node.path: dict(node.sizes) for node in tree.leaves} == {
        "/0": {"y": 60, "x": 100},
        "/1": {"y": 30, "x": 50},
        "/2": {"y": 15, "x": 25},
    }
    assert same_bits(tree["1"].noise.values, perlane.open(store / "1")[:])
    assert same_bits(tree["1"].noise.values, tree["0"].noise.values[::2, ::2])


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


def test_the_order_of_dimensions_changes_no_sample(noise):
    array = perlane.xarray.grid(noise, (4, 5), origin=(0.3, 7.7))
    want = perlane.xarray.axes(noise, array)
    assert same_bits(want.values, array.values)
    turned = perlane.xarray.axes(noise, array.transpose("x", "y"))
    assert turned.dims == ("x", "y") and same_bits(turned.transpose("y", "x").values, array.values)
    raster = xr.DataArray(
        array.values, {"x": array.x, "y": array.y}, ("y", "x")
    )  # with x first, as rioxarray's have it
    for dataset in (
        xr.Dataset({"a": raster}),
        xr.Dataset({"a": raster.transpose("x", "y")}),
        xr.Dataset({"line": ("x", np.zeros(5)), "a": raster}),
        xr.Dataset(coords=raster.coords),
    ):
        assert list(dataset.sizes) == ["x", "y"]
        got = perlane.xarray.axes(noise, dataset)
        assert got.dims == ("y", "x") and same_bits(got.values, array.values)


def test_other_dimensions_of_datasets_are_in_the_order_of_their_arrays():
    map = xr.DataArray(np.zeros((2, 3)), {"lat": [0.0, 7.0], "lon": [0.0, 1.0, 2.0]}, ("lat", "lon"))
    raster = xr.DataArray(map.values, {"lon": map.lon, "lat": map.lat}, map.dims)
    for dataset in (xr.Dataset({"a": raster}), xr.Dataset({"line": ("lon", np.zeros(3)), "a": raster})):
        assert list(dataset.sizes) == ["lon", "lat"]
        xr.testing.assert_identical(perlane.xarray.axes(NOISE, dataset), perlane.xarray.axes(NOISE, map))


def test_derivatives_of_transposed_arrays_are_along_their_axes():
    pytest.importorskip("dask.array")
    array = perlane.xarray.grid(NOISE, (4, 5), chunks=2)
    want = perlane.xarray.field(NOISE, "gradient", (4, 5))
    got = perlane.xarray.axes(NOISE, array.transpose("x", "y"), quantity="gradient")
    assert got.dims == ("quantity", "x", "y") and got.chunksizes["x"] == (2, 2, 1)
    assert same_bits(got.sel(quantity="dx").transpose("y", "x").values, want.sel(quantity="dx").values)


class TimeOfCalendar:
    """A time of another calendar, as those of cftime are."""

    calendar = "360_day"


def test_axes_that_are_none():
    with pytest.raises(ValueError, match="dims has 'y', which has no coordinates; allowed"):
        perlane.xarray.axes(NOISE, xr.DataArray(np.zeros(3), dims="y"))
    times = xr.DataArray(np.zeros(2), {"t": np.array(["2020-01-01", "2020-01-02"], "M8[ns]")}, ("t",))
    with pytest.raises(
        TypeError, match="t is of dtype datetime64.*; allowed: real numbers .world units., such as hours: "
    ):
        perlane.xarray.axes(NOISE, times)
    days = [TimeOfCalendar(), TimeOfCalendar()]
    times = xr.DataArray(np.zeros((2, 3)), {"t": np.array(days, object), "x": [0, 1, 2]}, ("t", "x"))
    with pytest.raises(
        TypeError, match="t is of dtype object; allowed: real numbers .*such as hours: .*; or dims without it"
    ):
        perlane.xarray.axes(NOISE, times)
    assert perlane.xarray.axes(NOISE, times, dims="x").sizes == {"x": 3}
    with pytest.raises(
        TypeError, match="t is of dtype object; allowed: real numbers .world units.; or dims without it"
    ):
        perlane.xarray.axes(NOISE, times.assign_coords(t=np.array(["a", "b"], object)))
    for wrong, dims in ((xr.DataArray(0.0), r"\[\]"), (xr.DataArray(np.zeros((1,) * 5)), r"\['dim_0', .*\]")):
        with pytest.raises(ValueError, match=f"^dims is {dims}; allowed: 1 to 4 dimensions of like"):
            perlane.xarray.axes(NOISE, wrong)
    line = xr.DataArray(np.zeros(3), {"lat": [0.0, 1.0, 2.0]}, ("lat",))
    with pytest.raises(TypeError, match="noise is of type int; allowed: Noise, Layers"):
        perlane.xarray.axes(5, line)
    with pytest.raises(TypeError, match="like is of type ndarray; allowed: DataArray, Dataset"):
        perlane.xarray.axes(NOISE, np.zeros(3))
    with pytest.raises(TypeError, match="dims is 5; allowed: a dimension, or a sequence"):
        perlane.xarray.axes(NOISE, line, dims=5)
    with pytest.raises(ValueError, match="dims is .*; allowed: different dimensions"):
        perlane.xarray.axes(NOISE, line, dims=("lat", "lat"))


def test_coordinates_of_two_dimensions(noise):
    """As the documentation of `axes` says."""
    [said] = re.findall("`(xarray.apply_ufunc.*)`", inspect.getdoc(perlane.xarray.axes))
    lat, lon = np.random.default_rng(1).random((2, 4, 6)) * 90
    like = xr.Dataset(coords={"lat": (("y", "x"), lat), "lon": (("y", "x"), lon)})
    for swath in (like, like.chunk(y=3, x=2)):
        found = eval(said, {"xarray": xr, "noise": noise, "like": swath})
        assert found.chunks == swath.lat.chunks and same_bits(found.values, noise.points(lat, lon))


def test_one_name_is_one_dimension():
    map = xr.DataArray(np.zeros((2, 3)), {"lat": [0.0, 7.0], "lon": [0.0, 1.0, 2.0]}, ("lat", "lon"))
    got = perlane.xarray.axes(NOISE, map, dims="lat")
    assert got.dims == ("lat",) and same_bits(got.values, NOISE.axes([0.0, 7.0]))


def test_axes_of_dask_arrays_are_lazy():
    pytest.importorskip("dask.array")
    shape = (10**6, 2 * 10**6)
    y, x = np.linspace(-90, 90, shape[0]), np.linspace(0, 360, shape[1])
    like = perlane.xarray.grid(NOISE, shape, chunks=(1000, 2000)).assign_coords(y=y, x=x)
    got = perlane.xarray.axes(NOISE, like)  # 8 TB
    assert got.chunks == like.chunks and got.dtype == np.float32
    part = got.isel(y=slice(499_990, 500_020), x=slice(7, 2500, 3))
    assert same_bits(part.values, NOISE.axes(y[499_990:500_020], x[7:2500:3]))
    assert same_bits(got.isel(y=5, x=slice(3)).values, NOISE.axes(y[5:6], x[:3])[0])
    assert same_bits(
        perlane.xarray.axes(NOISE, like.to_dataset(name="a")).isel(y=[3], x=[4]).values, NOISE.axes(y[3:4], x[4:5])
    )
    with pytest.raises(ValueError, match="y coordinate of sample 1 is NaN"):
        perlane.xarray.axes(NOISE, like.isel(y=slice(3), x=slice(3)).assign_coords(y=[0, np.nan, 1]))


@pytest.mark.parametrize("chunks", [None, {}], ids=str)
@pytest.mark.parametrize("dims", [("x", "y"), ("lat", "lon")], ids=str)
def test_errors_name_the_dimension(dims, chunks):
    if chunks is not None:
        pytest.importorskip("dask.array")
    for at in (0, 1):
        for wrong, error, text in [
            ([0, np.nan, 1], ValueError, "coordinate of sample 1 is NaN"),
            ([0, 1, np.inf], ValueError, "coordinate of sample 2 is"),
            ([0, 1, 1e300], ValueError, "coordinate of sample 2 is 1e300"),
            (np.array([0, 1, 2], "m8[ns]"), TypeError, r"is of dtype timedelta64\[ns\]; allowed: real numbers"),
            (np.array([0, 1, 2], "M8[ns]"), TypeError, r"is of dtype datetime64\[ns\]; allowed: real numbers"),
            ([True, False, True], TypeError, "is of dtype bool; allowed: real numbers"),
        ]:
            coordinates = [wrong if a == at else [0.0, 3.0, 4.0] for a in (0, 1)]
            like = xr.DataArray(np.zeros((3, 3)), dict(zip(dims, coordinates)), dims)
            with pytest.raises(error, match=f"^{dims[at]} {text}"):
                perlane.xarray.axes(NOISE, like if chunks is None else like.chunk(chunks))


def raster(**chunks):
    place = xr.DataArray(0, attrs={"crs_wkt": "somewhere", "GeoTransform": "0 30 0 0 0 -30"})
    coords = {"band": [1, 2, 3], "y": [90.0, 60.0], "x": [0.0, 30.0, 60.0, 90.0], "spatial_ref": place, "time": 5}
    array = xr.DataArray(np.zeros((3, 2, 4)), coords, ("band", "y", "x")).assign_coords(
        mask=(("y", "x"), np.ones((2, 4)))
    )
    array.encoding["grid_mapping"] = "spatial_ref"
    return array.chunk(chunks) if chunks else array


@pytest.mark.parametrize("chunks", [{}, {"band": 1, "x": 3}], ids=str)
def test_axes_of_rasters(chunks):
    if chunks:
        pytest.importorskip("dask.array")
    like = raster(**chunks)
    got = perlane.xarray.axes(NOISE, like)
    assert got.dims == ("y", "x") and same_bits(got.values, NOISE.axes(like.y, like.x))
    assert got.spatial_ref.identical(like.spatial_ref) and got.encoding["grid_mapping"] == "spatial_ref"
    assert set(got.coords) == {"y", "x", "spatial_ref", "time", "mask"}
    assert (like + got).dims == ("band", "y", "x")
    assert perlane.xarray.axes(NOISE, like, dims=("band", "y", "x")).shape == (3, 2, 4)


@pytest.mark.parametrize("read", [False, True])
def test_grids_can_be_changed(read):
    array = perlane.xarray.grid(NOISES[0], (3, 4))
    if read:
        _ = array.values
    array[0, 1] = 5
    array.loc[2, 3] = 7
    want = NOISES[0].grid((3, 4))
    want[0, 1], want[2, 3] = 5, 7
    assert same_bits(array.values, want)


def test_errors_name_the_array_of_a_group(tmp_path):
    pytest.importorskip("zarr", "3")
    array = perlane.xarray.grid(NOISES[0], (6, 7))
    array.to_dataset(name="foo").assign(bar=(array * 2).assign_attrs(array.attrs)).to_zarr(tmp_path / "group.zarr")
    with pytest.raises(ValueError, match=rf"^{escaped(tmp_path)}/group.zarr/bar: its samples at index "):
        perlane.open(tmp_path / "group.zarr")


def test_grids():
    window = dict(start=(100, -5), origin=(1.0, 0.5), spacing=(-2.0, 0.25))
    whole = NOISE.grid((70, 90), **window)
    for chunks in (None, "auto", 10, (20, 30), {"x": 17}, {}):
        if chunks is not None:
            pytest.importorskip("dask.array")
        array = perlane.xarray.grid(NOISE, (70, 90), chunks, **window)
        assert array.name == "noise" and array.dims == ("y", "x") and same_bits(array.values, whole)
        np.testing.assert_array_equal(array.y, 1.0 + np.arange(100, 170) * -2.0)
        assert same_bits(array.sel(x=0.5, y=[-209.0, -211.0], method="nearest").values, whole[5:7, 5])
        assert json.loads(array.attrs["recipe"])["grid"]["size"] == {"x": 90, "y": 70}
        assert (array.chunks is None) == (chunks is None)
    assert perlane.xarray.grid(NOISE, (70, 90), {"x": 17}).chunksizes["x"][:2] == (17, 17)
    assert perlane.xarray.grid(NOISE, (3, 4, 5), dims=("time", "lat", "lon")).dims == ("time", "lat", "lon")
    huge = perlane.xarray.grid(NOISE, (10**6, 10**6))
    assert same_bits(huge[500_000, 3:9].values, NOISE.grid((1, 6), start=(500_000, 3))[0])
    with pytest.raises(ValueError, match=r"dims is \('x',\); allowed: 2 names"):
        perlane.xarray.grid(NOISE, (3, 4), dims=["x"])
    with pytest.raises(TypeError, match="noise is of type int"):
        perlane.xarray.grid(5, (3, 4))


def test_grids_on_earth():
    pytest.importorskip("pyproj")
    for crs in ("EPSG:32633", 32633):
        array = perlane.xarray.grid(NOISE, (20, 30), crs=crs, origin=(5_400_000, 390_000), spacing=(-30, 30))
        assert "UTM zone 33N" in array.spatial_ref.attrs["crs_wkt"] and array.spatial_ref.ndim == 0
        assert array.spatial_ref.attrs["spatial_ref"] == array.spatial_ref.attrs["crs_wkt"], "as GDAL reads it"
    for shape in ((1,), (1, 0)):
        assert "GeoTransform" not in perlane.xarray.grid(NOISE, shape, crs=crs).spatial_ref.attrs
    assert perlane.xarray.axes(NOISE, array).spatial_ref.identical(array.spatial_ref)
    for wrong in ("nowhere", np.array([1, 2]), {"proj": b"utm"}, 1j):
        with pytest.raises(
            ValueError, match=f"^crs is {re.escape(repr(wrong))}; allowed: what pyproj takes, such as EPSG:32633"
        ):
            perlane.xarray.grid(NOISE, (20, 30), crs=wrong)


def test_grids_as_rasters(tmp_path):
    rioxarray = pytest.importorskip("rioxarray")
    array = perlane.xarray.grid(NOISE, (20, 30), crs="EPSG:32633", origin=(5_400_000, 390_000), spacing=(-30, 30))
    assert array.rio.crs.to_epsg() == 32633
    assert array.rio.transform().to_gdal() == (
        389_985,
        30,
        0,
        5_400_015,
        0,
        -30,
    )  # coordinates are the middles of pixels
    array.rio.to_raster(tmp_path / "a.tif")
    read = rioxarray.open_rasterio(tmp_path / "a.tif")
    assert read.dims == ("band", "y", "x") and read.rio.crs.to_epsg() == 32633
    again = perlane.xarray.axes(NOISE, read)
    assert again.dims == ("y", "x") and same_bits(again.values, array.values) and again.rio.crs.to_epsg() == 32633
    chunked = rioxarray.open_rasterio(tmp_path / "a.tif", chunks={"x": 7})
    assert perlane.xarray.axes(NOISE, chunked).chunksizes["x"][0] == 7


@pytest.mark.parametrize("chunks", [None, (16, 32)])
def test_zarr_has_names_and_recipe(tmp_path, chunks):
    pytest.importorskip("zarr")
    pytest.importorskip("dask.array")
    array = perlane.xarray.grid(NOISE, (40, 50), chunks, spacing=0.5)
    array.to_zarr(tmp_path / "a.zarr")
    read = xr.open_zarr(tmp_path / "a.zarr")
    assert read.noise.dims == ("y", "x") and same_bits(read.noise.values, array.values)
    assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((40, 50), spacing=0.5)
    xr.testing.assert_equal(xr.open_dataset(tmp_path / "a.zarr", engine="perlane").noise, read.noise)
    array[16:].to_zarr(tmp_path / "part.zarr")
    with pytest.raises(
        ValueError, match=r"part.zarr/noise: its recipe is of shape \(40, 50\); allowed: that of its array, \(24, 50\)"
    ):
        xr.open_dataset(tmp_path / "part.zarr", engine="perlane")


@pytest.mark.parametrize("zarr_format", [2, 3])
def test_arrays_that_are_no_longer_those_of_the_recipe(tmp_path, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (50, 60), origin=(3, -4))
    square = perlane.xarray.grid(NOISE, (50, 50), spacing=(2, 1))
    far = perlane.xarray.grid(NOISE, (50, 60), origin=-5e6)
    gradient = perlane.xarray.field(NOISE, "gradient", (50, 60))
    backwards = array.isel(x=slice(None, None, -1))
    # Results of arithmetic have attributes by default since xarray 2025.11, and the option zarr_format is one of datasets before.
    with xr.set_options(keep_attrs=True):
        others = {
            r"samples at index \(.*\) differ from its recipe. The array was probably computed from another one, .*; remove": [
                *(array * 100, array + 0.001, array.shift(x=1), array.roll(y=7), array.fillna(0).where(array < 0, 0)),
                *(gradient * 2, gradient.isel(quantity=[0, 2, 1]), backwards.drop_vars("x"), array.astype("f8") * 2),
                square.T.rename(x="y", y="x").drop_vars(["x", "y"]),
            ],
            "coordinates along x differ from its recipe. The array was probably": [
                backwards,
                array.assign_coords(x=array.x * 2),
                array.assign_coords(x=range(60)),
                array.assign_coords(x=array.x - 1e-5),
                far.assign_coords(x=far.x + 0.01),
            ],
            "coordinates along y differ": [square.T.rename(x="y", y="x")],
            r"array has the dimensions \('x', 'y'\); allowed: \('y', 'x'\)": [square.T],
            r"array has the dimensions \('quantity', 'x', 'y'\); allowed: \('quantity', 'y', 'x'\)": [
                perlane.xarray.field(NOISE, "gradient", (50, 50)).transpose("quantity", "x", "y")
            ],
            "array is of dtype int8; allowed: float32": [(array * 100).astype("i1")],
        }
    for text, arrays in others.items():
        for other in arrays:
            assert "recipe" in other.attrs
            other.to_dataset(name=other.name).to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
            with pytest.raises(ValueError, match=f"^{escaped(tmp_path)}/a.zarr(/noise|/gradient)?: its {text}"):
                perlane.open(tmp_path / "a.zarr")
            with pytest.raises(ValueError, match=f"^{escaped(tmp_path)}/a.zarr(/noise|/gradient)?: its {text}"):
                xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    lat_lon = perlane.xarray.grid(NOISE, (50, 60), dims=("lat", "lon"))
    dated = array.assign_coords(x=DATES)
    named = array.assign_coords(x=[f"{i}" for i in range(60)])
    for same in (array, square, far, gradient, array.astype("f8"), lat_lon, dated, named, array.drop_vars("x")):
        same.to_dataset(name=same.name).to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
        assert perlane.open(tmp_path / "a.zarr").shape == same.shape


def test_without_zarr_shapes_and_names_are_compared(tmp_path, monkeypatch):
    pytest.importorskip("zarr", minversion="3")
    square = perlane.xarray.grid(NOISE, (50, 50))
    square.T.to_zarr(tmp_path / "a.zarr")
    (square * 2).assign_attrs(square.attrs).to_zarr(tmp_path / "b.zarr")
    monkeypatch.setitem(sys.modules, "zarr", None)
    with pytest.raises(ValueError, match="its array has the dimensions"):
        perlane.open(tmp_path / "a.zarr")
    assert perlane.open(tmp_path / "b.zarr").shape == (50, 50)


def stores(path, array):
    """What xarray reads, by default, from each kind of store that can be written here."""
    if importlib.util.find_spec("scipy"):
        array.to_netcdf(path / "a.nc", engine="scipy")
        yield xr.open_dataset(path / "a.nc", engine="scipy")
    if importlib.util.find_spec("zarr"):
        for zarr_format in (2, 3):
            array.to_dataset(name=array.name).to_zarr(path / "a.zarr", mode="w", zarr_format=zarr_format)
            yield xr.open_zarr(path / "a.zarr")


@pytest.mark.parametrize("quantity", ["value", "slope"])
def test_a_crs_is_a_coordinate_in_stores(tmp_path, quantity):
    pytest.importorskip("pyproj")
    array = perlane.xarray.field(NOISE, quantity, (20, 30), crs=32633, spacing=(-30, 30))
    more = array.assign_coords(time=5, mask=(("y", "x"), np.ones((20, 30))))
    for whole in (array, more, perlane.xarray.axes(NOISE, more, quantity=quantity)):
        for read in stores(tmp_path, whole):
            assert list(read.data_vars) == [whole.name] and set(read.coords) == set(whole.coords)
            assert read.spatial_ref.attrs["crs_wkt"] == array.spatial_ref.attrs["crs_wkt"]
            for like in (read, read[whole.name]):
                again = perlane.xarray.axes(NOISE, like)
                assert "spatial_ref" in again.coords and again.encoding["grid_mapping"] == "spatial_ref"


# Axes of the first two systems point west and south, and the third one has a height: x and y still point east and north.
@pytest.mark.parametrize(("crs", "names"), [(5513, None), (2048, None), (9895, ("Northing", "Easting"))])
def test_axes_have_their_meaning_in_all_systems(crs, names):
    array = perlane.xarray.grid(NOISE, (2, 3), crs=crs)
    for i, axis in enumerate("yx"):
        meaning = array[axis].attrs
        assert meaning["axis"] == axis.upper() and meaning["units"] == "metre"
        assert meaning["standard_name"] == f"projection_{axis}_coordinate"
        assert meaning.get("long_name") == (names and names[i])


def test_degrees_that_pyproj_takes_for_latitudes_twice_have_no_names():
    axes = 'CS[ellipsoidal,2],AXIS["lat",north],AXIS["lon",west],ANGLEUNIT["degree",0.0174532925199433]'
    crs = f'GEOGCRS["x",DATUM["d",ELLIPSOID["s",6371000,0]],{axes}]'
    array = perlane.xarray.grid(NOISE, (2, 3), crs=crs)
    assert not array.x.attrs and not array.y.attrs


def test_a_crs_that_is_not_kept_is_not_named():
    like = raster().drop_vars("spatial_ref")
    assert like.encoding["grid_mapping"] == "spatial_ref"
    assert "grid_mapping" not in perlane.xarray.axes(NOISE, like).encoding


@pytest.mark.parametrize("zarr_format", [2, 3])
def test_the_engine_keeps_names_and_the_crs(tmp_path, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    pytest.importorskip("pyproj")
    window = dict(crs=4326, dims=("lat", "lon"), origin=(50, 12), spacing=(-0.5, 0.5))
    for array in (
        perlane.xarray.grid(NOISE, (20, 30), **window),
        perlane.xarray.field(NOISE, "gradient", (20, 30), **window),
    ):
        array.to_dataset(name=array.name).to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
        dataset = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
        xr.testing.assert_identical(dataset[array.name].load(), array.load())
        assert dataset[array.name].encoding["grid_mapping"] == "spatial_ref"
        dataset.to_zarr(tmp_path / "b.zarr", mode="w", zarr_format=zarr_format)
        xr.testing.assert_identical(xr.open_dataset(tmp_path / "b.zarr", engine="perlane"), dataset)
        without = xr.open_dataset(tmp_path / "a.zarr", engine="perlane", drop_variables=["spatial_ref", "lat"])
        assert "spatial_ref" not in without.coords and "lat" not in without.coords
        assert not xr.open_dataset(tmp_path / "a.zarr", engine="perlane", drop_variables=array.name).data_vars


def test_a_scalar_band_is_left_out():
    squeezed = raster().isel(band=0)
    assert "band" in squeezed.coords and "band" not in perlane.xarray.axes(NOISE, squeezed).coords


def test_light_and_relief_are_those_of_chunks_too():
    pytest.importorskip("dask.array")
    how = dict(light=(1, 0, 1), relief=30)
    whole = perlane.xarray.field(NOISE, "hillshade", (20, 30), **how)
    chunked = perlane.xarray.field(NOISE, "hillshade", (20, 30), chunks=7, **how)
    assert same_bits(chunked.values, whole.values)
    assert not same_bits(chunked.values, perlane.xarray.field(NOISE, "hillshade", (20, 30), chunks=7, relief=30).values)


@pytest.mark.parametrize("zarr_format", [2, 3])
def test_attributes_of_the_format_are_none_of_coordinates(tmp_path, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (4, 5))
    array.x.attrs["units"] = "m"
    array.to_dataset().to_zarr(tmp_path / "a.zarr", zarr_format=zarr_format)
    (attributes,) = (file for file in (tmp_path / "a.zarr" / "x").iterdir() if file.name in (".zattrs", "zarr.json"))
    stored = json.loads(attributes.read_text())
    stored.get("attributes", stored).update(_FillValue="AAAAAAAA+H8=", scale_factor=1.0)
    attributes.write_text(json.dumps(stored))
    assert xr.open_dataset(tmp_path / "a.zarr", engine="perlane").x.attrs == {"units": "m"}


def test_the_engine_keeps_units_of_the_file(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    pytest.importorskip("pyproj")
    array = perlane.xarray.grid(NOISE, (5, 6), crs=32633)
    array.x.attrs["units"] = "km"
    array.to_zarr(tmp_path / "a.zarr")
    opened = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    assert (opened.x.attrs["units"], opened.y.attrs["units"]) == ("km", "metre")


@pytest.mark.parametrize(
    ("dims", "attributes"),
    [
        (("y", "x"), {"grid_mapping": "x"}),
        (("y", "x"), {"grid_mapping": "nothing"}),
        (("y", "x"), {"grid_mapping": 3}),
        (("y", "x"), {"proj:code": 3}),
        (("y", "spatial_ref"), {"proj:code": "EPSG:32633"}),
    ],
    ids=str,
)
def test_attributes_that_name_no_crs(tmp_path, dims, attributes):
    zarr = pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (5, 6), dims=dims)
    array.to_zarr(tmp_path / "a.zarr")
    zarr.open_array(tmp_path / "a.zarr" / "noise", mode="r+").attrs.update(attributes)
    xr.testing.assert_equal(xr.open_dataset(tmp_path / "a.zarr", engine="perlane").noise, array)


@pytest.mark.parametrize("zarr_format", [2, 3])
def test_the_engine_refuses_coordinates_that_it_would_replace(tmp_path, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (5, 60), dims=("lat", "lon"))
    for wrong in (DATES, array.lon * 2, [f"{i}" for i in range(60)]):
        other = array.assign_coords(lon=wrong)
        other.to_dataset(name="noise").to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
        with pytest.raises(ValueError, match=f"^{escaped(tmp_path)}/a.zarr/noise: its coordinates along lon "):
            xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    integers = array.assign_coords(lon=range(60))
    integers.to_dataset(name="noise").to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
    assert xr.open_dataset(tmp_path / "a.zarr", engine="perlane").lon.equals(array.lon)
    dated = array.assign_coords(lon=DATES)
    dated.to_dataset(name="noise").to_zarr(tmp_path / "a.zarr", mode="w", zarr_format=zarr_format)
    read = xr.open_dataset(tmp_path / "a.zarr", engine="perlane", drop_variables=["lon"])
    assert list(read.coords) == ["lat"] and read.noise.dims == ("lat", "lon")


@pytest.mark.parametrize("quantity", ["value", "gradient", "slope"])
@pytest.mark.parametrize("dims", [("y", "x"), ("lat", "lon")], ids=str)
def test_the_command_line_reads_stores(tmp_path, quantity, dims, binary):
    pytest.importorskip("zarr", minversion="3")

    def run(*arguments):
        return subprocess.run([binary, *arguments], cwd=tmp_path, capture_output=True, text=True)

    array = perlane.xarray.field(NOISE, quantity, (40, 50), dims=dims, spacing=0.5)
    array.to_dataset(name=array.name).to_zarr(tmp_path / "a.zarr", zarr_format=3)
    reproduced = run("reproduce", "a.zarr")
    assert reproduced.returncode == 0, reproduced.stderr
    assert json.loads(run("info", "--json", "a.zarr").stdout)["grid"]["size"] == {"x": 50, "y": 40}
    generated = run("generate", "a.zarr", "-o", "a.npy")
    assert generated.returncode == 0, generated.stderr
    assert same_bits(np.load(tmp_path / "a.npy"), array.values)


def test_opened_recipes_are_stored_with_their_recipe(tmp_path, recipe):
    pytest.importorskip("zarr", minversion="3")
    dataset = xr.open_dataset(recipe, engine="perlane")
    assert dataset.noise.attrs["recipe"] == dataset.noise.attrs["perlane"] == dataset.attrs["recipe"]
    dataset.to_zarr(tmp_path / "w.zarr")
    assert perlane.open(tmp_path / "w.zarr") == perlane.open(recipe)


@pytest.mark.parametrize("quantity", ["value", "gradient"])
@pytest.mark.parametrize(("crs", "names", "units"), [
    ("EPSG:32633", ("projection_y_coordinate", "projection_x_coordinate"), ("metre", "metre")),
    (4326, ("latitude", "longitude"), ("degrees_north", "degrees_east")),
])  # fmt: skip
def test_files_say_where_they_are(tmp_path, crs, names, units, quantity):
    pytest.importorskip("pyproj")
    array = perlane.xarray.field(NOISE, quantity, (20, 30), crs=crs, origin=(50, 12), spacing=(-0.5, 0.5))
    assert array.encoding["grid_mapping"] == "spatial_ref"
    assert tuple(array[dim].attrs["standard_name"] for dim in ("y", "x")) == names
    assert tuple(array[dim].attrs["units"] for dim in ("y", "x")) == units
    stored = xr.Dataset({array.name: array})
    stored = xr.conventions.cf_encoder(stored.variables, {})[0]  # what to_netcdf and to_zarr write
    assert stored[array.name].attrs["grid_mapping"] == "spatial_ref"
    if importlib.util.find_spec("netCDF4") and importlib.util.find_spec("rasterio"):
        import rasterio

        array.to_netcdf(tmp_path / "a.nc")
        with rasterio.open(f"netcdf:{tmp_path}/a.nc:{array.name}") as file:
            assert file.crs.to_epsg() == int(str(crs).removeprefix("EPSG:"))


def test_the_first_sample_that_differs_is_named(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.field(NOISE, "gradient", (50, 60)).load()
    array[1, 7, 9] = 3
    array.to_zarr(tmp_path / "a.zarr")
    with pytest.raises(
        ValueError,
        match=rf"^{escaped(tmp_path)}/a.zarr/gradient: its samples at index \(1, 7, 9\) differ from its recipe",
    ):
        perlane.open(tmp_path / "a.zarr")


@pytest.mark.parametrize("zarr_format", [2, 3])
@pytest.mark.parametrize("part", [np.s_[:9], np.s_[240:260], np.s_[330:370, 345:355], np.s_[491:]], ids=str)
def test_an_array_of_one_chunk_is_compared_in_three_blocks(tmp_path, part, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (500, 700)).load()

    def write():
        how = dict(mode="w", zarr_format=zarr_format, encoding={"noise": {"chunks": (500, 700)}})
        array.to_dataset().to_zarr(tmp_path / "a.zarr", **how)

    write()
    assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((500, 700))
    array.values[part] = -9999
    write()
    if part == np.s_[330:370, 345:355]:  # beside all blocks
        assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((500, 700))
        return
    with pytest.raises(
        ValueError,
        match=rf"^{escaped(tmp_path)}/a.zarr/noise: its samples at index \(\d+, \d+\) differ from its recipe",
    ):
        perlane.open(tmp_path / "a.zarr")


@pytest.mark.parametrize("zarr_format", [2, 3])
@pytest.mark.parametrize("chunks", [(100, 140), (64, 64), (20, 20), (7, 9), (10, 140)], ids=str)
def test_masked_arrays_are_refused(tmp_path, chunks, zarr_format):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (100, 140)).load()
    radius = np.hypot(array.y - 50, array.x - 70)
    ring, hole, disc = (radius > 30) & (radius < 45), radius > 20, radius < 40
    spots = (array.y % 50 != 40) | (array.x % 70 != 50)  # in no block of a large chunk
    for masked in (array.where(each) for each in (ring, hole, disc, *[spots] * (chunks[0] > 60))):
        with xr.set_options(keep_attrs=True):
            masked = masked.assign_attrs(array.attrs)
        how = dict(mode="w", zarr_format=zarr_format, encoding={"noise": {"chunks": chunks}})
        masked.to_dataset(name="noise").to_zarr(tmp_path / "a.zarr", **how)
        with pytest.raises(
            ValueError,
            match=rf"^{escaped(tmp_path)}/a.zarr/noise: its samples at index \(\d+, \d+\) differ .*NaN is stored there.*xarray ",
        ):
            xr.open_dataset(tmp_path / "a.zarr", engine="perlane")


@pytest.mark.parametrize("zarr_format", [2, 3])
@pytest.mark.parametrize("shards", [None, (60, 60)], ids=str)
def test_chunks_that_are_not_stored_yet_are_no_difference(tmp_path, zarr_format, shards):
    zarr = pytest.importorskip("zarr", minversion="3")
    if shards and zarr_format == 2:
        pytest.skip("Zarr 2 has no shards")
    array = perlane.xarray.grid(NOISE, (90, 90)).load()
    array[30:60, 30:60] = np.nan  # a whole chunk, which zarr does not store then
    how = dict(zarr_format=zarr_format, encoding={"noise": {"chunks": (30, 30)}})
    array.to_dataset().to_zarr(tmp_path / "a.zarr", **how)
    stored = zarr.open_array(tmp_path / "a.zarr" / "noise")
    if np.isnan(stored.fill_value):
        assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((90, 90))
    else:  # Older versions of xarray fill Zarr 3 with 0, so that the chunk is stored.
        with pytest.raises(ValueError, match="NaN is stored there"):
            perlane.open(tmp_path / "a.zarr")
    lazy, path = NOISE.lazy((900, 700)), tmp_path / "b.zarr"
    options = dict(
        shape=lazy.shape, chunks=(30, 30), shards=shards, dtype="f4", fill_value=np.nan, zarr_format=zarr_format
    )
    part = zarr.create_array(path, **options, attributes={"perlane": lazy.to_json()})
    for first, last in ((300, 360), (360, 420), (0, 60), (840, 900)):  # as workers write it, each some rows
        part[first:last] = lazy[first:last]
        assert perlane.open(path) == lazy


def test_neighbouring_tiles_are_combined_without_a_recipe():
    tiles = [
        perlane.xarray.grid(NOISE, (10, 12), start=(10 * row, 12 * column)) for row in range(2) for column in range(2)
    ]
    whole = xr.combine_by_coords(tiles, combine_attrs="drop_conflicts").noise
    assert same_bits(whole.values, NOISE.grid((20, 24))) and not whole.attrs


@pytest.mark.parametrize("shape", [(1, 500), (400, 1), (1, 1), (2, 1, 5)], ids=str)
@pytest.mark.parametrize("spacing", [(-10, 20), (10, -20)], ids=str)
def test_one_row_or_column_keeps_its_place(tmp_path, shape, spacing):
    rioxarray = pytest.importorskip("rioxarray")
    origin, spacing = (0, 4_599_995, 500_005)[-len(shape) :], (1, *spacing)[-len(shape) :]
    array = perlane.xarray.grid(NOISE, shape, origin=origin, spacing=spacing, crs="EPSG:32633")
    corner = (500_005 - spacing[-1] / 2, spacing[-1], 0, 4_599_995 - spacing[-2] / 2, 0, spacing[-2])
    assert array.rio.transform().to_gdal() == corner
    array.rio.to_raster(tmp_path / "a.tif")
    assert rioxarray.open_rasterio(tmp_path / "a.tif").rio.transform().to_gdal() == corner
    pytest.importorskip("zarr", minversion="3")
    array.to_zarr(tmp_path / "a.zarr")
    stored = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    assert stored.rio.transform().to_gdal() == corner and stored.spatial_ref.identical(array.spatial_ref)


def test_larger_grids_have_no_transform_that_slices_would_invalidate():
    rioxarray = pytest.importorskip("rioxarray")
    assert rioxarray.__version__
    array = perlane.xarray.grid(NOISE, (20, 30), origin=(5, 5), spacing=(-10, 10), crs="EPSG:32633")
    assert "GeoTransform" not in array.spatial_ref.attrs
    assert array[::2, 3::3].rio.transform().to_gdal() == (20, 30, 0, 15, 0, -20)


@pytest.mark.parametrize("crs", ["EPSG:32633", "EPSG:4326"])
@pytest.mark.parametrize("shape", ["40x30", "1x30"])
def test_the_crs_of_the_command_line_is_in_netcdf(tmp_path, crs, shape, binary):
    pytest.importorskip("rioxarray")
    window = ["--size", shape, "--origin", "5,45", "--spacing", "1,-1", "--crs", crs]
    subprocess.run([binary, "generate", "-o", tmp_path / "a.zarr", "-q", *window], check=True)
    dataset = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    place = dataset.spatial_ref.attrs
    assert place["spatial_ref"] == place["crs_wkt"] != crs and place["grid_mapping_name"]
    units = ("degrees_north", "degrees_east") if crs == "EPSG:4326" else ("metre", "metre")
    assert (dataset.y.attrs["units"], dataset.x.attrs["units"]) == units and dataset.x.attrs["long_name"]
    assert dataset.rio.crs.to_string() == crs and dataset.rio.transform().to_gdal() == (4.5, 1, 0, 45.5, 0, -1)
    for read in stores(tmp_path, dataset.noise):
        assert read.rio.crs.to_string() == crs and read.spatial_ref.attrs["grid_mapping_name"]


@pytest.mark.parametrize("layout", ["dataset", "array", "pyramid"])
def test_the_engine_keeps_the_crs_of_the_command_line(tmp_path, layout, binary):
    pytest.importorskip("rioxarray")
    window = ["--size", "60x40", "--layout", layout, "--chunks", "20x20", "--spacing", "10,-10", "--crs", "EPSG:32633"]
    subprocess.run([binary, "generate", "-o", tmp_path / "a.zarr", "-q", *window], check=True)
    dataset = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    assert dataset.noise.rio.crs.to_epsg() == 32633 and dataset.x.attrs["units"] == "metre"
    assert dataset.rio.transform().to_gdal() == (-5, 10, 0, 5, 0, -10)


def test_without_pyproj_the_engine_keeps_what_the_file_says(tmp_path, monkeypatch):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (20, 30))
    place = xr.DataArray(0, attrs={"spatial_ref": "EPSG:32633"})
    array = array.assign_coords(spatial_ref=place)
    array.encoding["grid_mapping"] = "spatial_ref"
    array.to_zarr(tmp_path / "a.zarr")
    monkeypatch.setitem(sys.modules, "pyproj", None)
    dataset = xr.open_dataset(tmp_path / "a.zarr", engine="perlane")
    assert dataset.spatial_ref.attrs == place.attrs and "units" not in dataset.x.attrs


def test_a_code_becomes_what_the_cf_conventions_want_beside_other_attributes(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    pytest.importorskip("pyproj")
    place = xr.DataArray(0, attrs={"spatial_ref": "EPSG:32633", "source": "a survey"})
    array = perlane.xarray.grid(NOISE, (20, 30)).assign_coords(spatial_ref=place)
    array.encoding["grid_mapping"] = "spatial_ref"
    array.to_zarr(tmp_path / "a.zarr")
    found = xr.open_dataset(tmp_path / "a.zarr", engine="perlane").spatial_ref.attrs
    assert found["source"] == "a survey" and found["spatial_ref"] == found["crs_wkt"] != "EPSG:32633"


@pytest.mark.parametrize("crs", ["EPSG:5773", 5773, "EPSG:4978"])
def test_a_crs_has_axes_x_and_y(crs):
    pytest.importorskip("pyproj")
    with pytest.raises(
        ValueError, match=f"^crs is '?{crs}'? .*, which has no axes x and y; allowed: those that have, such as"
    ):
        perlane.xarray.grid(NOISE, (20, 30), crs=crs)
    site = 'ENGCRS["site",EDATUM["post"],CS[Cartesian,2],AXIS["x",east],AXIS["y",north],LENGTHUNIT["metre",1]]'
    for other in ("EPSG:25833+5783", "EPSG:4979", site):
        assert "spatial_ref" in perlane.xarray.grid(NOISE, (20, 30), crs=other).coords


def test_names_that_are_taken():
    for call, name, what in [
        (lambda dims: perlane.xarray.grid(NOISE, (2, 3), dims=dims), "noise", "the name of the array"),
        (lambda dims: perlane.xarray.field(NOISE, "slope", (2, 3), dims=dims), "slope", "the name of the array"),
        (lambda dims: perlane.xarray.field(NOISE, "normal", (6, 8), dims=dims), "quantity", "the dimension of planes"),
    ]:
        for dims in ((name, "x"), ("lat", name)):
            with pytest.raises(ValueError, match=f"^dims has '{name}', which is {what}; allowed: other names"):
                call(dims)
    assert perlane.xarray.field(NOISE, "slope", (6, 8), dims=("quantity", "x")).dims == ("quantity", "x")
    map = xr.DataArray(np.zeros((2, 3)), {"quantity": [1.0, 2.0], "x": [1.0, 2.0, 4.0]}, ("quantity", "x"))
    with pytest.raises(ValueError, match="^dims has 'quantity', which is the dimension of planes; allowed: other"):
        perlane.xarray.axes(NOISE, map, quantity="normal")
    assert perlane.xarray.axes(NOISE, map, quantity="slope").dims == ("quantity", "x")


@pytest.mark.parametrize(("quantity", "name"), [("value", "noise"), ("slope", "slope"), ("normal", "quantity")])
def test_coordinates_with_the_name_of_the_result(quantity, name):
    """xarray makes no Dataset of an array that has a coordinate of its own name."""
    map = xr.DataArray(np.zeros((2, 3)), {"y": [1.0, 2.0], "x": [1.0, 2.0, 4.0], "time": 5}, ("y", "x"))
    for others in ({name: 3.0}, {name: (("y", "x"), np.ones((2, 3)))}, {name: ("x", [1.0, 2.0, 3.0])}):
        got = perlane.xarray.axes(NOISE, map.assign_coords(others), quantity=quantity)
        xr.testing.assert_identical(got, perlane.xarray.axes(NOISE, map, quantity=quantity))
        assert got.to_dataset()[got.name].identical(got) and "time" in got.coords
    what = "the dimension of planes" if name == "quantity" else "the name of the array"
    with pytest.raises(ValueError, match=f"^dims has '{name}', which is {what}; allowed: other dimensions of like"):
        perlane.xarray.axes(NOISE, map.rename(x=name), quantity=quantity)


def test_the_value_has_one_name(tmp_path):
    grid, lazy = perlane.xarray.grid(NOISE, (3, 4)), NOISE.lazy_field("value", (3, 4))
    (tmp_path / "a.json").write_text(lazy.to_json())
    for array in (
        perlane.xarray.field(NOISE, "value", (3, 4)),
        perlane.xarray.axes(NOISE, grid, quantity="value"),
        xr.open_dataset(tmp_path / "a.json", engine="perlane").noise,
    ):
        assert array.name == "noise" and same_bits(array.values, grid.values)


@pytest.mark.parametrize("dims", [(1, 2), (None, "x"), (("a", "b"), "x"), ["y", b"x"]], ids=str)
def test_dims_are_strings(dims):
    for make in (perlane.xarray.grid, lambda *a, **k: perlane.xarray.field(a[0], "slope", *a[1:], **k)):
        with pytest.raises(TypeError, match="^dims is .*; allowed: strings, a name for each axis of the shape$"):
            make(NOISE, (2, 3), dims=dims)


@pytest.mark.parametrize("decode", [True, False])
def test_options_for_decoding_change_nothing(recipe, decode):
    options = dict.fromkeys(
        ("mask_and_scale", "decode_times", "decode_timedelta", "use_cftime", "concat_characters", "decode_coords"),
        decode,
    )
    wanted = xr.open_dataset(recipe, engine="perlane")
    for given in ({"decode_cf": decode}, {"group": None}, *({name: each} for name, each in options.items())):
        xr.testing.assert_identical(xr.open_dataset(recipe, engine="perlane", **given), wanted)
    assert set(options) <= set(inspect.signature(xr.open_dataset).parameters)
    with pytest.raises(
        ValueError, match="^group is 'a'; allowed: None, and the group in the path, such as STORE/GROUP"
    ):
        xr.open_dataset(recipe, engine="perlane", group="a")


@pytest.mark.parametrize("names", [5, 0, True, [["x"]], np.float32(1)], ids=repr)
def test_what_is_no_name_of_a_variable(recipe, names):
    allowed = "allowed: None, a name, or names of variables"
    with pytest.raises(TypeError, match=f"^drop_variables is {re.escape(repr(names))}; {allowed}$"):
        xr.open_dataset(recipe, engine="perlane", drop_variables=names)


def test_names_of_variables_to_drop(recipe):
    for names in ("x", ["x"], {"x"}, (name for name in ["x"]), np.array(["x"])):
        assert set(xr.open_dataset(recipe, engine="perlane", drop_variables=names).variables) == {"noise", "y"}
    for names in (None, [], ()):
        assert "x" in xr.open_dataset(recipe, engine="perlane", drop_variables=names).coords


def test_arrays_of_different_chunks():
    pytest.importorskip("dask.array")
    like = xr.Dataset({"a": ("x", np.zeros(6)), "b": ("x", np.zeros(6))}, {"x": np.arange(6.0)})
    like = like.assign(a=like.a.chunk(2), b=like.b.chunk(3))
    with pytest.raises(
        ValueError, match=r"^like has arrays with different chunks \(.*dimension x.*\); allowed: .*unify"
    ):
        perlane.xarray.axes(NOISE, like)
    assert same_bits(perlane.xarray.axes(NOISE, like.unify_chunks()), NOISE.axes(np.arange(6.0)))


def test_names_that_a_crs_takes():
    pytest.importorskip("pyproj")
    with pytest.raises(ValueError, match="^dims has 'spatial_ref', which is the coordinate of the crs; allowed: other"):
        perlane.xarray.grid(NOISE, (2, 3), crs=4326, dims=("lat", "spatial_ref"))
    assert perlane.xarray.grid(NOISE, (2, 3), dims=("lat", "spatial_ref")).dims == ("lat", "spatial_ref")


def test_chunks_of_dimensions_that_do_not_exist():
    pytest.importorskip("dask.array")
    for chunks in ({"lat": 4}, {"x": 2, "lat": 4}, {0: 5}):
        with pytest.raises(ValueError, match=r"^chunks is \{.*\}; allowed: lengths along y, x"):
            perlane.xarray.grid(NOISE, (5, 6), chunks=chunks)
        with pytest.raises(ValueError, match=r"^chunks is \{.*\}; allowed: lengths along y, x"):
            perlane.xarray.field(NOISE, "gradient", (5, 6), chunks=chunks)
    allowed = "allowed: chunks that dask.array.from_array takes, of at least 1 sample"
    for chunks, error in (
        *((each, TypeError) for each in (True, {"x": True}, {"y": 2, "x": (3, True)})),
        *((each, ValueError) for each in (0, {"x": 0}, {"y": 0, "x": 2}, {"x": (2, 2)}, {"y": "foo"}, {"y": -2})),
    ):
        for call in (
            lambda chunks=chunks: perlane.xarray.grid(NOISE, (5, 6), chunks=chunks),
            lambda chunks=chunks: perlane.xarray.field(NOISE, "gradient", (5, 6), chunks=chunks),
        ):
            with pytest.raises(error, match=f"^chunks is {re.escape(repr(chunks))}; {allowed}") as caught:
                call()
            assert "division" not in str(caught.value)
    with pytest.raises(ValueError, match=f"^chunks is {{1: 0}}; {allowed}$"):
        perlane.dask.grid(NOISE, (5, 6), {1: 0})
    assert perlane.xarray.grid(NOISE, (5, 6), chunks={"lat": 4}, dims=("lat", "lon")).chunks == ((4, 1), (6,))


@pytest.mark.parametrize("chunks", [{}, {"lat": 2}], ids=str)
def test_quantities_of_axes(chunks):
    if chunks:
        pytest.importorskip("dask.array")
    ys, xs = np.array([-60.0, 3.25, 60.5]), np.arange(0, 360, 37)
    map = xr.DataArray(np.zeros((len(ys), len(xs))), {"lat": ys, "lon": xs}, ("lat", "lon"))
    map = map.chunk(chunks) if chunks else map
    gradient = perlane.xarray.axes(NOISE, map, quantity="gradient")
    assert gradient.name == "gradient" and gradient.dims == ("quantity", "lat", "lon")
    assert same_bits(gradient.values, NOISE.field_axes("gradient", ys, xs))
    assert same_bits(gradient.sel(quantity="dx").values, NOISE.field_axes("gradient", ys, xs)[2])
    slope = perlane.xarray.axes(NOISE, map, quantity="steepness", relief=5)
    assert slope.name == "slope" and slope.dims == ("lat", "lon") and (slope.chunks is not None) == bool(chunks)
    assert same_bits(slope.values, NOISE.field_axes("slope", ys, xs, relief=5))
    with pytest.raises(ValueError, match="quantity is foo; allowed"):
        perlane.xarray.axes(NOISE, map, quantity="foo")


def test_both_ends_of_long_coordinates_are_compared(tmp_path, monkeypatch):
    zarr = pytest.importorskip("zarr", minversion="3")
    monkeypatch.setattr(_stored, "MOST_COORDINATES", 8)
    path, length = tmp_path / "a.zarr", 100
    perlane.xarray.grid(NOISE, (length,)).to_zarr(path)
    array = zarr.open_array(path / "x", mode="r+")
    for index, differs in ((0, True), (7, True), (8, False), (91, False), (92, True), (99, True)):
        before = array[index]
        array[index] = before + 1
        if differs:
            with pytest.raises(ValueError, match="its coordinates along x differ from its recipe"):
                perlane.open(path)
        else:
            assert perlane.open(path) == NOISE.lazy((length,))
        array[index] = before


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_coordinates_may_be_rounded_to_their_type(tmp_path, dtype):
    pytest.importorskip("zarr", minversion="3")
    array = perlane.xarray.grid(NOISE, (4, 5), origin=(5e6, 0.1), spacing=(0.3, 0.1))
    array.assign_coords(x=array.x.astype(dtype), y=array.y.astype(dtype)).to_zarr(tmp_path / "a.zarr")
    assert perlane.open(tmp_path / "a.zarr").origin == (5e6, 0.1)


def test_files_that_zarr_cannot_read_are_not_compared(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    perlane.xarray.grid(NOISE, (4, 5), chunks=3).to_zarr(tmp_path / "a.zarr")
    for damaged in (("noise", "c", "0", "0"), ("x", "c", "0")):
        tmp_path.joinpath("a.zarr", *damaged).write_bytes(b"nothing that was compressed")
        assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((4, 5))


def test_samples_in_memory_are_computed_once(monkeypatch):
    counted = []

    def counting(name, of):
        def count(self, *args, **how):
            counted.append(name)
            return of(self, *args, **how)

        return count

    for name in ("grid", "axes"):
        monkeypatch.setattr(perlane.Noise, name, counting(name, getattr(perlane.Noise, name)))
    array = perlane.xarray.grid(NOISE, (20, 30))
    assert not counted
    assert (array.values == array.values).all() and array.max() >= array[3].max()
    assert len(counted) == 1


def test_neighbours_in_a_folder_are_no_coordinates(tmp_path):
    """Only a group has coordinates; a folder may hold unrelated stores, and names of dimensions do not lead out of it."""
    dask = pytest.importorskip("perlane.dask")
    noise = NOISES[0]
    dask.to_zarr(noise, (20, 30), tmp_path / "d" / "w.zarr")
    zarr = pytest.importorskip("zarr")
    zarr.save_array(tmp_path / "d" / "x", np.full(30, 7.0))
    assert same_bits(np.asarray(perlane.open(tmp_path / "d" / "w.zarr")), noise.grid((20, 30)))
    perlane.xarray.grid(noise, (20, 30)).to_zarr(tmp_path / "g.zarr")
    zarr.save_array(tmp_path / "x2", np.full(30, 7.0))
    metadata = next((tmp_path / "g.zarr").glob("*/zarr.json"))
    for path in (tmp_path / "g.zarr").glob("*/zarr.json"):
        content = json.loads(path.read_text())
        if content["attributes"].get("recipe"):
            metadata, content["dimension_names"] = path, ["y", "../../x2"]
            metadata.write_text(json.dumps(content))
    assert same_bits(np.asarray(perlane.open(metadata.parent)), noise.grid((20, 30)))


def test_coordinates_may_be_float32(tmp_path):
    pytest.importorskip("zarr")
    noise = NOISES[0]
    array = perlane.xarray.grid(noise, (6, 2000), spacing=0.1)
    path = tmp_path / "x.zarr"
    array.to_zarr(path, encoding={"x": {"dtype": "float32"}, "y": {"dtype": "float32"}})
    assert same_bits(np.asarray(perlane.open(path)), noise.grid((6, 2000), spacing=0.1))


@pytest.mark.parametrize("dims", [("x", "y"), ("y", "z"), ("x", "w")])
def test_dims_are_no_names_of_other_axes(dims):
    with pytest.raises(ValueError, match="allowed: w, z, y, x in this order where they are, or other names"):
        perlane.xarray.grid(NOISES[0], (6, 9), dims=dims)
    for good in (("lat", "lon"), ("y", "lon"), ("z", "x")):
        assert perlane.xarray.grid(NOISES[0], (6, 9), dims=good).dims == good


def test_regions_of_a_store_with_a_crs(tmp_path):
    """As the README says."""
    for package in ("pyproj", "dask.array", "zarr"):
        pytest.importorskip(package)
    store = tmp_path / "heights.zarr"
    heights = perlane.xarray.grid(
        NOISE, (50, 70), chunks=(20, 70), origin=(900, 5), spacing=(-30, 30), crs="EPSG:32633"
    )
    heights.to_zarr(store, compute=False)
    for first in (40, 0, 20):
        part = heights[first : first + 20]
        with pytest.raises(ValueError, match="spatial_ref"):
            part.to_zarr(store, region="auto")
        part.drop_vars("spatial_ref").to_zarr(store, region="auto")
    stored = xr.open_zarr(store, decode_coords="all").noise
    assert same_bits(stored.values, heights.values) and stored.spatial_ref.attrs == heights.spatial_ref.attrs
    assert perlane.open(store) == NOISE.lazy((50, 70), origin=(900, 5), spacing=(-30, 30))
    assert xr.open_dataset(store, engine="perlane").spatial_ref.attrs["crs_wkt"] == heights.spatial_ref.attrs["crs_wkt"]
