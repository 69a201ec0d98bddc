"""A legal deck from a pool, for players who run out of time or want something to start from (rules 22.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import inf

from incursions.games.incursions.rules.construction import SEALED, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import CARD, TILE, PieceFacts, counted_rarities, is_usable
from incursions.games.incursions.rules.sealed.pools import Pool
from incursions.games.incursions.rules.sealed.recipes import COMMON, Facts

RARITIES = (*SEALED.rarity_limits, COMMON)
MOST_CREW = 4
"""The most officers in a proposal: each needs a position of its own, and turns to take it."""


def propose_deck(pool: Pool, facts: Facts, chosen: Format = SEALED) -> DeckContent:
    """Return a deck and hexpile that the format allows, made only of the pool; equal for equal pools.

    The ship and the captain are those whose races can use most of the cards; the rarest usable cards come first. The
    deck is legal for every pool of an accepted recipe, as long as the catalogue is the one that the pool was drawn
    from; pieces that no longer exist are skipped.
    """
    opened = {title: copies for title, copies in pool.pieces.items() if title in facts}
    cards = [facts[title] for title in sorted(opened) if facts[title].kind == CARD]
    best = max(
        (
            (ship, captain)
            for ship in pool.starter.ships
            for captain in pool.starter.captains
            if ship in facts and captain in facts
        ),
        key=lambda pair: sum(opened[card.title] for card in cards if is_usable(card, facts[pair[0]], facts[pair[1]])),
    )
    ship, captain = facts[best[0]], facts[best[1]]
    ranked = sorted(
        cards, key=lambda card: (not is_usable(card, ship, captain), RARITIES.index(card.rarity), card.title)
    )
    return DeckContent(
        ship=ship.title,
        captain=captain.title,
        cards=_fill_deck(ranked, opened, chosen),
        hexpile=_choose_hexpile(
            [facts[title] for title in sorted(opened) if facts[title].kind == TILE], opened, chosen
        ),
    )


def _fill_deck(ranked: Iterable[PieceFacts], opened: Mapping[str, int], chosen: Format) -> dict[str, int]:
    """Return cards in this order while their rarities allow it, until the deck is large enough (rules 3.1-3.4)."""
    deck: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    crew = 0
    for card in _repeat_copies(ranked, opened, chosen):
        if deck.total() == chosen.fewest_cards:
            break
        rarities = counted_rarities(card)
        has_room = all(counted[rarity] < chosen.rarity_limits.get(rarity, inf) for rarity in rarities)
        if has_room and not (card.is_crew and crew == MOST_CREW):
            counted.update(rarities)
            crew += card.is_crew
            deck[card.title] += 1
    return dict(deck)


def _choose_hexpile(tiles: list[PieceFacts], opened: Mapping[str, int], chosen: Format) -> dict[str, int]:
    """Return the cheapest wormhole and the best tiles that fit, up to the points needed (rules 4.1-4.3)."""
    wormhole = min((tile for tile in tiles if tile.is_wormhole), key=lambda tile: (tile.hex_points, tile.title))
    left = list(_repeat_copies(sorted(tiles, key=lambda tile: (-tile.hex_points, tile.title)), opened, chosen))
    left.remove(wormhole)
    pile, points = Counter({wormhole.title: 1}), wormhole.hex_points
    for tile in left:
        if points in chosen.hex_points_allowed:
            break
        if points + tile.hex_points < chosen.hex_points_allowed.stop:
            pile[tile.title] += 1
            points += tile.hex_points
    return dict(pile)


def _repeat_copies(pieces: Iterable[PieceFacts], opened: Mapping[str, int], chosen: Format) -> Iterator[PieceFacts]:
    """Yield each piece as often as it was opened and is allowed."""
    for piece in pieces:
        yield from [piece] * min(opened[piece.title], chosen.most_of(piece))
