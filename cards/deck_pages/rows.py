"""Decks as lists show them, a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from cards.deck_pages.judged import Judged, judged_all
from cards.decks.contents import content_of
from cards.decks.models import Deck, DeckQuerySet

Draw = Callable[[Deck], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class DeckRow(Judged):
    """A deck of a list, with the content that the list shows of it."""

    deck: Deck


class Rows(Sequence[Deck]):
    """Decks of a query, counted and sliced in the database, to make pages of."""

    def __init__(self, decks: DeckQuerySet) -> None:
        self._decks = decks
        self._number: int | None = None

    def __len__(self) -> int:
        if self._number is None:
            self._number = self._decks.order_by().count()
        return self._number

    @overload
    def __getitem__(self, place: int) -> Deck: ...
    @overload
    def __getitem__(self, place: slice) -> list[Deck]: ...
    def __getitem__(self, place: int | slice) -> Deck | list[Deck]:
        return list(self._decks[place]) if isinstance(place, slice) else self._decks[place]


def shown(deck: Deck) -> dict[str, Any]:
    """What others see of a deck."""
    return deck.content_shown


def drafted(deck: Deck) -> dict[str, Any]:
    """What its owner sees of it."""
    return deck.draft


def rows_of(decks: Sequence[Deck], content: Draw) -> list[DeckRow]:
    """The lines of these decks, each with that content of it. One query."""
    judged = judged_all(content_of(content(deck)) for deck in decks)
    return [DeckRow(each.content, each.verdict, deck) for each, deck in zip(judged, decks, strict=True)]
