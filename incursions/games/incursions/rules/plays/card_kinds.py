"""The kinds of card that texts name, and the cards of a kind in a pile (kinds and places of the vocabulary)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.cards import GameCard

OFFICER, CAPTAIN, SHUTTLE, ANY = "officer", "captain", "shuttle", "any"
PILES = {"hand": "hand", "deck": "deck", "discard pile": "discard", "non-salvageable pile": "non_salvageable"}


def is_of(card: GameCard, kind: str | None) -> bool:
    """Return True for a card of that kind (see `kinds_of`); None means every card."""
    return kind is None or kind in kinds_of(card)


@printed_fact
def kinds_of(card: GameCard) -> tuple[str, ...]:
    """Return all kinds of a card: its nature and type, officer, captain, shuttle, and any."""
    named = ((card.is_crew, OFFICER), (card.is_captain, CAPTAIN), (card.is_shuttle, SHUTTLE))
    of_type = (card.type,) if card.type else ()
    return (ANY, card.nature, *of_type, *(kind for is_so, kind in named if is_so))


def pile_at(game: Game, user: int, target: int | None, place: str) -> list[int]:
    """Return the cards of a place of the vocabulary, such as `target hand`, the top last; empty without an owner."""
    whose, _, name = place.partition(" ")
    seat = user if whose == "your" else target
    if seat is None or name not in PILES:
        return []
    pile: list[int] = getattr(game.players[seat], PILES[name])
    return pile


def cards_like(game: Game, user: int, target: int | None, place: str, kind: str | None) -> list[int]:
    """Return the cards of a kind in a place."""
    return [number for number in pile_at(game, user, target, place) if is_of(game.cards[number].card, kind)]
