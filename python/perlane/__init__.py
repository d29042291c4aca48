"""Bulk Perlin noise for NumPy: one value per sample, bit for bit, on every machine, thread count and tile.

>>> import perlane
>>> heights = perlane.fbm((1080, 1920), seed=42, frequency=1 / 128, octaves=6)
>>> heights.shape, heights.dtype
((1080, 1920), dtype('float32'))

`Noise` says what to sample; `Noise.grid` and similar methods say where. `perlane.dask`, `perlane.xarray` and `perlane.ml` must
be imported separately.
"""

from perlane._files import open
from perlane._functions import backends, fbm, perlin
from perlane._lazy import LazyField, LazyGrid
from perlane._native import __version__
from perlane._noise import Layers, Noise

__all__ = ["Layers", "LazyField", "LazyGrid", "Noise", "__version__", "backends", "fbm", "open", "perlin"]
