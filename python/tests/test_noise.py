"""`Noise` and `Layers` as values."""

import copy
import dataclasses
import functools
import inspect
import json
import pickle
from typing import get_args

import numpy as np
import pytest

import perlane
from conftest import same_bits
from perlane import Layers, Noise
from perlane._types import Fractal, Kind

FULL = dict(
    seed=2**64 - 1,
    frequency=0.1,
    fractal="billow",
    octaves=32,
    lacunarity=1.7,
    gain=0.3,
    gradients=((1.0, 0.25), (-0.1, 3.0)),
    fade="linear",
    permutation=tuple(range(255, -1, -1)),
    period=(3, 0),
    offset=(0.1, 0.0),
    normalize=False,
    scale=1 / 3,
    bias=-1e-300,
)


def test_parameters_are_read_back():
    noise = Noise("value", **FULL)
    assert {name: getattr(noise, name) for name in FULL} == FULL
    assert noise.kind == "value" and noise.hash == "permutation"


def test_warps_by_a_number():
    noise = Noise(frequency=0.125, octaves=2, seed=5)
    warped = noise.replace(warp=9, warp_octaves=2)
    assert (warped.warp, warped.warp_frequency, warped.warp_octaves, warped.warp_seed) == (9.0, None, 2, None)
    moves = [Noise(seed=seed, frequency=0.125, octaves=2, scale=9) for seed in (7, 6)]  # x has the noise's seed and one
    assert same_bits(warped.grid((33, 65)), noise.replace(warp=moves).grid((33, 65)))
    assert not same_bits(warped.grid((33, 65)), noise.grid((33, 65)))
    assert same_bits(warped.replace(warp=0).grid((33, 65)), noise.grid((33, 65)))
    assert warped.bounds(2) == noise.bounds(2)
    unused = Noise(warp_seed=3, warp_octaves=2, warp_frequency=0.5)
    for other in round_trips(Noise(warp=(unused, unused + unused))):
        assert other == Noise(warp=(unused, unused + unused)) == Noise(warp=(Noise(), Noise() + Noise()))
    for other in round_trips(warped.replace(warp_frequency=0.5, warp_seed=2**64 - 1)):
        assert other.warp_seed == 2**64 - 1 and other.warp_frequency == 0.5 and other.warp == 9.0


def test_warps_by_noises():
    moves = (None, Noise(seed=2, scale=3, frequency=0.1) + Noise("value", seed=3), Noise("cellular", frequency=0.3))
    noise = Noise("value", frequency=0.2, warp=moves)
    assert noise.warp == moves[1:]  # the slow axes without one are left out
    assert isinstance(noise.warp[0], Layers)
    for other in round_trips(noise):
        assert other == noise and hash(other) == hash(noise) and repr(other) == repr(noise)
        assert same_bits(other.grid((17, 19)), noise.grid((17, 19)))
    both = noise + noise.replace(seed=1)
    assert [layer.warp for layer in both.layers] == [noise.warp] * 2
    for other in round_trips(both):
        assert other == both
    samples = noise.grid((17, 19), start=(5, -9))
    assert samples[3, 4] == noise.points(8, -5) and same_bits(samples, noise.axes(range(5, 22), range(-9, 10)))
    assert noise.replace(warp=0.0).warp == 0.0


def test_defaults():
    noise = Noise()
    assert (noise.kind, noise.seed, noise.frequency, noise.fractal, noise.octaves) == ("perlin", 0, 1.0, "none", 1)
    assert (noise.lacunarity, noise.gain, noise.gradients, noise.fade) == (2.0, 0.5, "default", "quintic")
    assert (noise.hash, noise.permutation, noise.period, noise.offset) == ("mix", None, None, None)
    assert (noise.normalize, noise.scale, noise.bias, noise.range) == (True, 1.0, 0.0, None)


def test_defaults_are_the_librarys():
    # A recipe that leaves them out has the library's.
    for kind in get_args(Kind):
        for fractal in get_args(Fractal):
            octaves = {} if fractal == "none" else {"octaves": 3}
            recipe = {"stream": 1, "noise": {"kind": kind, "fractal": fractal, **octaves}}
            assert Noise(kind, fractal=fractal, **octaves) == Noise.from_json(json.dumps(recipe))
    library = Noise.from_json('{"stream": 1, "noise": {}}')
    assert (library.strength, library.level, library.feedback, library.jitter) == (2.0, 1.0, 2.0, 1.0)
    stated = {name: parameter.default for name, parameter in inspect.signature(Noise).parameters.items()}
    none = {name for name, default in stated.items() if default is None}
    assert none == {
        "fractal",
        "octaves",
        "hash",
        "permutation",
        "period",
        "offset",
        "warp_frequency",
        "warp_seed",
        "range",
    }
    assert len(stated) == 27 and all(getattr(library, name) == stated[name] for name in stated.keys() - none)
    # The functions for one call have a frequency and octaves of their own.
    for function, count in ((perlane.perlin, 8), (perlane.fbm, 10)):
        defaults = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}
        shared = (defaults.keys() & stated.keys()) - {"frequency", "octaves"}
        assert len(shared) == count and all(defaults[name] == stated[name] for name in shared)


