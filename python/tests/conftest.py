"""What the tests share."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perlane

NOISES = [
    perlane.Noise("perlin", seed=42, frequency=1 / 32, fractal="fbm", octaves=5),
    perlane.Noise("value", seed=2**64 - 1, frequency=0.37, fade="cubic", offset=(0.3, 0.7)),
    perlane.Noise("cell", seed=3, frequency=0.2, scale=-2.5, bias=0.1),
    perlane.Noise("cellular", seed=4, frequency=0.1, distance="manhattan", returns="f2-f1", jitter=0.75),
    perlane.Noise("perlin", seed=6, frequency=0.1, fractal="ping-pong", octaves=2, strength=3.5),
    perlane.Noise("perlin", frequency=0.1, fractal="ridged-multi", octaves=4, level=0.9, feedback=1.5),
    perlane.Noise("value", frequency=0.1, fractal="hybrid-multi", octaves=4, level=0.7),
    perlane.Noise("perlin", seed=3, frequency=0.2, fractal="ridged", octaves=2, normalize=False, range=(2, -1)),
    perlane.Noise("perlin", frequency=1 / 16, permutation="seeded", seed=9, period=(4, 8), gradients="axes"),
    perlane.Noise("perlin", frequency=1.9, gradients=[[1, 0.5], [-1, 0.5], [0, -1]], fractal="ridged", octaves=3),
    perlane.Noise("perlin", seed=1, frequency=0.05) + 0.25 * perlane.Noise("value", seed=2, frequency=0.3),
]

# What NumPy has that is no real number, but of which Python makes one.
NO_REAL_NUMBERS = [
    *(np.complex128(0.5 + 7j), np.complex64(1), np.str_("2"), np.bytes_(b"2"), np.True_),
    *(np.datetime64(2, "s"), np.timedelta64(2, "s"), np.timedelta64(2, "ns")),
]
NO_REAL_NUMBERS += [np.array(each) for each in NO_REAL_NUMBERS]


@pytest.fixture(params=NOISES, ids=range(len(NOISES)))
def noise(request: pytest.FixtureRequest) -> Any:
    return request.param


def find_binary() -> str | None:
    """The program of the command line, if there is one to compare with."""
    return os.environ.get("PERLANE_BIN") or shutil.which("perlane")


@pytest.fixture
def binary() -> str:
    found = find_binary()
    if found is None:
        pytest.skip("no command line to compare with: PERLANE_BIN is not set")
    return found


def same_bits(a: Any, b: Any) -> bool:
    """Whether arrays have the same shape and the same bits."""
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype == np.float32 and a.shape == b.shape and a.tobytes() == b.tobytes()


def refusal(file: Path, content: bytes) -> str:
    """What `perlane.open` says of a file with this content."""
    file.write_bytes(content)
    with pytest.raises(ValueError) as caught:
        perlane.open(file)
    return str(caught.value)


def escaped(path: str | os.PathLike[str]) -> str:
    """A path as part of a regular expression."""
    return re.escape(os.fspath(path))
