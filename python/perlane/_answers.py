"""Error messages that suggest the argument or name that was meant: for names from other packages, and misspelt ones."""

import difflib
import functools
import inspect
import math
import re
from collections.abc import Callable
from typing import Any, TypeVar, cast, get_args

from perlane._types import Fractal

F = TypeVar("F", bound=Callable[..., Any])

# A name, and a list of names: words that begin with a letter, up to the next other thing. Numbers and sentences are no names.
NAME = re.compile(r"\w+ is ([A-Za-z][\w-]*); allowed: ([a-z][\w-]*(?:, [a-z][\w-]*)*)\b(?! \w)")

# Names that other packages give to a parameter: perlane's name for it, and what it takes.
ELSEWHERE = {
    name: (own, what)
    for names, own, what in [
        ("freq frequencies", "frequency", "lattice cells per world unit, such as 1 / 64"),
        ("res", "frequency", "lattice cells per world unit: cells / samples of an axis, such as 8 / 256"),
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
        (
            "fractal_type fractalType",
            "fractal",
            "fbm, billow, ridged, turbulence, ping-pong, ridged-multi or hybrid-multi",
        ),
        ("fractal_ping_pong_strength ping_pong_strength", "strength", "0 to 1000"),
        ("ridge_offset fractal_offset", "level", "0 to 1000"),
        ("noise_type noiseType type", "kind", "perlin, value, cell or cellular"),
        (
            "distance_function cellular_distance_function metric",
            "distance",
            "euclidean, squared, manhattan or chebyshev",
        ),
        ("cellular_return_type return_type", "returns", "f1, f2, f2-f1 or value"),
        ("cellular_jitter randomness", "jitter", "0 to 1"),
        ("interpolant interpolation interp smoothing", "fade", "linear, cubic or quintic"),
        ("amplitude weight", "scale", "what the noise is multiplied by"),
        ("domain_warp domain_warp_amp warp_amplitude displacement", "warp", "how far samples move, in world units"),
        ("normalise normalized", "normalize", "True or False"),
        ("size width height resolution agg", "shape", "samples of each axis, slowest first, such as (1080, 1920)"),
        ("workers num_workers numWorkers n_jobs num_threads", "threads", "1 to 1024, or None for all cores"),
        ("offsets", "offset", "world units that are added to coordinates"),
        ("step steps", "spacing", "world units from sample to sample"),
    ]
    for name in names.split()
}

WINDOW = ["shape", "start", "origin", "spacing", "dtype", "levels", "out", "threads", "backend"]
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
    most = math.inf if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()) else len(places)

    @functools.wraps(function)
    def answering(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError:
            unknown = [name for name in kwargs if name not in parameters]
            if not unknown and len(args) <= most:
                raise  # the function's own
        called = "Noise" if function.__name__ == "__init__" else function.__name__
        given = args[1:] if places[0] == "self" else args
        raise TypeError(
            _keyword(called, unknown[0], list(parameters)) if unknown else _positional(called, places, given)
        )

    return cast(F, answering)


def unknown_argument(called: str, name: str, *_: str, parameters: list[str]) -> TypeError:
    """The error for a keyword that a function does not have, which has these."""
    return TypeError(_keyword(called, name, parameters))


def _keyword(called: str, name: str, parameters: list[str]) -> str:
    """The message for a keyword that the function does not have."""
    own, what = ELSEWHERE.get(name, (name, ""))
    begin = f"{name} is no argument of {called}"
    if own != name and own in parameters:
        return f"{begin}; allowed: {own}, {what}"
    answer = f"{own} ({what})" if what else own
    if own in WINDOW:
        return f"{begin}; allowed: {answer}, as an argument of the methods that sample, such as Noise.grid"
    if own in FRACTAL and called == "perlin":
        return f"{begin}, which has one octave; allowed: {answer}, as an argument of perlane.fbm and of perlane.Noise"
    if own in NOISE:
        return f"{begin}; allowed: {answer}, as an argument of perlane.Noise"
    close = difflib.get_close_matches(name, parameters, 1)
    return f"{begin}; allowed: {', '.join(each for each in parameters if each != 'self')}" + (
        f" (did you mean {close[0]}?)" if close else ""
    )


def _positional(called: str, places: list[str], given: tuple[Any, ...]) -> str:
    """The message for too many arguments without a name."""
    names = [name for name in places if name != "self"]
    shown = ", ".join(f"{each!r:.40}" for each in given)
    if names[:1] == ["shape"] and len(given) <= 4 and all(isinstance(each, int) for each in given):
        return f"shape is {shown}, as {len(given)} arguments; allowed: one, {called}(({shown}))"
    allowed = ", ".join(names)
    return f"{called} is given {len(given)} arguments without names ({shown}); allowed without: {allowed}"


def suggest(error: ValueError) -> ValueError:
    """The error, with a suggestion: the closest of the names that its message lists."""
    text = str(error)
    if "did you mean" in text:
        return error
    fractal = text.removeprefix("kind is ").partition(";")[0]
    if fractal in get_args(Fractal):
        return ValueError(f'{text} (did you mean fractal="{fractal}"?)')
    found = NAME.search(text)
    if not found:
        return error
    close = difflib.get_close_matches(found[1], found[2].split(", "), 1)
    return ValueError(f"{text} (did you mean {close[0]}?)") if close else error
