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
from incursions.rules.effects.target_table import SHIPS

Fields = Mapping[str, FieldType]


class Verb(NamedTuple):
    """One verb. `needs`: of each of these groups of fields one must be said. `triggers`: it can have no others.

    `strikes`: its target is of one of these kinds. `passive`: it changes or permits something as long as it is in
    force, and is looked up; else it is carried out.
    """

    name: str
    does: str
    fields: Fields
    rules: tuple[str, ...]
    needs: tuple[tuple[str, ...], ...] = ()
    passive: bool = False
    triggers: frozenset[str] | None = None
    strikes: tuple[str, ...] = (SHIPS,)


MEANINGS: dict[str, str] = {
    "dice": "how many dice; as a text it may say the flat part too",
    "bonus": "the flat part of a roll, or by how much a score is better",
    "per": "what the amount is counted by: so much for each of it",
    "points": "points of damage, hull or shields",
    "pool": "what the damage comes off: `shields` alone, `hull` alone, or `none` (it comes off no points)",
    "power": "power cards; of a weapon what must be spent to fire it, of `allow` what the cloak costs",
    "weapon": "the weapon's dice; or a mapping with `damage`, `range`, `power`, `power_dice`, `power_range`",
    "range": "how far the weapon reaches, in hexes; 0 is its own hex",
    "power_dice": "dice that each power adds",
    "power_range": "hexes of range that each power adds",
    "cards, tiles, number": "how many",
    "hexes": "how far at most",
    "no_event": "`true`: nothing of 9.12 comes in that hex but mines",
    "from, at": "where the cards or tiles are",
    "filter": "of which kind the card must be",
    "random": "`true`: at random; else chosen",
    "top": "`true`: the top one; else chosen",
    "to": "where it goes, or which way",
    "of": "what is changed",
    "by": "of a number, by how much it changes; of an attack, what makes it",
}
"""Fields that several verbs have."""

CHANGE = Whole(-99, 99)
POINTS = Whole(1, 99)
PER = Counted(words.COUNTED)
HANDS = ("your hand", "target hand")
DECKS = ("your deck", "target deck")
HEXPILES = ("your hexpile", "target hexpile")
PILES = ("your discard pile", "target discard pile", "your non-salvageable pile", "target non-salvageable pile")
LOOKED_AT, CANCELLED, THIS_CARD = "cards looked at", "cancelled cards", "this card"
HEX = Word(words.HEXES, "Hexes")
CARD = Word(words.CARD_KINDS, "Kinds of card")
MANEUVERS = Words(words.MANEUVERS, "Kinds of maneuver")
POOL = Word(("shields", "hull", "none"))
SHIP_WEAPON = Word((*words.SHIP_WEAPONS, "one ship weapon"))
AMOUNT: Fields = {"dice": Dice(), "bonus": CHANGE, "per": PER}
REDUCTION: Fields = {"points": POINTS, "dice": Dice("points")}
FROM_HAND: Fields = {"from": Word((*HANDS, LOOKED_AT)), "filter": CARD}
FROM_PLACE: Fields = {"from": Word((*HANDS, *DECKS, *PILES, LOOKED_AT)), "filter": CARD}
