"""Names that were meant, for those that are not there."""

import difflib
import re

KEY = re.compile(r"unknown (?:field|variant) `([^`]*)`, expected (.*)")
NAME = re.compile(r"\w+ is ([\w-]+); allowed: ([\w-]+(?:, [\w-]+)*)")


def suggest(error: ValueError) -> ValueError:
    """The error, with the closest of the names that its message lists."""
    text = str(error)
    if "did you mean" in text:
        return error
    if found := KEY.search(text):
        allowed = re.findall(r"`([^`]*)`", found[2])
    elif found := NAME.search(text):
        allowed = found[2].split(", ")
    else:
        return error
    close = difflib.get_close_matches(found[1], allowed, 1)
    return ValueError(f"{text} (did you mean {close[0]}?)") if close else error
