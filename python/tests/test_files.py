"""Files that carry a recipe: opened as lazy grids and as Datasets, whoever has written them."""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest

import perlane
from conftest import escaped, refusal, same_bits
from perlane import _stored
from perlane._chunks import Files
from perlane._tiff import Tiff

NOISE = perlane.Noise("perlin", seed=42, frequency=0.01, fractal="fbm", octaves=3)
WINDOW = dict(start=(100, -5), origin=(1.0, 0.5), spacing=(-2.0, 0.25))
LAZY = NOISE.lazy((70, 90), **WINDOW)


def check(path, lazy=LAZY):
    opened = perlane.open(path)
    assert opened == lazy
    assert same_bits(opened[:], lazy[:])


@pytest.fixture(params=["json", "toml"])
def recipe(request, tmp_path):
    file = tmp_path / f"recipe.{request.param}"
    file.write_text(LAZY.to_json() if request.param == "json" else LAZY.to_toml())
    return file


OUTPUTS = [
    ("a.npy", []),
    ("a.raw", []),
    ("a.png", ["--dtype", "u16"]),
    ("a.tiff", []),
    ("b.tiff", ["--dtype", "u8"]),
    ("a.exr", []),
    ("a.zarr", []),
    ("b.zarr", ["--layout", "array"]),
    ("c.zarr", ["--layout", "pyramid", "--chunks", "20x20"]),
    ("d.zarr", ["--dtype", "u8"]),
    ("e.zarr", ["--dtype", "u16", "--levels=-0.5..0.25", "--layout", "pyramid", "--chunks", "20x20"]),
]


@pytest.mark.parametrize(("name", "options"), OUTPUTS, ids=[name for name, _ in OUTPUTS])
def test_files_of_the_command_line(recipe, name, options, binary):
    path = recipe.with_name(name)
    ran = subprocess.run([binary, "generate", recipe, "-o", path, "-q", *options], capture_output=True, text=True)
    if ran.returncode == 2 and "--features exr" in ran.stderr:
        pytest.skip("this command line has no EXR")
    assert ran.returncode == 0, ran.stderr
    check(path)
    xr = pytest.importorskip("xarray")
    dataset = xr.open_dataset(path, engine="perlane")
    assert same_bits(dataset.noise.values, LAZY[:])
    np.testing.assert_array_equal(dataset.y, LAZY.coordinates(0))


@pytest.mark.parametrize("options", [["--dtype", "u8"], ["--dtype", "u16", "--levels=0.5..-0.25"]])
def test_integers_that_stand_for_samples(tmp_path, recipe, options, binary):
    """The command line says how, in CF's attributes, and the numbers are compared nevertheless."""
    zarr = pytest.importorskip("zarr", minversion="3")
    path = tmp_path / "a.zarr"
    subprocess.run([binary, "generate", recipe, "-o", path, "-q", *options], check=True)
    assert perlane.open(path).noise == LAZY.noise
    array = zarr.open_array(path / "noise")
    array[3, 4] = int(array[3, 4]) + 1
    with pytest.raises(ValueError, match="its samples at index .* differ from its recipe"):
        perlane.open(path)
    # Numbers that stand for others in some other way remain unseen.
    for other in (7.0, "7"):
        array.attrs["scale_factor"] = other
        assert perlane.open(path).noise == LAZY.noise


def test_integers_of_quantities_are_compared(tmp_path):
    lazy, file = NOISE.lazy_field("normal", (70, 90), relief=30, **WINDOW), tmp_path / "a.npy"
    for dtype, greatest in (("u1", 255), (">u2", 65535)):
        whole = np.floor((lazy[:].astype("f8") + 1) * (greatest / 2) + 0.5).astype(dtype)
        beside(file, lazy, dtype=f"u{8 * whole.itemsize}", levels=[-1, 1])
        np.save(file, whole)
        check(file, lazy)
        for index in ((0, 0, 0), (1, 35, 45), (2, 69, 89)):
            other = whole.copy()
            other[index] ^= 1
            np.save(file, other)
            with pytest.raises(ValueError, match=f"its samples at index {escaped(str(index))} differ from its recipe"):
                perlane.open(file)
    for wrong in ([1, 1], ["a", 1], [True, 2], [0, 10**400]):
        beside(file, lazy, dtype="u16", levels=wrong)
        with pytest.raises(ValueError, match="levels .*; allowed: "):
            perlane.open(file)


def test_integers_of_quantities_of_the_command_line(tmp_path, binary):
    zarr = pytest.importorskip("zarr", minversion="3")
    for quantity, levels in (("hillshade", "0.9..0.2"), ("gradient", "-0.02..0.01")):
        lazy = NOISE.lazy_field(quantity, (70, 90), **WINDOW)
        recipe = tmp_path / "recipe.json"
        recipe.write_text(lazy.to_json())
        for dtype in ("u8", "u16"):
            file = tmp_path / f"{quantity}-{dtype}.zarr"
            options = ["-o", file, "-q", "--dtype", dtype, f"--levels={levels}"]
            subprocess.run([binary, "generate", recipe, *options], check=True)
            check(file, lazy)
            array = zarr.open_array(file / "noise")
            array[..., 3, 4] ^= 1
            with pytest.raises(ValueError, match="its samples at index .* differ from its recipe"):
                perlane.open(file)


