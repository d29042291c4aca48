"""GeoTIFF that other programs have made from files with a recipe: opened where it is what the recipe says, refused where it is not."""

import json
import subprocess
import warnings

import numpy as np
import pytest

import perlane
from conftest import NOISES, escaped, same_bits

rasterio = pytest.importorskip("rasterio")
xr = pytest.importorskip("xarray")
pytest.importorskip("rioxarray")
from rasterio.transform import Affine

NOISE = NOISES[0]
LAZY = NOISE.lazy((30, 40), origin=(4_599_995, 500_005), spacing=(-10, 10))
PLACE = Affine(10, 0, 500_000, 0, -10, 4_600_000)
SOUTH_UP = Affine(10, 0, 500_000, 0, 10, 4_599_700)


def write(path, array, lazy=LAZY, transform=PLACE, crs="EPSG:32633", recipe=None, tags=None, **options):
    """A GeoTIFF of an array with a recipe, as GDAL writes it."""
    bands = array if array.ndim == 3 else array[None]
    how = dict(count=len(bands), height=bands.shape[1], width=bands.shape[2], dtype=array.dtype, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about files that do not say where they lie
        with rasterio.open(path, "w", driver="GTiff", crs=crs, transform=transform, **how) as file:
            file.write(bands)
            file.update_tags(TIFFTAG_IMAGEDESCRIPTION=recipe or lazy.to_json(), **(tags or {}))
    return path


@pytest.mark.parametrize(
    "options",
    [
        {},
        dict(compress="lzw", tiled=True, blockxsize=16, blockysize=16, predictor=3),
        dict(BIGTIFF="YES", ENDIANNESS="BIG"),
        dict(tags=dict(AREA_OR_POINT="Point")),
        dict(transform=None, crs=None),
        dict(crs=None),
    ],
    ids=str,
)
def test_copies_are_opened(tmp_path, options):
    path = write(tmp_path / "a.tif", LAZY[:], **options)
    assert perlane.open(path) == LAZY
    assert same_bits(xr.open_dataset(path, engine="perlane").noise.values, LAZY[:])
    write(path, LAZY[:].astype("f8"), **options)
    assert perlane.open(path) == LAZY


def test_rasters_of_rioxarray_are_opened(tmp_path):
    """As the README writes them."""
    pytest.importorskip("pyproj")
    window = {"origin": LAZY.origin, "spacing": LAZY.spacing}
    heights = perlane.xarray.grid(NOISE, LAZY.shape, crs="EPSG:32633", **window)
    heights.rio.to_raster(tmp_path / "heights.tif")
    with pytest.raises(ValueError, match="there is no recipe in it; allowed: files with one as ImageDescription"):
        perlane.open(tmp_path / "heights.tif")
    heights.rio.to_raster(tmp_path / "heights.tif", tags={"TIFFTAG_IMAGEDESCRIPTION": heights.recipe})
    assert perlane.open(tmp_path / "heights.tif") == LAZY
    opened = xr.open_dataset(tmp_path / "heights.tif", engine="perlane").noise
    assert opened.rio.crs.to_epsg() == 32633 and same_bits(opened.values, heights.values)


def test_overviews_and_masks_are_no_bands(tmp_path):
    big = NOISE.lazy((300, 400))
    path = write(tmp_path / "a.tif", big[:], big, None, None)
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), rasterio.open(path, "r+") as file:
        file.write_mask(np.ones((300, 400), bool))
        file.build_overviews([2, 4])
    assert perlane.open(path) == big


@pytest.mark.parametrize(
    ("part", "options", "message"),
    [
        (np.s_[10:15, 4:], {}, r"its recipe is of shape \(30, 40\); allowed: that of the file, \(5, 36\)"),
        (
            np.s_[:],
            dict(transform=Affine(10, 0, 500_010, 0, -10, 4_600_000)),
            r"in row 0 and column 0 at x = 500005, y = 4599995",
        ),
        (
            np.s_[:],
            dict(transform=Affine(10, 0, 500_000, 0, -10, 4_600_010)),
            r"allowed: where the file has it, .*y = 4600005\.",
        ),
        (np.s_[:], dict(transform=Affine(20, 0, 500_000, 0, -20, 4_600_000)), "its recipe has the sample in row "),
        (np.s_[:], dict(transform=Affine(10, 0, 500_000, 0, -10.01, 4_600_000)), "its recipe has the sample in row "),
        (
            np.s_[:],
            dict(transform=Affine(9.998, -0.175, 500_000, -0.175, -9.998, 4_600_000)),
            "its recipe has the sample in row ",
        ),
        (np.s_[::-1], dict(transform=SOUTH_UP), "its recipe has the sample in row 0"),
    ],
    ids=str,
)
def test_parts_and_moved_files_are_refused(tmp_path, part, options, message):
    path = write(tmp_path / "a.tif", LAZY[:][part], **options)
    for opened in (perlane.open, lambda path: xr.open_dataset(path, engine="perlane")):
        with pytest.raises(ValueError, match=f"^{escaped(path)}: .*{message}.*Another program probably made the file"):
            opened(path)


