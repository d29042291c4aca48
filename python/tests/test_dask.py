"""Dask arrays: however they are cut, distributed and stored, the bits of `noise.grid`."""

import json
import os
import pickle
import subprocess

import numpy as np
import pytest

import perlane
from conftest import NOISES, find_binary, same_bits

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import perlane.dask

NOISE = NOISES[0]


@pytest.mark.parametrize("chunks", ["auto", 10, (37, 53), (1, 53), (37, 1), ((30, 7), (1, 2, 50)), "1 KiB"])
def test_any_chunks(noise, chunks):
    window = dict(start=(-9, 2**40), origin=(0.5, 1), spacing=(0.3, -0.2))
    got = perlane.dask.grid(noise, (37, 53), chunks, **window)
    assert got.dtype == np.float32
    assert same_bits(got.compute(), noise.grid((37, 53), **window))


KEYS = [
    np.s_[5:20, 7:50],
    np.s_[::-3, 5:50:7],
    np.s_[3],
    np.s_[-1, -1],
    np.s_[:, [1, 5, -3]],
    np.s_[[30, 2, 2]],
    np.s_[None, 4:9, -1],
    np.s_[10:10],
]


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("chunks", [10, (37, 53)])
def test_slices(key, chunks):
    whole = NOISE.grid((37, 53))
    array = perlane.dask.grid(NOISE, (37, 53), chunks)
    assert same_bits(array[key].compute(), whole[key])
    assert same_bits(array[1:][key].compute() if key != np.s_[-1, -1] else whole[1:][key], whole[1:][key])


@pytest.mark.parametrize("shape", [(100,), (7, 9, 11), (3, 4, 5, 6)])
def test_dimensions(shape):
    got = perlane.dask.grid(perlane.Noise(frequency=0.3), shape, chunks=3)
    assert same_bits(got.compute(), perlane.Noise(frequency=0.3).grid(shape))


def test_operations(noise):
    whole = noise.grid((37, 53))
    array = perlane.dask.grid(noise, (37, 53), (10, 20))
    assert same_bits(array.rechunk((37, 3)).compute(), whole)
    assert same_bits(array.T.compute(), whole.T)
    assert same_bits((array * 2 + 1).compute(), whole * np.float32(2) + np.float32(1))
    assert same_bits(array.persist().compute(), whole)
    assert array.max().compute() == whole.max()


def test_names_are_functions_of_the_arguments():
    def name(noise, *window):
        return perlane.dask.grid(noise, (100, 100), 10, *window).name

    assert name(NOISE) == name(perlane.Noise.from_json(NOISE.to_json()))
    assert len({name(NOISE), name(NOISE.replace(seed=1)), name(NOISE, (1, 0)), name(NOISE + NOISE)}) == 4
    in_chunks = [
        perlane.dask.grid(NOISE, (100, 100), chunks).name for chunks in (10, (10, 10), (10, 20), (20, 10), 100)
    ]
    assert in_chunks[0] == in_chunks[1] and len(set(in_chunks)) == 4


def test_one_grid_in_several_chunks_at_once():
    whole, line = NOISE.grid((64, 64)), np.arange(64.0)
    planes = NOISE.field("gradient", (64, 64))
    for make, want in [
        (lambda chunks: perlane.dask.grid(NOISE, (64, 64), chunks), whole),
        (lambda chunks: perlane.dask.axes(NOISE, line, line, chunks=chunks), whole),
        (lambda chunks: perlane.dask.field(NOISE, "gradient", (64, 64), chunks), planes),
        (lambda chunks: perlane.dask.field_axes(NOISE, "gradient", line, line, chunks=chunks), planes),
    ]:
        few, many = make(64), make((16, 64))
        assert all(same_bits(got, want) for got in dask.compute(few, many))
        assert same_bits((few + many).compute(), want + want)


def test_one_grid_in_two_stores_at_once(tmp_path):
    pytest.importorskip("zarr", "3")
    stores = [(tmp_path / f"{chunk}.zarr", chunk) for chunk in (16, 64)]
    dask.compute(
        *[perlane.dask.to_zarr(NOISE, (64, 64), store, chunks=chunk, compute=False) for store, chunk in stores]
    )
    for store, _ in stores:
        assert same_bits(da.from_zarr(store).compute(), NOISE.grid((64, 64)))


def test_errors_come_at_once():
    with pytest.raises(ValueError, match="origin.x is NaN; allowed"):
        perlane.dask.grid(NOISE, (10, 10), origin=np.nan)
    with pytest.raises(TypeError, match="shape is"):
        perlane.dask.grid(NOISE, 1.5)
    for call in (
        lambda: perlane.dask.grid(5, (5, 5)),
        lambda: perlane.dask.axes(5, [1.0]),
        lambda: perlane.dask.field_axes(5, "slope", [1.0]),
    ):
        with pytest.raises(TypeError, match="noise is of type int; allowed: Noise, Layers"):
            call()


