"""What files state beside their recipe: sizes, the type of their numbers, and where they lie. A recipe of another array is refused."""

from __future__ import annotations

import errno
import os
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from perlane._lazy import LazyField, LazyGrid, grid_of
from perlane._stored import check_array, dtype_of, levels_of
from perlane._tiff import BANDS, HEIGHT, MOST_PAGES, WIDTH, Place, Tiff, is_picture

MOST = 2**24  # bytes of a recipe; even the largest sums of noises need fewer
MOST_PARTS = 4096  # of an EXR file
Y4M = b"YUV4MPEG2 "
NPY = b"\x93NUMPY"
# Bytes of the numbers of a frame, for each of its pixels.
COLOUR_SPACES = {"mono": 1, "mono16": 2, "444": 3}
KEPT = "Another program probably made the file from one whose recipe it kept. Readers such as rasterio and numpy open it as it is"


# What Python raises for bytes that are not what a format has.
DAMAGE = (ValueError, LookupError, OverflowError, RecursionError, struct.error, zlib.error)


@contextmanager
def readable(allowed: str, what: str = "it") -> Iterator[None]:
    """Makes Python's errors for damaged bytes errors that say what is allowed."""
    try:
        yield
    except DAMAGE as error:
        raise _unreadable(what, error, allowed) from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise _unreadable(what, error, allowed) from error  # of a place that no file can have


def _unreadable(what: str, error: Exception, allowed: str) -> ValueError:
    return ValueError(f"{what} cannot be read ({error}); allowed: {allowed}")


@dataclass(frozen=True)
class Header:
    """What a file states of its array."""

    shape: tuple[int, ...] | None
    """Slowest axis first; of pictures, the planes, the rows and the columns."""
    is_picture: bool = True
    has_colours: bool = False
    dtype: str | None = None
    """The type of the numbers, such as f32."""
    place: Place | None = None
    crs: str | None = None
    """The code of the coordinate reference system; empty if it has none."""
    array: NDArray[Any] | None = None
    """The numbers, if they can be read without being decoded."""


def check_header(header: Header, lazy: LazyGrid | LazyField, recipe: str) -> None:
    """Refuses files of another size, type or place than their recipe says."""
    _check_shape(header, lazy)
    wanted = dtype_of(recipe)
    # Some programs store all numbers as float64.
    if header.dtype is not None and header.dtype not in (wanted, {"f32": "f64"}.get(wanted)):
        raise ValueError(
            f"its recipe is of numbers of the type {wanted}; allowed: that of the file, {header.dtype}. {KEPT}"
        )
    grid = grid_of(lazy)
    if header.place is not None and grid.ndim > 1 and 0 not in grid.shape:
        _check_place(header.place, grid)
    if header.array is not None:
        check_array(header.array, lazy, levels_of(recipe))


def _check_shape(header: Header, lazy: LazyGrid | LazyField) -> None:
    shape = header.shape
    if shape is None:
        return
    if header.has_colours and isinstance(lazy, LazyField) and lazy.ndim > lazy.grid.ndim:
        shape = (3, *shape[1:])
    if header.is_picture and shape[0] == 1 and lazy.ndim == 2:
        shape = shape[1:]
    if shape != lazy.shape:
        raise ValueError(f"its recipe is of shape {lazy.shape}; allowed: that of the file, {shape}. {KEPT}")


def _check_place(place: Place, grid: LazyGrid) -> None:
    """Refuses pictures that lie elsewhere than the recipe's grid. The places of the first and of the last sample are compared."""
    rows, columns = grid.shape[-2:]
    for row, column in ((0, 0), (rows - 1, columns - 1)):
        y, x = (float(grid.coordinates(axis, [at])[0]) for axis, at in ((-2, row), (-1, column)))
        found = place.at(column, row)
        near = [1e-3 * abs(spacing) + 1e-9 * abs(at) for spacing, at in zip(grid.spacing[:-3:-1], (x, y), strict=True)]
        if any(not abs(a - b) <= most for a, b, most in zip(found, (x, y), near, strict=True)):
            begin = f"its recipe has the sample in row {row} and column {column} at x = {x:.15g}, y = {y:.15g}"
            raise ValueError(
                f"{begin}; allowed: where the file has it, x = {found[0]:.15g}, y = {found[1]:.15g}. {KEPT}"
            )
    steps = [(place.a, grid.spacing[-1]), (place.e, grid.spacing[-2])]
    if any(not abs(found - wanted) <= 1e-3 * abs(wanted) for found, wanted in steps):
        raise ValueError(
            f"its recipe has the spacing {grid.spacing[-1]:.15g}, {grid.spacing[-2]:.15g} (x, y); "
            f"allowed: that of the file, {place.a:.15g}, {place.e:.15g}. {KEPT}"
        )


