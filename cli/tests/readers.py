"""Reads files with other programs' libraries, and compares them with the raw numbers that perlane wrote to a stream.

Arguments: a reader, and a JSON file that lists files, the files of numbers that they must hold, their type, and the array's shape.
Or: recipe, and a file. Or: ffmpeg, to print where that is. Or: a check, and the folder that it is about.
"""

import json
import os
import re
import subprocess
import sys

import numpy as np


def npy(path):
    return np.load(path)


def png(path):
    from PIL import Image

    return np.asarray(Image.open(path))


def tiff(path):
    import tifffile

    return tifffile.imread(path)


def apng(path):
    from PIL import Image

    with Image.open(path) as image:
        frames = []
        for number in range(image.n_frames):
            image.seek(number)
            frames.append(np.asarray(image))
    return np.stack(frames)


def film(path):
    """The grey frames that ffmpeg reads."""
    probe = subprocess.run([ffmpeg(), "-i", path], capture_output=True, text=True).stderr
    [(format, width, height)] = re.findall(r"Video: .*?, (gray16|gray).*?\(pc.*?, (\d+)x(\d+)", probe)
    options = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", {"gray": "gray", "gray16": "gray16le"}[format], "-"]
    read = subprocess.run([ffmpeg(), "-loglevel", "error", "-i", path, *options], capture_output=True, check=True)
    numbers = np.frombuffer(read.stdout, {"gray": "u1", "gray16": "<u2"}[format])
    return numbers.reshape(-1, int(height), int(width))


def exr(path):
    import OpenEXR

    with OpenEXR.File(path) as file:
        parts = [part.channels["Y"].pixels for part in file.parts]
    return np.stack(parts) if len(parts) > 1 else parts[0]


def pillow_tiff(path):
    from PIL import Image

    return np.asarray(Image.open(path))


def zarr(path):
    return noise(path)[...]


def noise(path):
    """The array of a dataset, or the array that the folder is."""
    import zarr

    found = zarr.open(path, mode="r")
    return found["noise"] if isinstance(found, zarr.Group) else found


def recipe(path):
    """What TIFF and Zarr readers show their users."""
    if path.endswith(".zarr"):
        return json.loads(noise(path).attrs["perlane"])
    if path.endswith(".exr"):
        import OpenEXR

        with OpenEXR.File(path) as file:
            return json.loads(file.header()["perlane"])
    if path.endswith("png"):
        from PIL import Image

        # Of an animation, this reads to the end, where the chunk is.
        with Image.open(path) as image:
            return json.loads(image.text["perlane"])
    import tifffile

    with tifffile.TiffFile(path) as file:
        return json.loads(file.pages[0].description)


def raw(path, dtype, shape):
    return np.fromfile(path, dtype=dtype).reshape(shape)


def dataset(_):
    """What xarray, rioxarray, tensorstore and GDAL make of w.zarr (f32), u.zarr (u8), w.raw and u.raw: 70 by 90, UTM, north up."""
    import warnings

    import rasterio
    import rioxarray  # noqa: F401
    import tensorstore
    import xarray
    import zarr  # noqa: F401

    for name, dtype in [("w", "<f4"), ("u", "u1")]:
        want = raw(f"{name}.raw", dtype, (70, 90))
        with warnings.catch_warnings():
            # Such as a group without consolidated metadata.
            warnings.simplefilter("error")
            data = xarray.open_zarr(f"{name}.zarr")
            stored = xarray.open_zarr(f"{name}.zarr", mask_and_scale=False).noise
        assert stored.dtype == want.dtype and (stored.values == want).all()
        got = data.noise
        if dtype == "u1":
            # Integers are samples again, to half a step; none is missing, although 0 is Zarr's fill value.
            samples = raw("w.raw", "<f4", want.shape).clip(-0.2, 0.2)
            assert want.min() == 0 and abs(got.values - samples).max() <= 0.5001 * 0.4 / 255
        else:
            assert got.dtype == want.dtype and (got.values == want).all()
        assert got.dims == ("y", "x") and list(data.data_vars) == ["noise"], data
        assert (data.x.values == 500000 + 10.0 * np.arange(90)).all()
        assert (data.y.values == 4600000 - 10.0 * np.arange(70)).all()
        assert got.attrs["units"] == "1" and got.attrs["long_name"] == "perlin noise, fbm of 6 octaves"
        for variable in [data, *data.variables.values()]:
            # As NetCDF has.
            assert all(isinstance(value, str | int | float) for value in variable.attrs.values()), variable.attrs
        assert json.loads(got.attrs["perlane"])["noise"]["seed"] == 3
        assert float(stored.sel(x=500100, y=4599900)) == want[10, 10]

        place = (10, 0, 499995, 0, -10, 4600005)
        assert got.rio.crs.to_epsg() == 32633 and tuple(got.rio.transform())[:6] == place
        with rasterio.open(f"{name}.zarr") as file:
            assert file.crs.to_epsg() == 32633 and tuple(file.transform)[:6] == place
            assert (file.read(1) == want).all()
            assert (file.scales, file.offsets) == ((stored.attrs.get("scale_factor", 1),), (stored.attrs.get("add_offset", 0),))
        store = {"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{os.getcwd()}/{name}.zarr/noise/"}}
        store = tensorstore.open(store).result()
        assert store.domain.labels == ("y", "x") and (store.read().result() == want).all()