@pytest.mark.parametrize("name", ["a.apng", "a.y4m"])
def test_films_of_the_command_line(tmp_path, name, binary):
    film = NOISE.lazy((4, 30, 40))
    (tmp_path / "recipe.json").write_text(film.to_json())
    subprocess.run([binary, "generate", tmp_path / "recipe.json", "-o", tmp_path / name, "-q"], check=True)
    check(tmp_path / name, film)


def test_recipes(recipe):
    check(recipe)
    toml = recipe.with_name("a.toml")
    toml.write_text('stream = 1\n[noise]\nkind = "value"\n[grid]\nsize = { x = 4, y = 3 }')
    check(toml, perlane.Noise("value").lazy((3, 4)))
    check(toml.rename(recipe.with_name("B.TOML")), perlane.Noise("value").lazy((3, 4)))
    layers = recipe.with_name("layers.json")
    layers.write_text((NOISE + 0.5 * NOISE).lazy((5, 6)).to_json())
    check(layers, (NOISE + 0.5 * NOISE).lazy((5, 6)))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(*chunks, size=(90, 70), colour=0):
    head = struct.pack(">IIBBBBB", *size, 8, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IEND", b"")


def text_chunk(keyword, text, compressed):
    head = keyword + (b"\0\1\0" if compressed else b"\0\0\0") + b"en\0title\0"
    return chunk(b"iTXt", head + (zlib.compress(text) if compressed else text))


@pytest.mark.parametrize("compressed", [False, True])
def test_pictures_of_other_writers(tmp_path, compressed):
    file = tmp_path / "any.name"
    text = LAZY.to_json().encode()
    title = text_chunk(b"Title", b"x", False)
    file.write_bytes(png(title, text_chunk(b"perlane", text, compressed), title))
    check(file)


def test_texts_after_a_picture_are_found(tmp_path):
    """Programs that edit the texts of a PNG file append them."""
    file = tmp_path / "a.png"
    file.write_bytes(png(chunk(b"IDAT", b"-"), text_chunk(b"perlane", LAZY.to_json().encode(), True)))
    check(file)


def tiff(lazy, tags, order="<", big=False):
    """A TIFF file of a recipe, with other tags: for each the type of its values, and these."""
    tags = {256: ("I", lazy.shape[1:]), 257: ("I", lazy.shape[:1]), 270: ("B", lazy.to_json().encode())} | tags
    number, offset, head = ("Q", "Q", (43, 8, 0, 16)) if big else ("H", "I", (42, 8))
    begin = (b"II" if order == "<" else b"MM") + struct.pack(order + "H" * (len(head) - 1) + offset, *head)
    begin += struct.pack(order + number, len(tags))
    width = struct.calcsize(order + offset)
    entries, after, end = b"", b"", len(begin) + (4 + 2 * width) * len(tags) + width
    for tag, (kind, values) in sorted(tags.items()):
        data = struct.pack(f"{order}{len(values)}{kind}", *values)
        place = data.ljust(width, b"\0") if len(data) <= width else struct.pack(order + offset, end + len(after))
        after += data if len(data) > width else b""
        kinds = {"B": 2, "H": 3, "I": 4, "d": 12, "Q": 16}
        entries += struct.pack(f"{order}HH{offset}", tag, kinds[kind], len(values)) + place
    return begin + entries + bytes(width) + after


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("big", [False, True])
def test_tiff_of_any_order_and_size(tmp_path, order, big):
    length = "Q" if big else "I"
    tags = {256: (length, [90]), 257: (length, [70]), 270: ("B", LAZY.to_json().encode() + b"\0")}
    file = tmp_path / "a.tif"
    file.write_bytes(tiff(LAZY, tags, order, big))
    check(file)


def placed(x, y, column=0, row=0, scale=(0.25, 2.0)):
    """The tags of GeoTIFF that say where a place of the picture lies in the world."""
    return {33550: ("d", [*scale, 0]), 33922: ("d", [column, row, 0, x, y, 0])}


def matrix(a, b, c, d, e, f):
    return {34264: ("d", [a, b, 0, c, d, e, 0, f, *[0] * 8])}


POINT = {34735: ("H", [1, 1, 0, 1, 1025, 0, 1, 2])}  # places are those of the middles of pixels
ELSEWHERE = r"its recipe has the sample in row \d+ and column \d+ at .*; allowed: where the file has it, x = "


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        (placed(-0.875, -198), None),
        (placed(4.125, -218, 20, 10), None),
        (placed(-0.75, -199) | POINT, None),
        # A key whose value is in another tag does not say what its number would say.
        (placed(-0.875, -198) | {34735: ("H", [1, 1, 0, 1, 1025, 34736, 1, 2])}, None),
        (matrix(0.25, 0, -0.875, 0, -2, -198), None),
        # A thousandth of the spacing along the same axis may be rounded away.
        (placed(-0.8752, -198.0015), None),
        (placed(-0.8753, -198), ELSEWHERE + r"-0\.7503, y = -199\."),
        (placed(-0.875, -198.0025), ELSEWHERE + r"-0\.75, y = -199\.0025\."),
        (placed(np.nan, -198), ELSEWHERE + "nan, y = -199"),
        (matrix(0.25, 0.01, -0.75, 0, -2, -199) | POINT, ELSEWHERE + r"22\.19, y = -337\."),
        (matrix(0.25, 0, -0.75, 0.01, -2, -199) | POINT, ELSEWHERE + r"21\.5, y = -336\.11\."),
        ({258: ("H", [8])}, "its recipe is of numbers of the type f32; allowed: that of the file, u8"),
    ],
    ids=str,
)
def test_tags_of_tiff(tmp_path, tags, message):
    file = tmp_path / "a.tif"
    file.write_bytes(tiff(LAZY, tags))
    if message is None:
        check(file)
        return
    with pytest.raises(ValueError, match=f"^{escaped(file)}: {message}"):
        perlane.open(file)