@pytest.mark.parametrize(
    "chunks",
    [
        *((0, 2), (-2, 3), "foo", (1, 2, 3), ((2, 2), (5,)), 1.5, {"y": 2}, {2: 2}, object()),
        *(True, np.True_, (True, 4), ((True, 4), (5,)), {0: True}, np.array([True, True])),
    ],
    ids=str,
)
def test_wrong_chunks(chunks):
    with pytest.raises((ValueError, TypeError), match="chunks is .*; allowed: chunks that dask"):
        perlane.dask.grid(NOISE, (5, 5), chunks)


def test_a_million_squared(monkeypatch):
    """Only the chunks that a window touches are computed, and have tasks: a graph of all would take seconds."""
    computed = []
    grid = perlane.Noise.grid
    monkeypatch.setattr(
        perlane.Noise, "grid", lambda self, shape, **k: computed.append(np.prod(shape)) or grid(self, shape, **k)
    )
    world = perlane.dask.grid(NOISE, (10**6, 10**6), chunks=(1000, 1000))
    assert world.npartitions == 10**6
    window = world[500_300 : 500_300 + 2048, 499_700 : 499_700 + 2048]
    [optimized] = dask.optimize(window)
    touched = 3 * 3
    assert len(optimized.dask.to_dict()) <= 2 * touched
    got = window.compute(scheduler="sync")
    assert len(computed) == touched and sum(computed) == 2048 * 2048
    assert same_bits(got, grid(NOISE, (2048, 2048), start=(500_300, 499_700)))


def test_slices_compute_themselves_only(monkeypatch):
    counted = []
    grid = perlane.Noise.grid
    monkeypatch.setattr(
        perlane.Noise, "grid", lambda self, shape, **k: counted.append(np.prod(shape)) or grid(self, shape, **k)
    )
    world = perlane.dask.grid(NOISE, (10**6, 10**6))
    assert world.chunksize[0] > 5000
    world[500_000:502_048, 497_000:499_048].compute(scheduler="sync")
    assert sum(counted) == 2048 * 2048


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_several_processes(cluster, noise):
    pids = cluster.run(os.getpid)
    assert len(set(pids.values()) | {os.getpid()}) == 3
    array = perlane.dask.grid(noise, (300, 400), (37, 53))
    whole = noise.grid((300, 400))
    assert same_bits(array.persist().compute(), whole)
    # One half by each of them: a scheduler may give all of it to one, if the other is busy.
    halves = (np.s_[:150], np.s_[150:])
    futures = [cluster.compute(array[half], workers=[worker]) for half, worker in zip(halves, pids, strict=True)]
    for half, got in zip(halves, cluster.gather(futures), strict=True):
        assert same_bits(got, whole[half])
    assert same_bits(array.rechunk((300, 11))[::2, 7:].compute(), whole[::2, 7:])


def test_a_window_of_a_million_squared_on_a_cluster(cluster):
    world = perlane.dask.grid(NOISE, (10**6, 10**6), chunks=(1000, 1000))
    got = world[500_300:500_900, 499_700:501_100].compute()
    assert same_bits(got, NOISE.grid((600, 1400), start=(500_300, 499_700)))


def store(cluster, array, target):
    """Stores the upper half by one worker, and the lower half by the other."""
    workers = sorted(cluster.scheduler_info()["workers"])
    half = target.chunks[0] * (target.shape[0] // target.chunks[0] // 2)
    parts = [np.s_[:half], np.s_[half:]]
    futures = []
    for worker, part in zip(workers, parts, strict=True):
        stored = da.store(array[part], target, regions=(part, slice(None)), lock=False, compute=False)
        futures.append(cluster.compute(stored, workers=[worker], allow_other_workers=False))
    cluster.gather(futures)


@pytest.fixture(scope="module")
def stored(cluster, tmp_path_factory):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path_factory.mktemp("zarr") / "a.zarr"
    target = zarr.create_array(path, shape=(700, 900), chunks=(128, 256), dtype="f4", zarr_format=3)
    store(cluster, perlane.dask.grid(NOISE, (700, 900), (128, 256), (-100, 2**33)), target)
    return path


def test_zarr_by_two_workers(stored):
    import zarr

    array = zarr.open_array(stored, mode="r")
    assert array.metadata.zarr_format == 3
    assert same_bits(array[...], NOISE.grid((700, 900), start=(-100, 2**33)))


def command_line(binary, directory, name):
    """The same samples, written by the command line; skips where it cannot."""
    recipe = directory / "a.json"
    recipe.write_text(NOISE.lazy((700, 900), (-100, 2**33)).to_json())
    path = directory / name
    ran = subprocess.run([binary, "generate", recipe, "-o", path, "-q"], capture_output=True, text=True)
    if ran.returncode == 2 and "format" in ran.stderr:
        pytest.skip(f"the command line does not write {path.suffix}: {ran.stderr.strip()}")
    assert ran.returncode == 0, ran.stderr
    return path


def test_zarr_of_the_command_line(stored, tmp_path, binary):
    zarr = pytest.importorskip("zarr", minversion="3")
    theirs = zarr.open(command_line(binary, tmp_path, "b.zarr"), mode="r")
    if isinstance(theirs, zarr.Group):
        theirs = theirs["noise"]
    assert theirs.metadata.zarr_format == 3
    assert same_bits(theirs[...], zarr.open_array(stored, mode="r")[...])


def test_npy_of_the_command_line(tmp_path, binary):
    theirs = np.load(command_line(binary, tmp_path, "b.npy"))
    assert same_bits(theirs, NOISE.grid((700, 900), start=(-100, 2**33)))


@pytest.mark.parametrize("chunks", ["auto", 100, (128, 256)])
def test_zarr_with_names_and_recipe(tmp_path, chunks):
    zarr = pytest.importorskip("zarr", minversion="3")
    path, window = tmp_path / "a.zarr", dict(start=(-100, 2**33), spacing=(0.5, -1))
    perlane.dask.to_zarr(NOISE, (700, 900), path, chunks, **window)
    array = zarr.open_array(path, mode="r")
    assert array.metadata.dimension_names == ("y", "x")
    assert same_bits(array[...], NOISE.grid((700, 900), **window))
    assert perlane.open(path) == NOISE.lazy((700, 900), **window)
    with pytest.raises(zarr.errors.ContainsArrayError):
        perlane.dask.to_zarr(NOISE, (700, 900), path)
    perlane.dask.to_zarr(NOISE, (3, 4), path, overwrite=True)
    later = perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "b.zarr", compute=False)
    assert np.isnan(zarr.open_array(tmp_path / "b.zarr", mode="r")[...]).all(), "nothing is written yet"
    later.compute()
    assert same_bits(zarr.open_array(tmp_path / "b.zarr", mode="r")[...], NOISE.grid((5, 6)))
    for lengths in ((2, 3), (2, 1, 2)):
        with pytest.raises(ValueError, match="chunks is .*; allowed: chunks of one length along an axis"):
            perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "c.zarr", (lengths, 6))
    assert not (tmp_path / "c.zarr").exists()


