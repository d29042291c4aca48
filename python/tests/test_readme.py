"""The README's examples run and draw its pictures; the examples run."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    return tmp_path


def test_readme(scratch):
    plt = pytest.importorskip("matplotlib.pyplot")
    pytest.importorskip("zarr")
    pytest.importorskip("pyproj")
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 9
    names = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["again"].noise == names["noise"] and names["again"].spacing == (-30, 30)
    assert names["perlane"].open("corner.zarr") == names["noise"].lazy((500, 700))
    np.testing.assert_array_equal(names["array"][:], names["noise"].grid((500, 700)))
    stored = names["xr"].open_zarr("weather.zarr").noise
    np.testing.assert_array_equal(stored, names["weather"])
    assert stored.time.dtype.kind == "M" and stored.attrs == names["weather"].attrs
    pictures = re.findall(r"!\[.*?\]\((docs/.*?\.png)\)", text)
    assert len(pictures) == 3
    for picture in pictures:
        np.testing.assert_array_equal(plt.imread(scratch / Path(picture).name), plt.imread(ROOT / picture), picture)


def test_python_in_the_repositorys_readme(scratch):
    pytest.importorskip("dask.array")
    text = (ROOT.parent / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 1
    names = {}
    exec(compile(blocks[0], "README.md", "exec"), names)
    assert names["image"].shape == (1080, 1920) and names["world"].shape == (10**6, 10**6)


def test_terrain_example(scratch):
    plt = pytest.importorskip("matplotlib.pyplot")
    ran = runpy.run_path(str(ROOT / "examples" / "terrain.py"))
    assert ran["heights"].shape == (540, 960) and ran["heights"].min() < -100 and ran["heights"].max() > 800
    assert len(np.unique(plt.imread(scratch / "terrain_map.png").reshape(-1, 4), axis=0)) > 1000


def test_planet_example(scratch):
    plt = pytest.importorskip("matplotlib.pyplot")
    ran = runpy.run_path(str(ROOT / "examples" / "planet.py"))
    assert 0.1 < (ran["height"] > 0).mean() < 0.6
    picture = plt.imread(scratch / "planet.png")
    assert picture.shape[:2] == (480, 480) and len(np.unique(picture.reshape(-1, picture.shape[2]), axis=0)) > 1000


def test_flow_example(scratch):
    plt = pytest.importorskip("matplotlib.pyplot")
    runpy.run_path(str(ROOT / "examples" / "flow.py"))
    picture = plt.imread(scratch / "flow.png")[..., 0]
    assert picture.shape == (405, 720) and 0.2 < (picture < 0.5).mean() < 0.9


def test_torch_example(scratch):
    pytest.importorskip("torch")
    runpy.run_path(str(ROOT / "examples" / "torch_masks.py"), run_name="__main__")
