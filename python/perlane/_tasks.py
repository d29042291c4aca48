"""Lazy arrays as Dask arrays, and the lengths of their chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dask.array as da
import numpy as np
from dask.base import tokenize

from perlane._arrays import shown
from perlane._lazy import LazyField, LazyGrid
from perlane._lazy_axes import LazyAxes


def array_of(lazy: LazyGrid | LazyField | LazyAxes, chunks: Any) -> da.Array:
    lengths = lengths_in(chunks, lazy)
    # Inlined, the grid needs no task of its own, and Dask fuses slices of a chunk with the slice that is the chunk.
    array: da.Array = da.from_array(  # type: ignore[no-untyped-call]
        lazy,
        chunks=lengths,
        # Tasks are known by this name and the number of their chunk, which is another part of the grid in other chunks.
        name=f"perlane-{tokenize(lazy, lengths)}",
        inline_array=True,
        meta=np.empty((0,) * lazy.ndim, np.float32),
    )
    return array


def lengths_in(chunks: Any, lazy: LazyGrid | LazyField | LazyAxes) -> Any:
    """The chunks' lengths along each axis. Each chunk has all planes."""
    planes = 1 if isinstance(lazy, LazyGrid) else len(lazy.planes)
    lengths = lengths_of(chunks, lazy.shape[1:] if planes > 1 else lazy.shape, planes)
    return ((planes,), *lengths) if planes > 1 else lengths


def has_boolean(chunks: Any) -> bool:
    if isinstance(chunks, Mapping):
        return any(map(has_boolean, chunks.values()))
    if isinstance(chunks, Sequence) and not isinstance(chunks, str):
        return any(map(has_boolean, chunks))
    return isinstance(chunks, bool | np.bool_) or (isinstance(chunks, np.ndarray) and chunks.dtype == np.bool_)


def lengths_of(chunks: Any, shape: tuple[int, ...], planes: int = 1, given: Any = None) -> Any:
    """Chunks as Dask writes them, with `planes` floats for each sample. Errors show what was given, if that is something else."""
    text = shown(chunks if given is None else given)
    allowed = "chunks that dask.array.from_array takes, of at least 1 sample"
    if has_boolean(chunks):  # Python takes it for 0 or 1
        raise TypeError(f"chunks is {text}; allowed: {allowed}")
    if isinstance(chunks, Mapping) and not set(chunks) <= set(range(len(shape))):
        raise ValueError(f"chunks is {text}; allowed: {allowed}, for axes 0 to {len(shape) - 1}")
    try:
        lengths = da.core.normalize_chunks(chunks, shape, dtype=np.dtype((np.void, 4 * planes)))  # type: ignore[no-untyped-call]
    except ArithmeticError as error:  # of a length of 0, about which the error says nothing
        raise ValueError(f"chunks is {text}; allowed: {allowed}") from error
    except TypeError as error:
        raise TypeError(f"chunks is {text}; allowed: {allowed} ({error})") from error
    except (LookupError, ValueError) as error:
        raise ValueError(f"chunks is {text}; allowed: {allowed} ({error})") from error
    if any(not length >= 0 for axis in lengths for length in axis):
        raise ValueError(f"chunks is {text}; allowed: {allowed}")
    return lengths
