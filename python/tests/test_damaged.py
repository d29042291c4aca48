"""Files that are cut, or have other bytes: they are opened as their recipe says, or an error of perlane's own names them."""

import json
import random
import re
import subprocess

import numpy as np
import pytest
from test_files import exr, tiff

import perlane
from conftest import escaped, refusal

LAZY = perlane.Noise(seed=3, frequency=0.1).lazy((7, 9), start=(2, -1), spacing=0.5)
FILM = perlane.Noise(seed=3, frequency=0.1).lazy((2, 3, 4))

# What perlane's own messages have; Python's have none of it.
OWN = re.compile(r"; allowed: |: recipe: |differ from its recipe\. The ")


# The name of a file, the options with which the command line makes it, and the file in it that is damaged.
FILES = [
    *(("a.png", [], ""), ("a.tiff", ["--compression", "deflate:1", "--crs", "EPSG:32633"], ""), ("big.tiff", [], "")),
    *(("a.exr", [], ""), ("a.apng", ["film"], ""), ("a.y4m", ["film"], ""), ("a.npy", [], ""), ("a.raw", [], "")),
    *(("a.npy.perlane.json", [], ""), ("a.y4m.perlane.json", ["film"], ""), ("a.toml", [], ""), ("a.json", [], "")),
    *(("a.zarr", [], each) for each in ("zarr.json", "noise/zarr.json", "noise/c/0/0", "y/zarr.json", "x/c/0")),
    *(("old.zarr", [], each) for each in (".zarray", ".zattrs", "0.0")),
]
HEADERS = (".png", ".apng", ".tiff", ".exr", ".y4m")  # which are short, and cut everywhere
NUMBERS = ("noise/c/0/0", "x/c/0", "0.0")  # which zarr decodes; what it cannot decode is not compared


def make(binary, path, options):
    """Makes a valid file; what is to be opened."""
    lazy = FILM if "film" in options else LAZY
    opened = path.with_name(path.name.removesuffix(".perlane.json"))
    if path.suffix == ".toml":
        path.write_text(lazy.to_toml())
    elif path.name == "a.json":
        path.write_text(lazy.to_json())
    elif path.suffix == ".exr":
        path.write_bytes(exr(lazy, 1, 13, 12))  # the command line writes it only where it was built with the feature
    elif path.name == "big.tiff":
        path.write_bytes(tiff(lazy, {}, big=True))
    elif path.name == "old.zarr":
        pytest.importorskip("perlane.dask").to_zarr(
            lazy.noise, lazy.shape, path, start=lazy.start, spacing=0.5, zarr_format=2
        )
    else:
        recipe = path.with_name("recipe.json")
        recipe.write_text(lazy.to_json())
        given = [each for each in options if each != "film"]
        subprocess.run([binary, "generate", recipe, "-o", opened, "-q", *given], check=True)
    assert perlane.open(opened) == lazy
    return opened


def damaged(rng, content, most):
    """The content cut everywhere, or at so many places; and with some other bytes."""
    for length in rng.sample(range(len(content)), min(most, len(content))):
        yield content[:length]
    for _ in range(most // 4):
        other = bytearray(content)
        for _ in range(rng.choice([1, 1, 2, 20])):
            other[rng.randrange(len(other))] = rng.choice([0, 255, rng.randrange(256)])
        yield bytes(other)


@pytest.mark.parametrize(
    ("name", "options", "inner"), FILES, ids=[f"{name} {inner}".strip() for name, _, inner in FILES]
)
def test_damaged_files(name, options, inner, binary, tmp_path):
    opened = make(binary, tmp_path / name, options)
    file = tmp_path / name / inner if inner else tmp_path / name
    content, refused = file.read_bytes(), 0
    for other in damaged(random.Random(name + inner), content, 1500 if file.suffix in HEADERS else 100):
        file.write_bytes(other)
        try:
            got = perlane.open(opened)
        except ValueError as error:
            assert str(opened) in str(error) and OWN.search(str(error)), str(error)
            refused += 1
        else:
            assert isinstance(got, perlane.LazyGrid | perlane.LazyField)
    assert refused > 10 or inner in NUMBERS


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.tif",
            b"II*\0\x08\0\0\0\1\0\0",
            "it cannot be read (unpack requires a buffer of 12 bytes); allowed: whole TIFF files",
        ),
        ("a.tif", b"II+\0\x08\0\0\0" + b"\xff" * 7 + b"\x7f", "it cannot be read ("),
        ("a.exr", b"\x76\x2f\x31\x01", "it cannot be read (index out of range); allowed: whole EXR files"),
        (
            "a.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\3IHDRabcd",
            "it cannot be read (unpack requires a buffer of 10 bytes); allowed: whole PNG",
        ),
        ("a.toml", b"\xff\xfe", "its recipe cannot be read ('utf-8' codec can't decode byte 0xff in position 0: "),
    ],
)
def test_messages(name, content, message, tmp_path):
    file = tmp_path / name
    found = refusal(file, content)
    assert found.startswith(f"{file}: {message}") and "; allowed: " in found


def test_metadata_of_groups(tmp_path):
    store = tmp_path / "a.zarr"
    store.mkdir()
    (store / "zarr.json").write_text("{")
    message = rf"^{escaped(store)}: its a.zarr/zarr.json cannot be read \(Expecting property name.*\); allowed: JSON$"
    with pytest.raises(ValueError, match=message):
        perlane.open(store)
    xarray = pytest.importorskip("xarray")
    with pytest.raises(ValueError, match=message):
        xarray.open_datatree(store, engine="perlane")


@pytest.mark.filterwarnings("error")
def test_numbers_of_stores_beyond_float64(binary, tmp_path):
    pytest.importorskip("zarr", "3")
    store, array = tmp_path / "a.zarr", tmp_path / "a.zarr" / "noise" / "zarr.json"
    subprocess.run([binary, "generate", "--size", "9x7", "--dtype", "u8", "-o", store, "-q"], check=True)
    whole = json.loads(array.read_text())
    for name in ("scale_factor", "add_offset"):
        array.write_text(json.dumps(whole | {"attributes": whole["attributes"] | {name: 10**400}}))
        assert perlane.open(store).shape == (7, 9)  # numbers that stand for others are not compared
    recipe = whole["attributes"]["perlane"].replace("[-1.0,1.0]", f"[-1.0,{10**400}]")
    assert recipe != whole["attributes"]["perlane"]
    array.write_text(json.dumps(whole | {"attributes": whole["attributes"] | {"perlane": recipe}}))
    with pytest.raises(
        ValueError, match=rf"^{escaped(store / 'noise')}: levels of its recipe has an integer beyond fl"
    ):
        perlane.open(store)


@pytest.mark.filterwarnings("error")
def test_coordinates_that_are_no_numbers(tmp_path):
    zarr = pytest.importorskip("zarr", "3")
    pytest.importorskip("perlane.xarray").grid(LAZY.noise, LAZY.shape).to_zarr(tmp_path / "a.zarr", consolidated=False)
    signalling = np.array([0x7FF0000000000001], np.uint64).view(np.float64)
    zarr.open_array(tmp_path / "a.zarr" / "x")[3:5] = [np.inf, signalling[0]]
    with pytest.raises(ValueError, match="its coordinates along x differ from its recipe"):
        perlane.open(tmp_path / "a.zarr")
