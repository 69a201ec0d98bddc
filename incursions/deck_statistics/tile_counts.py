"""The tiles of a hexpile counted: kinds, hex points, ways out, and what they are to their owner (rules 4, 9.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from incursions.deck_statistics.card_counts import Count, Titled
from incursions.deck_statistics.known import KnownDeck, TileCopies
from incursions.deck_statistics.tile_uses import TileUse, owner_of, use_of
from incursions.rules.effects.effect import Requirement
from incursions.rules.printed.piece_fields import TILE_KINDS
from incursions.rules.printed.pieces import TileCard


class WayOut(NamedTuple):
    """A wormhole of the hexpile, and what it asks before the roll (rules 1.6)."""

    title: str
    copies: int
    requirement: Requirement


def kinds(deck: KnownDeck) -> list[Count]:
    """Tiles by kind, as the catalogue names kinds (rules 9.11)."""
    return [row for row in _counts(deck.tiles, TILE_KINDS, lambda tile: str(tile.definition["kind"])) if row.number]


def points(deck: KnownDeck) -> list[Count]:
    """Tiles by the hex points that one of them is worth (rules 4.1), from the least to the most."""
    worth = sorted({_points(tile) for tile, _ in deck.tiles})
    return _counts(deck.tiles, [str(each) for each in worth], lambda tile: str(_points(tile)))


def uses(deck: KnownDeck) -> list[Count]:
    """Tiles by what they are to whoever brought them: every row, also those without a tile."""
    owner = owner_of(deck)
    return _counts(deck.tiles, tuple(TileUse), lambda tile: use_of(tile, owner))


def ways_out(deck: KnownDeck) -> list[WayOut]:
    """The wormholes (rules 4.2)."""
    return [WayOut(tile.title, copies, _requirement(tile)) for tile, copies in deck.tiles if tile.is_wormhole]


def _points(tile: TileCard) -> int:
    worth: int = tile.definition["hex_points"]
    return worth


def _requirement(tile: TileCard) -> Requirement:
    asked = (effect.fields.get("requirement") for effect in tile.effects if effect.verb == "leave_roll")
    return next((each for each in asked if each is not None), Requirement())


def _counts(tiles: Sequence[TileCopies], labels: Sequence[str], label_of: Callable[[TileCard], str]) -> list[Count]:
    found: dict[str, list[Titled]] = {label: [] for label in labels}
    for tile, copies in tiles:
        found[label_of(tile)].append(Titled(tile.title, copies))
    return [Count(label, sum(piece.copies for piece in pieces), tuple(pieces)) for label, pieces in found.items()]
