"""The pages that every deck has, as the row of links at their head."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse

from cards.decks import abilities
from cards.decks.models import Deck

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


class Tab(NamedTuple):
    """A page of a deck: the name of its address, what the link says, and whether only who may change it has it."""

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


def tabs_of(deck: Deck, viewer: Viewer) -> list[Link]:
    """The pages of the deck that the viewer has."""
    may_change = abilities.may_change(viewer, deck)
    return [
        Link(tab.name, tab.label, reverse(tab.name, args=[deck.public_id]))
        for tab in TABS
        if may_change or not tab.is_for_owner
    ]
