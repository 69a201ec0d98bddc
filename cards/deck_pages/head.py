"""What stands at the head of every page of a deck: its name, whose it is, what the evaluator says, its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cards.catalogue import current_pieces
from cards.deck_pages.tabs import Link, tabs_of
from cards.decks import abilities
from cards.decks.judging import judge
from cards.decks.models import Deck
from cards.decks.reading import content_seen
from incursions.rules.construction import DeckContent, Severity, Verdict

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


@dataclass(frozen=True, slots=True)
class DeckHead:
    """A deck as its viewer sees it: the draft for its owner, the newest version for others."""

    deck: Deck
    content: DeckContent
    verdict: Verdict
    race: str
    is_owner: bool
    may_change: bool
    tabs: list[Link]

    @property
    def errors(self) -> int:
        """How many problems keep the deck from play."""
        return sum(problem.severity is Severity.ERROR for problem in self.verdict.problems)

    @property
    def warnings(self) -> int:
        """How many problems do not."""
        return len(self.verdict.problems) - self.errors


def head_of(deck: Deck, viewer: Viewer) -> DeckHead:
    """The head for that viewer. Raises `DeckError` for a deck that they may not see."""
    content = content_seen(deck, viewer)
    return DeckHead(
        deck,
        content,
        judge(content),
        current_pieces().ships.get(content.ship or "", {}).get("race", ""),
        abilities.is_owner(viewer, deck),
        abilities.may_change(viewer, deck),
        tabs_of(deck, viewer),
    )
