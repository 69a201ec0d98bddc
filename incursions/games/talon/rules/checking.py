"""Checks of names and hexes in data (rules T24.1, T25.12): each returns the checked value or raises `DataError`."""

from __future__ import annotations

from typing import Any

from incursions.engine.hexes import Hex, hex_text
from incursions.games.data_checks import LONGEST_KEY, Place, take_list, take_title, take_whole
from incursions.kit.words import quote

FARTHEST = 999
"""The largest coordinate of a hex in a file. The plane itself has no edge (rules T6.13)."""
RESERVED = frozenset(("of", "at", "to", "with", "on", "from", "next", "missile"))
"""Words that no name holds, because options put them between names (rules T25.12)."""
ENDING = "slip"
"""The word that options put after a name, in front of another word that may follow a name alone."""


def take_name(value: Any, place: Place) -> str:
    """Return a name by which options tell a ship or a group (rules T25.12)."""
    name = take_title(value, place)
    if word := find_reserved(name):
        raise place.fault(f"a name without the word {word!r} was expected (T25.12), not {quote(value)}")
    return name


def find_reserved(name: str) -> str:
    """Return the word that a name cannot have, because options need it themselves; "" if there is none (rules T25.12).

    A name may not end in "slip" after another: "burn Ark slip left" would be two acts if there were an Ark Slip too.
    """
    words = name.casefold().split()
    held = next((word for word in words if word in RESERVED), "")
    return held or (ENDING if words[1:] and words[-1] == ENDING else "")


def take_hex(value: Any, place: Place) -> Hex:
    """Return the hex of two coordinates in a list (rules T24.1)."""
    q, r = (take_whole(part, place, -FARTHEST, FARTHEST) for part in take_list(value, place, 2, 2))
    return q, r


def take_hex_text(value: Any, place: Place) -> Hex:
    """Return the hex of a text such as "-3,2" (rules T24.1)."""
    if isinstance(value, str) and len(value) <= LONGEST_KEY:
        try:
            q, r = map(int, value.split(","))
        except ValueError:
            pass
        else:
            if hex_text((q, r)) == value and abs(q) <= FARTHEST and abs(r) <= FARTHEST:
                return q, r
    raise place.fault(f"a hex such as '-3,2' was expected, not {quote(value)}")