def degrees(_):
    """Geographic coordinates are longitudes and latitudes, in three dimensions too."""
    import rioxarray  # noqa: F401
    import xarray

    data = xarray.open_zarr("g.zarr")
    assert data.noise.dims == ("z", "y", "x")
    assert data.x.attrs["units"] == "degrees_east" and data.y.attrs["standard_name"] == "latitude"
    assert data.z.attrs["units"] == "1" and (data.z.values == 0.5 * np.arange(3)).all()
    assert data.noise.rio.crs.to_epsg() == 4326


def systems(path):
    """The well-known texts and grid mappings of datasets, by their EPSG codes, are those that PROJ has."""
    from pyproj import CRS

    with open(path) as file:
        cases = json.load(file)
    for code, mapping in cases:
        found, want = CRS.from_wkt(mapping["crs_wkt"]), CRS.from_epsg(code)
        assert found.equals(want), (code, mapping["crs_wkt"])
        assert found.name == want.name and found.to_epsg(min_confidence=100) == code, code
        assert mapping["spatial_ref"] == mapping["crs_wkt"], code
        ours = {"crs_wkt", "spatial_ref", "GeoTransform"}
        stated, cf = {key: mapping[key] for key in mapping.keys() - ours}, want.to_cf()
        if stated.get("grid_mapping_name") == "polar_stereographic":
            # CF demands the pole, which pyproj leaves out where there is a standard parallel.
            assert abs(stated.pop("latitude_of_projection_origin")) == 90, code
        name = stated.pop("grid_mapping_name", None)
        assert name == cf.get("grid_mapping_name") and (name or code == 3857), (code, name)
        for key, value in stated.items():
            assert np.allclose(value, cf[key], rtol=1e-14, atol=0), (code, key, value)
        # What CF has beside the names of systems, their ellipsoids and their meridians. One of the two that say where Mercator's scale is true is enough.
        beside = {"standard_parallel"} if name == "mercator" else set()
        others = re.compile(".*_name|semi_.*_axis|inverse_flattening|longitude_of_prime_meridian|crs_wkt")
        assert {key for key in cf if not others.fullmatch(key)} == stated.keys() | beside, (code, stated)
    print(len(cases), "systems agree")


def pyramid(_):
    """Levels are every second sample of the one before, bit for bit, and say where they lie."""
    import xarray
    import zarr

    group = zarr.open_group("p.zarr", mode="r")
    image = group.attrs["ome"]
    assert image["version"] == "0.5"
    [multiscale] = image["multiscales"]
    assert [axis["name"] for axis in multiscale["axes"]] == ["z", "y", "x"]
    levels = [group[dataset["path"]] for dataset in multiscale["datasets"]]
    assert [level.shape for level in levels] == [(5, 70, 90), (3, 35, 45), (2, 18, 23), (1, 9, 12)], levels
    whole = levels[0][...]
    for number, (level, dataset) in enumerate(zip(levels, multiscale["datasets"])):
        step = 2**number
        assert (level[...] == whole[::step, ::step, ::step]).all(), number
        scale, translation = dataset["coordinateTransformations"]
        assert scale == {"type": "scale", "scale": [0.5 * step] * 3}
        assert translation == {"type": "translation", "translation": [1.0, -6.0, 4.0]}
        assert level.metadata.dimension_names == ("z", "y", "x")
        assert json.loads(level.attrs["perlane"])["grid"]["spacing"]["x"] == 0.5 * step

    # How the manual opens a level, and an array, of which the same numbers are.
    want = levels[1][...]
    assert (zarr.open_array("p.zarr/1", mode="r")[...] == want).all()
    opened = xarray.open_zarr("p.zarr", drop_variables=["0", "2", "3"])["1"]
    assert opened.dims == ("z", "y", "x") and (opened.values == want).all()
    assert (zarr.open_array("a.zarr", mode="r")[...] == whole).all()


