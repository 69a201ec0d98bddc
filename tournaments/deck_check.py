"""Whether a deck of one's own may be played at a table, told before anything is sent (rules 3, 4.1, 21.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse

from cards.deck_pages.judged import ProblemLine, problem_lines
from cards.decks.contents import content_of
from cards.decks.judging import judge
from tournaments.deck_formats import format_words
from tournaments.seat_decks import own_deck

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from cards.decks.models import Deck
    from incursions.rules.construction import Format, Verdict


class DeckVerdict(NamedTuple):
    """What a page says of a deck at a table. `mend` is where it is mended, "" for one that is gone."""

    name: str
    is_legal: bool
    limit: str
    problems: list[ProblemLine]
    mend: str


def check_deck(named: str, viewer: Viewer, held_to: Format | None) -> DeckVerdict | None:
    """The verdict on the deck of the viewer's own with that name in its address; None where there is nothing to say."""
    deck = own_deck(named, viewer) if held_to is not None else None
    if deck is None or held_to is None:
        return None
    return verdict_shown(deck, judge(content_of(deck.draft), held_to), format_words(held_to))


def verdict_shown(deck: Deck | None, verdict: Verdict, limit: str) -> DeckVerdict:
    """A verdict as a page shows it, with where the deck is mended."""
    mend = reverse("decks:editor", args=[deck.public_id]) if deck is not None and not verdict.is_legal else ""
    return DeckVerdict(deck.name if deck else "Your deck", verdict.is_legal, limit, problem_lines(verdict), mend)
