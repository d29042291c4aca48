"""Quantities: derivatives and what is made of them."""

import os
import shutil
import subprocess

import numpy as np
import pytest

import perlane

NOISE = perlane.Noise("perlin", seed=7, frequency=0.05, fractal="fbm", octaves=3, scale=4)


def test_gradient_has_the_samples_of_grid_and_their_derivatives():
    planes = NOISE.gradient((40, 50), start=(3, -5), spacing=(0.25, -0.5), threads=2)
    assert planes.shape == (3, 40, 50) and planes.dtype == np.float32
    assert (planes[0] == NOISE.grid((40, 50), start=(3, -5), spacing=(0.25, -0.5))).all()
    fine = NOISE.gradient((400, 400), spacing=1 / 64)
    estimated = np.gradient(fine[0].astype(float), 1 / 64)
    for exact, estimate in zip(fine[1:], estimated, strict=True):
        assert np.abs(exact - estimate)[1:-1, 1:-1].max() < 0.01
        assert np.abs(exact).max() > 0.1


@pytest.mark.parametrize("quantity", ["value", "gradient", "normal", "slope", "hillshade", "curl"])
def test_points_have_the_bits_of_grids(quantity):
    grid = NOISE.field(quantity, (12, 20), relief=3)
    y, x = np.mgrid[0:12, 0:20]
    assert (NOISE.field_points(quantity, y, x, relief=3) == grid).all()
    one = NOISE.field_points(quantity, 4.0, 7.0, relief=3)
    assert (one == grid[..., 4, 7]).all() and one.shape == grid.shape[:-2]
    whole = NOISE.field(quantity, (12, 20), relief=3, threads=1, backend="portable")
    assert (whole == grid).all()


def test_shapes():
    shapes = {
        ("value", 2): (),
        ("slope", 3): (),
        ("hillshade", 2): (),
        ("normal", 2): (3,),
        ("curl", 2): (2,),
        ("curl", 3): (3,),
        ("gradient", 1): (2,),
        ("gradient", 4): (5,),
    }
    for (quantity, dims), planes in shapes.items():
        assert NOISE.field(quantity, (4,) * dims).shape == planes + (4,) * dims, quantity
        assert NOISE.field(quantity, (0,) * dims).shape == planes + (0,) * dims, quantity


def test_out_may_be_strided():
    room = np.zeros((3, 8, 18), np.float32)
    out = room[:, :, ::2]
    assert NOISE.gradient((8, 9), out=out) is out
    assert (out == NOISE.gradient((8, 9))).all() and (room[:, :, 1::2] == 0).all()


def test_large_fields_are_filled_piece_by_piece():
    planes = NOISE.field("curl", (2100, 1000))
    tile = NOISE.field("curl", (7, 30), start=(1500, 900))
    assert (planes[:, 1500:1507, 900:930] == tile).all()


def test_layers_have_fields():
    layers = NOISE + perlane.Noise("value", frequency=0.2)
    assert np.allclose(
        layers.gradient((5, 6)), NOISE.gradient((5, 6)) + perlane.Noise("value", frequency=0.2).gradient((5, 6))
    )


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: NOISE.field("aspect", (4, 4)), ValueError, "gradient has both derivatives"),
        (lambda: NOISE.field("Normal", (4, 4)), ValueError, "did you mean normal"),
        (lambda: NOISE.field(3, (4, 4)), TypeError, "quantity is 3"),
        (lambda: NOISE.field("normal", (4, 4, 4)), ValueError, "2 axes"),
        (lambda: perlane.Noise("cell").gradient((4, 4)), ValueError, "gradient of cell noise"),
        (lambda: NOISE.field("slope", (4, 4), relief=0), ValueError, "relief is 0"),
        (lambda: NOISE.field("hillshade", (4, 4), light=(1, 1)), ValueError, "light is .*three numbers"),
        (lambda: NOISE.field("hillshade", (4, 4), light="up"), TypeError, "light is .*three numbers"),
        (lambda: NOISE.field("curl", (4, 4), out=np.zeros((4, 4), np.float32)), ValueError, r"\(2, 4, 4\)"),
        (lambda: NOISE.field_points("curl", [0.0, np.nan], [0.0, 1.0]), ValueError, "finite"),
    ],
)
def test_what_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_files_of_quantities_are_no_noise(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text('stream = 1\n[noise]\n[field]\nquantity = "slope"\n[grid]\nsize = { x = 4, y = 4 }')
    with pytest.raises(ValueError, match=r"field\.quantity is slope; allowed: value"):
        perlane.open(file)


def test_the_command_line_has_the_same_bits(tmp_path):
    binary = os.environ.get("PERLANE_BIN") or shutil.which("perlane")
    if binary is None:
        pytest.skip("no command line to compare with: PERLANE_BIN is not set")
    file = tmp_path / "x.npy"
    options = "--quantity gradient --size 30x20 --seed 7 --frequency 0.05 --octaves 3 --scale 4 --quiet"
    subprocess.run([binary, "generate", "-o", str(file), *options.split()], check=True)
    assert (np.load(file) == NOISE.gradient((20, 30))).all()


def test_data_arrays_name_their_planes():
    pytest.importorskip("xarray")
    import perlane.xarray

    array = perlane.xarray.field(NOISE, "gradient", (8, 9), spacing=(-1, 1))
    assert array.dims == ("quantity", "y", "x") and list(array.coords["quantity"].values) == ["value", "dy", "dx"]
    assert (array.sel(quantity="dx").values == NOISE.gradient((8, 9), spacing=(-1, 1))[2]).all()
    assert float(array.y[1]) == -1
    slope = perlane.xarray.field(NOISE, "slope", (8, 9), dims=("lat", "lon"))
    assert slope.dims == ("lat", "lon") and slope.name == "slope"
