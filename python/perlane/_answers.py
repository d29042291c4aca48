"""Error messages that suggest the argument or name that was meant: for names from other packages, and misspelt ones."""

import difflib
import functools
import inspect
import itertools
import math
import re
from collections.abc import Callable
from numbers import Integral
from typing import Any, TypeVar, cast, get_args

from perlane._arrays import AXES, shown
from perlane._types import Distance, Fade, Fractal, Kind, Returns

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound=Exception)

MOST_IN_CALLS = 40  # characters of an argument in a call that a message shows
COORDINATES = "coordinates_"  # what functions call their coordinates, one argument for each axis

# What calls without a required argument are told to write.
EXAMPLES = {
    "shape": ("a shape", "(1080, 1920)"),
    "quantity": ("a quantity", '"slope"'),
    "seeds": ("seeds", "range(10)"),
    "dims": ("a number of dimensions", "2"),
    "n": ("a number of masks", "12"),
    "noise": ("a noise", "noise"),
    "store": ("a store", '"world.zarr"'),
    "like": ("a DataArray or Dataset", "heights"),
}

# A name, and a list of names: words that begin with a letter, up to the next other thing. Numbers and sentences are no names.
NAME = re.compile(r"\w+ is ([A-Za-z][\w-]*); allowed: ([a-z][\w-]*(?:, [a-z][\w-]*)*)\b(?! \w)")


