"""The columns of a row, derived from its definition, for every code that writes rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.models import ANY_RACE, Captain, GameCard, HexTile, Piece, PieceKind, Ship
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction.facts import counted_rarities, facts_of
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.texts import fill_text
from incursions.rules.printed.words import RARITIES

MODELS: Mapping[PieceKind, type[Piece]] = {
    PieceKind.SHIP: Ship,
    PieceKind.CAPTAIN: Captain,
    PieceKind.CARD: GameCard,
    PieceKind.TILE: HexTile,
}
PRINTED: Mapping[PieceKind, tuple[str, ...]] = {
    PieceKind.SHIP: ("race", "role", "hull", "shields", "evasion"),
    PieceKind.CAPTAIN: ("race", "espionage_evasion"),
    PieceKind.CARD: ("nature", "type", "rarity", "play_method", "position", "race"),
    PieceKind.TILE: ("hex_points", "kind"),
}


def by_kind(pieces: Catalogue) -> dict[PieceKind, dict[str, Definition]]:
    """Return the pieces of a catalogue, grouped by kind."""
    groups = (pieces.ships, pieces.captains, pieces.cards, pieces.tiles)
    return dict(zip(MODELS, groups, strict=True))


def shared_columns(definition: Definition) -> dict[str, object]:
    """Return the columns that every piece has, except its set."""
    return {
        "title": definition["title"],
        "number": definition.get("number"),
        "text": fill_text(definition).get("text", ""),
        "flavour": definition.get("flavour", ""),
        "definition": definition,
    }


def own_columns(kind: PieceKind, definition: Definition) -> dict[str, object]:
    """Return the columns of this kind of piece."""
    columns = {name: definition.get(name, "") for name in PRINTED[kind]}
    if kind is PieceKind.CARD:
        columns |= {"usage": usage_in_words(definition["usage"]), "counts_against": limits_of(definition)}
    if kind is PieceKind.TILE:
        columns["affinity"] = affinity_in_words(definition["affinity"])
    return columns


def limits_of(definition: Definition) -> str:
    """Return the rarity limits that a copy of the card counts against (rules 3.3, 3.4), as in "Rare, Xtra Rare"."""
    counted = counted_rarities(facts_of(definition))
    return ", ".join(rarity for rarity in RARITIES if rarity in counted)


def usage_in_words(usage: Any) -> str:
    """Return the races that may use a card: "Klingon, Romulan", or "any"."""
    return usage if usage == ANY_RACE else ", ".join(usage)


def affinity_in_words(affinity: Any) -> str:
    """Return the affinity with the piece whose race counts, as in "ship: Borg"; empty for none."""
    return ", ".join(f"{whose}: {race}" for whose, race in affinity.items()) if isinstance(affinity, dict) else ""
