#!/usr/bin/env python3
"""Proves the suprema of derivatives in docs/bits.md, section 6, by branch and bound: needs NumPy.

The derivative of one octave by x is, at a point t of a cell, the sum over the cell's corners c of  w_c g_x + w_c' (g . (t - c)),  where w_c is the
product of fades and w_c' its derivative by x. Corners choose their vectors g independently, so that the supremum is that of the sum of each corner's
greatest term. On a box of points, intervals of its factors bound each term from above; boxes that cannot hold more than what was found are dropped,
and the others are cut. What is printed is the greatest value found, and a bound that no point exceeds (in f64, roundings are below 1e-9).

usage: derivative_suprema.py [TOLERANCE]     0.0005, 20 times that in four dimensions, which come last and take more than a quarter of an hour
"""

import itertools
import sys

import numpy as np

C1, S1, S2 = 0.9238795325112867, 0.3826834323650898, 0.5**0.5
TURNS = [(1, 0), (C1, S1), (S2, S2), (S1, C1), (0, 1), (-S1, C1), (-S2, S2), (-C1, S1)]
DIRECTIONS = [(x, y, 0) for x, y in TURNS] + [(-x, -y, 0) for x, y in TURNS]
EDGES = [(a, b, 0) for a in (1, -1) for b in (1, -1)]
# Components, and a constant at the end.
SETS = {
    "Signs": [(1, 0), (-1, 0)],
    "Directions16": DIRECTIONS,
    "Directions8": DIRECTIONS[::2],
    "Diagonals": [(x, y, 0) for x in (1, -1) for y in (1, -1)],
    "Axes": [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)],
    "KnightMoves": [v for x in (1, -1) for y in (1, -1) for v in ((x, 2 * y, 0), (2 * x, y, 0))],
    "ValueGradient": [(x, y, v) for x, y, _ in DIRECTIONS for v in (0.25, -0.25)],
    "Edges, 3-D": sorted({p for x, y, z in EDGES for p in ((x, y, z, 0), (x, z, y, 0), (z, x, y, 0))}),
    "Edges, 4-D": sorted(
        {
            (*g[:k], 0, *g[k:], 0)
            for k in range(4)
            for g in itertools.product((1, -1), repeat=3)
        }
    ),
}
FADES = {
    "linear": (lambda t: t, lambda t: np.ones_like(t)),
    "cubic": (lambda t: t * t * (3 - 2 * t), lambda t: 6 * t * (1 - t)),
    "quintic": (lambda t: t**3 * (t * (t * 6 - 15) + 10), lambda t: 30 * (t * (1 - t)) ** 2),
}


def bound(vectors, fade, low, high):
    """Upper bounds of the sum on boxes; the sum itself where boxes are points."""
    f, slope = fade
    dims = low.shape[1]
    f_low, f_high = f(low), f(high)
    # The slope of a fade is greatest at 1/2, and decreases from there.
    ends = slope(low[:, 0]), slope(high[:, 0])
    least = np.minimum(*ends)
    most = np.where((low[:, 0] < 0.5) & (high[:, 0] > 0.5), slope(np.array(0.5)), np.maximum(*ends))
    total = np.zeros(len(low))
    for corner in itertools.product((0, 1), repeat=dims):
        weights = [(f_low[:, a], f_high[:, a]) if c else (1 - f_high[:, a], 1 - f_low[:, a]) for a, c in enumerate(corner)]
        w_low, w_high = (np.prod([w[side] for w in weights], axis=0) for side in (0, 1))
        o_low, o_high = (np.prod([w[side] for w in weights[1:]], axis=0) if dims > 1 else 1.0 for side in (0, 1))
        # Its sign depends on the side of x.
        change = (least * o_low, most * o_high) if corner[0] else (-most * o_high, -least * o_low)
        best = np.full(len(low), -np.inf)
        for g in vectors:
            dot_low, dot_high = np.full(len(low), float(g[-1])), np.full(len(low), float(g[-1]))
            for a, c in enumerate(corner):
                near, far = g[a] * (low[:, a] - c), g[a] * (high[:, a] - c)
                dot_low, dot_high = dot_low + np.minimum(near, far), dot_high + np.maximum(near, far)
            products = [x * y for x in change for y in (dot_low, dot_high)]
            best = np.maximum(best, np.maximum.reduce(products) + g[0] * (w_high if g[0] > 0 else w_low))
        total += best
    return total


def supremum(vectors, fade, dims, tolerance):
    """The greatest value found, and a bound that no point exceeds."""
    low, size = np.zeros((1, dims)), 1.0
    found, proven = -np.inf, -np.inf
    cut = np.array(list(itertools.product((0, 1), repeat=dims)))
    while len(low):
        size /= 2
        low = (low[:, None, :] + cut * size).reshape(-1, dims)
        # Mirrored cells have the same supremum, because sets contain the mirrored vectors.
        low = low[np.all(low < 0.5, axis=1)]
        centres = low + size / 2
        found = max(found, bound(vectors, fade, centres, centres).max(), bound(vectors, fade, low, low).max())
        above = np.concatenate([bound(vectors, fade, part, part + size) for part in np.array_split(low, len(low) // 100_000 + 1)])
        dropped = above <= found + tolerance
        proven = max(proven, above[dropped].max(initial=-np.inf))
        low = low[~dropped]
    return found, max(found, proven)


def main():
    tolerance = float(sys.argv[1]) if len(sys.argv) > 1 else 5e-4
    for name, vectors in SETS.items():
        dims = len(vectors[0]) - 1
        for fade, functions in FADES.items():
            found, proven = supremum(vectors, functions, dims, tolerance * (20 if dims == 4 else 1))
            print(f"{name:14} {fade:8} found {found:.6f}, proven {proven:.6f}", flush=True)


main()
