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


def turned_noise(seed, cells, phases, turns, shape):
    axes = [1, 0] if turns % 2 else [0, 1]
    window = dict(origin=[phases[a] for a in axes], spacing=[cells[a] / shape[a] for a in axes])
    return np.rot90(perlane.Noise("perlin", seed=seed).grid([shape[a] for a in axes], **window), turns)


def splitmix64(z):
    mask = 2**64 - 1
    z = (z + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
    return z ^ z >> 31


def drawn_noise(seed, i, shape, exponents, attempt=0):
    """The noise of a mask, as the documentation says; its cells along height and width, and its quarter turns."""
    state, draws = splitmix64(splitmix64(seed) ^ i), []
    for _ in range(6 * (attempt + 1)):
        state = splitmix64(state)
        draws.append(state)
    *draws, phase_of_height, phase_of_width = draws[-6:]
    choices = [most - exponents[0] + 1 for most in exponents[1:]]
    cells = [2.0 ** (exponents[0] + ((draw >> 32) * count >> 32)) for draw, count in zip(draws, choices)]
    phases = [(draw >> 11) / 2**53 for draw in (phase_of_height, phase_of_width)]
    turns = (draws[2] >> 32) * 4 >> 32
    return turned_noise(draws[3], cells, phases, turns, shape), cells, turns


@pytest.mark.parametrize("shape", [(40, 40), (33, 70)])
def test_masks_are_turned_noise_above_a_threshold(shape):
    masks = perlin_masks(50, shape, seed=11, res_range=(2, 16), threshold=0.25)
    turns_seen, cells_seen = set(), set()
    for i, mask in enumerate(masks):
        noise, cells, turns = drawn_noise(11, i, shape, (1, 4, 4))
        assert (mask == (noise > 0.25)).all()
        turns_seen.add(turns)
        cells_seen.update(cells)
    assert turns_seen == {0, 1, 2, 3} and cells_seen == {2.0, 4.0, 8.0, 16.0}


@pytest.mark.parametrize(("shape", "most"), [((500, 700), (5, 5)), ((1, 2**21 + 9), (0, 5))], ids=str)
def test_masks_in_parts_are_turned_noise(shape, most):
    """The parts of a large mask are of at most 2^17 samples, and within a row if it has more than 2^21."""
    one_of_each = [next(i for i in range(40) if drawn_noise(5, i, (1, 1), (0, 0, 0))[2] == turns) for turns in range(4)]
    for i in one_of_each:
        (mask,) = perlin_masks(1, shape, seed=5, start=i)
        assert (mask == (drawn_noise(5, i, shape, (0, *most))[0] > 0.5)).all()


def test_all_samples_are_masked_equally_often():
    masks = perlin_masks(6000, (32, 32), seed=7)
    share = masks.mean()
    assert 0.05 < share < 0.06
    shares = masks.mean(axis=0)
    # The standard deviation of each is 0.003.
    assert abs(shares - share).max() < 0.015
    for edge in (shares[0], shares[-1], shares[:, 0], shares[:, -1]):
        assert abs(edge.mean() / share - 1) < 0.1


def test_lattice_lines_are_masked_as_often_as_others():
    masks = perlin_masks(3000, (64, 64), seed=7, res_range=(4, 4))
    for shares in (masks.mean(axis=(0, 1)), masks.mean(axis=(0, 2))):
        assert abs(shares / masks.mean() - 1).max() < 0.15


@pytest.mark.parametrize(
    ("shape", "most"), [((64, 64), (5, 5)), ((17, 64), (3, 5)), ((33, 2), (4, 0)), ((1, 9), (0, 2))]
)
def test_a_cell_has_two_samples_or_more(shape, most):
    masks = perlin_masks(100, shape, res_range=(1, 65536), threshold=0.1)
    for i, mask in enumerate(masks):
        assert (mask == (drawn_noise(0, i, shape, (0, *most))[0] > np.float32(0.1))).all()
    finest = 2 ** min(most)
    assert perlin_masks(400, shape, res_range=(finest, 65536), threshold=0.1).any(axis=(1, 2)).mean() > 0.3
    with pytest.raises(ValueError) as caught:
        perlin_masks(1, shape, res_range=(2 * finest, 65536))
    text = (
        f"res_range is ({2 * finest}, 65536); allowed: ranges that begin at {finest} or less, as the shape is {shape}"
    )
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("shape", [(8, 8), (32, 32), (96, 96)])
def test_empty_masks_can_be_drawn_again(shape):
    masks, redrawn = (perlin_masks(400, shape, seed=2, allow_empty=allow) for allow in (True, False))
    empty = ~masks.any(axis=(1, 2))
    assert 0.02 < empty.mean() < 0.3
    assert redrawn.any(axis=(1, 2)).all() and (redrawn[~empty] == masks[~empty]).all()
    most = min(5, shape[0].bit_length() - 2)
    for i in np.flatnonzero(empty)[:9].tolist():
        again = (drawn_noise(2, i, shape, (0, most, most), attempt)[0] > 0.5 for attempt in range(1, 50))
        np.testing.assert_array_equal(redrawn[i], next(mask for mask in again if mask.any()))
        assert (perlin_masks(1, shape, seed=2, start=i, allow_empty=False, threads=1)[0] == redrawn[i]).all()
    assert perlin_masks(2, (0, 5), allow_empty=False).shape == (2, 0, 5)
    assert (perlin_masks(400, shape, seed=2, allow_empty=np.False_) == redrawn).all()


def test_thresholds_that_leave_all_masks_empty():
    with pytest.raises(ValueError, match="^threshold is 1.0; allowed: numbers below 1, or allow_empty=True$"):
        perlin_masks(1, (8, 8), threshold=1, allow_empty=False)
    with pytest.raises(ValueError, match=r"^threshold is 0.9999; allowed: smaller .* a mask was empty 1000 times$"):
        perlin_masks(1, (8, 8), threshold=0.9999, allow_empty=False)


@pytest.mark.parametrize(
    ("names", "dtype"),
    [
        (("bool", bool, np.bool_, None), np.bool_),
        (("u8", "uint8", np.uint8), np.uint8),
        (("f32", np.dtype(np.float32)), np.float32),
    ],
)
@pytest.mark.parametrize("allow_empty", [True, False])
def test_types_and_arrays_to_write(names, dtype, allow_empty):
    options = dict(seed=5, allow_empty=allow_empty)
    want = perlin_masks(30, (16, 24), **options)
    for name in names:
        masks = perlin_masks(30, (16, 24), dtype=name, **options)
        assert masks.dtype == dtype and (masks == want).all()
    out = np.full((30, 16, 24), 9, dtype)
    assert perlin_masks(30, (16, 24), out=out, dtype=dtype, **options) is out and (out == want).all()
    strided = np.full((30, 24, 32), 9, dtype).transpose(0, 2, 1)[:, ::2]
    assert perlin_masks(30, (16, 24), out=strided, dtype=dtype, **options) is strided and (strided == want).all()


def test_backends_have_the_same_masks():
    want = perlin_masks(20, (30, 50), seed=1)
    for backend in perlane.backends():
        assert (perlin_masks(20, (30, 50), seed=1, backend=backend) == want).all()


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
        (dict(n=2**48), ValueError, "n is 281474976710656; allowed: integers from 0 to 281474976710655"),
        (dict(shape=(1, 2**24 + 1)), ValueError, "shape is 16777217; allowed: integers from 0 to 16777216"),
        (dict(n=2**45, shape=(256, 256), dtype="f32"), ValueError, "n is 35184372088832; allowed: masks of 256 x 256"),
        (dict(n=2**47, shape=(0, 2**20)), ValueError, "n is 140737488355328; allowed: masks of 0 x 1048576"),
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
        (dict(backend="foo"), ValueError, "backend is foo; allowed: portable"),
        (dict(allow_empty=3), TypeError, "allow_empty is 3; allowed: True or False"),
        (dict(dtype="u16"), ValueError, "dtype is u16; allowed: bool, u8, f32; uint8, float32, or NumPy's types"),
        (dict(dtype=8), TypeError, "dtype is 8; allowed: bool, u8, f32"),
        (
            dict(out=np.empty((1, 8, 8), "u1")),
            TypeError,
            r"out is of dtype \|u1; allowed: bool; or set dtype to uint8$",
        ),
        (dict(out=np.empty((1, 8, 8), "f8")), TypeError, "out is of dtype <f8; allowed: bool in native byte order"),
        (dict(out=np.empty((8, 8), bool)), ValueError, r"out is of shape \(8, 8\); allowed: \(1, 8, 8\)"),
        (dict(seed=np.random.default_rng(1)), TypeError, r"integers, such as int\(rng.integers\(2\*\*63\)\)"),
    ],
    ids=str,
)
def test_errors(arguments, error, text):
    with pytest.raises(error, match=text):
        perlin_masks(**dict(n=1, shape=(8, 8)) | arguments)


def test_numbers_of_masks_end():
    last = perlin_masks(1, (8, 8), start=2**64 - 1)
    for i in (2**32 + 5, 2**64 - 1):
        (mask,) = perlin_masks(1, (8, 8), start=i, threshold=0)
        assert (mask == (drawn_noise(0, i, (8, 8), (0, 2, 2))[0] > 0)).all()
    np.testing.assert_array_equal(last[0], perlin_masks(2, (8, 8), start=2**64 - 2)[1])
    with pytest.raises(
        ValueError, match=r"^start is 18446744073709551615; allowed: 0 to 2\^64 - 2, as masks have numbers"
    ):
        perlin_masks(2, (8, 8), start=2**64 - 1)
