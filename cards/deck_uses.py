"""In which decks a piece is, and how often: of the starter decks, and of those that players show to everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, Window

from cards.addresses import url_of_starter
from cards.decks.contents import content_of
from cards.decks.models import Deck
from incursions.rules.construction import DeckContent
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.starters import Starter

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


class PlayersUses(NamedTuple):
    """How many public decks have a piece, and the newest of them."""

    total: int
    newest: list[DeckUse]


def uses_in(title: str, decks: Iterable[Starter]) -> list[DeckUse]:
    """The decks that hold the piece, in their order."""
    return [
        DeckUse(deck.title, deck.race, part, url_of_starter(deck.title))
        for deck in decks
        if (part := _part(title, deck.content))
    ]


def uses_of_players(title: str, ships: Mapping[str, Definition]) -> PlayersUses:
    """The public decks whose newest version holds the piece. One query."""
    decks = Deck.objects.listed().with_piece(title).select_related("owner", "shown").defer("notes", "draft")
    found = decks.annotate(total=Window(Count("pk")))[:MOST_NEWEST]
    newest = []
    for deck in found:
        content = content_of(deck.content_shown)
        race = ships.get(content.ship or "", {}).get("race", "")
        newest.append(DeckUse(deck.name, race, _part(title, content), deck.get_absolute_url(), str(deck.owner)))
    return PlayersUses(found[0].total if newest else 0, newest)


def _part(title: str, content: DeckContent) -> str:
    if title == content.ship:
        return "its ship"
    if title == content.captain:
        return "its captain"
    if title == content.stand_in:
        return "its stand-in"
    copies = content.cards.get(title, 0) + content.hexpile.get(title, 0)
    return f"{copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
