"""Decks as lists show them, a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cards.deck_pages.judged import Judged, judged_all
from cards.decks.contents import content_of
from cards.decks.models import Deck

Draw = Callable[[Deck], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class DeckRow(Judged):
    """A deck of a list, with the content that the list shows of it."""

    deck: Deck


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
