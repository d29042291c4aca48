"""Which arrays calls use now: no call may write memory that another call reads or writes."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_WORK = 100_000  # of deciding whether two arrays share an element; slices of an array take a few steps

_lock = threading.Lock()
_uses: dict[object, tuple[NDArray[Any] | None, Sequence[NDArray[Any]]]] = {}


@contextmanager
def using(out: NDArray[Any] | None, read: Sequence[NDArray[Any]]) -> Iterator[None]:
    """Says that a call writes `out` and reads other arrays, for as long as the context lasts.

    Calls may use different elements of one array, such as its tiles. The compiled half borrows arrays too, but it takes any two
    tiles of one array for overlapping, and so it is not asked about arrays that are not contiguous.
    """
    key = object()
    try:
        with _lock:
            for other_out, other_read in _uses.values():
                if out is not None and _shares(out, other_out, *other_read):
                    raise ValueError(
                        "out is in use by another call; allowed: writable arrays that no other call reads or writes"
                    )
                if any(_shares(each, other_out) for each in read):
                    raise ValueError("coordinates is in use by another call; allowed: arrays that no other call writes")
            _uses[key] = (out, read)
        yield
    finally:
        with _lock:
            _uses.pop(key, None)


def _shares(array: NDArray[Any], *others: NDArray[Any] | None) -> bool:
    return any(other is not None and _share(array, other) for other in others)


def _share(a: NDArray[Any], b: NDArray[Any]) -> bool:
    try:
        return np.shares_memory(a, b, max_work=MOST_WORK)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True