@pytest.mark.parametrize("quantity", ["value", "gradient"])
def test_default_chunks_divide_shards(tmp_path, quantity):
    zarr = pytest.importorskip("zarr", minversion="3")
    planes = (3,) if quantity == "gradient" else ()
    for n, (shape, shards, chunks) in enumerate([
        ((2100, 1300), (1024, 512), (512, 512)),
        ((2100, 1300), "auto", (512, 512)),
        ((30, 1300), (999, 1202), (333, 601)),
        ((30, 40), (4099, 256), (4099, 256)),
    ]):  # fmt: skip
        shards = shards if shards == "auto" else (*planes, *shards)
        perlane.dask.to_zarr(NOISE, shape, tmp_path / f"{n}.zarr", quantity=quantity, shards=shards)
        array = zarr.open_array(tmp_path / f"{n}.zarr")
        assert array.chunks == (*planes, *chunks) and same_bits(array[...], NOISE.field(quantity, shape))
        assert array.shards == ((*planes, 2560, 1536) if shards == "auto" else shards)


def test_lengths_beyond_the_shape_stay(tmp_path):
    zarr = pytest.importorskip("zarr", "3")
    perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "a.zarr", shards=(400, 400), chunks=(100, 100))
    array = zarr.open_array(tmp_path / "a.zarr")
    assert (array.chunks, array.shards) == ((100, 100), (400, 400))
    how = dict(shards=(400, 400), overwrite=True)
    perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "a.zarr", chunks={1: 100, 0: 200}, **how)
    assert zarr.open_array(tmp_path / "a.zarr").chunks == (200, 100)
    for chunks in (np.array([100, 100]), {0: 100, 1: 100}, 100):
        perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "a.zarr", shards=(400, 400), chunks=chunks, overwrite=True)
        assert zarr.open_array(tmp_path / "a.zarr").chunks == (100, 100)
    for chunks in ((50, 70), (50, 35)):
        perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "a.zarr", shards=(100, 140), chunks=chunks, overwrite=True)
        assert zarr.open_array(tmp_path / "a.zarr").chunks == chunks
    planes = {"quantity": "gradient", "chunks": 256, "shards": (3, 512, 512)}
    perlane.dask.to_zarr(NOISE, (1000, 700), tmp_path / "planes.zarr", **planes)
    assert zarr.open_array(tmp_path / "planes.zarr").chunks == (3, 256, 256)
    perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "b.zarr", shards=np.array([32, 32]))
    assert zarr.open_array(tmp_path / "b.zarr").shards == (32, 32)
    assert same_bits(da.from_zarr(tmp_path / "b.zarr").compute(), NOISE.grid((50, 70)))


