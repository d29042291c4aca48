"""Recipes as text."""

from __future__ import annotations

from typing import Any

from perlane import _native
from perlane._answers import suggest
from perlane._arrays import shown

MOST_CHARACTERS = 2**22  # of a recipe, as on the command line


def check_text(text: Any) -> None:
    """Refuses what is no text, or more than a recipe may have."""
    if not isinstance(text, str):
        raise TypeError(f"text is {shown(text)}; allowed: strings")
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"text is of {len(text)} characters; allowed: recipes of at most 4 MiB, {MOST_CHARACTERS} characters"
        )


def from_text(text: str, format: str) -> _native.Sampler:
    check_text(text)
    try:
        return _native.Sampler.from_text(text, format)
    except ValueError as error:
        raise suggest(error) from None