def geotiff(_):
    """Where GDAL places pictures, of which w.raw has the numbers: 70 by 90 of 10 m, the middle of the first at 500000, 4600000."""
    import rasterio

    want = raw("w.raw", "<f4", (70, 90))
    for name, down in [("north.tif", -10.0), ("south.tif", 10.0)]:
        with rasterio.open(name) as file:
            assert file.crs.to_epsg() == 32633
            assert tuple(file.transform)[:6] == (10, 0, 499995, 0, down, 4600000 - down / 2), file.transform
            assert file.xy(0, 0) == (500000, 4600000) and file.xy(1, 0) == (500000, 4600000 + down)
            assert file.nodata is None and file.count == 1
            assert name == "south.tif" or (file.read(1) == want).all()
    with rasterio.open("degrees.tif") as file:
        assert file.crs.to_epsg() == 4326 and file.crs.is_geographic
        assert file.bounds == (-180, -90, 180, 90) and file.count == 3 and file.shape == (18, 36)
        assert file.nodata == -9999
    assert rasterio.open("infinite.tif").nodata == -np.inf
    with rasterio.open("nan.tif") as file:
        assert np.isnan(file.nodata) and file.crs is None
    with rasterio.open("compound.tif") as file:
        assert file.crs.to_epsg() == 5554 and file.crs.to_wkt().startswith("COMPD_CS["), file.crs
    for name, down in [("placed.tif", -10.0), ("placed-south.tif", 10.0)]:
        with rasterio.open(name) as file:
            assert file.crs is None, file.crs
            assert tuple(file.transform)[:6] == (10, 0, 95, 0, down, 200 - down / 2), file.transform
    for name in ["planes.tif", "planes-cog.tif"]:
        with rasterio.open(name) as file:
            assert file.descriptions == ("value", "dy", "dx"), file.descriptions
            assert file.offsets == (-1, -1, -1) and np.allclose(file.scales, 3 / 65535, rtol=1e-15), file.scales
    pages = [rasterio.open(f"GTIFF_DIR:{page}:planes-pages.tif").descriptions for page in (1, 2, 3)]
    assert pages == [("value",), ("dy",), ("dx",)], pages


def cogs(_):
    """Cloud-optimised files are valid, and their overviews are every second sample, bit for bit."""
    import rasterio
    import tifffile
    from rio_cogeo.cogeo import cog_validate

    with open("list.json") as file:
        cases = json.load(file)
    for name, dtype, shape in cases:
        assert cog_validate(f"{name}.tif", strict=True, quiet=True) == (True, [], []), name
        want = raw(f"{name}.raw", dtype, shape)
        planes = want.reshape((-1, *shape[-2:]))
        with rasterio.open(f"{name}.tif") as file:
            assert (file.read() == planes).all(), name
            assert file.nodata is None and file.block_shapes[0] == (512, 512)
            factors = file.overviews(1)
        assert factors == [2**n for n in range(1, len(factors) + 1)] and max(shape[-2:]) / max(factors, default=1) <= 512, factors
        for level, factor in enumerate(factors):
            with rasterio.open(f"{name}.tif", overview_level=level) as file:
                assert (file.read() == planes[:, ::factor, ::factor]).all(), (name, factor)
        assert (tifffile.imread(f"{name}.tif") == want).all()


def rewrite(_):
    """What GDAL makes of x.tif, u.tif (u8), z.tif and c.tif, with what they say of themselves."""
    import rasterio
    import rasterio.shutil
    from rasterio.enums import Resampling

    def copy(source, name, driver="GTiff", **options):
        rasterio.shutil.copy(source, name, driver=driver, **options)

    copy("x.tif", "lzw.tif", compress="LZW", predictor=3, tiled=True)
    copy("x.tif", "zstd.tif", compress="ZSTD")
    copy("x.tif", "big.tif", BIGTIFF="YES", ENDIANNESS="BIG")
    copy("x.tif", "lerc.tif", compress="LERC")
    copy("z.tif", "pixel.tif", INTERLEAVE="PIXEL")
    copy("u.tif", "pixel-lzw.tif", INTERLEAVE="PIXEL", compress="LZW", predictor=2, tiled=True, ENDIANNESS="BIG")
    # Tiles whose last LZW code ends where their numbers end.
    copy("l.tif", "lzw8.tif", compress="LZW", predictor=2, tiled=True)
    copy("x.tif", "cog.tif", driver="COG", overview_resampling="average", blocksize=128)
    for name, how, factors in [("average.tif", Resampling.average, [2, 4]), ("thirds.tif", Resampling.nearest, [3, 9])]:
        copy("x.tif", name)
        with rasterio.open(name, "r+") as file:
            file.build_overviews(factors, how)
    with open("c.tif", "rb") as source, open("cog-average.tif", "wb") as file:
        file.write(source.read())
    with rasterio.open("cog-average.tif", "r+", IGNORE_COG_LAYOUT_BREAK="YES") as file:
        file.build_overviews([2, 4], Resampling.average)
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        copy("x.tif", "mask.tif")
        with rasterio.open("mask.tif", "r+") as file:
            file.write_mask(file.read(1) > 0)
    with rasterio.open("z.tif") as file:
        profile = file.profile | {"count": 1}
        with rasterio.open("band.tif", "w", **profile) as band:
            band.update_tags(**file.tags())
            band.write(file.read(1), 1)


