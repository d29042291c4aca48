"""Reads files with other programs' libraries, and compares them with the raw numbers that perlane wrote to a stream.

Arguments: a reader, and a JSON file that lists files, the files of numbers that they must hold, their type, and the array's shape.
Or: recipe, and a file. Or: ffmpeg, to print where that is.
"""

import json
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


def pillow_tiff(path):
    from PIL import Image

    return np.asarray(Image.open(path))


def zarr(path):
    import zarr

    return zarr.open_array(path, mode="r")[...]


def recipe(path):
    """What TIFF and Zarr readers show their users."""
    if path.endswith(".zarr"):
        import zarr

        return zarr.open_array(path, mode="r").attrs["perlane"]
    if path.endswith(".png"):
        from PIL import Image

        with Image.open(path) as image:
            image.load()
            return json.loads(image.text["perlane"])
    import tifffile

    with tifffile.TiffFile(path) as file:
        return json.loads(file.pages[0].description)


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


def main():
    what, path = sys.argv[1:]
    if what == "ffmpeg":
        print(ffmpeg())
    elif what == "recipe":
        json.dump(recipe(path), sys.stdout)
    else:
        with open(path) as file:
            cases = json.load(file)
        for case in cases:
            compare(globals()[what], *case)
        print(len(cases), "files agree")


main()
