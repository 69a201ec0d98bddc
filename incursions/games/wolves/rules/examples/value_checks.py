"""Checks of the values of examples: each returns the checked value, or raises `DataError` with the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from incursions.games.data_checks import Place, take_flag, take_list, take_mapping, take_text, take_whole, take_word
from incursions.kit.words import quote

Check = Callable[[Any, Place], Any]
MOST_KEYS, MOST_ITEMS, LONGEST_TEXT, MOST_COUNTED = 80, 1000, 1000, 99
DIGITS, LEAST_DIGITS, MOST_DIGITS = 5, 10_000, 99_999
"""The length of digits, and the numbers that stand for them if somebody writes them without quotes."""


def whole(least: int = 0, most: int = MOST_COUNTED) -> Check:
    """Return a check of whole numbers within limits."""
    return lambda value, place: take_whole(value, place, least, most)


def word(*words: str) -> Check:
    """Return a check of texts that are one of the words."""
    return lambda value, place: take_word(value, place, words)


def flag(value: Any, place: Place) -> bool:
    """Return true or false."""
    return take_flag(value, place)


def text(value: Any, place: Place) -> str:
    """Return a text; a number stands for its digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return take_text(value, place, LONGEST_TEXT)


def digits(value: Any, place: Place) -> str:
    """Return the five digits of a point."""
    if isinstance(value, int) and LEAST_DIGITS <= value <= MOST_DIGITS:
        return str(value)
    if not isinstance(value, str) or len(value) != DIGITS or not (value.isascii() and value.isdecimal()):
        raise place.fault(f"five digits in quotes were expected, not {quote(value)}")
    return value


def digits_or(check: Check) -> Check:
    """Return a check of five digits, or of something else that does not begin with a digit."""

    def check_either(value: Any, place: Place) -> Any:
        is_point = isinstance(value, int) or (isinstance(value, str) and value[:1].isdecimal())
        return (digits if is_point else check)(value, place)

    return check_either


def matching(pattern: str, expected: str) -> Check:
    """Return a check of texts of a pattern, which `expected` says in words."""
    compiled = re.compile(pattern)

    def check(value: Any, place: Place) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise place.fault(f"{expected} was expected, not {quote(value)}")
        return value

    return check


def list_of(check: Check, least: int = 0, most: int = MOST_ITEMS) -> Check:
    """Return a check of lists whose items pass a check."""

    def check_all(value: Any, place: Place) -> list[Any]:
        items = take_list(value, place, least, most)
        return [check(item, place.part(number)) for number, item in enumerate(items, start=1)]

    return check_all


def one_or_list_of(check: Check) -> Check:
    """Return a check of a value, or of a list of such values."""
    check_all = list_of(check, 1)
    return lambda value, place: (check_all if isinstance(value, list) else check)(value, place)


def pair(first: Check, second: Check) -> Check:
    """Return a check of lists of two."""

    def check(value: Any, place: Place) -> list[Any]:
        one, other = take_list(value, place, 2, 2)
        return [first(one, place.part(1)), second(other, place.part(2))]

    return check


def by_name(names: Collection[str], check: Check) -> Check:
    """Return a check of mappings with some of the names as keys."""
    return by_key(dict.fromkeys(names, check))


def by_key(checks: Mapping[str, Check], needed: Collection[str] = ()) -> Check:
    """Return a check of mappings whose keys have checks of their own; those `needed` must be there."""

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
    """Return a check of mappings whose keys have a pattern, which `expected` says in words."""
    compiled = re.compile(pattern)

    def check_all(value: Any, place: Place) -> dict[str, Any]:
        fields = take_mapping(value, place, MOST_KEYS)
        for key in fields:
            if not compiled.fullmatch(key):
                raise place.part(key).fault(f"{expected} was expected")
        return {key: check(held, place.part(key)) for key, held in fields.items()}

    return check_all


def mapping_or(checked_mapping: Check, check: Check) -> Check:
    """Return a check of values that are a mapping or something else."""
    return lambda value, place: (checked_mapping if isinstance(value, Mapping) else check)(value, place)


def word_or_whole(words: Collection[str], least: int, most: int) -> Check:
    """Return a check of values that are one of the words or a whole number within limits."""
    check_number, check_word = whole(least, most), word(*words)
    return lambda value, place: (check_number if isinstance(value, int) else check_word)(value, place)


def crew(trainings: Collection[str], nobody: str) -> Check:
    """Return a check of crew such as "2 untrained 1 engineer", or the word for nobody."""
    one = rf"[0-9]{{1,2}} (?:{'|'.join(trainings)})"
    return matching(rf"{nobody}|{one}(?: {one})*", f"crew such as '2 untrained 1 engineer' or {nobody!r}")
