"""Other spellings of options: a title alone if it is the only one, 0 for none, range before power."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOTHING = re.compile(r"^((?:evade )?(?:with|and) )(?:0 (power)|(range) 0)\b")
_RANGE_FIRST = re.compile(r"^(?:with|and) ((?:range \d+|no range)) and ((?:\d+|no) power)\b")
_PLACE = re.compile(r" (?:of seat \d+|in -?\d+,-?\d+)(?: #\d+)?$")


def normalize_spelling(options: Iterable[str], text: str) -> str:
    """Return the text with its beginning spelled like the option that it means.

    The text is returned unchanged if it means none or several.
    """
    text = _RANGE_FIRST.sub(r"with \2 and \1", text)
    text = _NOTHING.sub(lambda match: f"{match[1]}no {match[2] or match[3]}", text)
    named = [(short, option) for option in options if (short := drop_place(option)) != option]
    shorts = [short for short, _ in named]
    fitting = [each for each in named if shorts.count(each[0]) == 1 and f"{text} ".startswith(f"{each[0]} ")]
    if not fitting:
        return text
    short, option = max(fitting, key=lambda each: len(each[0]))
    return text if text.startswith(option) else option + text[len(short) :]


def drop_place(phrase: str) -> str:
    """Return a phrase that names a card on a table or a piece in a hex, without its place."""
    return _PLACE.sub("", phrase)