def tiff(file: BinaryIO, begin: bytes) -> tuple[bytes | None, Header]:
    """The description of the first page, and what the file states."""
    pages = Tiff(file, begin).pages()
    first = next(pages, None)
    if first is None:
        return None, Header(None)
    text = first.description()
    bands, height, width = first.number(BANDS, 1), first.number(HEIGHT, 0), first.number(WIDTH, 0)
    header = Header(None, dtype=first.dtype(), place=first.place(), crs=first.crs())
    if text is None:
        return None, header
    after = [is_picture(page) for page in pages]
    if len(after) + 1 >= MOST_PAGES:
        return text, header  # nobody knows how many there are
    return text, replace(header, shape=(bands * (1 + sum(after)), height, width))


def png(file: BinaryIO, _: bytes) -> tuple[bytes | None, Header]:
    """The text of the chunk `perlane`, and the sizes of a picture or an animation."""
    text, frames, width, height, colour = None, 1, 0, 0, 0
    while len(head := file.read(8)) == 8:
        length, kind = struct.unpack(">I4s", head)
        if kind == b"IDAT" and text is not None:
            break
        if kind not in (b"IHDR", b"acTL", b"iTXt") or length > MOST:
            file.seek(length + 4, os.SEEK_CUR)
            continue
        chunk = file.read(length)
        file.seek(4, os.SEEK_CUR)
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", chunk[:10])
        elif kind == b"acTL":
            (frames,) = struct.unpack(">I", chunk[:4])
        elif text is None:
            text = _text_of_png(chunk)
    # Palettes have colours too.
    return text, Header((frames, height, width), has_colours=bool(colour & 2))


def _text_of_png(chunk: bytes) -> bytes | None:
    """The text of a chunk iTXt named `perlane`."""
    keyword, _, rest = chunk.partition(b"\0")
    if keyword != b"perlane":
        return None
    compressed, text = rest[0], rest[2:].split(b"\0", 2)[2]
    return zlib.decompressobj().decompress(text, MOST) if compressed else text


def exr(file: BinaryIO, begin: bytes) -> tuple[bytes | None, Header]:
    """The attribute `perlane` of the first part, and the sizes of the parts."""
    file.seek(8)
    has_parts = begin[5] & 0x10
    first = _attributes_of_exr(file)
    if b"dataWindow" not in first:
        return first.get(b"perlane"), Header(None)
    left, top, right, bottom = struct.unpack("<4i", first[b"dataWindow"])
    parts = 1
    while has_parts and parts < MOST_PARTS and _attributes_of_exr(file):
        parts += 1
    shape = (parts, bottom - top + 1, right - left + 1)
    return first.get(b"perlane"), Header(shape if parts < MOST_PARTS else None)


def _attributes_of_exr(file: BinaryIO) -> dict[bytes, bytes]:
    """The recipe and the window of a part, if it has them; nothing after the last part."""
    found = {}
    while name := _until_zero(file):
        _until_zero(file)  # the type
        (length,) = struct.unpack("<i", file.read(4))
        if name in (b"perlane", b"dataWindow"):
            found[name] = file.read(min(max(length, 0), MOST))
        else:
            file.seek(max(length, 0), os.SEEK_CUR)
    return found


def _until_zero(file: BinaryIO) -> bytes:
    """A name of an EXR header; empty at its end."""
    name = bytearray()
    while len(name) < 256 and (byte := file.read(1)) not in (b"", b"\0"):
        name += byte
    return bytes(name)


def beside_recipe(path: Path, lazy: LazyGrid | LazyField, recipe: str) -> Header:
    """What a file states whose recipe is beside it: npy, y4m or raw."""
    with path.open("rb") as file:
        line = file.readline(256)
    if line.startswith(NPY):
        return _npy(path)
    bytes = path.stat().st_size
    if line.startswith(Y4M):
        return _frames(line, bytes)
    dtype = np.dtype({"u16": "<u2", "u8": "u1"}.get(dtype_of(recipe), "<f4"))
    wanted = lazy.size * dtype.itemsize
    if bytes != wanted:
        text = f"its recipe is of shape {lazy.shape}, {wanted} bytes of {dtype.name}"
        raise ValueError(f"{text}; allowed: the length of the file, {bytes} bytes. {KEPT}")
    return _array(np.memmap(path, dtype, "r", shape=lazy.shape) if bytes else np.empty(lazy.shape, dtype))


def _npy(path: Path) -> Header:
    try:
        return _array(np.load(path, mmap_mode="r"))
    except OSError:
        raise
    except Exception as error:  # of many kinds, such as for headers that are no Python
        raise _unreadable("it", error, "whole npy files of numbers") from error


def _array(array: NDArray[Any]) -> Header:
    return Header(array.shape, is_picture=False, dtype=f"{array.dtype.kind}{8 * array.dtype.itemsize}", array=array)


def _frames(line: bytes, bytes: int) -> Header:
    """The sizes of a film of so many bytes, which begins with this line."""
    with readable("whole y4m files"):
        words = line.decode("ascii").split()[1:]
    found = {each[:1]: each[1:] for each in words if re.match(r"[WH]\d+$|C", each)}
    numbers = COLOUR_SPACES.get(found.get("C", ""))
    if numbers is None or not {"W", "H"} <= found.keys():
        return Header(None)  # of another program
    width, height = int(found["W"]), int(found["H"])
    frame = len("FRAME\n") + width * height * numbers
    return Header(((bytes - len(line)) // frame, height, width))