def test_a_range_and_scale_or_bias_replace_each_other():
    noise = Noise(frequency=0.1, fractal="ridged", octaves=4, range=(0, 65535))
    assert (noise.range, noise.scale, noise.bias) == ((0.0, 65535.0), 1.0, 0.0)
    assert noise.bounds(2) == (0.0, 65535.0)
    samples = noise.grid((100, 100))
    assert -0.1 < samples.min() < 30000 < 40000 < samples.max() < 65535.1
    assert noise.replace(scale=2).range is None and noise.replace(bias=2).range is None
    assert Noise(scale=2, bias=1).replace(range=None) == Noise(scale=2, bias=1)
    assert noise.replace(octaves=2).range == noise.range
    assert Noise(scale=2, bias=1).replace(range=[1, 2]) == Noise(range=(1, 2))
    assert (noise * 0.5).range == (0.0, 32767.5)


def round_trips(noise):
    yield eval(repr(noise), {"Noise": Noise, "Layers": Layers})
    yield type(noise).from_json(noise.to_json())
    yield type(noise).from_toml(noise.to_toml())
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(noise, protocol))
    yield copy.copy(noise)
    yield copy.deepcopy(noise)


def test_round_trips(noise):
    for other in round_trips(noise):
        assert other == noise and hash(other) == hash(noise) and type(other) is type(noise)
        assert same_bits(other.grid((17, 19)), noise.grid((17, 19)))


def test_round_trips_of_all_parameters():
    noise = Noise("perlin", **FULL)
    for other in round_trips(noise):
        assert other == noise and repr(other) == repr(noise)


class Named(Noise):
    """A user's class, which is called in another way."""

    def __init__(self, name, **parameters):
        super().__init__(**parameters)
        object.__setattr__(self, "name", name)

    @functools.cached_property
    def least(self):
        return self.bounds(2)[0]


class NamedSum(Layers):
    def __init__(self, name, *layers):
        super().__init__(layers)
        object.__setattr__(self, "name", name)


class Own(Noise):
    """A user's class, which is called as noises are."""


class OwnSum(Layers):
    pass