def _one_of(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


# Names that other packages give to a parameter: perlane's name for it, and what it takes.
ELSEWHERE = {
    name: (own, what)
    for names, own, what in [
        ("freq frequencies", "frequency", "lattice cells per world unit, such as 1 / 64"),
        (
            "res",
            "frequency",
            "lattice cells per world unit: cells / samples of an axis, such as 8 / 256; where axes differ, 1, and "
            "spacing=(16 / 256, 64 / 512)",
        ),
        ("cell_size cell_width wavelength", "frequency", "lattice cells per world unit: 1 / the size of a cell"),
        (
            "tileable repeat repeatx repeaty repeatz tile_sizes",
            "period",
            "lattice cells for each axis, such as (8, 16)",
        ),
        ("persistence persistance fractal_gain", "gain", "an octave's amplitude relative to the one before"),
        ("fractal_lacunarity", "lacunarity", "an octave's frequency relative to the one before"),
        ("octave fractal_octaves num_octaves n_octaves", "octaves", "1 to 32"),
        ("base rng random_state random_seed rseed", "seed", "an integer from 0 to 2^64 - 1"),
        ("fractal_type fractalType", "fractal", _one_of(get_args(Fractal)[1:])),
        ("fractal_ping_pong_strength ping_pong_strength", "strength", "0 to 1000"),
        ("ridge_offset fractal_offset", "level", "0 to 1000"),
        ("noise_type noiseType type", "kind", _one_of(get_args(Kind))),
        ("distance_function cellular_distance_function metric", "distance", _one_of(get_args(Distance))),
        ("cellular_return_type return_type", "returns", _one_of(get_args(Returns))),
        ("cellular_jitter randomness", "jitter", "0 to 1"),
        ("interpolant interpolation interp smoothing", "fade", _one_of(get_args(Fade))),
        ("amplitude weight", "scale", "what the noise is multiplied by"),
        ("domain_warp domain_warp_amp warp_amplitude displacement", "warp", "how far samples move, in world units"),
        ("normalise normalized", "normalize", "True or False"),
        ("size width height resolution agg", "shape", "samples of each axis, slowest first, such as (1080, 1920)"),
        ("workers num_workers numWorkers n_jobs num_threads", "threads", "1 to 1024, or None for all cores"),
        ("mode", "overwrite", "True, where an array is to be replaced"),
        ("component", "name", "the path of the array in its store"),
        ("offsets", "offset", "world units that are added to coordinates"),
        ("step steps", "spacing", "world units from sample to sample"),
    ]
    for name in names.split()
}

# How a message begins whose seed is something that makes random numbers, and what makes a seed of it.
SEEDS = {
    "Generator(": "int(rng.integers(2**63)) of a generator rng",
    "RandomState(": "int(state.randint(2**31)) of a RandomState",
    "SeedSequence(": "int(sequence.generate_state(1, np.uint64)[0]) of a SeedSequence",
    "<random.Random object": "random.getrandbits(64)",
    "<module 'random'": "random.getrandbits(64)",
    "<torch._C.Generator": "generator.initial_seed()",
    "None": "0, or secrets.randbits(64) for another one each time",
}

# The methods that have a parameter which says where, or how, to sample.
GRIDS = ["grid", "batch", "field", "gradient"]
OTHERS = ["points", "axes", "field_points", "field_axes"]
LAZY = ["lazy", "lazy_field"]
WINDOW = {
    **{name: GRIDS + LAZY for name in ("shape", "start", "origin", "spacing")},
    **{name: ["grid", "batch", "points", "axes"] for name in ("dtype", "levels")},
    "out": GRIDS + OTHERS,
    "threads": GRIDS + OTHERS + LAZY,
    "backend": GRIDS + OTHERS + LAZY,
}
FRACTAL = ["fractal", "octaves", "lacunarity", "gain", "strength", "level", "feedback"]
NOISE = [
    *("kind", "seed", "frequency", *FRACTAL, "gradients", "fade", "distance", "returns", "jitter"),
    *("hash", "permutation", "period", "offset"),
    *("warp", "warp_frequency", "warp_octaves", "warp_seed"),
    *("normalize", "scale", "bias", "range"),
]


def answers(function: F) -> F:
    """Wraps a function so that its `TypeError` for unknown arguments says what to pass instead."""
    parameters = inspect.signature(function).parameters
    places = [p.name for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    required = [name for name in places if parameters[name].default is inspect.Parameter.empty]
    most = math.inf if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()) else len(places)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    to_shape = places.index("shape") + 1 if "shape" in places else math.inf

    @functools.wraps(function)
    def answering(*args: Any, **kwargs: Any) -> Any:
        if len(args) > to_shape:
            _check_lengths(function, places, required, args)
        try:
            return function(*args, **kwargs)
        except TypeError:
            unknown = [] if takes_any else [name for name in kwargs if name not in parameters]
            missing = [name for name in required[len(args) :] if name not in kwargs]
            if not unknown and not missing and len(args) <= most:
                raise  # the function's own
        called = _called(function)
        if unknown:
            raise unknown_argument(called, unknown[0], parameters=list(parameters), module=function.__module__)
        if missing:
            raise TypeError(_missing(called, missing[0], required))
        raise TypeError(_positional(called, places, args[1:] if places[0] == "self" else args))

    return cast(F, answering)


def _called(function: Callable[..., Any]) -> str:
    """The name by which people call a function; a class's own for its `__init__`."""
    return function.__qualname__.removesuffix(".__init__").rpartition(".")[2]


def _check_lengths(function: Callable[..., Any], places: list[str], required: list[str], args: tuple[Any, ...]) -> None:
    """Refuses lengths of a shape that are arguments of their own: Python would take the second one for another parameter."""
    at = places.index("shape")
    lengths = [int(each) for each in itertools.takewhile(_is_length, args[at:])]
    others = places[at + 1 :][: len(lengths) - 1]
    if not 2 <= len(lengths) <= 4 or (others and not _are_lengths(lengths, others)):
        return
    before = [_example(name, value) for name, value in zip(places[:at], args, strict=False) if name != "self"]
    after = [name for name in required if name in places[at + 1 :]]
    first, *more = texts = [shown(each, MOST_IN_CALLS) for each in lengths]
    called, listed = _called(function), ", ".join(texts)
    allowed = f"one, {called}({', '.join([*before, f'({listed})', *after])})"
    if not after and len(others) == len(more):
        named = [f"{name}={text}" for name, text in zip(others, more, strict=True)]
        allowed += f"; or {called}({', '.join([*before, first, *named])})"
    raise TypeError(f"shape is {listed}, as {len(lengths)} arguments; allowed: {allowed}")


def _example(name: str, value: Any) -> str:
    """How a call in a message writes an argument."""
    return EXAMPLES[name][1] if name in EXAMPLES and not isinstance(value, str) else shown(value, MOST_IN_CALLS)


def _is_length(value: Any) -> bool:
    """Whether a value can be the length of an axis."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0


def _are_lengths(lengths: list[int], others: list[str]) -> bool:
    """Whether integers behind the first length are lengths, too, and not values of the parameters that stand there.

    A second one can be the length of chunks, if it is less than that of the axis. A sequence of seeds is no integer, and its own error
    says so.
    """
    if others == ["chunks"]:
        return len(lengths) > 2 or lengths[1] >= lengths[0]
    return others != ["seeds"] or len(lengths) > 2


def unknown_argument(called: str, name: str, *_: str, parameters: list[str], module: str = "perlane") -> TypeError:
    """The error for a keyword that a function of a module does not have, which has these."""
    return TypeError(_keyword(called, name, parameters, module))


def _keyword(called: str, name: str, parameters: list[str], module: str) -> str:
    """The message for a keyword that the function does not have."""
    own, what = ELSEWHERE.get(name, (name, ""))
    begin = f"{name} is no argument of {called}"
    named = [each for each in parameters if each != "self"]
    if COORDINATES in named and name in (*AXES, *(f"{axis}s" for axis in AXES), "coordinates", COORDINATES):
        before = [EXAMPLES[each][1] for each in named[: named.index(COORDINATES)]]
        return (
            f"{begin}; allowed: coordinates without names, x last, such as {called}({', '.join([*before, 'y', 'x'])})"
        )
    if own != name and own in named:
        return f"{begin}; allowed: {own}, {what}"
    if own in WINDOW:
        *others, last = WINDOW[own]
        if called in (*GRIDS, *OTHERS) and "self" not in parameters:
            # A function of a module has the name of a method.
            begin = f"{name} is no argument of {module}.{called}"
            *others, last = (f"Noise.{each}" for each in WINDOW[own])
        have = "have it" if own == name else f"have {own}, {what}"
        return f"{begin}; {', '.join(others)} and {last} {have}"
    if own in NOISE:
        return f"{called} has {_argument_of_noises(called, name, own, what, 'self' in parameters)}"
    named = [each for each in named if each != COORDINATES]
    close = difflib.get_close_matches(name, named, 1)
    return f"{begin}; allowed: {', '.join(named)}" + (f" (did you mean {close[0]}?)" if close else "")


def _argument_of_noises(called: str, name: str, own: str, what: str, is_method: bool) -> str:
    """What a function has, where a parameter of `Noise` was given to it, and what to write."""
    shape = ".grid(..)" if called in ("perlin", "fbm") else f".{called}(..)" if is_method else ""
    use = f"perlane.Noise({own}=..){shape}"
    if called == "perlin" and own in FRACTAL:
        begin = f"one octave and no argument {name}; use "
        use = f"perlane.fbm(.., {own}=..) or {use}" if own in ("octaves", "lacunarity", "gain") else use
    else:
        begin = f"no argument {name}; use "
    return begin + use + (f"; {own} is {what}" if own != name else "")


def _missing(called: str, name: str, required: list[str]) -> str:
    """The message for a call without a required argument."""
    names = [each for each in required if each != "self"]
    example = ", ".join(EXAMPLES[each][1] if each in EXAMPLES else ".." for each in names)
    what = EXAMPLES[name][0] if name in EXAMPLES else f"an argument {name}"
    return f"{called} needs {what}, such as {called}({example})"


def _positional(called: str, places: list[str], given: tuple[Any, ...]) -> str:
    """The message for too many arguments without a name."""
    names = [name for name in places if name != "self"]
    texts = ", ".join(shown(each, MOST_IN_CALLS) for each in given)
    if names == ["layers"]:
        example = ", ".join("abcd"[: len(given)]) if "…" in texts else texts
        return f"layers is {texts}, as {len(given)} arguments; allowed: one, {called}([{example}])"
    count = f"{len(given)} argument{'s' * (len(given) > 1)}"
    begin = f"{called} is given {count} without names ({texts})"
    if not names:
        return f"{begin}; allowed: arguments with names, such as {called}(seed=2)"
    return f"{begin}; allowed without: {', '.join(names)}"


def suggest(error: E) -> E:
    """The error, with a suggestion: the closest of the names that its message lists, or what makes a seed of the value."""
    text = str(error)
    if isinstance(error, TypeError):
        value = text.removeprefix("seed is ")
        made = next((seed for begin, seed in SEEDS.items() if value != text and value.startswith(begin)), None)
        return type(error)(f"{text}, such as {made}") if made else error
    if "did you mean" in text:
        return error
    fractal = text.removeprefix("kind is ").partition(";")[0]
    if fractal in get_args(Fractal):
        return type(error)(f'{text} (did you mean fractal="{fractal}"?)')
    found = NAME.search(text)
    if not found:
        return error
    close = difflib.get_close_matches(found[1], found[2].split(", "), 1)
    return type(error)(f"{text} (did you mean {close[0]}?)") if close else error
