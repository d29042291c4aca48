"""Points that xarray picks from files have the bits of the grid, and take no more memory than points."""

import random
import tracemalloc

import numpy as np
import pytest

import perlane
from conftest import NOISES, same_bits
from perlane._types import Quantity

xr = pytest.importorskip("xarray")
from typing import get_args

from xarray.core import indexing

from perlane import xarray as perlane_xarray

MANY = [
    perlane.Noise("perlin", seed=8, frequency=0.15, octaves=3, warp=2.5),
    perlane.Noise("value", seed=2, frequency=0.4, fade="cubic", octaves=2),
    perlane.Noise("cell", seed=3, frequency=0.7) - perlane.Noise(frequency=0.2),
    *NOISES,
]


def random_lazy(rng, dims):
    """A grid or a quantity of a random window, also far from the origin."""
    shape = tuple(rng.randrange(1, 9) for _ in range(dims))
    window = dict(
        start=[rng.choice([0, -5, 2**33, -(2**45)]) for _ in shape],
        origin=[rng.choice([0, 0.1, -7e3]) for _ in shape],
        spacing=[rng.choice([1, 0.3, -1 / 7]) for _ in shape],
    )
    try:
        how = dict(relief=rng.choice([1, 30]), light=rng.choice([(-1, -1, 2), (0, 3, 1)]))
        return rng.choice(MANY).lazy_field(rng.choice(get_args(Quantity)), shape, **window, **how)
    except ValueError:  # such as for noises without derivatives
        return rng.choice(MANY[:3]).lazy(shape, **window)


def random_key(rng, shape):
    """Arrays of indices that broadcast, some of them negative, and slices."""
    dims = rng.choice([1, 1, 2, 3])
    points = [rng.randrange(0, 5) for _ in range(dims)]
    key = []
    for length in shape:
        if rng.random() < 0.3:
            ends = [rng.choice([None, rng.randrange(-length - 1, length + 2)]) for _ in range(2)]
            key.append(slice(*ends, rng.choice([None, 2, -1])))
            continue
        given = [each if rng.random() < 0.7 else 1 for each in points]
        key.append(np.random.default_rng(rng.randrange(2**63)).integers(-length, length, given))
    return tuple(key) if any(isinstance(each, np.ndarray) for each in key) else random_key(rng, shape)


@pytest.mark.parametrize("dims", [1, 2, 3, 4])
def test_random_points(dims, monkeypatch):
    monkeypatch.setattr(perlane_xarray, "MOST_CROSSINGS", -1)  # even single points are computed as points
    rng = random.Random(dims)
    quantities = set()
    for _ in range(300):
        lazy = random_lazy(rng, dims)
        key = indexing.VectorizedIndexer(random_key(rng, lazy.shape))
        wanted = indexing.NumpyIndexingAdapter(lazy[...]).vindex[key]
        assert same_bits(perlane_xarray._LazyArray(lazy)[key], wanted), (lazy, key)
        quantities.add(getattr(lazy, "quantity", "value"))
    assert len(quantities) >= {1: 2, 2: 6, 3: 3, 4: 2}[dims], quantities


@pytest.mark.parametrize("quantity", ["value", "gradient", "slope"])
@pytest.mark.parametrize("chunks", [None, {}])
def test_points_of_datasets(quantity, chunks, tmp_path):
    file = tmp_path / "a.perlane.json"
    file.write_text(NOISES[0].lazy_field(quantity, (50, 60), start=(-7, 2**33), spacing=(0.3, -2)).to_json())
    opened = xr.open_dataset(file, engine="perlane", chunks=chunks)
    [name] = opened.data_vars
    lazy, loaded = opened[name], opened[name].load().copy()
    lazy = xr.open_dataset(file, engine="perlane", chunks=chunks)[name]
    i = xr.DataArray([3, -1, 7, 7, 49], dims="point")
    j = xr.DataArray([[0, 59, 5, 2, -3], [1, 2, 3, 4, 5]], dims=("run", "point"))
    for pick in (
        lambda a: a.isel(y=i, x=j),
        lambda a: a.isel(y=i, x=j[0]),
        lambda a: a.isel(y=i).isel(x=j),
        lambda a: a.isel(y=i, x=j).isel(point=[4, 0], run=-1),
        lambda a: a.isel(y=i, x=slice(3, 50, 6)),
        lambda a: a.transpose().isel(x=slice(5)),
        lambda a: a.isel(y=i, x=j).transpose(),
        lambda a: a.sel(x=lazy.x[j], y=lazy.y[i]),
        lambda a: a.isel(y=i[0], x=j[0, 0]),
    ):
        assert same_bits(pick(lazy).values, pick(loaded).values) and pick(lazy).dims == pick(loaded).dims
    with pytest.raises(IndexError):
        lazy.isel(y=xr.DataArray([50, 3], dims="point"), x=xr.DataArray([1, 2], dims="point")).load()


def test_slices_backwards_that_pick_nothing():
    array = perlane.xarray.grid(NOISES[0], (5, 6))
    assert array.isel(y=slice(None, 4, -1)).values.shape == (0, 6)
    assert same_bits(array.isel(y=slice(None, 1, -2), x=3).values, NOISES[0].grid((5, 6))[:1:-2, 3])


@pytest.mark.parametrize("quantity", ["value", "gradient"])
@pytest.mark.parametrize("of_file", [True, False])
def test_points_take_the_memory_of_points(quantity, of_file, tmp_path):
    lazy = NOISES[0].lazy_field(quantity, (10**4, 10**4))
    array = perlane.xarray.field(NOISES[0], quantity, lazy.shape[-2:])
    if of_file:
        file = tmp_path / "a.perlane.json"
        file.write_text(lazy.to_json())
        [array] = xr.open_dataset(file, engine="perlane").data_vars.values()
    rng = np.random.default_rng(1)
    rows, columns = rng.integers(0, 10**4, (2, 3000))
    picked = array.isel(y=xr.DataArray(rows, dims="point"), x=xr.DataArray(columns, dims="point"))
    tracemalloc.start()
    try:
        samples = picked.values
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (
        same_bits(samples, NOISES[0].field_points(quantity, rows, columns)) and most < 2**21
    )  # the crossings take 27 MB
