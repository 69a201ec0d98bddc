"""The words and numbers that pieces print: races, natures, types, and damage as text."""

from __future__ import annotations

import re
from functools import cache

RACES = ("Federation", "Klingon", "Romulan", "Borg")
NEUTRAL = "neutral"  # officers of no ship's race
CREW = "Crew"
NATURES = ("Command", "Attack", "Defence", "Tactical", CREW)  # rules 13.1
TYPES = ("Calamity", "Catastrophe", "Dilemma", "Equipment", "Espionage", "Procedure")  # rules 13.2
RARITIES = ("Common", "Special", "Rare", "Xtra Rare", "Ultra Rare")  # rules 13.3; what counts as None is no game card
TABLE_WHEN_DRAWN = "Table when drawn"
TABLE_UNTIL_DESTROYED = "Table until destroyed"
TABLE_IN_HEX = "Table in hex"
PLAY_METHODS = (  # rules 13.4
    "Use and discard",
    "Table",
    TABLE_WHEN_DRAWN,
    TABLE_UNTIL_DESTROYED,
    "Table in front of target",
    TABLE_IN_HEX,
    "Table for the round",
    "Play any time",
    "Multi",
)
WEAPON_SYSTEMS = ("phasers", "disruptors", "torpedoes", "mines")
MOST_DICE, MOST_BONUS = 20, 99
_DAMAGE = re.compile(r"([0-9]+)D6(?:\+([0-9]+))?")


@cache
def parse_damage(text: str) -> tuple[int, int]:
    """Return number of dice and bonus of a printed damage such as ``2D6+2``. Raises ValueError for any other text."""
    match = _DAMAGE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no damage; write it as 1D6 or 2D6+2")
    return int(match[1]), int(match[2] or 0)