@pytest.mark.parametrize("scale", [(0.5, 2.0), (0.25, 2.5)])
def test_the_pixel_of_a_picture_of_one_has_a_size(tmp_path, scale):
    """Its only sample is where the recipe has it, whatever the spacing is."""
    file, one = tmp_path / "a.tif", NOISE.lazy((1, 1), spacing=(-2.0, 0.25))
    file.write_bytes(tiff(one, placed(0, 0) | POINT))
    check(file, one)
    file.write_bytes(tiff(one, placed(0, 0, scale=scale) | POINT))
    said = rf"the spacing 0\.25, -2 \(x, y\); allowed: that of the file, {scale[0]}, -{scale[1]:g}\."
    with pytest.raises(ValueError, match=f"^{escaped(file)}: its recipe has {said}"):
        perlane.open(file)


@pytest.mark.parametrize("size", [(90, 71), (89, 70), (70, 90)])
def test_pictures_of_another_size_than_their_recipe(tmp_path, size):
    file = tmp_path / "a.png"
    file.write_bytes(png(text_chunk(b"perlane", LAZY.to_json().encode(), True), size=size))
    with pytest.raises(
        ValueError,
        match=rf"^{escaped(file)}: its recipe is of shape \(70, 90\); allowed: that of the file, \({size[1]}, {size[0]}\)",
    ):
        perlane.open(file)


def test_pictures_have_the_frames_and_colours_of_their_recipe(tmp_path):
    normals, film = NOISE.lazy_field("normal", (70, 90)), NOISE.lazy((4, 70, 90))
    file, frames = tmp_path / "a.png", chunk(b"acTL", struct.pack(">II", 4, 0))

    def write(lazy, *chunks, colour=0):
        file.write_bytes(png(text_chunk(b"perlane", lazy.to_json().encode(), False), *chunks, colour=colour))

    slope = NOISE.lazy_field("slope", (70, 90))
    pictures = [
        (film, [frames], 0),
        (film, [frames], 2),
        (LAZY, [], 3),
        (normals, [], 2),
        (slope, [], 0),
        (slope, [], 2),
    ]
    for lazy, chunks, colour in pictures:
        write(lazy, *chunks, colour=colour)
        check(file, lazy)
    for lazy, chunks, shape in [(film, [], "70, 90"), (LAZY, [frames], "4, 70, 90"), (normals, [], "1, 70, 90")]:
        write(lazy, *chunks)
        with pytest.raises(ValueError, match=rf"that of the file, \((1, )?{shape}\)"):
            perlane.open(file)


def exr(lazy, parts, right, bottom):
    """The header of an EXR file, whose window begins at 5, 6."""
    window = struct.pack("<4i", 5, 6, right, bottom)
    attributes = [(b"dataWindow", b"box2i", window), (b"perlane", b"string", lazy.to_json().encode())]
    head = b"".join(n + b"\0" + k + b"\0" + struct.pack("<i", len(value)) + value for n, k, value in attributes) + b"\0"
    flags = b"\2\x10\0\0" if parts > 1 else b"\2\0\0\0"
    pixels = b"\1" * 400  # a file without parts has no end of them before its pixels
    return b"\x76\x2f\x31\x01" + flags + head * parts + (b"\0" if parts > 1 else pixels)


def test_exr_of_another_size_than_its_recipe(tmp_path):
    file, layers = tmp_path / "a.exr", NOISE.lazy((3, 70, 90))
    for lazy, parts in ((LAZY, 1), (layers, 3)):
        file.write_bytes(exr(lazy, parts, 94, 75))
        check(file, lazy)
    for lazy, parts, bottom, shape in [
        (LAZY, 1, 74, "69, 90"),
        (layers, 2, 75, "2, 70, 90"),
        (LAZY, 2, 75, "2, 70, 90"),
    ]:
        file.write_bytes(exr(lazy, parts, 94, bottom))
        with pytest.raises(
            ValueError, match=rf"^{escaped(file)}: its recipe is of shape .*that of the file, \({shape}\)"
        ):
            perlane.open(file)


def test_exr_of_more_parts_than_are_counted(tmp_path):
    file, layers = tmp_path / "a.exr", NOISE.lazy((4100, 70, 90))
    file.write_bytes(exr(layers, 4100, 94, 75))
    assert perlane.open(file) == layers


def beside(file, lazy=LAZY, **numbers):
    recipe = json.loads(lazy.to_json()) | ({"numbers": numbers} if numbers else {})
    file.with_name(file.name + ".perlane.json").write_text(json.dumps(recipe))


