"""The decks of seats beyond Basic: a starter, or a deck of one's own as it stood when it was chosen (rules 3, 4, 21.2).

A deck of one's own is judged and copied when it is chosen: whatever becomes of it afterwards, the seat plays what was
chosen. It is judged again when the match starts, since the catalogue may have changed in between. Nobody else is told
more of it before the match than that there is one, nor ever its name; its pieces lie open when the match is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.urls import reverse

from cards.catalogue import current_starters
from cards.deck_pages.judged import ProblemLine, problem_lines
from cards.decks import abilities
from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import judge, judge_all
from cards.decks.models import Deck
from cards.decks.reading import find_deck
from incursions.rules.construction import FORMATS, DeckContent, Severity, Verdict, sentence
from incursions.rules.printed.starters import by_turns
from tournaments.enums import Mode
from tournaments.errors import DomainError
from tournaments.table_settings import format_words

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.rules.construction import Format
    from incursions.rules.printed.starters import Starter
    from tournaments.models import Match, Seat


OWN = "deck:"  # what a deck of one's own is named with where a starter could be named
MOST_OFFERED = 100


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck of a player's own, copied as it was chosen or played. `row` is None when it is gone for good."""

    content: DeckContent
    row: Deck | None


class DeckRefusal(DomainError):
    """The refusal of a deck of one's own. One that is illegal comes along, with what the evaluator says of it."""

    def __init__(
        self, code: str, message: str, *, rule: str = "", deck: Deck | None = None, verdict: Verdict | None = None
    ) -> None:
        super().__init__(code, message, rule=rule)
        self.deck = deck
        self.verdict = verdict

    @property
    def details(self) -> dict[str, Any]:
        """Every problem, in data and in a sentence."""
        problems = self.verdict.problems if self.verdict else ()
        return {"problems": [problem.to_data() | {"sentence": sentence(problem)} for problem in problems]}


def _illegal(deck: Deck, verdict: Verdict) -> DeckRefusal:
    """The refusal of a deck that the rules do not let play."""
    first = next(problem for problem in verdict.problems if problem.severity is Severity.ERROR)
    message = f"This deck cannot be played: {sentence(first)}"
    return DeckRefusal("illegal_deck", message, rule=first.rule, deck=deck, verdict=verdict)


def choose(named: str, viewer: Viewer, held_to: Format | None) -> OwnDeck | None:
    """The deck of the viewer's own that is named ("" for none), as it stands now; None for Basic, played without.

    The table's format judges it, whose hex-point limit and tolerance stand before anybody sits down (rules 3, 4, 21.2).
    Raises `DeckRefusal`: no_such_deck for one that is not there or not to be seen, not_yours, deleted_deck,
    illegal_deck.
    """
    if not named or held_to is None:
        return None
    try:
        deck = find_deck(named, viewer)
    except DeckError as refusal:
        raise DeckRefusal("no_such_deck", refusal.message) from None
    if not abilities.is_owner(viewer, deck):
        raise DeckRefusal("not_yours", "You can play your own decks. Make a copy of this one, and play that.")
    if deck.is_deleted:
        raise DeckRefusal("deleted_deck", "This deck is deleted. Restore it, and play it then.")
    content = content_of(deck.draft)
    verdict = judge(content, held_to)
    if not verdict.is_legal:
        raise _illegal(deck, verdict)
    return OwnDeck(content, deck)


def own_deck(named: str, viewer: Viewer) -> Deck | None:
    """The deck of the viewer's own with that name in its address, if there is one, legal or not."""
    return Deck.objects.own(viewer).filter(public_id=named).first() if named.isascii() and named.isalnum() else None


class Offered(NamedTuple):
    """A deck of one's own to choose from; `is_legal` at the table in question, True where there is none yet."""

    deck: Deck
    is_legal: bool


def offered_to(viewer: Viewer, held_to: Format | None = None) -> list[Offered]:
    """The decks of the viewer's own to choose from, the last changed first."""
    decks = list(Deck.objects.own(viewer).only("public_id", "name", "draft")[:MOST_OFFERED])
    if held_to is None or not decks:
        return [Offered(deck, is_legal=True) for deck in decks]
    verdicts = judge_all((content_of(deck.draft) for deck in decks), held_to)
    return [Offered(deck, verdict.is_legal) for deck, verdict in zip(decks, verdicts, strict=True)]


def give(seat: Seat, *, starter: str = "", own: OwnDeck | None = None) -> None:
    """Let the seat play the one or the other; the row is written by the caller."""
    seat.starter = "" if own else starter
    seat.deck = own.row if own else None
    seat.deck_content = data_of(own.content) if own else None


def bring(match: Match, seats: Sequence[Seat]) -> list[DeckContent]:
    """What each seat plays, in the transaction that starts the match. The set-up keeps it from then on.

    A starter that was taken out of the catalogue while the table was open gives way to the next one by turns; so does
    a deck of one's own that is legal no more, whose seat keeps the deck to tell of it (`Seat.gave_way`).
    """
    starters = starters_for(match.format)
    own = [_still_legal(seat, match.format) for seat in seats]
    titles = dealt([seat.starter for seat in seats], starters)
    brought = []
    for seat, content, title in zip(seats, own, titles, strict=True):
        played_starter = "" if content else title
        if seat.starter != played_starter or seat.deck_content is not None:
            seat.starter, seat.deck_content = played_starter, None
            seat.save(update_fields=["starter", "deck_content"])
        brought.append(content or starters[title].content)
    return brought


def played(match: Match, seat: Seat) -> OwnDeck | None:
    """The deck of one's own with which a match was started, to play it again. None for a starter, and in Basic."""
    if match.setup is None or match.mode == Mode.BASIC or seat.starter:
        return None
    brought = match.setup["seats"][seat.index]
    content = DeckContent(
        brought["ship"], brought["captain"], brought["stand_in"], Counter(brought["deck"]), Counter(brought["hexpile"])
    )
    return OwnDeck(content, seat.deck)


def starters_for(held_to: Format | None) -> dict[str, Starter]:
    """The starter decks that may be played at such a table, by title: none in Basic, nor where other limits hold."""
    if held_to is None:
        return {}
    starters = current_starters()
    if held_to == FORMATS[held_to.name]:
        return starters  # each was found legal when it was read
    return {title: starter for title, starter in starters.items() if judge(starter.content, held_to).is_legal}


def dealt(chosen: Sequence[str], starters: Collection[str]) -> list[str]:
    """A starter for every seat: its own choice if the table allows it, else one by turns; "" where there is none."""
    return (
        by_turns([title if title in starters else "" for title in chosen], starters) if starters else [""] * len(chosen)
    )


def verdict_on(seat: Seat, held_to: Format | None) -> Verdict | None:
    """What the evaluator says now of the deck of one's own that waits in the seat; None where there is none."""
    if seat.deck_content is None or held_to is None:
        return None
    return judge(content_of(seat.deck_content), held_to)


def can_play(seat: Seat, held_to: Format | None) -> bool:
    """Return True if the seat has a deck that the table allows, could be given a starter, or needs none."""
    return held_to is None or bool(starters_for(held_to)) or _still_legal(seat, held_to) is not None


def _still_legal(seat: Seat, held_to: Format | None) -> DeckContent | None:
    verdict = verdict_on(seat, held_to)
    return content_of(seat.deck_content) if verdict is not None and verdict.is_legal else None


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
