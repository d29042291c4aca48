"""Coordinate reference systems, as pyproj has them: their attributes in files, by the CF conventions and for GDAL."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from perlane._arrays import shown
from perlane._lazy import LazyGrid
from perlane._optional import missing

SPATIAL_REF = "spatial_ref"
# GeoZarr's conventions: name, identifier, description.
PROJ = (
    "proj",
    "f17cb550-5864-4468-aeb7-f3180cfb622f",
    "Coordinate reference system information for geospatial data",
)
SPATIAL = ("spatial", "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "Spatial coordinate information")


def understood(text: Any) -> Any:
    """A coordinate reference system of a file; `None` without pyproj, or if it does not know it."""
    try:
        import pyproj

        return pyproj.CRS.from_user_input(text)
    except (ImportError, ValueError, RuntimeError, TypeError):  # pyproj's errors are RuntimeErrors
        return None


def place_of(crs: Any) -> Any:
    """The coordinate reference system, if there is one."""
    if crs is None:
        return None
    try:
        import pyproj
    except ImportError as error:
        raise missing("crs", "pyproj", "crs", error) from error
    try:
        place = pyproj.CRS.from_user_input(crs)
    except (pyproj.exceptions.CRSError, TypeError, ValueError) as error:  # the last two of arrays and odd mappings
        raise ValueError(f"crs is {shown(crs)}; allowed: what pyproj takes, such as EPSG:32633 ({error})") from error
    if not any(part.is_projected or part.is_geographic or part.is_engineering for part in _parts(place)):
        raise ValueError(
            f"crs is {shown(crs)} ({place.name}), which has no axes x and y; allowed: those that have, such as EPSG:32633"
        )
    return place


def _parts(place: Any) -> list[Any]:
    """The systems of which a compound one consists, or the one itself."""
    return list(place.sub_crs_list) or [place]


def attributes_of(place: Any) -> dict[str, Any]:
    """The attributes of a coordinate reference system, by the CF conventions and as GDAL has them."""
    attributes: dict[str, Any] = place.to_cf()
    return attributes | {SPATIAL_REF: attributes["crs_wkt"]}


def meanings_of(place: Any, names: tuple[Hashable, ...]) -> dict[Hashable, dict[str, str]]:
    """The names and units of x and y in a coordinate reference system."""
    meanings = _horizontal(place.cs_to_cf()[:2]) if place is not None else {}  # a third one is a height
    return {name: meanings[axis] for axis, name in zip("XY", reversed(names), strict=False) if axis in meanings}


def _horizontal(meanings: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """The meanings of x and y. pyproj takes an axis that points west for one of y; x and y point east and north here."""
    if {meaning.get("axis") for meaning in meanings} == {"X", "Y"}:
        return {meaning["axis"]: meaning for meaning in meanings}
    if not all(meaning["standard_name"].startswith("projection_") for meaning in meanings):
        return {}  # of degrees, pyproj may take both for latitudes
    return {
        axis: {"axis": axis, "standard_name": f"projection_{axis.lower()}_coordinate", "units": meaning["units"]}
        for axis, meaning in zip("XY", meanings, strict=False)
    }


def geo_transform(grid: LazyGrid) -> dict[str, str]:
    """The place of pixels as GDAL has it, for rasters of one row or column, whose coordinates do not say how large pixels are."""
    if grid.ndim < 2 or 1 not in grid.shape[-2:] or 0 in grid.shape:
        return {}
    return {"GeoTransform": " ".join(map(repr, _corner(grid)))}


def _corner(grid: LazyGrid) -> tuple[float, ...]:
    """The corner of the first pixel and the sizes of pixels, in the order of GDAL. A sample is the middle of its pixel."""
    (y, dy), (x, dx) = (
        (grid.origin[axis] + grid.start[axis] * grid.spacing[axis], grid.spacing[axis]) for axis in (-2, -1)
    )
    return x - dx / 2, dx, 0.0, y - dy / 2, 0.0, dy


def of_array(crs: Any, grid: LazyGrid) -> dict[str, Any]:
    """The attributes of a Zarr array that lies in a coordinate reference system: `_CRS` for GDAL, and those of the GeoZarr conventions."""
    place = place_of(crs)
    if place is None:
        return {}
    authority = place.to_authority(min_confidence=100)
    system = {"proj:code": ":".join(authority)} if authority else {"proj:wkt2": place.to_wkt()}
    found: dict[str, Any] = {"_CRS": {"wkt": place.to_wkt()}, **system}
    conventions = [_convention(*PROJ)]
    if grid.ndim > 1:
        left, dx, _, top, _, dy = _corner(grid)
        found |= {
            "spatial:dimensions": ["y", "x"],
            "spatial:transform": [dx, 0.0, left, 0.0, dy, top],
            "spatial:transform_type": "affine",
            "spatial:registration": "pixel",
        }
        conventions.append(_convention(*SPATIAL))
    return found | {"zarr_conventions": conventions}


def _convention(name: str, uuid: str, description: str) -> dict[str, str]:
    """The description of a convention that the convention itself demands."""
    place = f"zarr-conventions/{name}"
    return {
        "name": f"{name}:",
        "uuid": uuid,
        "schema_url": f"https://raw.githubusercontent.com/{place}/refs/tags/v0.1/schema.json",
        "spec_url": f"https://github.com/{place}/blob/v0.1/README.md",
        "description": description,
    }
