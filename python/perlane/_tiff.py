"""TIFF files: the tags of their pages, and what the tags of GeoTIFF say of where they lie."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

MOST = 2**24  # bytes of a tag's values
MOST_TAGS = 4096  # of a page
MOST_PAGES = 2**16  # that are counted

# Tags.
SUBFILE_TYPE, WIDTH, HEIGHT, BITS, IMAGE_DESCRIPTION, BANDS, SAMPLE_FORMAT = 254, 256, 257, 258, 270, 277, 339
PIXEL_SCALE, TIEPOINT, TRANSFORMATION, GEO_KEYS = 33550, 33922, 34264, 34735
# GeoTIFF's keys, and values of theirs.
MODEL_TYPE, RASTER_TYPE, GEOGRAPHIC, PROJECTED, VERTICAL = 1024, 1025, 2048, 3072, 4096
IS_PROJECTED, IS_GEOGRAPHIC, IS_POINT, OF_ITS_OWN = 1, 2, 2, 32767
# The values of a page's type: an overview, and a mask.
REDUCED, MASK = 1, 4

# How numbers of each type are stored, for struct.
TYPES = {1: "B", 2: "B", 3: "H", 4: "I", 12: "d", 13: "I", 16: "Q", 18: "Q"}
FORMATS = {1: "u", 2: "i", 3: "f", 4: "u"}


@dataclass(frozen=True)
class Place:
    """Where the pixels of a picture lie: x = a * column + b * row + c, y = d * column + e * row + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The world coordinates x and y of the middle of a pixel."""
        return self.a * column + self.b * row + self.c, self.d * column + self.e * row + self.f


class Page:
    """The tags of a page, which are read when they are asked for."""

    def __init__(self, tiff: Tiff, entries: dict[int, tuple[int, int, bytes]]) -> None:
        self.tiff, self.entries = tiff, entries

    def raw(self, tag: int, size: int, most: int = MOST) -> bytes | None:
        """The bytes of a tag's values, each of this size, and of at most so many of them."""
        if tag not in self.entries:
            return None
        _, count, value = self.entries[tag]
        bytes = min(count, most) * size
        if count * size > len(value):
            self.tiff.file.seek(struct.unpack(self.tiff.offset, value)[0])
            value = self.tiff.file.read(min(bytes, MOST))
        return value[:bytes]

    def numbers(self, tag: int, most: int = MOST) -> tuple[Any, ...]:
        """A tag's values, at most so many; none if the page does not have it, or has it as something else than numbers."""
        kind = TYPES.get(self.entries[tag][0]) if tag in self.entries else None
        if kind is None:
            return ()
        size = struct.calcsize("<" + kind)
        found = self.raw(tag, size, most) or b""
        return struct.unpack(f"{self.tiff.order}{len(found) // size}{kind}", found[: len(found) // size * size])

    def number(self, tag: int, default: int) -> int:
        """A tag's first value."""
        return int((self.numbers(tag, 1) or (default,))[0])

    def description(self) -> bytes | None:
        """The description, as text without its end."""
        found = self.raw(IMAGE_DESCRIPTION, 1)
        return None if found is None else found.rstrip(b"\0")

    def dtype(self) -> str | None:
        """The type of the numbers, such as f32; `None` if the page does not say it."""
        if BITS not in self.entries:
            return None
        return FORMATS.get(self.number(SAMPLE_FORMAT, 1), "?") + str(self.number(BITS, 1))

    def keys(self) -> dict[int, int]:
        """GeoTIFF's keys whose values are integers."""
        numbers = self.numbers(GEO_KEYS)[4:]
        keys = zip(*(numbers[each::4] for each in range(4)), strict=False)
        return {key: value for key, place, _, value in keys if place == 0}

    def place(self) -> Place | None:
        """Where the middles of pixels lie; `None` if the file does not say it."""
        corner = self._of_corners()
        if corner is None or self.keys().get(RASTER_TYPE) == IS_POINT:
            return corner
        x, y = corner.at(0.5, 0.5)
        return Place(corner.a, corner.b, x, corner.d, corner.e, y)

    def _of_corners(self) -> Place | None:
        """Where GeoTIFF's raster space lies, in which a pixel is from 0 to 1, or its middle is 0."""
        matrix, scale, tie = (self.numbers(tag) for tag in (TRANSFORMATION, PIXEL_SCALE, TIEPOINT))
        if len(matrix) == 16:
            return Place(matrix[0], matrix[1], matrix[3], matrix[4], matrix[5], matrix[7])
        if len(scale) < 2 or len(tie) < 6:
            return None
        column, row, x, y = tie[0], tie[1], tie[3], tie[4]
        return Place(scale[0], 0.0, x - column * scale[0], 0.0, -scale[1], y + row * scale[1])

    def crs(self) -> str | None:
        """The code of the coordinate reference system, such as EPSG:32633; empty if it is one without a code, `None` if there is none."""
        keys = self.keys()
        model = keys.get(MODEL_TYPE)
        if model not in (IS_PROJECTED, IS_GEOGRAPHIC):
            return None
        codes = [keys.get(PROJECTED if model == IS_PROJECTED else GEOGRAPHIC, OF_ITS_OWN)]
        if VERTICAL in keys:
            codes.append(keys[VERTICAL])
        return "" if not all(0 < code < OF_ITS_OWN for code in codes) else "EPSG:" + "+".join(map(str, codes))


class Tiff:
    """A TIFF or BigTIFF file of either byte order. `begin` are its first eight bytes."""

    def __init__(self, file: BinaryIO, begin: bytes) -> None:
        self.file = file
        self.order = "<" if begin[:2] == b"II" else ">"
        self.big = 43 in begin[2:4]
        # The number of entries; an entry's tag, type, count and value; the offset of a page or a value.
        self.count, self.entry, self.offset = (
            self.order + each for each in (("Q", "HHQ8s", "Q") if self.big else ("H", "HHI4s", "I"))
        )

    def pages(self) -> Iterator[Page]:
        """The pages, of which no more than `MOST_PAGES` are read, and none twice."""
        self.file.seek(8 if self.big else 4)
        seen = set()
        for _ in range(MOST_PAGES):
            (at,) = self._unpack(self.offset)
            if at == 0 or at in seen:
                return
            seen.add(at)
            self.file.seek(at)
            entries = {}
            count = self._unpack(self.count)[0]
            after = self.file.tell() + count * struct.calcsize(self.entry)
            for _ in range(min(count, MOST_TAGS)):
                tag, kind, length, value = self._unpack(self.entry)
                entries[tag] = (kind, length, value)
            yield Page(self, entries)
            self.file.seek(after)

    def _unpack(self, format: str) -> tuple[Any, ...]:
        return struct.unpack(format, self.file.read(struct.calcsize(format)))


def is_picture(page: Page) -> bool:
    """Whether a page is a picture of its own, and no overview or mask of one."""
    return not page.number(SUBFILE_TYPE, 0) & (REDUCED | MASK)
