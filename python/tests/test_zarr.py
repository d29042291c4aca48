"""Zarr arrays take lazy grids as values, also those that cover a chunk exactly, which zarr hands to its codecs unsliced."""

import numpy as np
import pytest

import perlane
from conftest import same_bits

zarr = pytest.importorskip("zarr", "3")
NOISE = perlane.Noise(seed=3, frequency=0.1)
LAZY = [
    NOISE.lazy((30, 40)),
    NOISE.lazy((30, 40), start=(-7, 5), spacing=0.3),
    NOISE.lazy_field("slope", (30, 40), relief=20),
]


def created(**options):
    return zarr.create_array({}, **dict(shape=(30, 40), dtype="f4", chunks=(30, 40)) | options)


TRANSPOSED = {"filters": [zarr.codecs.TransposeCodec(order=(1, 0))]}


@pytest.mark.parametrize("lazy", LAZY, ids=repr)
@pytest.mark.parametrize(
    "options",
    [
        *({"zarr_format": 2} | more for more in ({}, {"order": "F"}, {"order": "F", "chunks": (15, 40)})),
        *({"zarr_format": 3} | more for more in ({}, TRANSPOSED, {"config": {"order": "F"}})),
        *({"shards": (30, 40)} | more for more in ({}, {"chunks": (15, 20)}, TRANSPOSED)),
        *({"zarr_format": each, "config": {"write_empty_chunks": True}} for each in (2, 3)),
        {"dtype": ">f4", "zarr_format": 2},
        {"serializer": zarr.codecs.BytesCodec(endian="big")},
        {"chunks": (7, 9)},
    ],
    ids=str,
)
@pytest.mark.parametrize("compressors", ["auto", None])
def test_whole_arrays(lazy, options, compressors):
    array = created(compressors=compressors, **options)
    array[:] = lazy
    assert same_bits(array[:].astype("f4"), lazy[:])


@pytest.mark.parametrize("format", [2, 3])
def test_other_dtypes(format):
    for dtype in ("f8", "i4"):
        array = created(zarr_format=format, dtype=dtype)
        array[:] = NOISE.replace(scale=100).lazy((30, 40))
        assert np.array_equal(array[:], NOISE.replace(scale=100).grid((30, 40)).astype(dtype))


@pytest.mark.parametrize("format", [2, 3])
def test_parts_that_are_whole_chunks(format):
    array = created(zarr_format=format, chunks=(20, 40), shape=(40, 40))
    array[:20, :] = NOISE.lazy((20, 40))
    array.oindex[slice(20, 40), :] = NOISE.lazy((20, 40), start=(20, 0))
    assert same_bits(array[:], NOISE.grid((40, 40)))


def test_planes():
    field = NOISE.lazy_field("gradient", (20, 30))
    for format in (2, 3):
        array = created(zarr_format=format, shape=field.shape, chunks=field.shape)
        array[:] = field
        assert same_bits(array[:], field[:])


def test_arrays_of_lazy_grids():
    assert same_bits(zarr.array(LAZY[1])[:], LAZY[1][:])
    assert same_bits(zarr.create_array({}, data=LAZY[1], chunks=(30, 40))[:], LAZY[1][:])


@pytest.mark.parametrize(
    "lazy", [*LAZY, NOISE.lazy_field("normal", (5, 6)), NOISE.lazy((0, 3)), NOISE.lazy(7)], ids=repr
)
def test_methods_of_arrays(lazy):
    whole = lazy[:]
    for order in "CFAK":
        assert same_bits(lazy.ravel(order), whole.ravel(order))
        for dtype in ("f4", "f8", ">f4", np.int16):
            got, wanted = lazy.astype(dtype, order=order, copy=False), whole.astype(dtype, order=order)
            assert got.dtype == wanted.dtype and got.tobytes("A") == wanted.tobytes("A")
            assert got.flags.fnc == wanted.flags.fnc and got.flags.c_contiguous == wanted.flags.c_contiguous
    axes = tuple(reversed(range(lazy.ndim)))
    for given in ((), (None,), (axes,), axes):
        assert same_bits(lazy.transpose(*given), whole.transpose(*given))
