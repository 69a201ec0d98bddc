"""In which decks a piece is, and how often: starter decks, public ones, and the viewer's own."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Window

from cards.addresses import url_of_starter
from cards.decks.contents import content_of
from cards.decks.models import Deck
from incursions.rules.construction import DeckContent
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.starters import Starter

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer

MOST_NEWEST = 5


class DeckUse(NamedTuple):
    """A deck with a piece. `part` is what the piece is in it: its ship, its captain, or copies of a deck or hexpile.

    `race` is that of its ship, empty where there is none that is known; `owner` is empty for starter decks.
    """

    title: str
    race: str
    part: str
    url: str
    owner: str = ""


class Uses(NamedTuple):
    """How many decks have a piece, and the newest of them."""

    total: int
    newest: list[DeckUse]


def uses_in(title: str, decks: Iterable[Starter]) -> list[DeckUse]:
    """The decks that hold the piece, in their order."""
    return [
        DeckUse(deck.title, deck.race, part, url_of_starter(deck.title))
        for deck in decks
        if (part := _part(title, deck.content))
    ]


def uses_of_players(title: str, ships: Mapping[str, Definition]) -> Uses:
    """The public decks whose newest version holds the piece. One query."""
    decks = Deck.objects.listed().with_piece(title).select_related("owner", "shown").defer("notes", "draft")
    found = decks.annotate(total=Window(Count("pk")))[:MOST_NEWEST]
    newest = [_use(title, deck, deck.content_shown, ships, str(deck.owner)) for deck in found]
    return Uses(found[0].total if newest else 0, newest)


def uses_of_own(title: str, viewer: Viewer, ships: Mapping[str, Definition]) -> Uses:
    """The viewer's own decks that hold the piece now, the last changed first. One query, none without an account."""
    decks = Deck.objects.own(viewer).only("public_id", "name", "draft")
    holding = [deck for deck in decks if any(title in _titles(part) for part in deck.draft.values())]
    return Uses(len(holding), [_use(title, deck, deck.draft, ships) for deck in holding[:MOST_NEWEST]])


def _titles(part: object) -> Container[Any]:
    """The titles in one part of a kept content: a pile, or who stands outside."""
    return part if isinstance(part, Mapping) else (part,)


def _use(title: str, deck: Deck, content: object, ships: Mapping[str, Definition], owner: str = "") -> DeckUse:
    read = content_of(content)
    race = ships.get(read.ship or "", {}).get("race", "")
    return DeckUse(deck.name, race, _part(title, read), deck.get_absolute_url(), owner)


def _part(title: str, content: DeckContent) -> str:
    if title == content.ship:
        return "its ship"
    if title == content.captain:
        return "its captain"
    if title == content.stand_in:
        return "its stand-in"
    copies = content.cards.get(title, 0) + content.hexpile.get(title, 0)
    return f"{copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
