"""Which arrays calls use now: no call may write memory that another call reads or writes."""

import os
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_WORK = 100_000  # of deciding whether two arrays share an element; slices of an array take a few steps

_lock = threading.RLock()  # signal handlers may call while it is held
_uses: dict[object, tuple[NDArray[Any] | None, Sequence[NDArray[Any]]]] = {}


def begin(key: object, out: NDArray[Any] | None, read: Sequence[NDArray[Any]]) -> None:
    """Says that a call writes `out` and reads other arrays, until it calls `end` with the same key.

    Calls may use different elements of one array, such as its tiles. The compiled half borrows arrays too, but it takes any two
    tiles of one array for overlapping, and so it is not asked about arrays that are not contiguous.
    """
    with _lock:
        for other_out, other_read in list(_uses.values()):
            if out is not None and _shares(out, other_out, *other_read):
                raise ValueError(
                    "out is in use by another call; allowed: writable arrays that no other call reads or writes"
                )
            if any(_shares(each, other_out) for each in read):
                raise ValueError("coordinates is in use by another call; allowed: arrays that no other call writes")
        _uses[key] = (out, read)


def end(key: object) -> None:
    """Says that a call is over, whether or not it had begun. It needs no lock, on which Ctrl-C could end its wait."""
    _uses.pop(key, None)


def _shares(array: NDArray[Any], *others: NDArray[Any] | None) -> bool:
    return any(other is not None and _share(array, other) for other in others)


def _share(a: NDArray[Any], b: NDArray[Any]) -> bool:
    try:
        return np.shares_memory(a, b, max_work=MOST_WORK)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _forget() -> None:
    """In a forked process, the threads that used arrays are gone, and so is the one that may have held the lock."""
    global _lock
    _lock = threading.RLock()
    _uses.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
