"""What addresses and forms say of a deck: which of its versions it is about, and the format that it is judged by."""

from __future__ import annotations

from collections.abc import Mapping

from cards.deck_pages.numbers import number_of
from cards.decks.errors import DeckError, no_such_version
from incursions.rules.construction import FORMATS, FULL, Format

USUAL_FORMAT = {"format": FULL.name, "points": str(FULL.hex_points), "tolerance": str(FULL.tolerance)}
"""What stands for each field that nobody has filled in."""
LONGEST_VERSION = 9  # digits


def version_of(asked: Mapping[str, str]) -> int | None:
    """The version that is asked for, None for the deck as it is. Raises `DeckError` for what is no number."""
    typed = asked.get("version", "")
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit()) or len(typed) > LONGEST_VERSION:
        raise DeckError("malformed", "version: a whole number was expected.", field="version")
    if int(typed) == 0:
        raise no_such_version(0)
    return int(typed)


def format_of(asked: Mapping[str, str], formats: Mapping[str, Format] = FORMATS) -> Format:
    """One of these formats, with the hex points that are asked for. Raises `DeckError` for what there is not."""
    name, typed_points, typed_tolerance = (asked.get(field, usual) for field, usual in USUAL_FORMAT.items())
    chosen = formats.get(name)
    if chosen is None:
        raise DeckError("invalid", f"The formats are {', '.join(formats)}.", field="format")
    points, tolerance = number_of(typed_points, "points"), number_of(typed_tolerance, "tolerance")
    if points < 1:
        raise DeckError("invalid", "The hex-point limit is at least 1.", field="points")
    return chosen.with_hex_points(points, tolerance)
