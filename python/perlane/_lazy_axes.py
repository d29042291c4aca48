"""Rectilinear grids that are computed where they are indexed."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perlane import _native
from perlane._lazy import LIGHT, light_of
from perlane._sampling import Sampling
from perlane._types import Samples


class LazyAxes:
    """A rectilinear grid, or a quantity of it, that is computed when it is indexed by slices and integers."""

    noise: Sampling
    world: list[NDArray[np.float64]]
    how: dict[str, Any]
    planes: list[str]
    shape: tuple[int, ...]
    ndim: int
    dtype: np.dtype[np.float32]

    def __init__(
        self,
        noise: Sampling,
        world: list[NDArray[Any]],
        quantity: tuple[Any, Any, Any] = ("value", 1.0, LIGHT),
    ) -> None:
        # Dask names the array after these coordinates, so the caller's own arrays, which may change, are copied.
        world = [each.astype(np.float64) for each in world]
        for a in range(len(world)):  # all coordinates are checked now, along lines
            noise.axes(*(each if a == b else each[:1] for b, each in enumerate(world)))
        _, relief, light = quantity
        name = noise._core.check_field(quantity, _native.Window((1,) * len(world)))
        self.noise, self.world, self.planes = noise, world, _native.plane_names(name, len(world))
        self.how = {"quantity": name, "relief": float(relief), "light": light_of(light)}
        lengths = tuple(each.size for each in world)
        self.shape = (len(self.planes), *lengths) if len(self.planes) > 1 else lengths
        self.ndim, self.dtype = len(self.shape), np.dtype(np.float32)

    def __getitem__(self, key: Any) -> Samples:
        keys = [*(key if isinstance(key, tuple) else (key,))]
        keys += [slice(None)] * (self.ndim - len(keys))
        among, along = keys[: -len(self.world)], keys[-len(self.world) :]
        picked = [np.atleast_1d(each[part]) for each, part in zip(self.world, along, strict=True)]
        samples = self._samples(picked)
        # An integer removes its axis.
        return samples[(*among, *(0 if isinstance(part, Integral) else slice(None) for part in along))]

    def _samples(self, world: list[NDArray[np.float64]]) -> Samples:
        quantity, relief, light = self.how.values()
        if quantity == "value":
            return self.noise.axes(*world, threads=1)
        return self.noise.field_axes(quantity, *world, relief=relief, light=light, threads=1)

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        from dask.base import normalize_token  # Dask calls this, so that it is there

        world = [normalize_token(each) for each in self.world]
        return "perlane.LazyAxes", self.noise.__dask_tokenize__(), world, *self.how.values()
