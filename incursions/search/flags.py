"""What `is:` asks: plain facts about a piece, each with what a sentence calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from incursions.rules.construction.facts import ANY_RACE, EQUIPMENT, facts_of
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import CREW, NEUTRAL


class Flag(NamedTuple):
    """A fact: what pieces are that have it, and which do."""

    phrase: str
    holds: Callable[[Definition], bool]


FLAGS: Mapping[str, Flag] = {
    "unique": Flag("unique", lambda piece: facts_of(piece).is_unique),
    "wormhole": Flag("wormholes", lambda piece: facts_of(piece).is_wormhole),
    "denizen": Flag("denizens or their homes", lambda piece: piece.get("kind") == "denizen" or "denizen" in piece),
    "crew": Flag("officers", lambda piece: piece.get("nature") == CREW),
    "equipment": Flag("equipment", lambda piece: piece.get("type") == EQUIPMENT),
    "multi": Flag("Multi cards", lambda piece: "faces" in piece),
    "neutral": Flag("of no ship’s race", lambda piece: piece.get("race") == NEUTRAL),
    "open": Flag("usable by any race", lambda piece: piece.get("usage") == ANY_RACE),
    "armed": Flag("weapons of their own", lambda piece: any(map(_is_weapon, (piece.get("weapon"), piece.get("mine"))))),
    "cloaking": Flag("ships with a cloak", lambda piece: "cloak" in piece.get("systems", {})),
}


def flags(definition: Definition) -> Iterator[str]:
    """The names of all flags that hold for a piece."""
    return (name for name, flag in FLAGS.items() if flag.holds(definition))


def _is_weapon(printed: object) -> bool:
    return isinstance(printed, dict)