def test_chunks_longer_than_those_of_dask_are_shards(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    how = dict(chunks=(9000, 10), shards="auto", compute=False)
    perlane.dask.to_zarr(NOISE, (20_000, 20_000), tmp_path / "a.zarr", **how)
    array = zarr.open_array(tmp_path / "a.zarr")
    assert array.chunks == (9000, 10) and array.shards[0] == 9000


def test_chunks_that_do_not_divide_shards(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    store = tmp_path / "a.zarr"
    for error, text, how in [
        (
            ValueError,
            r"chunks is \(100, 100\) and shards is \(256, 200\); allowed: chunks that divide",
            dict(chunks=(100, 100), shards=(256, 200)),
        ),
        (
            ValueError,
            r"chunks is 512 and shards is \(256, 512\); allowed: chunks that divide",
            dict(chunks=512, shards=(256, 512)),
        ),
        (
            ValueError,
            r"shards is \(256,\); allowed: \"auto\", or a length for each of 2 dimensions",
            dict(shards=(256,)),
        ),
        (ValueError, r"shards is \(0, 256\); allowed", dict(shards=(0, 256))),
        (TypeError, r"shards is 'many'; allowed", dict(shards="many")),
        (TypeError, r"shards is 256; allowed", dict(shards=256)),
        (TypeError, r"shards is \(True, 256\); allowed", dict(shards=(True, 256))),
        (
            ValueError,
            r"chunks is 256 and shards is \(2, 256, 256\); allowed",
            dict(chunks=256, quantity="gradient", shards=(2, 256, 256)),
        ),
    ]:
        with pytest.raises(error, match=f"^{text}"):
            perlane.dask.to_zarr(NOISE, (1000, 1000), store, **how)
        assert not store.exists()
    # A chunk that has all of a dimension is as long as the shard.
    perlane.dask.to_zarr(NOISE, (100, 700), store, chunks=256, shards=(256, 512))
    assert perlane.open(store).shape == (100, 700)


@pytest.mark.parametrize("quantity", ["value", "gradient"])
@pytest.mark.parametrize("shards", [(500, 700), (100, 140), "auto"], ids=str)
def test_no_two_tasks_write_one_shard(tmp_path, shards, quantity):
    zarr = pytest.importorskip("zarr", minversion="3")
    if quantity == "gradient" and shards != "auto":
        shards = (3, *shards)
    perlane.dask.to_zarr(NOISE, (500, 700), tmp_path / "a.zarr", (50, 70), quantity=quantity, shards=shards)
    array = zarr.open_array(tmp_path / "a.zarr", mode="r")
    assert array.chunks[-2:] == (50, 70) and np.prod(array.shards) > np.prod(array.chunks)
    assert same_bits(array[...], NOISE.field(quantity, (500, 700)))
    later = perlane.dask.to_zarr(
        NOISE, (500, 700), tmp_path / "b.zarr", (50, 70), quantity=quantity, shards=shards, compute=False
    )
    files = np.prod([-(-n // length) for n, length in zip(array.shape, array.shards)])
    stores = [key for key in later.dask.to_dict() if str(key[0] if isinstance(key, tuple) else key).startswith("store")]
    assert len(stores) <= files + 1  # one for each file, and one for all


def test_options_of_zarr(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    perlane.dask.to_zarr(NOISE, (50, 70), path, zarr_format=2, attributes={"title": "hills", "perlane": "no recipe"})
    array = zarr.open_array(path, mode="r")
    assert array.metadata.zarr_format == 2 and same_bits(array[...], NOISE.grid((50, 70)))
    assert array.attrs["title"] == "hills" and array.attrs["_ARRAY_DIMENSIONS"] == ["y", "x"]
    assert perlane.open(path) == NOISE.lazy((50, 70))
    with zarr.config.set({"default_zarr_format": 2}):
        perlane.dask.to_zarr(NOISE, (5, 7), path, overwrite=True)
    assert zarr.open_array(path, mode="r").attrs["_ARRAY_DIMENSIONS"] == ["y", "x"]
    for name, value in [("dtype", "f8"), ("dimension_names", ("a", "b")), ("data", 3)]:
        with pytest.raises(TypeError, match=f"^{name} is .*; allowed: nothing, as the grid has its own"):
            perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "b.zarr", **{name: value})
    with pytest.raises(TypeError, match="^attributes is 3; allowed: a mapping"):
        perlane.dask.to_zarr(NOISE, (50, 70), tmp_path / "b.zarr", attributes=3)
    assert not (tmp_path / "b.zarr").exists()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        *(
            ({name: value}, TypeError, f"^{name} is {value!r}; allowed: True or False$")
            for name in ("compute", "overwrite", "write_data")
            for value in ("no", 1, None)
        ),
        *(
            ({"zarr_format": value}, TypeError, r"zarr_format is .*; allowed: None, 2, 3$")
            for value in ("3", True, [2])
        ),
        *(
            ({"zarr_format": value}, ValueError, r"zarr_format is .*; allowed: None, 2, 3$")
            for value in (1, np.int8(4))
        ),
        (
            {"attributes": {"a": np.float32(1)}},
            TypeError,
            "^attributes is {'a': .*}; allowed: names and values that JSON",
        ),
        (
            {"attributes": {"a": [{"b": {3}}]}},
            TypeError,
            "^attributes is .*; allowed: names and .* not JSON serializable",
        ),
        (
            {"attributes": {(1,): 2}},
            TypeError,
            "^attributes is .*; allowed: names and values that JSON has .keys must be",
        ),
        ({"attributes": 0}, TypeError, "^attributes is 0; allowed: a mapping of names to values$"),
        # zarr's own, also in the oldest version that is allowed.
        ({"fill_value": "x"}, (TypeError, ValueError), "Cannot convert object 'x'|fill value 'x' is not valid"),
        ({"compressors": "x"}, TypeError, "Expected a BytesBytesCodec"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_options_are_checked_before_the_store_is_touched(options, error, message, tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    with pytest.raises(error, match=message):
        perlane.dask.to_zarr(NOISE, (5, 6), path, **options)
    assert not path.exists()
    perlane.dask.to_zarr(NOISE, (5, 6), path)
    with pytest.raises(error, match=message):
        perlane.dask.to_zarr(NOISE, (7, 8), path, **{"overwrite": True} | options)
    assert perlane.open(path) == NOISE.lazy((5, 6))
    assert same_bits(zarr.open_array(path, mode="r")[:], NOISE.grid((5, 6)))


def test_formats_of_all_integers(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    for number, given in enumerate((None, 2, np.int64(2), 3, np.uint8(3))):
        perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / f"{number}.zarr", zarr_format=given, overwrite=np.False_)
        assert zarr.open_array(tmp_path / f"{number}.zarr").metadata.zarr_format == (given or 3)


def test_nothing_is_computed_for_a_store_that_is_none(monkeypatch):
    pytest.importorskip("zarr", minversion="3")
    monkeypatch.setattr(da, "store", lambda *_, **__: pytest.fail("the samples are computed"))
    with pytest.raises(TypeError, match="^store is None; allowed: what zarr.create_array takes, such as a path"):
        perlane.dask.to_zarr(NOISE, (5, 6), None)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("overwrit", r"overwrit is no argument of to_zarr; allowed: noise, .*\(did you mean overwrite\?\)$"),
        ("chunk", r"chunk is no argument of to_zarr; allowed: noise, .*\(did you mean chunks\?\)$"),
        ("freq", r"to_zarr has no argument freq; use perlane.Noise\(frequency=..\); frequency is lattice cells"),
        ("mode", r"mode is no argument of to_zarr; allowed: overwrite, True, where an array is to be replaced$"),
        ("component", r"component is no argument of to_zarr; allowed: name, the path of the array in its store$"),
        ("step", r"step is no argument of to_zarr; allowed: spacing, world units from sample to sample"),
    ],
)
def test_misspelt_options_of_zarr(tmp_path, option, text):
    pytest.importorskip("zarr", minversion="3")
    with pytest.raises(TypeError, match=f"^{text}"):
        perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "a.zarr", **{option: 2})
    assert not (tmp_path / "a.zarr").exists()


def test_zarr_needs_a_store():
    with pytest.raises(
        TypeError, match=r'^to_zarr needs a store, such as to_zarr\(noise, \(1080, 1920\), "world.zarr"\)$'
    ):
        perlane.dask.to_zarr(NOISE, (5, 6))


def test_zarr_that_is_too_old(tmp_path, monkeypatch):
    zarr = pytest.importorskip("zarr", minversion="3")
    monkeypatch.delattr(zarr, "create_array")
    with pytest.raises(
        ImportError, match=r"to_zarr needs zarr 3 \(zarr 3.* is installed\); pip install 'perlane\[zarr\]'"
    ):
        perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "a.zarr")


def test_dask_itself_knows_no_recipe(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    grid = perlane.dask.grid(NOISE, (70, 90), chunks=(32, 64))
    grid.to_zarr(tmp_path / "a.zarr")
    with pytest.raises(ValueError, match="a.zarr: there is no recipe in it"):
        perlane.open(tmp_path / "a.zarr")
    perlane.dask.to_zarr(NOISE, (70, 90), tmp_path / "b.zarr", chunks=(32, 64))
    ours, theirs = (zarr.open_array(tmp_path / name, mode="r") for name in ("b.zarr", "a.zarr"))
    assert (ours.metadata.dimension_names, theirs.metadata.dimension_names) == (("y", "x"), None)
    assert ours.chunks == theirs.chunks and same_bits(ours[...], theirs[...])


def test_the_command_line_reproduces_zarr_of_dask(tmp_path, binary):
    pytest.importorskip("zarr", minversion="3")
    perlane.dask.to_zarr(NOISE, (700, 900), tmp_path / "a.zarr", (128, 256))
    ran = subprocess.run([binary, "reproduce", tmp_path / "a.zarr"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


QUANTITIES = ["value", "gradient", "normal", "slope", "hillshade", "curl"]


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("chunks", ["auto", 10, (37, 1), ((30, 7), (1, 2, 50)), "1 KiB"])
def test_quantities(quantity, chunks):
    window = dict(start=(-9, 2**40), origin=(0.5, 1), spacing=(0.3, -0.2), relief=3, light=(1, 2, 3))
    got = perlane.dask.field(NOISE, quantity, (37, 53), chunks, **window)
    whole = NOISE.field(quantity, (37, 53), **window)
    assert got.dtype == np.float32 and got.shape == whole.shape
    if whole.ndim == 3:
        assert got.chunks[0] == (len(whole),)
    assert same_bits(got.compute(), whole)
    for key in (np.s_[..., ::-3, 5:50:7], np.s_[..., [30, 2, 2], :], np.s_[..., 3, 4], np.s_[-1], np.s_[1:]):
        assert same_bits(got[key].compute(), whole[key])


def test_chunks_of_planes_are_no_larger_than_those_of_values():
    planes = perlane.dask.field(NOISE, "gradient", (10**6, 10**6))
    assert planes.chunksize[0] == 3 and np.prod(planes.chunksize) * 4 <= 128 * 2**20
    assert perlane.dask.field(NOISE, "curl", (40, 50, 60), chunks=16).chunksize == (3, 16, 16, 16)
    for chunks in [(3, 10, 10), 1.5, (0, 2)]:
        with pytest.raises((ValueError, TypeError), match="chunks is .*; allowed: chunks that dask"):
            perlane.dask.field(NOISE, "gradient", (50, 50), chunks)


def test_windows_of_quantities_compute_themselves_only(monkeypatch):
    counted = []
    field = perlane.Noise.field
    monkeypatch.setattr(
        perlane.Noise, "field", lambda self, q, shape, **k: counted.append(np.prod(shape)) or field(self, q, shape, **k)
    )
    world = perlane.dask.field(NOISE, "normal", (10**6, 10**6))
    got = world[2, 500_000:500_100, 497_000:497_200].compute(scheduler="sync")
    assert sum(counted) == 100 * 200
    assert same_bits(got, field(NOISE, "normal", (100, 200), start=(500_000, 497_000))[2])


def test_quantities_on_several_processes(cluster):
    array = perlane.dask.field(NOISE, "gradient", (300, 400), (37, 53), relief=2)
    assert same_bits(array.compute(), NOISE.gradient((300, 400)))


def test_names_of_quantities_are_functions_of_the_arguments():
    def name(quantity, **how):
        return perlane.dask.field(NOISE, quantity, (100, 100), 10, **how).name

    assert name("slope") == name("slope", relief=1) == name("steepness")
    names = {name("slope"), name("slope", relief=2), name("hillshade"), name("hillshade", light=(1, 1, 1))}
    assert len(names | {perlane.dask.grid(NOISE, (100, 100), 10).name}) == 5


def test_quantities_that_cannot_be_computed_are_refused_at_once():
    with pytest.raises(ValueError, match="gradient of cell noise"):
        perlane.dask.field(perlane.Noise("cell"), "gradient", (10, 10))
    with pytest.raises(TypeError, match="noise is of type int; allowed: Noise, Layers"):
        perlane.dask.field(5, "slope", (5, 5))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_zarr_refuses_what_fields_refuse(tmp_path, quantity):
    pytest.importorskip("zarr", minversion="3")
    with pytest.raises(ValueError, match="relief is 0"):
        perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "a.zarr", quantity=quantity, relief=0)
    with pytest.raises(ValueError, match=r"light is .*three numbers"):
        perlane.dask.to_zarr(NOISE, (5, 6), tmp_path / "a.zarr", quantity=quantity, light=(1, 1))
    with pytest.raises(TypeError, match="noise is of type int; allowed: Noise, Layers"):
        perlane.dask.to_zarr(5, (5, 6), tmp_path / "a.zarr", quantity=quantity)
    assert not (tmp_path / "a.zarr").exists()


def test_zarr_of_noise_without_derivatives(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    cell, path = perlane.Noise("cell"), tmp_path / "a.zarr"
    perlane.dask.to_zarr(cell, (5, 6), path)
    assert perlane.open(path) == cell.lazy((5, 6))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_zarr_of_quantities(tmp_path, quantity):
    zarr = pytest.importorskip("zarr", minversion="3")
    path, window = tmp_path / "a.zarr", dict(start=(-100, 7), spacing=(0.5, -1), relief=2)
    perlane.dask.to_zarr(NOISE, (70, 90), path, (32, 64), quantity=quantity, **window)
    array = zarr.open_array(path, mode="r")
    whole = NOISE.field(quantity, (70, 90), **window)
    assert array.metadata.dimension_names == ("quantity", "y", "x")[3 - whole.ndim :]
    assert same_bits(array[...], whole) and array.chunks == (*whole.shape[:-2], 32, 64)
    lazy = NOISE.lazy_field(quantity, (70, 90), **window)
    assert perlane.open(path) == (lazy.grid if quantity == "value" else lazy)
    if binary := find_binary():
        ran = subprocess.run([binary, "reproduce", path], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr


def test_axes():
    y, x = np.linspace(-90, 90, 300), np.geomspace(1, 360, 400)
    array = perlane.dask.axes(NOISE, y, x, chunks=(37, 100))
    whole = NOISE.axes(y, x)
    assert same_bits(array.compute(), whole)
    for key in KEYS:
        assert same_bits(array[key].compute(), whole[key])
    again, other = (perlane.dask.axes(NOISE, *each, chunks=(37, 100)) for each in ((y, x), (x, y)))
    assert array.name == again.name != other.name
    with pytest.raises(ValueError, match="x is of shape"):
        perlane.dask.axes(NOISE, y, [x])
    with pytest.raises(ValueError, match="y coordinate of sample 1 is NaN"):
        perlane.dask.axes(NOISE, [0.0, np.nan], x)


def test_coordinates_are_those_of_the_call():
    y, x = np.linspace(-90, 90, 30), np.geomspace(1, 360, 40)
    for array, want in [
        (perlane.dask.axes(NOISE, y, x, chunks=10), NOISE.axes(y, x)),
        (perlane.dask.field_axes(NOISE, "slope", y, x, chunks=10), NOISE.field_axes("slope", y, x)),
    ]:
        before = y.copy()
        y += 7
        assert same_bits(array.compute(), want)
        y[:] = before


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_quantities_of_axes(quantity):
    ys, xs = np.sort(np.random.default_rng(1).random(37)) * 90, np.linspace(0, 50, 53) ** 1.1
    whole = NOISE.field_axes(quantity, ys, xs, relief=3, light=(1, 2, 3))
    for chunks in ("auto", 10, ((30, 7), (1, 2, 50))):
        got = perlane.dask.field_axes(NOISE, quantity, ys, xs, chunks=chunks, relief=3, light=np.array([1, 2, 3]))
        assert got.dtype == np.float32 and same_bits(got.compute(), whole)
        for key in (np.s_[..., ::-3, 5:50:7], np.s_[..., 3, 4], np.s_[-1], np.s_[1:], np.s_[0, ..., 5]):
            assert same_bits(got[key].compute(), whole[key])
    names = [perlane.dask.field_axes(NOISE, quantity, ys, xs, relief=relief).name for relief in (1, 1.0, 2)]
    assert names[0] == names[1] != names[2]
    with pytest.raises(ValueError, match="quantity is normal, and the grid or points have 3 axes; allowed"):
        perlane.dask.field_axes(NOISE, "normal", ys, xs, xs)
    with pytest.raises(ValueError, match="quantity is gradient of .*; allowed: value"):
        perlane.dask.field_axes(perlane.Noise("cell"), "gradient", ys, xs)


def test_each_chunk_is_computed_on_one_thread(monkeypatch):
    threads = []

    def counted(of):
        def count(self, *args, **how):
            threads.append(how.get("threads"))
            return of(self, *args, **how)

        return count

    for name in ("grid", "axes", "field", "field_axes"):
        monkeypatch.setattr(perlane.Noise, name, counted(getattr(perlane.Noise, name)))
    line = np.arange(20.0)
    arrays = [
        perlane.dask.grid(NOISE, (20, 20), 10),
        perlane.dask.axes(NOISE, line, line, chunks=10),
        perlane.dask.field(NOISE, "slope", (20, 20), 10),
        perlane.dask.field_axes(NOISE, "slope", line, line, chunks=10),
    ]
    threads.clear()
    for array in arrays:
        array.compute(scheduler="sync")
    assert threads == [1] * 16
    lazy = NOISE.lazy((3, 4), threads=1)
    pickle.loads(pickle.dumps(lazy))[:]
    assert threads[16:] == [1]


@pytest.mark.parametrize("fill", [0.0, np.nan, -1.0])
def test_arrays_without_samples_are_opened(tmp_path, fill):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    later = perlane.dask.to_zarr(NOISE, (50, 60), path, chunks=16, compute=False, fill_value=fill)
    stored = zarr.open_array(path, mode="r")[...]
    assert np.array_equal(stored, np.full((50, 60), fill, np.float32), equal_nan=True)
    assert perlane.open(path) == NOISE.lazy((50, 60))
    later.compute()
    assert perlane.open(path) == NOISE.lazy((50, 60))


@pytest.mark.parametrize("shape", [(0, 60), (50, 0), (0,)], ids=str)
@pytest.mark.parametrize("options", [{}, dict(shards="auto"), dict(chunks=16)], ids=str)
def test_arrays_of_no_samples_are_stored(tmp_path, shape, options):
    pytest.importorskip("zarr", minversion="3")
    perlane.dask.to_zarr(NOISE, shape, tmp_path / "a.zarr", **options)
    assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy(shape)


@pytest.mark.parametrize("zarr_format", [2, 3])
@pytest.mark.parametrize("quantity", ["value", "gradient"])
def test_samples_that_are_not_stored_are_nan(tmp_path, quantity, zarr_format):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    perlane.dask.to_zarr(NOISE, (50, 60), path, quantity=quantity, zarr_format=zarr_format)
    assert np.isnan(zarr.open_array(path).fill_value)
    perlane.dask.to_zarr(
        NOISE, (50, 60), path, quantity=quantity, zarr_format=zarr_format, overwrite=True, fill_value=5
    )
    assert zarr.open_array(path).fill_value == 5


def test_recipes_that_no_reader_takes_are_not_stored(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    gradients = np.linspace(-1, 1, 512).reshape(256, 2)
    layers = perlane.Layers([perlane.Noise(seed=k, gradients=gradients) for k in range(500)])
    with pytest.raises(
        ValueError, match=r"^noise has a recipe of \d+ characters; allowed: at most 4194304 in a store$"
    ):
        perlane.dask.to_zarr(layers, (8, 8), tmp_path / "a.zarr")
    assert not any(tmp_path.iterdir())


def test_attributes_are_those_of_netcdf(tmp_path):
    """Nested attributes cannot be stored there. Stores that have the recipe as one are opened nevertheless."""
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    perlane.dask.to_zarr(NOISE, (50, 60), path, chunks=16)
    array = zarr.open_array(path)
    assert json.loads(array.attrs["perlane"]) == json.loads(NOISE.lazy((50, 60)).to_json())
    assert all(isinstance(each, str) for each in array.attrs.values())
    old = zarr.create_array(
        tmp_path / "old.zarr",
        shape=(50, 60),
        chunks=(16, 16),
        dtype="f4",
        attributes={"perlane": json.loads(array.attrs["perlane"])},
    )
    assert old.fill_value == 0 and perlane.open(tmp_path / "old.zarr") == NOISE.lazy((50, 60))
    old[:16] = array[:16]
    assert perlane.open(tmp_path / "old.zarr") == NOISE.lazy((50, 60))


@pytest.mark.parametrize("zarr_format", [2, 3])
@pytest.mark.parametrize("crs", ["EPSG:32633", 4326, "+proj=laea +lat_0=52 +lon_0=10"])
def test_zarr_with_a_crs(tmp_path, crs, zarr_format):
    zarr = pytest.importorskip("zarr", minversion="3")
    pyproj, xr = pytest.importorskip("pyproj"), pytest.importorskip("xarray")
    window = dict(start=(0, 2), origin=(4_599_995, 499_985), spacing=(-10, 10), crs=crs)
    window["attributes"] = {"spatial:transform": "of another array"}
    for quantity in ("value", "normal"):
        path = tmp_path / f"{quantity}.zarr"
        perlane.dask.to_zarr(NOISE, (50, 60), path, quantity=quantity, zarr_format=zarr_format, **window)
        attributes = zarr.open_array(path).attrs
        assert attributes["spatial:transform"] == [10, 0, 500_000, 0, -10, 4_600_000]
        assert pyproj.CRS.from_user_input(attributes["_CRS"]["wkt"]) == pyproj.CRS.from_user_input(crs)
        dataset = xr.open_dataset(path, engine="perlane")
        assert pyproj.CRS.from_wkt(dataset.spatial_ref.attrs["crs_wkt"]) == pyproj.CRS.from_user_input(crs)
    with pytest.raises(ValueError, match="^crs is 'nowhere'; allowed: what pyproj takes"):
        perlane.dask.to_zarr(NOISE, (50, 60), tmp_path / "c.zarr", crs="nowhere")
    assert not (tmp_path / "c.zarr").exists()


def test_a_crs_is_that_of_the_command_line(tmp_path, binary):
    zarr = pytest.importorskip("zarr", minversion="3")
    pytest.importorskip("pyproj")
    window = ["--size", "60x50", "--layout", "array", "--origin", "5,7", "--spacing", "10,-10", "--crs", "EPSG:32633"]
    subprocess.run([binary, "generate", "-o", tmp_path / "a.zarr", "-q", *window], check=True)
    perlane.dask.to_zarr(NOISE, (50, 60), tmp_path / "b.zarr", origin=(7, 5), spacing=(-10, 10), crs=32633)
    theirs, ours = (dict(zarr.open_array(tmp_path / name).attrs) for name in ("a.zarr", "b.zarr"))
    for key in ("proj:code", "zarr_conventions", *(key for key in theirs if key.startswith("spatial:"))):
        assert ours[key] == theirs[key]


def test_an_array_of_a_group(tmp_path):
    pytest.importorskip("zarr", minversion="3")
    for name, shape in (("a", (50, 60)), ("b", (40, 60))):
        perlane.dask.to_zarr(NOISE, shape, tmp_path / "a.zarr", name=name)
        assert perlane.open(tmp_path / "a.zarr" / name) == NOISE.lazy(shape)
    assert perlane.open(tmp_path / "a.zarr") == NOISE.lazy((50, 60))
    if binary := find_binary():
        ran = subprocess.run([binary, "reproduce", tmp_path / "a.zarr" / "b"], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("part", [np.s_[:32, :64], np.s_[32:64, :64], np.s_[64:, 64:]], ids=["first", "middle", "last"])
def test_each_of_three_blocks_is_compared(tmp_path, part):
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    perlane.dask.to_zarr(NOISE, (70, 90), path, chunks=(32, 64))
    array = zarr.open_array(path, mode="r+")
    array[part] = array[part] + np.float32(1)
    with pytest.raises(ValueError, match="its samples at index .* differ from its recipe"):
        perlane.open(path)


def test_names_of_fields_with_zeros_of_both_signs():
    line = np.arange(5.0)
    names = {
        perlane.dask.field_axes(NOISE, "hillshade", line, line, light=light).name
        for light in [(0.0, 1, 1), (-0.0, 1, 1)]
    }
    assert len(names) == 1
