"""Bulk Perlin noise for NumPy: one value per sample, bit for bit, on every machine, thread count and tile.

>>> import perlane
>>> heights = perlane.fbm((1080, 1920), seed=42, frequency=1 / 128, octaves=6)
>>> heights.shape, heights.dtype
((1080, 1920), dtype('float32'))

`Noise` says what to sample; `Noise.grid` and similar methods say where. `perlane.open` opens files with recipes; `from perlane
import *` leaves it out, because it has the name of a function of Python. `perlane.dask`, `perlane.xarray` and `perlane.ml` are
imported when they are first used.
"""

from typing import TYPE_CHECKING

from perlane._files import open as open
from perlane._functions import backends, fbm, perlin
from perlane._lazy import LazyField, LazyGrid
from perlane._native import __version__
from perlane._noise import Layers, Noise

__all__ = ["Layers", "LazyField", "LazyGrid", "Noise", "__version__", "backends", "fbm", "perlin"]

if TYPE_CHECKING:
    from perlane import dask as dask
    from perlane import ml as ml
    from perlane import xarray as xarray
else:  # for type checkers, a module with `__getattr__` would have every name
    import importlib

    _MODULES = ("dask", "ml", "xarray")  # those that need packages which the others do not need

    def __getattr__(name):
        if name in _MODULES:
            return importlib.import_module(f"perlane.{name}")
        raise AttributeError(f"module 'perlane' has no attribute {name!r}")

    def __dir__():
        # Without what this file itself imports: people choose from these names while they type.
        public = {*__all__, *_MODULES, "open"}
        return sorted(public | {name for name in globals() if name.startswith("_")})
