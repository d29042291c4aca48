"""Reads recipes: from recipe files, and from files that the command line, xarray and Dask have written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from perlane._arrays import shown
from perlane._headers import MOST, Header, beside_recipe, check_header, exr, png, readable, tiff
from perlane._lazy import LazyField, LazyGrid
from perlane._noise import read_lazy
from perlane._stored import Stored, check

MOST_OTHERS = 4  # arrays of a group that an error names
MOST_TRIED = 16  # that are opened to know it
SIDECAR = ".perlane.json"
BESIDE = "json beside"  # the format of a recipe beside its file
KEYS = ("perlane", "recipe")  # attributes with a recipe: the command line's, and xarray's
ELSEWHERE = "LazyGrid.from_json takes the text of a recipe, such as an attribute of an array"
ALLOWED = "recipes named .toml or .json; PNG, APNG, TIFF, EXR, npy, raw, y4m and Zarr that carry one"
PNG = b"\x89PNG\r\n\x1a\n"
EXR = b"\x76\x2f\x31\x01"
TIFF = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def open(path: str | os.PathLike[str]) -> LazyGrid | LazyField:
    """The lazy grid of a file that carries a recipe: samples are not read, but computed when they are indexed.

    `open(path).noise` is the noise or the sum of noises. For a file of integers, the samples are those from which the integers
    were made. For a file of a quantity, the result is a `LazyField`.

    Files that were made from others can have their recipe: xarray keeps attributes, and GDAL the description of a TIFF. So what
    a file states is compared with its recipe: its sizes; the names of the dimensions of a Zarr array, and with zarr its
    coordinates; the type of the numbers of TIFF, npy and raw; where a GeoTIFF lies. The numbers of npy, raw and, with zarr, of
    Zarr are compared in three blocks, at the beginning, in the middle and at the end. What remains unseen are changes to other
    numbers, such as to those of pictures; numbers that stand for others otherwise than the recipe says (`scale_factor`,
    `add_offset`); and coordinate reference systems, which no recipe has.

    The digest of all samples, which files of the command line have (`samples` in the recipe), is not compared, because that would compute
    the whole grid: `perlane reproduce` does it.

    No other numbers are read: of Zarr, the coordinates, the three chunks that have the blocks, and, if some chunks are missing, up to
    four files beside them; of npy and raw, the blocks; of TIFF and other pictures, none. When this function has returned, nothing
    more is read.

    Parameters
    ----------
    path : str or path
        A file or folder on this machine: a recipe (TOML or JSON) with a window; a PNG, APNG, TIFF, EXR, npy, raw or y4m file or a
        Zarr store that the command line has written; a Zarr store of a DataArray from `perlane.xarray.grid`, or from
        `perlane.dask.to_zarr`. Of other stores and files, `LazyGrid.from_json` takes the recipe from an array's attributes.

    Raises
    ------
    ValueError
        A file without a recipe, or with a recipe that has no window; a file that differs from its recipe.
    OSError
        A file that cannot be read.
    TypeError
        A value that is not a path.

    Examples
    --------
    >>> import pathlib, tempfile, perlane
    >>> file = pathlib.Path(tempfile.mkdtemp(), "world.toml")
    >>> _ = file.write_text('stream = 1\\n[noise]\\nseed = 42\\nfrequency = 0.01\\n[grid]\\nsize = { x = 480, y = 270 }')
    >>> world = perlane.open(file)
    >>> world.noise, world.shape
    (Noise('perlin', seed=42, frequency=0.01), (270, 480))
    >>> world[100:102, ::100].shape
    (2, 5)
    """
    return open_stored(path, "path")[0]


def open_stored(path: str | os.PathLike[Any], name: str) -> tuple[LazyGrid | LazyField, Stored | Header | None]:
    """The grid of a file, and what the file states of its array; nothing if it is a recipe. Errors call the parameter `name`."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{name} is of type {type(path).__name__}; allowed: paths of files with recipes; {ELSEWHERE}")
    if isinstance(path, str) and "://" in path:
        raise ValueError(f"{name} is {path}; allowed: paths on this machine; {ELSEWHERE}")
    text, format, stored = _read(path, name)
    try:
        lazy = read_lazy(text, "toml" if format == "toml" else "json")
        if isinstance(stored, Stored):
            check(stored, lazy)
        elif format == BESIDE:
            stored = beside_recipe(Path(path), lazy, text)
        if isinstance(stored, Header):
            check_header(stored, lazy, text)
    except ValueError as error:
        raise ValueError(f"{named_with(path, stored)}: {error}{_with_others(path, stored)}") from error
    return lazy, stored