def test_other_bands_are_refused(tmp_path):
    normals, layers = NOISE.lazy_field("normal", (30, 40)), NOISE.lazy((3, 30, 40))
    for lazy in (normals, layers):
        for interleave in ("band", "pixel"):
            path = write(tmp_path / "a.tif", lazy[:], lazy, None, None, interleave=interleave)
            assert perlane.open(path) == lazy
        for bands, shape in ((np.s_[:1], "1, 30, 40"), (np.s_[[0, 1, 2, 2]], "4, 30, 40")):
            write(path, lazy[:][bands], lazy, None, None)
            with pytest.raises(
                ValueError, match=rf"recipe is of shape \(3, 30, 40\); allowed: that of the file, \({shape}\)"
            ):
                perlane.open(path)


def test_other_types_are_refused(tmp_path):
    path = tmp_path / "a.tif"
    numbers = NOISE.grid((30, 40), origin=LAZY.origin, spacing=LAZY.spacing, dtype="u8", levels=(-1, 1))
    scaled = json.dumps(json.loads(LAZY.to_json()) | {"numbers": {"dtype": "u8", "levels": [-1, 1]}})
    write(path, numbers, recipe=scaled)
    assert perlane.open(path) == LAZY
    for array, recipe, wanted, found in [
        (numbers, None, "f32", "u8"),
        (numbers.astype("u2"), scaled, "u8", "u16"),
        (numbers.astype("f4"), scaled, "u8", "f32"),
        (numbers.astype("i2"), None, "f32", "i16"),
    ]:
        write(path, array, recipe=recipe)
        with pytest.raises(ValueError, match=f"numbers of the type {wanted}; allowed: that of the file, {found}"):
            perlane.open(path)


@pytest.mark.parametrize("crs", ["EPSG:32633", "EPSG:4326", "EPSG:25833+5783", "+proj=laea +lat_0=52 +lon_0=10"])
def test_the_engine_keeps_the_crs(tmp_path, crs):
    dataset = xr.open_dataset(write(tmp_path / "a.tif", LAZY[:], crs=crs), engine="perlane")
    assert dataset.rio.crs == dataset.noise.rio.crs == rasterio.CRS.from_user_input(crs)
    assert dataset.noise.encoding["grid_mapping"] == "spatial_ref" and list(dataset.data_vars) == ["noise"]
    assert dataset.x.attrs["units"] == {"EPSG:4326": "degrees_east"}.get(crs, "metre")
    assert dataset.rio.transform() == PLACE and "grid_mapping_name" in dataset.spatial_ref.attrs
    without = xr.open_dataset(tmp_path / "a.tif", engine="perlane", drop_variables=["spatial_ref", "noise", "x"])
    assert list(without.variables) == ["y"]


@pytest.mark.parametrize("crs", ["EPSG:32633", "EPSG:4326", "EPSG:25833+5783"])
def test_codes_of_a_crs_are_read_without_rasterio(tmp_path, monkeypatch, crs):
    path = write(tmp_path / "a.tif", LAZY[:], crs=crs)
    monkeypatch.setattr(rasterio, "open", lambda path: pytest.fail("rasterio reads the file"))
    assert xr.open_dataset(path, engine="perlane").rio.crs == rasterio.CRS.from_user_input(crs)


def test_one_row_of_a_file_keeps_its_place(tmp_path):
    row = NOISE.lazy((1, 40), origin=(4_599_995, 500_005), spacing=(-10, 10))
    assert xr.open_dataset(write(tmp_path / "a.tif", row[:], row), engine="perlane").rio.transform() == PLACE


def test_files_without_a_crs_get_none(tmp_path):
    assert "spatial_ref" not in xr.open_dataset(write(tmp_path / "a.tif", LAZY[:], crs=None), engine="perlane")


def test_a_crs_that_cannot_be_read_is_mentioned(tmp_path, monkeypatch):
    path = write(tmp_path / "a.tif", LAZY[:], crs="+proj=laea +lat_0=52 +lon_0=10")
    monkeypatch.setattr(rasterio, "open", lambda path: 1 / 0)
    with pytest.warns(
        UserWarning, match="the coordinate reference system of .*a.tif is not kept, because it has no code"
    ) as said:
        assert "spatial_ref" not in xr.open_dataset(path, engine="perlane")
    assert said[0].filename == __file__, "the line that the user can change is named"


@pytest.mark.parametrize("options", [["--cog", "--dtype", "u16"], ["--spacing", "2,2"], ["--spacing=-1,1"]], ids=str)
def test_files_of_the_command_line(tmp_path, options, binary):
    place = ["--size", "600x700", "--origin", "500005,4599995", "--crs", "EPSG:32633"]
    subprocess.run([binary, "generate", "-o", tmp_path / "a.tif", "-q", *place, *options], check=True)
    dataset = xr.open_dataset(tmp_path / "a.tif", engine="perlane")
    assert dataset.noise.shape == (700, 600) and dataset.rio.crs.to_epsg() == 32633


def test_pages_of_the_command_line(tmp_path, binary):
    for options in ([], ["--pages"]):
        path = tmp_path / f"{len(options)}.tif"
        subprocess.run([binary, "generate", "-o", path, "-q", "--size", "20x30x4", *options], check=True)
        assert perlane.open(path).shape == (4, 30, 20)
