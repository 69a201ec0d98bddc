"""Checks of the values of examples.

A `Check` takes a value of the YAML and its place in the file, and returns the value, or raises `DataError` with the
place. The functions here are checks, or make checks of others: `list_of(whole(1, 6))` accepts a list of dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from incursions.games.data_checks import Place, take_flag, take_list, take_mapping, take_text, take_whole, take_word
from incursions.kit.words import quote

Check = Callable[[Any, Place], Any]
MOST_KEYS, MOST_ITEMS, LONGEST_TEXT, MOST_COUNTED = 80, 1000, 1000, 99
POINT_DIGITS = 5
"""The length of the digits of a point: "04217" (rules W18.1)."""
UNQUOTED_POINTS = range(10_000, 100_000)
"""The points that need no quotes: YAML reads their digits as a whole number of five digits."""


def whole(least: int = 0, most: int = MOST_COUNTED) -> Check:
    """Return a check that accepts whole numbers from `least` to `most`."""
    return lambda value, place: take_whole(value, place, least, most)


def word(*words: str) -> Check:
    """Return a check that accepts one of these words."""
    return lambda value, place: take_word(value, place, words)


def flag(value: Any, place: Place) -> bool:
    """Check that a value is true or false."""
    return take_flag(value, place)


def text(value: Any, place: Place) -> str:
    """Check that a value is a text. A whole number becomes a text, because YAML reads an unquoted 7 as a number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return take_text(value, place, LONGEST_TEXT)


def point(value: Any, place: Place) -> str:
    """Check that a value is a point, and return its five digits (rules W18.1)."""
    if isinstance(value, int) and value in UNQUOTED_POINTS:
        return str(value)
    if not isinstance(value, str) or len(value) != POINT_DIGITS or not (value.isascii() and value.isdecimal()):
        raise place.fault(f"five digits in quotes were expected, not {quote(value)}")
    return value


def point_or(check: Check) -> Check:
    """Return a check that accepts a point, and leaves a value that does not begin with a digit to `check`."""

    def check_either(value: Any, place: Place) -> Any:
        is_point = isinstance(value, int) or (isinstance(value, str) and value[:1].isdecimal())
        return (point if is_point else check)(value, place)

    return check_either


def matching(pattern: str, expected: str) -> Check:
    """Return a check that accepts texts that match a pattern. `expected` describes the pattern in a refusal."""
    compiled = re.compile(pattern)

    def check(value: Any, place: Place) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise place.fault(f"{expected} was expected, not {quote(value)}")
        return value

    return check


def list_of(check: Check, least: int = 0, most: int = MOST_ITEMS) -> Check:
    """Return a check that accepts lists of `least` to `most` items that pass `check`."""

    def check_all(value: Any, place: Place) -> list[Any]:
        items = take_list(value, place, least, most)
        return [check(item, place.part(number)) for number, item in enumerate(items, start=1)]

    return check_all


def one_or_list_of(check: Check) -> Check:
    """Return a check that accepts a value that passes `check`, or a list of these."""
    check_all = list_of(check, 1)
    return lambda value, place: (check_all if isinstance(value, list) else check)(value, place)


def pair(first: Check, second: Check) -> Check:
    """Return a check that accepts lists of two items, each of which passes its own check."""

    def check(value: Any, place: Place) -> list[Any]:
        one, other = take_list(value, place, 2, 2)
        return [first(one, place.part(1)), second(other, place.part(2))]

    return check


def by_name(names: Collection[str], check: Check) -> Check:
    """Return a check that accepts mappings whose keys are among `names`, and whose values all pass `check`."""
    return by_key(dict.fromkeys(names, check))


def by_key(checks: Mapping[str, Check], needed: Collection[str] = ()) -> Check:
    """Return a check that accepts mappings in which the value of each key passes the check of that key in `checks`.

    The keys of `needed` must be there; the other keys may be left out.
    """

    def check_all(value: Any, place: Place) -> dict[str, Any]:
        fields = take_mapping(value, place, MOST_KEYS)
        for key in fields:
            if key not in checks:
                raise place.part(key).fault(f"there is no such key; there are {', '.join(checks)}")
        for key in needed:
            if key not in fields:
                raise place.part(key).fault("this key is missing")
        return {key: checks[key](held, place.part(key)) for key, held in fields.items()}

    return check_all


def by_pattern(pattern: str, expected: str, check: Check) -> Check:
    """Return a check that accepts mappings whose keys match a pattern and whose values pass `check`.

    `expected` describes the pattern in a refusal.
    """
    compiled = re.compile(pattern)

    def check_all(value: Any, place: Place) -> dict[str, Any]:
        fields = take_mapping(value, place, MOST_KEYS)
        for key in fields:
            if not compiled.fullmatch(key):
                raise place.part(key).fault(f"{expected} was expected")
        return {key: check(held, place.part(key)) for key, held in fields.items()}

    return check_all


def mapping_or(check_mapping: Check, check: Check) -> Check:
    """Return a check that leaves mappings to `check_mapping`, and all other values to `check`."""
    return lambda value, place: (check_mapping if isinstance(value, Mapping) else check)(value, place)


def word_or_whole(words: Collection[str], least: int, most: int) -> Check:
    """Return a check that accepts one of these words, or a whole number from `least` to `most`."""
    check_number, check_word = whole(least, most), word(*words)
    return lambda value, place: (check_number if isinstance(value, int) else check_word)(value, place)


def crew_words(trainings: Collection[str], nobody: str) -> Check:
    """Return a check that accepts crew such as "2 untrained 1 engineer", or the word for `nobody`."""
    counters = rf"[0-9]{{1,2}} (?:{'|'.join(trainings)})"
    return matching(rf"{nobody}|{counters}(?: {counters})*", f"crew such as '2 untrained 1 engineer' or {nobody!r}")