def _with_others(path: str | os.PathLike[Any], refused: Stored | Header | None) -> str:
    """What an error says of the other arrays of a Zarr group, if its first one with a recipe was refused."""
    if not isinstance(refused, Stored) or refused.folder == Path(path):
        return ""
    try:
        found = {each.folder for each in _arrays(Path(path)) if not each.attributes.keys().isdisjoint(KEYS)}
    except ValueError:  # of metadata that nobody has asked for
        return ""
    others = filter(_opens, sorted(found - {refused.folder})[:MOST_TRIED])
    names = [os.path.join(_named(path), each.name) for each in islice(others, MOST_OTHERS)]
    return f". Other arrays of the group can be opened: {', '.join(names)}" if names else ""


def _opens(folder: Path) -> bool:
    try:
        open_stored(folder, "path")
    except (ValueError, OSError):
        return False
    return True


def named_with(path: str | os.PathLike[Any], stored: Stored | Header | None) -> str:
    """A path as it was given; that of a Zarr group with the array that has the recipe."""
    if not isinstance(stored, Stored) or stored.folder == Path(path):
        return _named(path)
    return os.path.join(_named(path), stored.folder.name)


def _named(path: str | os.PathLike[Any]) -> str:
    """A path as it was given. The empty one is that of the current folder."""
    return os.fspath(path) or os.curdir


def _read(path: str | os.PathLike[Any], name: str) -> tuple[str, str, Stored | Header | None]:
    """A file's recipe, the recipe's format, and the array of a Zarr store or what another file states of its own."""
    file = Path(path)
    try:
        if file.is_dir():
            stored = _zarr(file)
            return stored.recipe, "json", stored
        with file.open("rb") as opened:
            begin = opened.read(8)
            for begins, read, kind, place in (
                (begin == PNG, png, "PNG", "iTXt chunk perlane"),
                (begin[:4] in TIFF, tiff, "TIFF", "ImageDescription"),
                (begin[:4] == EXR, exr, "EXR", "attribute perlane"),
            ):
                if begins:
                    with readable(f"whole {kind} files"):
                        recipe, header = read(opened, begin)
                    return _text(recipe, place), "json", header
            suffix = file.suffix.lower().removeprefix(".")
            if begin[:6] != b"\x93NUMPY" and suffix in ("toml", "json"):
                return _decoded(begin + opened.read(MOST)), suffix, None
        # The command line has it beside the file that a link leads to; both names may also be links into a store.
        for led in (Path(os.path.realpath(file)), file):
            beside = led.with_name(led.name + SIDECAR)
            if beside.is_file():  # opening a pipe would wait for a writer
                with beside.open("rb") as opened:
                    return _decoded(opened.read(MOST + 8)), BESIDE, None
    except ValueError as error:
        raise ValueError(f"{_named(path)}: {error}") from error
    raise ValueError(f"{name} is {_named(path)}, with no recipe beside it; allowed: {ALLOWED}")


def _text(found: bytes | None, place: str) -> str:
    if found is None:
        raise ValueError(f"there is no recipe in it; allowed: files with one as {place}")
    return _decoded(found)


def _decoded(text: bytes, what: str = "its recipe") -> str:
    if len(text) >= MOST:
        raise ValueError(f"{what} is longer than {MOST} bytes; allowed: shorter ones")
    with readable("text in UTF-8", what):
        return text.decode("utf-8-sig")  # without the mark that some editors begin files with


