"""The versions of a deck as its page lists them, with what is different from one to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cards.deck_pages.comparison import in_short
from cards.decks.contents import content_of
from cards.decks.differences import differences
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckVersion
from cards.paging import NoSuchPageError, Page, page_number, page_of

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer

ON_A_PAGE = 50


class VersionRow(NamedTuple):
    """A version of the list. `before` is the number of the one before it that the viewer may see, None for the first.

    `changes` says in short what is different from that one.
    """

    version: DeckVersion
    before: int | None
    changes: str


def page_of_versions(deck: Deck, viewer: Viewer, typed: str) -> Page[VersionRow]:
    """The versions that the viewer may see, the newest first. Raises `DeckError` for a page that is not there.

    Two queries.
    """
    versions = DeckVersion.objects.visible_to(viewer, deck)
    try:
        places = page_of(range(versions.count()), page_number(typed), ON_A_PAGE)
    except NoSuchPageError as error:
        raise DeckError("not_found", str(error), field="page") from error
    shown = list(versions[places.first - 1 : places.to + 1])  # with the one before the last of them
    return Page(list(_rows(shown))[: len(places.items)], places.number, places.last, places.first)


def unkept(deck: Deck) -> str:
    """What the draft has unlike the newest version, in short; empty where it is the same."""
    newest = deck.shown.content if deck.shown else {}
    return in_short(differences(content_of(newest), content_of(deck.draft)))


def _rows(shown: list[DeckVersion]) -> Iterator[VersionRow]:
    contents = [content_of(version.content) for version in shown]
    for place, version in enumerate(shown[:-1]):
        changes = differences(contents[place + 1], contents[place])
        yield VersionRow(version, shown[place + 1].number, in_short(changes))
    for first in shown[-1:]:
        yield VersionRow(first, None, "")
