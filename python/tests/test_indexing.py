"""Random indices pick what NumPy picks from the whole grid's array."""

import random
import re

import numpy as np
import pytest

import perlane
from conftest import same_bits

NOISE = perlane.Noise(seed=3, frequency=0.1)
SHAPES = [(7,), (3, 4), (4, 1), (3, 4, 5), (2, 0, 3), (2, 3, 4, 3)]


def random_array(rng, length):
    """An index that is a sequence: mostly one that the axis has."""
    picked = [rng.randrange(-length, length) for _ in range(rng.randrange(4))] if length else []
    return rng.choice(
        [
            picked,
            np.array(picked, rng.choice(["i8", "i1", "f4"]) if picked else rng.choice(["i8", "f8", "?"])),
            np.array([rng.random() < 0.5 for _ in range(length)], bool),
            [True] * length,
            np.array(picked, int)[None],
        ]
    )


def random_part(rng, length):
    """An index of one axis, mostly one that it has."""
    among = range(-length - (rng.random() < 0.05), length + (rng.random() < 0.05)) or [0]
    kind = rng.random()
    if kind < 0.35:
        ends = [rng.choice([None, rng.randrange(-length - 2, length + 3)]) for _ in range(2)]
        return slice(*ends, rng.choice([None, 1, 2, -1, -3]))
    if kind < 0.7:
        return rng.choice([int, np.int8, np.array])(rng.choice(among))
    return random_array(rng, length)


def random_key(rng, shape):
    """A key of slices, integers and sequences, with ellipses and new axes anywhere: also an ellipsis that stands for no axis."""
    parts = [random_part(rng, length) for length in shape[: rng.randrange(len(shape) + 1)]]
    for extra in (Ellipsis, None):
        if rng.random() < 0.4:
            parts.insert(rng.randrange(len(parts) + 1), extra)
    return parts[0] if len(parts) == 1 and rng.random() < 0.5 else tuple(parts)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_keys(shape):
    rng = random.Random(str(shape))
    whole, lazy = NOISE.grid(shape), NOISE.lazy(shape)
    found = {"same": 0, "mixture": 0, "wrong": 0}
    for _ in range(1500):
        key = random_key(rng, shape)
        try:
            wanted = whole[key]
        except IndexError:
            wanted = None
        try:
            got = lazy[key]
        except IndexError as error:
            # NumPy also takes arrays beside other indices, arrays of several dimensions, and no booleans for an axis of any length.
            allowed = "use oindex for more$|has 2 dimensions; allowed: 1$|has 0 booleans; allowed: "
            assert wanted is None or re.search(allowed, str(error)), key
            found["wrong" if wanted is None else "mixture"] += 1
            continue
        assert wanted is not None and same_bits(got, wanted) and type(got) is type(wanted), key
        found["same"] += 1
    assert found["same"] > 300 and found["wrong"] > 5 and (len(shape) == 1 or found["mixture"] > 20), found


def test_an_ellipsis_without_axes_separates_indices():
    lazy = NOISE.lazy((3, 4, 5))
    for key in (np.s_[:, 0, ..., [1, 2]], np.s_[:, [1, 2], ..., 0], np.s_[0, None, [1, 2]]):
        with pytest.raises(IndexError, match="use oindex for more"):
            lazy[key]
    assert same_bits(lazy[..., 0, [1, 2]], lazy[...][..., 0, [1, 2]])
    assert same_bits(lazy[:, 0, [1, 2], ...], lazy[...][:, 0, [1, 2], ...])
    assert same_bits(lazy.oindex[:, 0, ..., [1, 2]], lazy[...][:, 0][:, [1, 2]])


def test_empty_arrays_of_no_integers():
    lazy = NOISE.lazy((3, 4))
    for empty in (np.array([]), np.array([], "f4"), np.array([], "U1")):
        with pytest.raises(
            IndexError, match=f"^index of axis 0 is of dtype {re.escape(str(empty.dtype))}; allowed: integers"
        ):
            lazy[empty]
        with pytest.raises(
            IndexError, match=f"^index of axis 1 is of dtype {re.escape(str(empty.dtype))}; allowed: integers"
        ):
            lazy.oindex[0, empty]
        with pytest.raises(TypeError, match="^picked is array"):
            lazy.coordinates(0, empty)
    assert lazy[[]].shape == (0, 4) and lazy.oindex[[], ()].shape == (0, 0) and lazy.coordinates(0, []).size == 0