def _zarr(folder: Path) -> Stored:
    """The array, or the first array of a group, that has a recipe."""
    for array in _arrays(folder):
        for key in KEYS:
            if key in array.attributes:
                value = array.attributes[key]
                recipe = value if isinstance(value, str) else json.dumps(value)
                return replace(array, recipe=recipe, beside=_beside(array))
    inner = next(_places(folder), "")
    allowed = f"a group in it that has one, such as {inner}" if inner else "Zarr with one in the attributes of an array"
    raise ValueError(f"there is no recipe in it; allowed: {allowed}")


def places(path: str | os.PathLike[Any]) -> list[str]:
    """The paths within a Zarr store to its groups that have one array with a recipe, and to each such array where a group has several.

    The store itself has the empty path. There are no paths for other files.
    """
    try:
        return [*_places(Path(path))] if isinstance(path, str | os.PathLike) else []
    except ValueError as error:
        raise ValueError(f"{_named(path)}: {error}") from error


def _places(folder: Path, within: str = "", above: frozenset[str] = frozenset()) -> Iterator[str]:
    # A link may lead back to a folder above.
    here = os.path.realpath(folder)
    if here in above or not _is_group(folder):
        return
    found = dict.fromkeys(each.folder for each in _arrays(folder) if not each.attributes.keys().isdisjoint(KEYS))
    begin = within and f"{within}/"
    yield from [within] if len(found) == 1 else (begin + each.name for each in found)
    for child in sorted(folder.iterdir()):
        yield from _places(child, begin + child.name, above | {here})


def _arrays(folder: Path) -> Iterator[Stored]:
    """A Zarr folder's own array, and the arrays of a group, still without their recipes; those named `noise` and `0` first."""
    inner = [folder]
    if _is_group(folder):
        inner += [folder / "noise", folder / "0", *sorted(each for each in folder.iterdir() if each.is_dir())]
    for each in inner:
        array = _json(each / "zarr.json")
        attributes, dims = array.get("attributes"), array.get("dimension_names")
        if not array:  # Zarr 2
            array, attributes = _json(each / ".zarray"), _json(each / ".zattrs")
            dims = attributes.get("_ARRAY_DIMENSIONS")
        if "shape" in array:
            shape = _list("shape", array["shape"], int)
            yield Stored(each, shape, _list("names of dimensions", dims or [], str | None), _object(attributes), "")


def _is_group(folder: Path) -> bool:
    """Whether a folder is a Zarr group. One that is not may hold unrelated stores."""
    return _json(folder / "zarr.json").get("node_type") == "group" or (folder / ".zgroup").is_file()


def _beside(array: Stored) -> dict[str, dict[str, Any]]:
    """The attributes of the arrays that say where this array lies, by their names."""
    group = array.folder.parent
    names = [*array.dims, array.attributes.get("grid_mapping")]
    # A name with a slash, or of two dots, would lead out of the group.
    inner = {name: group / name for name in names if isinstance(name, str) and _is_inner(name)}
    if not _is_group(group):
        return {}
    return {
        name: _object(_json(folder / "zarr.json").get("attributes") or _json(folder / ".zattrs"))
        for name, folder in inner.items()
        if (folder / "zarr.json").is_file() or (folder / ".zarray").is_file()
    }


def _is_inner(name: str) -> bool:
    """Whether a name is that of something in a folder."""
    return name not in ("", ".", "..") and Path(name).name == name


def _list(name: str, value: Any, kind: Any) -> tuple[Any, ...]:
    """A list of Zarr metadata."""
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        raise ValueError(f"its {name} is {shown(value)}; allowed: a list, as Zarr has")
    return tuple(value)


def _object(attributes: Any) -> dict[str, Any]:
    """The attributes of Zarr metadata; there may be none."""
    if not isinstance(attributes, dict | None):
        raise ValueError(f"its attributes is {shown(attributes)}; allowed: an object")
    return attributes or {}


def _json(file: Path) -> dict[str, Any]:
    """An object in JSON; empty if there is no such file."""
    if not file.is_file():
        return {}
    what = f"its {file.parent.name}/{file.name}"
    with file.open("rb") as opened:
        text = _decoded(opened.read(MOST), what)
    with readable("JSON", what):
        found = json.loads(text)
    return found if isinstance(found, dict) else {}