def schema(path):
    """Whether recipes are valid by schema.json, says a validator."""
    from jsonschema import Draft202012Validator

    with open("schema.json") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    with open(path) as file:
        recipes = json.load(file)
    for recipe in recipes["good"]:
        validator.validate(recipe)
    invalid = [recipe for recipe in recipes["bad"] if not validator.is_valid(recipe)]
    print(len(recipes["good"]), "valid,", len(invalid), "invalid")


def colours(_):
    """The coloured frames of c.y4m, as ffmpeg and those of c.apng, as Pillow reads them. Luma and chroma of 8 bits are two off at most."""
    from PIL import Image

    options = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    read = subprocess.run([ffmpeg(), "-loglevel", "error", "-i", "c.y4m", *options], capture_output=True, check=True)
    film = np.frombuffer(read.stdout, "u1").reshape(7, 50, 60, 3)
    want = apng("c.apng")
    assert want.shape == film.shape and len(np.unique(want)) > 100
    differ = np.abs(film.astype(int) - want)
    assert differ.max() <= 4 and differ.mean() < 1, (differ.max(), differ.mean())
    with Image.open("c.apng") as image:
        assert image.n_frames == 7 and image.info["duration"] == 100 and image.info["loop"] == 0
    probe = subprocess.run([ffmpeg(), "-i", "c.y4m"], capture_output=True, text=True).stderr
    assert "yuv444p(pc" in probe and "10 fps" in probe, probe


def ffmpeg():
    import imageio_ffmpeg

    return imageio_ffmpeg.get_ffmpeg_exe()


def compare(read, path, want, dtype, shape):
    want = np.fromfile(want, dtype=dtype).reshape(shape)
    got = read(path)
    assert got.shape == want.shape, (path, got.shape, want.shape)
    assert got.dtype.newbyteorder("=") == want.dtype, (path, got.dtype, want.dtype)
    # Bits: NaN and the sign of zero count.
    differ = np.ascontiguousarray(got).astype(want.dtype).reshape(-1).view("u1") != want.reshape(-1).view("u1")
    assert not differ.any(), f"{path}: {differ.sum()} bytes differ"


def xyz(address):
    """What GDAL makes of a server's map tiles: near.raw has the samples around (0, 0), far.raw every fourth of four times as many."""
    import rasterio
    from rasterio.windows import Window

    edge = 20037508.342789244
    layer = f"""<GDAL_WMS>
        <Service name="TMS"><ServerUrl>{address}tiles/${{z}}/${{x}}/${{y}}.png?levels=-0.5..0.5</ServerUrl></Service>
        <DataWindow>
            <UpperLeftX>{-edge}</UpperLeftX><UpperLeftY>{edge}</UpperLeftY><LowerRightX>{edge}</LowerRightX><LowerRightY>{-edge}</LowerRightY>
            <TileLevel>16</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY><YOrigin>top</YOrigin>
        </DataWindow>
        <Projection>EPSG:3857</Projection><BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY><BandsCount>1</BandsCount>
    </GDAL_WMS>"""
    with rasterio.open(layer) as file:
        assert file.shape == (1 << 24, 1 << 24) and file.crs.to_epsg() == 3857
        middle = 1 << 23
        got = file.read(1, window=Window(middle - 300, middle - 200, 600, 400))
        assert (got == raw("near.raw", "u1", (400, 600))).all()
    with rasterio.open(layer, overview_level=1) as file:
        middle = 1 << 21
        got = file.read(1, window=Window(middle - 300, middle - 200, 600, 400))
        assert (got == raw("far.raw", "u1", (400, 600))).all()


def store_again(_):
    """What xarray makes of w.zarr and u.zarr, with compressed coordinates."""
    import xarray

    xarray.open_zarr("w.zarr").to_zarr("again.zarr", zarr_format=3)
    xarray.open_zarr("u.zarr").to_zarr("integers.zarr", zarr_format=3)


CHECKS = ["xyz", "colours", "store_again", "dataset", "degrees", "systems", "pyramid", "geotiff", "cogs", "rewrite", "schema"]


def main():
    what, path = sys.argv[1:]
    if what == "ffmpeg":
        print(ffmpeg())
    elif what in CHECKS:
        globals()[what](path)
    elif what == "recipe":
        json.dump(recipe(path), sys.stdout)
    else:
        with open(path) as file:
            cases = json.load(file)
        for case in cases:
            compare(globals()[what], *case)
        print(len(cases), "files agree")


main()
