"""Kinds of card that texts name, and the cards of a pile that are of one (the kinds and places of the vocabulary)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard

OFFICER, CAPTAIN, SHUTTLE, ANY = "officer", "captain", "shuttle", "any"
PILES = {"hand": "hand", "deck": "deck", "discard pile": "discard", "non-salvageable pile": "non_salvageable"}


def is_of(card: GameCard, kind: str | None) -> bool:
    """Is the card of that kind: a nature, a type, an officer, a captain, a shuttle? None and `any` mean every card."""
    if kind is None or kind == ANY:
        return True
    if kind == OFFICER:
        return card.is_crew
    if kind == CAPTAIN:
        return card.is_captain
    if kind == SHUTTLE:
        return card.is_shuttle
    return kind in (card.nature, card.type)


def kinds_of(card: GameCard) -> tuple[str, ...]:
    """All the kinds that a condition may ask a card for."""
    named = (
        *((OFFICER,) if card.is_crew else ()),
        *((CAPTAIN,) if card.is_captain else ()),
        *((SHUTTLE,) if card.is_shuttle else ()),
    )
    return (ANY, card.nature, *((card.type,) if card.type else ()), *named)


def pile_at(game: Game, user: int, target: int | None, place: str) -> list[int]:
    """The cards of a place of the vocabulary, such as `target hand`; the last is the top. An empty list of nobody's."""
    whose, _, name = place.partition(" ")
    seat = user if whose == "your" else target
    if seat is None or name not in PILES:
        return []
    pile: list[int] = getattr(game.players[seat], PILES[name])
    return pile


def cards_like(game: Game, user: int, target: int | None, place: str, kind: str | None) -> list[int]:
    """The cards of a kind that lie in a place."""
    return [number for number in pile_at(game, user, target, place) if is_of(game.cards[number].card, kind)]
