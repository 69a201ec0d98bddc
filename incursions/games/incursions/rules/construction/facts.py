"""The facts of a piece that the evaluator needs, read once from its definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from incursions.games.incursions.rules.printed.pieces import Definition

SHIP, CAPTAIN, CARD, TILE = "ship", "captain", "card", "tile"
CREW = "Crew"
EQUIPMENT = "Equipment"
NO_RARITY = "None"
ANY_RACE = "any"


class PieceFacts(NamedTuple):
    """The kind of a piece and its printed values that matter for construction.

    `usage` are the races that may use a card, None for any (rules 13.5).
    """

    title: str
    kind: str
    race: str = ""
    nature: str = ""
    type: str = ""
    rarity: str = NO_RARITY
    usage: frozenset[str] | None = None
    hex_points: int = 0
    is_wormhole: bool = False
    is_unique: bool = False

    @property
    def is_crew(self) -> bool:
        """True for an officer (rules 2.6)."""
        return self.nature == CREW


def facts_of(definition: Definition) -> PieceFacts:
    """Return the facts of a catalogue definition of any kind."""
    title = definition["title"]
    if "hex_points" in definition:
        kind = definition["kind"]
        is_wormhole, is_unique = kind == "wormhole", kind == "unique"
        points = definition["hex_points"]
        return PieceFacts(title, TILE, hex_points=points, is_wormhole=is_wormhole, is_unique=is_unique)
    race = definition.get("race", "")
    if "hull" in definition:
        return PieceFacts(title, SHIP, race)
    if "nature" not in definition:
        return PieceFacts(title, CAPTAIN, race)
    usage = definition["usage"]
    return PieceFacts(
        title,
        CARD,
        race,
        nature=definition["nature"],
        type=definition.get("type", ""),
        rarity=definition["rarity"],
        usage=None if usage == ANY_RACE else frozenset(usage),
    )


def counted_rarities(piece: PieceFacts) -> set[str]:
    """Return the rarity limits that one copy counts against. Crew always count as Rare too (rules 3.4)."""
    own = set() if piece.rarity == NO_RARITY else {piece.rarity}
    if not piece.is_crew:
        return own
    return {"Rare", *(own & {"Xtra Rare", "Ultra Rare"})}


def is_usable(card: PieceFacts, ship: PieceFacts | None, captain: PieceFacts | None) -> bool:
    """Return True if the race of the ship or captain may use the card (13.5). Equipment checks only the ship (16.4)."""
    if card.usage is None:
        return True
    asked = (ship,) if card.type == EQUIPMENT and ship is not None else (ship, captain)
    return any(piece is not None and piece.race in card.usage for piece in asked)


def index_pieces(definitions: Iterable[Definition]) -> Mapping[str, PieceFacts]:
    """Return the facts of the pieces by title."""
    return {definition["title"]: facts_of(definition) for definition in definitions}