def test_arrays_of_another_size_than_their_recipe(tmp_path):
    file, whole = tmp_path / "a.npy", LAZY[:]
    beside(file)
    for same in (whole, whole.astype("f8"), whole.astype(">f4"), np.asfortranarray(whole)):
        np.save(file, same)
        check(file)
    for other, message in [
        (whole[:60], r"its recipe is of shape \(70, 90\); allowed: that of the file, \(60, 90\)"),
        (whole[None], r"its recipe is of shape \(70, 90\); allowed: that of the file, \(1, 70, 90\)"),
        (whole.astype("i4"), "its recipe is of numbers of the type f32; allowed: that of the file, i32"),
        (whole * 2, r"its samples at index \(0, 0\) differ from its recipe. The file was probably changed"),
        (np.where(np.arange(90) < 80, whole, np.nan), r"its samples at index .* differ .*NaN is stored there"),
    ]:
        np.save(file, other)
        with pytest.raises(ValueError, match=f"^{escaped(file)}: {message}"):
            perlane.open(file)


def test_broken_files_are_errors(tmp_path):
    npy = tmp_path / "a.npy"
    beside(npy)
    np.save(npy, LAZY[:])
    whole = npy.read_bytes()
    for content in (whole[:100], whole[:-1], whole.replace(b"'shape'", b"'shape\0")):
        npy.write_bytes(content)
        with pytest.raises(ValueError, match=rf"^{escaped(npy)}: it cannot be read \(.*\); allowed: whole npy files"):
            perlane.open(npy)
    tiff = tmp_path / "a.tif"
    tiff.write_bytes(b"II+\0\x08\0\0\0" + b"\xff" * 8)
    with pytest.raises(ValueError, match=f"^{escaped(tiff)}: "):
        perlane.open(tiff)


def test_raw_numbers_of_another_length_than_their_recipe(tmp_path):
    file, levels = tmp_path / "a.raw", [-1.0, 1.0]
    for dtype, width in (("f32", 4), ("u16", 2), ("u8", 1)):
        beside(file, **({} if dtype == "f32" else dict(dtype=dtype, levels=levels)))
        numbers = LAZY[:] if dtype == "f32" else NOISE.grid((70, 90), dtype=dtype, levels=levels, **WINDOW)
        file.write_bytes(numbers.tobytes())
        check(file)
        for count, content in ((6299, numbers.tobytes()[:-width]), (6301, numbers.tobytes() + b"\1" * width)):
            file.write_bytes(content)
            with pytest.raises(
                ValueError,
                match=rf"^{escaped(file)}: its recipe is .*{6300 * width} bytes of .*; allowed: .*, {count * width} bytes",
            ):
                perlane.open(file)
        file.write_bytes(numbers.tobytes()[:-width] + b"\1" * width)
        with pytest.raises(
            ValueError, match=rf"^{escaped(file)}: its samples at index \(69, 89\) differ from its recipe"
        ):
            perlane.open(file)


def test_files_without_samples(tmp_path):
    nothing = NOISE.lazy((0, 90))
    for name in ("a.raw", "a.npy"):
        beside(tmp_path / name, nothing)
    (tmp_path / "a.raw").touch()
    np.save(tmp_path / "a.npy", nothing[:])
    for name in ("a.raw", "a.npy"):
        check(tmp_path / name, nothing)


