"""Which files of a Zarr array are there. Those that are missing are not computed yet, or all their samples are masked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

PROBES = 33  # files along the diagonal that are looked for
MOST_EDGES = 4  # at which files are read
MOST_SAMPLES = 2**24  # of a file that are read


class Files:
    """The files of an array: its chunks, or its shards of many chunks."""

    def __init__(self, array: Any, folder: Path) -> None:
        self.array, self.folder = array, folder
        self.lengths: tuple[int, ...] = getattr(array, "shards", None) or array.chunks

    @property
    def knows_names(self) -> bool:
        """Whether this version of zarr says how files are named."""
        return hasattr(getattr(self.array, "metadata", None), "encode_chunk_key")

    def has(self, place: tuple[int, ...]) -> bool:
        """Whether there is a file that has the sample at an index."""
        number = tuple(index // length for index, length in zip(place, self.lengths, strict=True))
        return Path(self.folder, self.array.metadata.encode_chunk_key(number)).exists()

    def at_edges(self) -> Iterator[tuple[slice, ...]]:
        """The parts of the array in files that have a missing one beside them, along the diagonal from the first sample to the last."""
        if 0 in self.array.shape or not self.knows_names:
            return
        steps = max(-(-n // length) for n, length in zip(self.array.shape, self.lengths, strict=True)) - 1
        probes = sorted({round(steps * i / (PROBES - 1)) for i in range(PROBES)})
        known = {step: self.has(self._place(step, steps)) for step in probes}
        edges = (pair for pair in pairwise(probes) if known[pair[0]] != known[pair[1]])
        for there, missing in islice((pair if known[pair[0]] else pair[::-1] for pair in edges), MOST_EDGES):
            yield self.part(self._place(self._edge(there, missing, steps), steps), self.lengths)

    def _edge(self, there: int, missing: int, steps: int) -> int:
        """The step at which a file is there and the next one is not."""
        while abs(there - missing) > 1:
            middle = (there + missing) // 2
            there, missing = (middle, missing) if self.has(self._place(middle, steps)) else (there, middle)
        return there

    def _place(self, step: int, steps: int) -> tuple[int, ...]:
        """The index of a sample on the diagonal; `steps` are as many as the longest axis has files."""
        return tuple((n - 1) * step // max(1, steps) for n in self.array.shape)

    def part(self, place: tuple[int, ...], lengths: tuple[int, ...]) -> tuple[slice, ...]:
        """The samples of the chunk or file of such lengths that has an index; fewer along the first axis if they are too many."""
        shape = self.array.shape
        begins = [index // length * length for index, length in zip(place, lengths, strict=True)]
        ends = [min(b + n, size) for b, n, size in zip(begins, lengths, shape, strict=True)]
        others = math.prod(end - begin for begin, end in zip(begins[1:], ends[1:], strict=True))
        ends[0] = min(ends[0], begins[0] + max(1, MOST_SAMPLES // others))
        return tuple(map(slice, begins, ends))
