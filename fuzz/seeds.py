#!/usr/bin/env python3
"""Writes the first inputs of the fuzzer of files: small files of each format and layout, as `perlane` writes them.

usage: seeds.py PERLANE FOLDER      such as seeds.py ../target/release/perlane corpus/files
"""

import subprocess
import sys
import tempfile
from pathlib import Path

BETWEEN = b"\n--perlane--\n"

# The name of a file, and the options that make it.
FILES = {
    "x.npy": "--size 5x4 --fractal fbm --octaves 2",
    "x.raw": "--size 5x4 --dtype u16 --levels -1..1",
    "x.png": "--size 6x4 --colormap terrain",
    "grey.png": "--size 6x4 --dtype u16",
    "normal.png": "--size 4x4 --quantity normal",
    "x.apng": "--size 5x4x2 --fps 5/2",
    "x.y4m": "--size 4x4x2 --colormap viridis",
    "x.tif": "--size 6x5 --crs EPSG:32633 --spacing 2,-2 --nodata 0",
    "bands.tif": "--size 4x3x2 --dtype u8",
    "pages.tif": "--size 4x3x2 --pages --dtype u16",
    "tiles.tif": "--size 5x4 --compression deflate",
    "zstd.tif": "--size 5x4 --compression zstd --quantity gradient",
    "cog.tif": "--size 600x2 --dtype u8 --scale 0 --bias 1 --levels 0..2 --cog",
    "x.exr": "--size 5x4",
    "parts.exr": "--size 4x3x2",
    "x.zarr": "--size 5x4",
    "array.zarr": "--size 5x4 --layout array --dtype u8 --compression none",
    "shards.zarr": "--size 8x8 --layout array --chunks 4x4 --shards 8x8",
    "pyramid.zarr": "--size 8x8 --layout pyramid --chunks 4x4",
    "place.zarr": "--size 4x4 --crs EPSG:4326 --spacing 0.5,-0.5",
}

RECIPES = {
    "x.toml": 'stream = 1\n[noise]\nkind = "cellular"\nseed = 3\nreturns = "f2-f1"\n[grid]\nsize = { x = 4, y = 3 }\n',
    "x.json": '{"stream": 1, "layers": [{"weight": 0.5}, {"kind": "value", "fractal": {"kind": "fbm", "octaves": 3}}], "grid": {"size": {"x": 9}}}',
}


def packed(folder, name):
    """The files of a name, as the fuzzer takes them. The one of that name comes first."""
    path = folder / name
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    files += [file for file in [folder / f"{name}.perlane.json"] if file.exists()]
    parts = [str(file.relative_to(folder)).encode() + b"\n" + file.read_bytes() for file in files]
    assert not any(BETWEEN in part for part in parts), name
    return BETWEEN.join(parts)


def main():
    perlane, corpus = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    corpus.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, options in FILES.items():
            command = [perlane, "generate", "-q", "-o", file, "--cell-size", "3", *options.split()]
            subprocess.run(command, cwd=folder, check=True)
        for file, text in RECIPES.items():
            (folder / file).write_text(text)
        for file in [*FILES, *RECIPES]:
            (corpus / file).write_bytes(packed(folder, file))


main()
