"""Masks: functions of seed and number alone, of the statistics that they claim."""

import numpy as np
import pytest

import perlane
from perlane.ml import perlin_masks


def test_masks_are_functions_of_seed_and_number():
    masks = perlin_masks(40, (48, 65), seed=3)
    assert masks.shape == (40, 48, 65) and masks.dtype == np.bool_
    for threads in (1, 2, 5):
        assert (perlin_masks(40, (48, 65), seed=3, threads=threads) == masks).all()
    for i in reversed(range(40)):
        assert (perlin_masks(1, (48, 65), seed=3, start=i)[0] == masks[i]).all()
    assert (perlin_masks(7, (48, 65), seed=3, start=30, threads=2) == masks[30:37]).all()
    last = 2**64 - 1
    assert perlin_masks(1, (48, 65), seed=last, start=last).shape == (1, 48, 65)


def test_masks_and_seeds_differ():
    masks = np.concatenate([perlin_masks(60, (64, 64), seed=seed) for seed in (0, 1)])
    some = [mask.tobytes() for mask in masks if mask.any()]
    assert len(some) > 80 and len(set(some)) == len(some)


@pytest.mark.parametrize("shape", [(1, 1), (1, 200), (200, 1), (31, 257), (224, 224), (0, 5), (5, 0)])
def test_any_size(shape):
    masks = perlin_masks(5, shape, seed=1, threshold=0)
    assert masks.shape == (5, *shape)
    assert masks.size < 1000 or 0.2 < masks.mean() < 0.8
    assert perlin_masks(0, shape).shape == (0, *shape)


def turned_noise(seed, cells, turns, shape):
    height, width = shape[::-1] if turns % 2 else shape
    noise = perlane.Noise("perlin", seed=seed)
    return np.rot90(noise.grid((height, width), spacing=(cells[0] / height, cells[1] / width)), turns)


def splitmix64(z):
    mask = 2**64 - 1
    z = (z + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
    return z ^ z >> 31


@pytest.mark.parametrize("shape", [(40, 40), (33, 70)])
def test_masks_are_turned_noise_above_a_threshold(shape):
    masks = perlin_masks(50, shape, seed=11, res_range=(2, 16), threshold=0.25)
    turns_seen, cells_seen = set(), set()
    for i, mask in enumerate(masks):
        state = splitmix64(11) ^ i
        state = splitmix64(state)
        draws = []
        for _ in range(4):
            state = splitmix64(state)
            draws.append(state)
        cells = [2.0 ** (1 + ((draw >> 32) * 4 >> 32)) for draw in draws[:2]]
        turns = (draws[2] >> 32) * 4 >> 32
        assert (mask == (turned_noise(draws[3], cells, turns, shape) > 0.25)).all()
        turns_seen.add(turns)
        cells_seen.update(cells)
    assert turns_seen == {0, 1, 2, 3} and cells_seen == {2.0, 4.0, 8.0, 16.0}


def test_thresholds():
    assert not perlin_masks(20, (64, 64), threshold=1).any()
    assert perlin_masks(20, (64, 64), threshold=-1.5).all()
    shares = [perlin_masks(200, (64, 64), threshold=t).mean() for t in (-0.5, 0, 0.5)]
    assert shares[0] > 0.8 and 0.4 < shares[1] < 0.6 and shares[2] < 0.2


def test_range_of_cells():
    def edges(masks):
        return (masks[:, 1:] != masks[:, :-1]).mean()

    coarse = perlin_masks(50, (128, 128), res_range=(1, 2), threshold=0)
    fine = perlin_masks(50, (128, 128), res_range=(32, 32), threshold=0)
    assert edges(fine) > 8 * edges(coarse)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (dict(n=-1), ValueError, "n is -1; allowed: integers from 0"),
        (dict(n=1.5), TypeError, "n is 1.5; allowed: integers"),
        (dict(n=True), TypeError, "n is True; allowed: integers"),
        (dict(shape=b"ab"), TypeError, "shape is b'ab'; allowed: two integers"),
        (dict(shape={3, 4}), TypeError, "shape is {3, 4}; allowed: two integers"),
        (dict(seed=True), TypeError, "seed is True; allowed: integers"),
        (dict(threads=True), TypeError, "threads is True; allowed: integers"),
        (dict(threshold=True), TypeError, "threshold is True; allowed: numbers"),
        (dict(threshold="0.5"), TypeError, "threshold is '0.5'; allowed: numbers"),
        (dict(shape=64), TypeError, "shape is 64; allowed: two integers"),
        (dict(shape=(64,)), ValueError, r"shape is \(64,\); allowed: two integers"),
        (dict(shape=(64, -1)), ValueError, "shape is -1; allowed: integers from 0"),
        (dict(res_range=(0, 4)), ValueError, "res_range is 0; allowed: integers from 1"),
        (dict(res_range=(5, 7)), ValueError, r"res_range is \(5, 7\); allowed: ranges with a power of two"),
        (dict(res_range=(8, 4)), ValueError, r"res_range is \(8, 4\); allowed: ranges"),
        (dict(threshold="a"), TypeError, "threshold is 'a'; allowed: numbers"),
        (dict(threshold=float("nan")), ValueError, "threshold is nan; allowed: numbers"),
        (dict(threshold=10**400), ValueError, "threshold is an integer beyond float64; allowed: numbers"),
        (dict(n=2**47, shape=(2**20, 2**20)), ValueError, "n is 140737488355328; allowed: masks of 1048576 x 1048576"),
        (dict(seed=-1), ValueError, "seed is -1; allowed: integers from 0"),
        (dict(start=2**64), ValueError, "start is 18446744073709551616; allowed"),
        (dict(threads=0), ValueError, "threads is 0; allowed"),
    ],
    ids=str,
)
def test_errors(arguments, error, text):
    with pytest.raises(error, match=text):
        perlin_masks(**dict(n=1, shape=(8, 8)) | arguments)


def test_numbers_of_masks_end():
    last = perlin_masks(1, (8, 8), start=2**64 - 1)
    np.testing.assert_array_equal(last[0], perlin_masks(2, (8, 8), start=2**64 - 2)[1])
    with pytest.raises(
        ValueError, match=r"^start is 18446744073709551615; allowed: 0 to 2\^64 - 2, as masks have numbers"
    ):
        perlin_masks(2, (8, 8), start=2**64 - 1)
