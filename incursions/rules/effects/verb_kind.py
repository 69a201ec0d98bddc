"""What a verb is, and the types of fields that several verbs share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.rules.effects import word_tables as words
from incursions.rules.effects.schema import (
    Counted,
    Dice,
    FieldType,
    Whole,
    Word,
    Words,
)

Fields = Mapping[str, FieldType]


class Verb(NamedTuple):
    """One verb. `needs`: of each of these groups of fields one must be said. `triggers`: it can have no others.

    `passive`: it changes or permits something as long as it is in force, and is looked up; else it is carried out.
    """

    name: str
    does: str
    fields: Fields
    rules: tuple[str, ...]
    needs: tuple[tuple[str, ...], ...] = ()
    passive: bool = False
    triggers: frozenset[str] | None = None


CHANGE = Whole(-99, 99)
POINTS = Whole(1, 99)
PER = Counted(words.COUNTED)
PLACE = Word(words.PLACES, "Places")
HEX = Word(words.HEXES, "Hexes")
CARD = Word(words.CARD_KINDS, "Kinds of card")
MANEUVERS = Words(words.MANEUVERS, "Kinds of maneuver")
POOL = Word(("shields", "hull", "none"))
SHIP_WEAPON = Word((*words.SHIP_WEAPONS, "one ship weapon"))
AMOUNT: Fields = {"dice": Dice(), "bonus": CHANGE, "per": PER}
REDUCTION: Fields = {"points": POINTS, "dice": Dice("points")}
FROM_PLACE: Fields = {"from": PLACE, "filter": CARD}