def copies(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.copy(value)
    yield copy.deepcopy(value)


@pytest.mark.parametrize(
    "parameters", [dict(seed=3, frequency=0.1, octaves=2), dict(kind="value", range=(2, 5), frequency=0.3)]
)
def test_operators_do_not_call_the_classes_of_users(parameters):
    named, plain, n = Named("n", **parameters), Noise(**parameters), Noise("cell", frequency=0.2)
    assert named.least == plain.bounds(2)[0] and (named - 1).least == (plain - 1).bounds(2)[0]
    for other, wanted in (
        *((call(named), call(plain)) for call in OPERATORS),
        *((call(NamedSum("n", named, n)), call(plain + n)) for call in OPERATORS),
        (named.replace(seed=9, fade="linear"), plain.replace(seed=9, fade="linear")),
        (named.__replace__(scale=3), plain.replace(scale=3)),
    ):
        assert type(other) in (Named, NamedSum) and other.name == "n"
        assert other.to_json() == wanted.to_json() and same_bits(other.grid((5, 6)), wanted.grid((5, 6)))
        assert all(same == other and same.name == "n" for same in copies(other))
    assert n - named == n + -named and isinstance((n - named).layers[1], Named) and (n - named).layers[1].name == "n"
    assert (NamedSum("none") + 1).name == "none" and (NamedSum("none") + 1).grid(2).tolist() == [1, 1]


OPERATORS = [
    *(lambda noise: 2 * noise, lambda noise: noise / 2, lambda noise: -noise, lambda noise: +noise),
    *(lambda noise: noise + 1, lambda noise: 1 - noise, lambda noise: noise - 1, lambda noise: 0.5 * (1 - noise / 3)),
]


def test_operators_check_noises_of_users():
    named = Named("n", seed=3)
    for call, error, text in (
        (lambda: named.replace(seed=-1), ValueError, "^seed is -1; allowed: "),
        (lambda: named.replace(sead=1), TypeError, "^sead is no argument of Noise; allowed: .*did you mean seed"),
        (lambda: named.replace(name="b"), TypeError, "^name is no argument of Noise; allowed: "),
        (lambda: named * float("nan"), ValueError, "^scale is NaN; allowed: "),
        (lambda: NamedSum("n", named) + 1e300, ValueError, "^bias is 1e300; allowed: "),
        (lambda: dataclasses.replace(named, seed=2), TypeError, "^dataclasses.replace is given a Named; allowed: "),
    ):
        with pytest.raises(error, match=text):
            call()


@pytest.mark.parametrize(
    "noise",
    [
        Named("a", seed=3, octaves=2),
        NamedSum("b", Noise(seed=1), Noise(seed=2)),
        NamedSum("c", Noise(seed=1), Named("d", seed=2)),
        NamedSum("e"),
    ],
)
def test_copies_are_of_the_classes_of_users(noise):
    for other in copies(noise):
        assert type(other) is type(noise) and other == noise and other.name == noise.name
        assert [vars(layer) for layer in getattr(other, "layers", ())] == [
            vars(layer) for layer in getattr(noise, "layers", ())
        ]
        assert same_bits(other.grid((5, 6)), noise.grid((5, 6)))
    assert repr(noise).startswith(f"{type(noise).__name__}(")
    read = type(noise).from_json(noise.to_json())
    assert type(read) is type(noise) and read.to_json() == noise.to_json()


def test_operators_keep_the_classes_of_users():
    for noise in (Own(seed=3), Own(seed=3, range=(0, 1)), OwnSum([Own(seed=3), Noise(seed=4)]), OwnSum()):
        for other in (-noise, +noise, 2 * noise, noise / 2, noise + 1, noise + 0, 1 - noise):
            assert type(other) is type(noise), other
        assert type(noise + noise) is Layers
    assert type(Own(seed=3).replace(seed=4)) is Own
    assert [type(layer) for layer in (2 * OwnSum([Own(seed=3), Noise(seed=4)]) + 1).layers] == [Own, Noise]


def test_equality_is_by_value():
    a = Noise(frequency=1, seed=np.uint64(7), gradients=np.array([[1, 0], [0, 1]]), period=[0, 0, 4, 8])
    b = Noise(frequency=np.float32(1), seed=7, gradients=[(1.0, 0.0), (0.0, 1.0)], period=(4, 8))
    assert a == b and len({a, b}) == 1
    for change in [dict(seed=8), dict(frequency=2), dict(period=(8, 4)), dict(bias=0.5), dict(fade="cubic")]:
        assert a.replace(**change) != a
    assert Layers([a]) != a and Layers([a, b]) == a + b and Layers([a]) != Layers([])
    assert Layers([a, b + 0.5 * a, Layers()]) == Layers(iter([a, b, 0.5 * a])) == sum([a, b + 0.5 * a])


def test_immutable():
    noise = Noise()
    with pytest.raises(AttributeError):
        noise.seed = 3
    with pytest.raises(AttributeError):
        del noise.seed
    with pytest.raises(AttributeError):
        Layers([noise]).layers = ()


def test_replace():
    noise = Noise(seed=3, permutation="perlin", period=(4, 4))
    assert noise.replace() == noise
    assert noise.replace(seed=4) == Noise(seed=4, permutation="perlin", period=(4, 4))
    assert noise.replace(hash="mix") == Noise(seed=3, period=(4, 4))
    assert noise.replace(permutation=None).hash == "mix"
    assert Noise().replace(permutation="seeded").permutation == "seeded"
    with pytest.raises(TypeError, match="sead"):
        noise.replace(sead=3)


def test_everything_but_the_kind_is_named():
    with pytest.raises(TypeError):
        Noise("perlin", 42)
    with pytest.raises(TypeError):
        Noise().grid((2, 2), (0, 0))
    with pytest.raises(TypeError):
        perlane.fbm((2, 2), 42)


def test_json_is_a_recipe():
    text = '{"stream": 1, "noise": {"seed": "18446744073709551615", "period": {"x": 8, "y": 4}}, "grid": {"size": {"x": 3}}}'
    assert Noise.from_json(text) == Noise(seed=2**64 - 1, period=(4, 8))
    both = '{"stream": 1, "layers": [{"seed": 1}, {"seed": 2, "weight": 0.5}]}'
    assert Layers.from_json(both) == Noise(seed=1) + 0.5 * Noise(seed=2)
    assert Layers.from_json(Noise(seed=1).to_json()) == Layers([Noise(seed=1)])


def test_weights():
    noise = Noise(scale=2, bias=3)
    assert 0.5 * noise == noise * 0.5 == noise * np.float32(0.5) == np.float64(0.5) * noise == Noise(scale=1, bias=1.5)
    assert noise * np.array(0.5) == np.array(0.5) * noise == 0.5 * noise and noise + np.array(1) == 1 + noise
    assert noise - np.array(1) == noise - 1 and np.array(1) - noise == 1 - noise and noise / np.array(2) == noise / 2
    assert len((noise + noise + (noise + noise)).layers) == 4
    with pytest.raises(TypeError):
        noise * "a"
    with pytest.raises(TypeError):
        np.ones(3) * noise


def test_what_is_made_can_be_sent():
    one = Noise(seed=1, octaves=32)
    most = Layers([one] * 32)
    assert pickle.loads(pickle.dumps(most)) == copy.copy(most) == most
    with pytest.raises(ValueError, match=r"^layers is 1025 octaves; allowed: 1024 octaves or fewer in all"):
        most + Noise()
    for warp in ([most, None], [one, Layers([one] * 31)]):
        with pytest.raises(ValueError, match=r"^warp is \d+ octaves; allowed: 1024 octaves or fewer in all"):
            Noise(octaves=32, warp=warp)
    # A warp by a number counts along four axes.
    with pytest.raises(ValueError, match=r"^layers is 1032 octaves"):
        Layers([Noise(warp=1, warp_octaves=32)] * 8)


def test_zeros_have_no_sign():
    noise = Noise(seed=2, frequency=0.3, octaves=2)
    zeros = dict(gain=0, strength=0, level=0, feedback=0, jitter=0, scale=0, bias=0, offset=(0, 0.5), warp=0)
    numbers = {p.name for p in inspect.signature(Noise).parameters.values() if isinstance(p.default, float)}
    assert numbers - zeros.keys() == {"frequency", "lacunarity"}, "which cannot be 0"
    for given in (zeros, dict(range=(0.0, 2)), dict(range=(1, 0.0)), dict(gradients=[[0.0, 1], [1, 0.0]])):
        for name in given:
            value = np.multiply(given[name], 1.0)
            negative = noise.replace(**{name: np.where(value == 0, -0.0, value)})
            positive = noise.replace(**{name: value})
            assert "-0.0" not in negative.to_json() == positive.to_json() and "-0.0" not in repr(negative)
            assert negative == positive and same_bits(negative.grid((20, 30)), positive.grid((20, 30)))
    assert (-noise).to_json() == noise.replace(scale=-1).to_json()
    assert noise.lazy((4, 4), origin=-0.0).to_json() == noise.lazy((4, 4)).to_json()
    assert Noise.from_json('{"stream": 1, "noise": {"output": {"bias": -0.0}}}').to_json() == Noise().to_json()
    moved = Noise(warp=[Noise(bias=0.5)]).to_json()
    assert "0.5" in moved and "-0.0" not in Noise.from_json(moved.replace("0.5", "-0.0")).to_json()
    lit = [noise.lazy_field("hillshade", (4, 4), light=(x, 1, 1)) for x in (0.0, -0.0)]
    assert lit[0].to_json() == lit[1].to_json() and lit[0].__reduce__() == lit[1].__reduce__()


@pytest.mark.parametrize("warp", [(None, None), [None], [], [Layers()], (Layers(), None)], ids=str)
def test_a_warp_that_moves_nothing(warp):
    noise = Noise(seed=1, warp=warp)
    assert noise == Noise(seed=1) and noise.warp == 0.0
    assert pickle.loads(pickle.dumps(noise)) == noise == Noise.from_json(noise.to_json()) == eval(repr(noise))


def test_a_warp_by_noises_replaces_that_by_a_number():
    one, moved = Noise(seed=3), Noise(warp=3, warp_frequency=0.1, warp_octaves=3, warp_seed=7)
    for warp in ((one, None), [one, None], iter([one, None]), np.array([one, None])):
        assert moved.replace(warp=warp) == Noise(warp=(one, None))
    assert moved.replace(warp=4).warp_frequency == 0.1
    assert moved.replace(warp=(one,)).replace(warp=4, warp_octaves=2) == Noise(warp=4, warp_octaves=2)
    with pytest.raises(ValueError, match="warp_frequency is 0.3; allowed: nothing"):
        moved.replace(warp=(one,), warp_frequency=0.3)
