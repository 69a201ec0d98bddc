"""The head of every page of a deck: name, owner, verdict, and the links to the deck's pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse

from cards.deck_pages.judged import Judged
from cards.decks import abilities
from cards.decks.contents import content_of
from cards.decks.judging import judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


class Tab(NamedTuple):
    """A page of a deck: its url name, its label, and whether only the deck's owner has it."""

    name: str
    label: str
    is_for_owner: bool = False


class Link(NamedTuple):
    """A tab of one deck; `name` is that of its address."""

    name: str
    label: str
    url: str


TABS = (
    Tab("decks:deck", "Deck"),
    Tab("decks:editor", "Edit", is_for_owner=True),
    Tab("decks:statistics", "Statistics"),
    Tab("decks:hand", "Sample hand"),
    Tab("flights:start", "Test flight"),  # of tournaments, known here by the name of its address alone
    Tab("decks:versions", "Versions"),
    Tab("decks:print", "Print"),
    Tab("decks:export", "Export"),
    Tab("decks:import_into", "Import", is_for_owner=True),
    Tab("decks:details", "Details", is_for_owner=True),
)


@dataclass(frozen=True, slots=True)
class DeckHead(Judged):
    """A deck as its viewer sees it: the draft for its owner, the newest version for others.

    `version` is another one of its versions, where a page shows that instead.
    """

    deck: Deck
    version: DeckVersion | None
    is_owner: bool
    may_change: bool
    may_withdraw: bool
    tabs: list[Link]


def head_of(deck: Deck, viewer: Viewer, version: DeckVersion | None = None) -> DeckHead:
    """Return the head for that viewer, with the pages of the deck that the viewer has.

    Raises `DeckError` for a deck that the viewer may not see.
    """
    content = content_seen(deck, viewer) if version is None else content_of(version.content)
    may_change = abilities.may_change(viewer, deck)
    return DeckHead(
        content,
        judge(content),
        deck,
        version,
        abilities.is_owner(viewer, deck),
        may_change,
        abilities.may_withdraw(viewer, deck),
        [
            Link(tab.name, tab.label, reverse(tab.name, args=[deck.public_id]))
            for tab in TABS
            if may_change or not tab.is_for_owner
        ],
    )
