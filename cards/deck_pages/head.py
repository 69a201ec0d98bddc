"""What stands at the head of every page of a deck: its name, whose it is, what the evaluator says, its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cards.deck_pages.judged import Judged
from cards.deck_pages.tabs import Link, tabs_of
from cards.decks import abilities
from cards.decks.contents import content_of
from cards.decks.judging import judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


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
    """The head for that viewer. Raises `DeckError` for a deck that they may not see."""
    content = content_seen(deck, viewer) if version is None else content_of(version.content)
    return DeckHead(
        content,
        judge(content),
        deck,
        version,
        abilities.is_owner(viewer, deck),
        abilities.may_change(viewer, deck),
        abilities.may_withdraw(viewer, deck),
        tabs_of(deck, viewer),
    )