@pytest.mark.parametrize("name", ["a.npy", "a.raw", "a.png"])
def test_large_files_are_not_read_whole(tmp_path, name):
    file, lazy = tmp_path / name, NOISE.lazy((3000, 3000))
    if name == "a.png":
        recipe = text_chunk(b"perlane", lazy.to_json().encode(), False)
        file.write_bytes(png(text_chunk(b"other", bytes(2**24), False), recipe, size=(3000, 3000)))
    else:
        lazy[:].tofile(file) if name == "a.raw" else np.save(file, lazy[:])
        beside(file, lazy)
    tracemalloc.start()
    perlane.open(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2**24 + 2**20, "16 MiB are room for the recipe"


def test_films_of_another_size_than_their_recipe(tmp_path):
    file, film = tmp_path / "a.y4m", NOISE.lazy((4, 30, 40))
    beside(file, film, dtype="u8", levels=[-1, 1])

    def write(width, height, frames, space, numbers):
        head = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C{space} XCOLORRANGE=FULL\n".encode()
        file.write_bytes(head + frames * (b"FRAME\n" + bytes(width * height * numbers)))

    for space, numbers in (("mono", 1), ("mono16", 2), ("444", 3)):
        write(40, 30, 4, space, numbers)
        check(file, film)
        for other in ((40, 30, 3), (30, 40, 4), (40, 29, 4)):
            write(*other, space, numbers)
            shape = f"{other[2]}, {other[1]}, {other[0]}"
            with pytest.raises(
                ValueError, match=rf"^{escaped(file)}: its recipe is of shape .*that of the file, \({shape}\)"
            ):
                perlane.open(file)


@pytest.mark.parametrize("head", ["W40 H30 C420jpeg", "W40 H30", "W40 Cmono", "H30 Cmono"])
def test_films_whose_sizes_are_not_known_are_opened(tmp_path, head):
    file, film = tmp_path / "a.y4m", NOISE.lazy((4, 30, 40))
    beside(file, film, dtype="u8", levels=[-1, 1])
    file.write_bytes(f"YUV4MPEG2 {head} F25:1\n".encode())
    check(file, film)


def test_recipes_beside_links(tmp_path):
    """The recipe is beside the file that a link leads to, or, where a store has both under other names, beside the link."""
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir(), here.mkdir()
    LAZY[:].tofile(there / "a.raw")
    (here / "b.raw").symlink_to(there / "a.raw")
    beside(here / "b.raw")
    check(here / "b.raw")
    beside(there / "a.raw")
    beside(here / "b.raw", NOISE.lazy((90, 70)))
    check(here / "b.raw")
    (here / "b.raw.perlane.json").unlink()
    check(here / "b.raw")


def zarr_3(folder, attributes, shape=(70, 90)):
    folder.mkdir(parents=True, exist_ok=True)
    text = {"zarr_format": 3, "node_type": "array", "shape": shape, "attributes": attributes}
    (folder / "zarr.json").write_text(json.dumps(text))


def test_zarr_of_any_layout(tmp_path):
    zarr_3(tmp_path / "array", {"perlane": json.loads(LAZY.to_json())})
    for name in ("noise", "0", "elevation"):
        zarr_3(tmp_path / name / "x", {}, (90,))
        zarr_3(tmp_path / name / name, {"perlane": LAZY.to_json()})
        (tmp_path / name / "zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
        check(tmp_path / name)
    check(tmp_path / "array")
    old = tmp_path / "old" / "noise"
    old.mkdir(parents=True)
    (old / ".zarray").write_text('{"shape": [70, 90]}')
    (old / ".zattrs").write_text(json.dumps({"recipe": LAZY.to_json()}))
    (tmp_path / "old" / ".zgroup").write_text('{"zarr_format": 2}')
    check(tmp_path / "old")


class Layout:
    """What a Zarr array says of its files."""

    def __init__(self, shape, lengths, shards=None):
        self.shape, self.chunks, self.shards, self.metadata = shape, lengths, shards, self

    def encode_chunk_key(self, number):
        return "-".join(map(str, number))


def test_parts_are_chunks_but_no_large_ones(tmp_path):
    side = 2**14
    for shape, lengths in [((100, 140), (30, 40)), ((7,), (3,)), ((side, side), (side, side)), ((3, side, side),) * 2]:
        files = Files(Layout(shape, lengths), tmp_path)
        for place in ((0,) * len(shape), [n // 2 for n in shape], [n - 1 for n in shape]):
            first, *others = files.part(place, lengths)
            begin, *rest = (slice(p // n * n, min(p // n * n + n, size)) for p, n, size in zip(place, lengths, shape))
            assert others == rest and first.start == begin.start
            row = math.prod(part.stop - part.start for part in rest)
            assert first.stop - first.start == max(1, min(begin.stop - begin.start, 2**24 // row))


@pytest.mark.parametrize(
    ("shape", "chunks", "shards"),
    [((400,), (4,), None), ((398,), (2,), (4,)), ((100, 30), (4, 4), None), ((30, 100), (7, 4), None)],
    ids=str,
)
def test_files_beside_missing_ones_are_found(tmp_path, shape, chunks, shards):
    lengths = shards or chunks
    last = max(-(-n // length) for n, length in zip(shape, lengths)) - 1
    along = [[(n - 1) * step // last // length for n, length in zip(shape, lengths)] for step in range(last + 1)]

    def found(there):
        """The files at edges, as their numbers on the diagonal."""
        layout, folder = Layout(shape, chunks, shards), tmp_path / str(len(os.listdir(tmp_path)))
        folder.mkdir()
        for step in there:
            (folder / layout.encode_chunk_key(along[step])).touch()
        parts = list(Files(layout, folder).at_edges())
        assert all(part.start % length == 0 for each in parts for part, length in zip(each, lengths))
        return [along.index([part.start // length for part, length in zip(each, lengths)]) for each in parts]

    for count in {0, 1, last // 2 + 3, last, last + 1}:
        assert found(range(count)) == [count - 1] * (0 < count <= last)
        assert found(range(count, last + 1)) == [count] * (0 < count <= last)
    # Holes are found that are at least a thirty-second of the diagonal.
    hole = range(last // 3, last // 3 + -(-last // 32))
    assert found({*range(last + 1)} - {*hole}) == [hole.start - 1, hole.stop]
    assert len(found(range(0, last + 1, 2))) == 4, "no more files are read"


def test_arrays_without_files_beside_missing_ones(tmp_path):
    unnamed = Layout((9,), (3,))
    unnamed.metadata = None
    for layout in (unnamed, Layout((0, 9), (3, 3)), Layout((2, 3), (4, 4))):
        assert not list(Files(layout, tmp_path).at_edges())


def test_blocks_are_within_a_chunk():
    for shape, chunks in [((100, 140), (30, 40)), ((100, 140), (100, 140)), ((7,), (3,)), ((500, 33), (40, 32))]:
        found = list(_stored._blocks(shape, chunks))
        for block, place in zip(found, [(0,) * len(shape), [n // 2 for n in shape], [n - 1 for n in shape]]):
            for part, at, n, chunk in zip(block, place, shape, chunks):
                begin, end = at // chunk * chunk, min(at // chunk * chunk + chunk, n)
                assert begin <= part.start <= at < part.stop <= end
                assert part.stop - part.start == min(end - begin, 32)
                assert at - part.start == 16 or part.start == begin or part.stop == end
        assert len(found) == 3
    assert len(list(_stored._blocks((1, 1), (1, 1)))) == 1 and not list(_stored._blocks((0, 9), (3, 3)))


LEVELS = (-1.0, 1.0)
SCALED = dict(scale_factor=2 / 255, add_offset=-1.0)


@pytest.mark.parametrize(
    ("attributes", "dtype", "levels", "are"),
    [
        (SCALED, "u1", LEVELS, True),
        (SCALED | dict(scale_factor=2 / 255 * (1 + 1e-12)), "u1", LEVELS, True),
        (SCALED | dict(scale_factor=2 / 255 * (1 + 1e-6)), "u1", LEVELS, False),
        (SCALED | dict(add_offset=0.0), "u1", LEVELS, False),
        (dict(scale_factor=2 / 255), "u1", LEVELS, False),
        (SCALED | dict(scale_factor="7"), "u1", LEVELS, False),
        (SCALED | dict(calendar="standard"), "u1", LEVELS, False),
        (SCALED, "u2", LEVELS, False),
        (SCALED, "i1", LEVELS, False),
        (SCALED, "u1", None, False),
        (dict(scale_factor=1), "u1", (0, 255), True),
        (dict(add_offset=0), "u1", (0, 255), True),
        (dict(scale_factor=0.0), "u1", (0, 1e-9), False),
    ],
    ids=str,
)
def test_integers_are_of_levels_if_their_scale_says_so(attributes, dtype, levels, are):
    assert _stored._is_of_levels(attributes, np.dtype(dtype), levels) == are


OPENED: list[str] = []


def test_few_chunks_are_read(tmp_path):
    """To open an array reads the chunks of three blocks, and to index it reads nothing."""
    zarr = pytest.importorskip("zarr", minversion="3")
    path, attributes = tmp_path / "a.zarr", {"perlane": json.loads(LAZY.to_json())}
    array = zarr.create_array(
        path, shape=(70, 90), chunks=(10, 10), dtype="f4", fill_value=np.nan, attributes=attributes
    )
    array[:] = LAZY[:]
    sys.addaudithook(lambda event, args: OPENED.append(str(args[0])) if event == "open" else None)
    OPENED.clear()
    opened = perlane.open(path)
    chunks = {Path(each).relative_to(path / "c").as_posix() for each in OPENED if each.startswith(str(path / "c"))}
    assert chunks == {"0/0", "3/4", "6/8"}
    shutil.rmtree(path)
    assert same_bits(opened[5:9, 3:7], LAZY[5:9, 3:7])


@pytest.mark.parametrize(("zarr_format", "fill"), [(2, None), (2, 0.0), (3, -1.0)])
def test_numbers_like_missing_ones_differ_if_they_are_stored(tmp_path, zarr_format, fill):
    zarr = pytest.importorskip("zarr", minversion="3")
    lazy = NOISE.lazy((150, 150))  # of which the middle is compared apart from the beginning
    how = dict(shape=lazy.shape, chunks=lazy.shape, dtype="f4", attributes={"perlane": json.loads(lazy.to_json())})
    array = zarr.create_array(tmp_path / "a.zarr", **how, zarr_format=zarr_format, fill_value=fill)
    array[:] = lazy[:]
    check(tmp_path / "a.zarr", lazy)
    array[:32, :32] = fill or 0
    with pytest.raises(ValueError, match="its samples at index .* differ from its recipe"):
        perlane.open(tmp_path / "a.zarr")


def test_other_arrays_of_a_group_are_named(tmp_path):
    """The first array with a recipe is opened; if it was changed, its error names those that can be opened."""
    store = tmp_path / "a.zarr"
    for name in ("noise", "changed", "hills", "rivers"):
        zarr_3(store / name, {"perlane": LAZY.to_json()}, (70, 90) if name in ("hills", "rivers") else (5, 90))
    (store / "zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
    shape = r": its recipe is of shape \(70, 90\); allowed: that of its array, \(5, 90\)"
    others = rf"\. Other arrays of the group can be opened: {escaped(store / 'hills')}, {escaped(store / 'rivers')}$"
    with pytest.raises(ValueError, match=f"^{escaped(store / 'noise')}{shape}{others}"):
        perlane.open(store)
    check(store / "hills")
    with pytest.raises(ValueError, match=f"^{escaped(store / 'noise')}{shape}$"):
        perlane.open(store / "noise")
    (store / "rivers" / "zarr.json").write_text("{")
    with pytest.raises(ValueError, match=f"^{escaped(store / 'noise')}{shape}$"):
        perlane.open(store)
    for name in ("hills", "rivers"):
        shutil.rmtree(store / name)
    with pytest.raises(ValueError, match=f"^{escaped(store / 'noise')}{shape}$"):
        perlane.open(store)


def test_a_folder_of_stores_is_no_store(tmp_path):
    for name in ("one.zarr", "two.zarr"):
        zarr_3(tmp_path / name, {"perlane": LAZY.to_json()})
    with pytest.raises(ValueError, match="there is no recipe in it; allowed: Zarr with one"):
        perlane.open(tmp_path)


def test_a_part_is_not_the_whole(tmp_path):
    zarr_3(tmp_path / "a.zarr", {"perlane": LAZY.to_json()}, (5, 90))
    with pytest.raises(
        ValueError, match=r"a.zarr: its recipe is of shape \(70, 90\); allowed: that of its array, \(5, 90\)"
    ):
        perlane.open(tmp_path / "a.zarr")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.png", png(), "a.png: there is no recipe in it; allowed: files with one as iTXt chunk perlane"),
        ("a.png", png(chunk(b"iTXt", b"perlane\0")), "a.png: "),
        ("a.png", png(text_chunk(b"perlane", bytes(2**28), True)), "a.png: its recipe is longer than 16777216 bytes"),
        (
            "a.tif",
            b"II*\0\x08\0\0\0\0\0",
            "a.tif: there is no recipe in it; allowed: files with one as ImageDescription",
        ),
        ("a.tif", b"II*\0\xff\xff\xff\x7f", "a.tif: "),
        (
            "a.exr",
            b"\x76\x2f\x31\x01\x02\0\0\0name\0string\0\x02\0\0\0z0\0",
            "a.exr: there is no recipe in it; allowed: files with one as attribute perlane",
        ),
        ("a.exr", b"\x76\x2f\x31\x01\x02\0\0\0perlane\0string\0\xff\xff\xff\x7f{", "a.exr: recipe: "),
        ("a.exr", b"\x76\x2f\x31\x01\x02\0\0\0perlane\0string\0\xff\xff\xff\xff", "a.exr: "),
        ("a.json", b"[" * 10**6, "a.json: recipe: "),
        (
            "a.npy",
            b"\x93NUMPY\1\0",
            "path is a.npy, with no recipe beside it; allowed: recipes named .toml or .json; PNG",
        ),
        ("a.toml", b"stream = 1\n[noise]", "a.toml: grid is missing; allowed: recipes with a window"),
    ],
)
def test_files_without_a_recipe(tmp_path, name, content, message):
    file = tmp_path / name
    assert refusal(file, content).startswith(message.replace(name, str(file), 1))


def zarr_metadata(folder, **changes):
    """A Zarr array of one chunk that is not stored."""
    folder.mkdir(exist_ok=True)
    attributes = {"perlane": json.loads(NOISE.lazy((5, 6)).to_json())}
    array = {"zarr_format": 3, "node_type": "array", "shape": [5, 6], "dimension_names": ["y", "x"]}
    (folder / "zarr.json").write_text(json.dumps(array | {"attributes": attributes} | changes))
    return attributes


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (dict(attributes=None), "there is no recipe in it"),
        (dict(attributes=3), "its attributes is 3; allowed: an object"),
        (dict(attributes=["perlane"]), r"its attributes is \['perlane'\]; allowed: an object"),
        (dict(shape=3), "its shape is 3; allowed: a list"),
        (dict(shape=None), "its shape is None; allowed: a list"),
        (dict(shape=["a", 3]), r"its shape is \['a', 3\]; allowed: a list"),
        (dict(dimension_names=3), "its names of dimensions is 3; allowed: a list"),
        (dict(dimension_names=[3, "x"]), "its names of dimensions is .*; allowed: a list"),
        (dict(dimension_names="yx"), "its names of dimensions is 'yx'; allowed: a list"),
    ],
)
def test_odd_metadata(tmp_path, changes, message):
    folder = tmp_path / "a.zarr"
    attributes = zarr_metadata(folder)
    assert perlane.open(folder).shape == (5, 6)
    zarr_metadata(folder, **changes)
    with pytest.raises(ValueError, match=f"^{escaped(folder)}: {message}"):
        perlane.open(folder)
    if "shape" in changes:  # the same in Zarr 2
        (folder / "zarr.json").unlink()
        (folder / ".zarray").write_text(json.dumps({"zarr_format": 2, "shape": changes["shape"]}))
        (folder / ".zattrs").write_text(json.dumps(attributes))
        with pytest.raises(ValueError, match=f"^{escaped(folder)}: {message}"):
            perlane.open(folder)


@pytest.mark.parametrize("numbers", [3, "u8", [], {"levels": ["a", 1]}, {"levels": [True, 2]}, {"levels": [1, 1]}])
def test_odd_numbers_of_a_recipe(tmp_path, numbers):
    zarr = pytest.importorskip("zarr", minversion="3")
    recipe = json.loads(NOISE.lazy((5, 6)).to_json()) | {"numbers": numbers}
    array = zarr.create_array(tmp_path / "a.zarr", shape=(5, 6), dtype="u1", attributes={"perlane": recipe})
    array[...] = 3
    with pytest.raises(ValueError, match=rf"^{escaped(tmp_path)}/a.zarr: .*(numbers|levels)"):
        perlane.open(tmp_path / "a.zarr")


@pytest.mark.parametrize("dtype", ["U2", str, "i2", "u4"])
def test_arrays_whose_numbers_are_not_those_of_their_recipe(tmp_path, dtype):
    zarr = pytest.importorskip("zarr", minversion="3")
    recipe = json.loads(NOISE.lazy((5, 6)).to_json()) | {"numbers": {"dtype": "u8", "levels": [-1, 1]}}
    zarr.create_array(
        tmp_path / "a.zarr", shape=(5, 6), dtype=dtype, zarr_format=2, attributes={"perlane": json.dumps(recipe)}
    )
    with pytest.raises(
        ValueError, match=r"/a.zarr: its array is of dtype .*; allowed: the integers of its recipe, uint16"
    ):
        perlane.open(tmp_path / "a.zarr")


def test_links_to_a_group_above_end(tmp_path):
    (tmp_path / "a.zarr" / "inner").mkdir(parents=True)
    for group in ("a.zarr", "a.zarr/inner"):
        (tmp_path / group / "zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
    for link in ("one", "other", "itself"):
        try:
            target = link if link == "itself" else tmp_path / "a.zarr"
            (tmp_path / "a.zarr" / "inner" / link).symlink_to(target, target_is_directory=True)
        except OSError as error:  # as on Windows, without rights
            pytest.skip(str(error))
    with pytest.raises(ValueError, match="there is no recipe in it"):
        perlane.open(tmp_path / "a.zarr")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_beside_an_array_is_no_recipe(tmp_path):
    np.save(tmp_path / "a.npy", LAZY[:])
    os.mkfifo(tmp_path / "a.npy.perlane.json")
    with pytest.raises(ValueError, match="with no recipe beside it"):
        perlane.open(tmp_path / "a.npy")


def test_texts_may_begin_with_a_mark_of_utf_8(tmp_path):
    """Some editors write one, and the command line reads it."""
    for name, text in (("a.json", LAZY.to_json()), ("a.toml", LAZY.to_toml()), ("a.npy.perlane.json", LAZY.to_json())):
        (tmp_path / name).write_text(text, "utf-8-sig")
    np.save(tmp_path / "a.npy", LAZY[:])
    for name in ("a.json", "a.toml", "a.npy"):
        check(tmp_path / name)


def test_the_current_folder_has_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^\.: there is no recipe in it"):
        perlane.open(".")


def test_errors_have_the_path_as_it_was_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "passwd").write_text("root")
    (folder / "a.json").write_text("{")
    for path in ("folder/passwd", "./folder/passwd", folder / "passwd", str(folder / "passwd")):
        with pytest.raises(ValueError, match=rf"^path is {escaped(path)}, with no recipe beside it"):
            perlane.open(path)
    for path, text in (("folder/a.json", "recipe: "), ("folder", "there is no recipe"), (folder, "there is no recipe")):
        with pytest.raises(ValueError, match=rf"^{escaped(path)}: {text}"):
            perlane.open(path)
    zarr_3(folder / "a.zarr", {"perlane": LAZY.to_json()}, (5, 90))
    (folder / "zarr.json").write_text('{"node_type": "group"}')
    for path in ("folder", "folder/"):
        with pytest.raises(ValueError, match=r"^folder/a.zarr: its recipe is of shape"):
            perlane.open(path)


def test_what_is_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        perlane.open(tmp_path / "a.tiff")
    with pytest.raises(TypeError, match="path is of type int; allowed: paths"):
        perlane.open(3)
    (tmp_path / "a.zarr").mkdir()
    with pytest.raises(ValueError, match="a.zarr: there is no recipe in it; allowed: Zarr with one"):
        perlane.open(tmp_path / "a.zarr")
    (tmp_path / "a.zarr" / "zarr.json").write_text("[" * 10**6)
    with pytest.raises(ValueError, match="a.zarr: "):
        perlane.open(tmp_path / "a.zarr")


def test_pages_in_a_circle_are_read_once(tmp_path):
    """A page of 4096 tags, one of which claims many values, that is followed by itself."""
    recipe = perlane.Noise(frequency=0.1).lazy((3, 4)).to_json().encode() + b"\0"
    entries = [(254, 4, 2**24, 8), (256, 3, 1, 4), (257, 3, 1, 3), (270, 2, len(recipe), 0), (277, 3, 1, 1)]
    entries += [(40_000 + i, 3, 1, 0) for i in range(4000)]
    end = 8 + 2 + 12 * len(entries) + 4
    tags = [struct.pack("<HHII", tag, kind, count, end if tag == 270 else value) for tag, kind, count, value in entries]
    page = struct.pack("<H", len(entries)) + b"".join(tags) + struct.pack("<I", 8)
    path = tmp_path / "x.tif"
    with path.open("wb") as file:
        file.write(b"II*\0" + struct.pack("<I", 8) + page + recipe)
        file.truncate(2**27)
    assert perlane.open(path).shape == (3, 4)
    with path.open("rb") as file:
        (only,) = Tiff(file, file.read(8)).pages()
        # A first value is read without the others.
        assert (only.number(254, 9),) == struct.unpack("<I", page[:4])
        assert file.tell() == 12


def test_attributes_of_a_negative_length_are_not_read(tmp_path):
    path = tmp_path / "x.exr"
    with path.open("wb") as file:
        file.write(b"v/1\1" + struct.pack("<I", 2) + b"perlane\0string\0" + struct.pack("<i", -1))
        file.truncate(2**40)
    with pytest.raises(ValueError, match=escaped("x.exr")):
        perlane.open(path)


@pytest.mark.parametrize(
    "where", ["s3://bucket/world.zarr", "memory://world.zarr", "https://example.org/w.perlane.toml"]
)
def test_what_is_elsewhere(where):
    said = "; LazyGrid.from_json takes the text of a recipe, such as an attribute of an array"
    with pytest.raises(ValueError, match=f"^path is {escaped(where)}; allowed: paths on this machine{said}$"):
        perlane.open(where)
    with pytest.raises(TypeError, match=f"^path is of type dict; allowed: paths of files with recipes{said}$"):
        perlane.open({})


def test_recipes_of_arrays_in_memory():
    """As the error says."""
    zarr = pytest.importorskip("zarr", minversion="3")
    dask = pytest.importorskip("perlane.dask")
    store = zarr.storage.MemoryStore()
    noise = perlane.Noise(seed=3, frequency=0.1)
    dask.to_zarr(noise, (20, 30), store, chunks=(10, 10), start=(5, 6))
    array = zarr.open_array(store, mode="r")
    lazy = perlane.LazyGrid.from_json(array.attrs["perlane"])
    assert lazy == noise.lazy((20, 30), (5, 6)) and (lazy[:] == array[:]).all()
