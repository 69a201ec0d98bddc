"""The decks of seats beyond Basic: a starter, or a player's own deck as it was when chosen (rules 3, 4, 21.2).

An own deck is evaluated and copied when it is chosen: the seat plays this copy, whatever becomes of the deck. It is
evaluated again when the match starts, because the catalogue may have changed. Before the match others are told only
that there is one, and never its name; its pieces are public when the match is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse

from cards.catalogue import current_starters
from cards.deck_pages.listing import ProblemLine, problem_lines
from cards.decks import abilities
from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import judge, judge_all
from cards.decks.models import Deck
from cards.decks.reading import find_deck
from incursions.games.incursions.rules.construction import FORMATS, DeckContent, Severity, Verdict, sentence
from incursions.games.incursions.rules.starters import by_turns
from incursions.kit.refusals import DomainError
from tournaments.matches.enums import Mode
from tournaments.tables.table_settings import format_words

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.games.incursions.rules.construction import Format
    from incursions.games.incursions.rules.starters import Starter
    from tournaments.matches.models import Match, Seat


OWN = "deck:"  # prefix of an own deck's name in a field for starters
MOST_OFFERED = 100


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A player's own deck, copied when it was chosen or played. `row` is None if it is deleted for good."""

    content: DeckContent
    row: Deck | None


class DeckRefusedError(DomainError):
    """The refusal of an own deck. An illegal deck is attached, with its verdict."""

    def __init__(
        self, code: str, message: str, *, rule: str = "", deck: Deck | None = None, verdict: Verdict | None = None
    ) -> None:
        super().__init__(code, message, rule=rule)
        self.deck = deck
        self.verdict = verdict

    @property
    def details(self) -> dict[str, object]:
        """Every problem, as data and as a sentence."""
        problems = self.verdict.problems if self.verdict else ()
        return {"problems": [problem.to_data() | {"sentence": sentence(problem)} for problem in problems]}


def _illegal(deck: Deck, verdict: Verdict) -> DeckRefusedError:
    """Return the refusal of an illegal deck."""
    first = next(problem for problem in verdict.problems if problem.severity is Severity.ERROR)
    message = f"This deck cannot be played: {sentence(first)}"
    return DeckRefusedError("illegal_deck", message, rule=first.rule, deck=deck, verdict=verdict)


def choose(named: str, viewer: Viewer, held_to: Format | None) -> OwnDeck | None:
    """Return a copy of the viewer's own deck of that name ("" for none), or None; None in Basic.

    It is evaluated by the table's format, with its hex-point limit and tolerance (rules 3, 4, 21.2). Raises
    `DeckRefusedError`: no_such_deck if it is missing or not visible, not_yours, deleted_deck, illegal_deck.
    """
    if not named or held_to is None:
        return None
    try:
        deck = find_deck(named, viewer)
    except DeckError as refusal:
        raise DeckRefusedError("no_such_deck", refusal.message) from None
    if not abilities.is_owner(viewer, deck):
        raise DeckRefusedError("not_yours", "You can only play your own decks. Copy this one, and play the copy.")
    if deck.is_deleted:
        raise DeckRefusedError("deleted_deck", "This deck is deleted. Restore it first.")
    content = content_of(deck.draft)
    verdict = judge(content, held_to)
    if not verdict.is_legal:
        raise _illegal(deck, verdict)
    return OwnDeck(content, deck)


def own_deck(named: str, viewer: Viewer) -> Deck | None:
    """Return the viewer's own deck with that name in its address, legal or not, or None."""
    return Deck.objects.own(viewer).filter(public_id=named).first() if named.isascii() and named.isalnum() else None


class Offered(NamedTuple):
    """An own deck to choose from; `is_legal` at the table in question, True if there is none yet."""

    deck: Deck
    is_legal: bool


def offered_to(viewer: Viewer, held_to: Format | None = None) -> list[Offered]:
    """Return the viewer's own decks to choose from, the last changed first."""
    decks = list(Deck.objects.own(viewer).only("public_id", "name", "draft")[:MOST_OFFERED])
    if held_to is None or not decks:
        return [Offered(deck, is_legal=True) for deck in decks]
    verdicts = judge_all((content_of(deck.draft) for deck in decks), held_to)
    return [Offered(deck, verdict.is_legal) for deck, verdict in zip(decks, verdicts, strict=True)]


def give(seat: Seat, *, starter: str = "", own: OwnDeck | None = None) -> None:
    """Set the deck of the seat to a starter or an own deck; the caller writes the row."""
    seat.starter = "" if own else starter
    seat.deck = own.row if own else None
    seat.deck_content = data_of(own.content) if own else None


def bring(match: Match, seats: Sequence[Seat]) -> list[DeckContent]:
    """Return the deck of each seat, in the transaction that starts the match. The set-up keeps them from then on.

    A starter that has left the catalogue is replaced by the next one in turn, and so is an own deck that is no longer
    legal; the seat keeps the latter's row to tell of it (`Seat.gave_way`).
    """
    starters = starters_for(match.format)
    own = [_find_legal_content(seat, match.format) for seat in seats]
    titles = assign_starters([seat.starter for seat in seats], starters)
    brought = []
    for seat, content, title in zip(seats, own, titles, strict=True):
        played_starter = "" if content else title
        if seat.starter != played_starter or seat.deck_content is not None:
            seat.starter, seat.deck_content = played_starter, None
            seat.save(update_fields=["starter", "deck_content"])
        brought.append(content or starters[title].content)
    return brought


def find_played(match: Match, seat: Seat) -> OwnDeck | None:
    """Return the own deck with which a match was started, to play it again. None for a starter, and in Basic."""
    if match.setup is None or match.mode == Mode.BASIC or seat.starter:
        return None
    brought = match.setup["seats"][seat.index]
    content = DeckContent(
        brought["ship"], brought["captain"], brought["stand_in"], Counter(brought["deck"]), Counter(brought["hexpile"])
    )
    return OwnDeck(content, seat.deck)


def starters_for(held_to: Format | None) -> dict[str, Starter]:
    """Return the starter decks that are legal in this format, by title; none in Basic (`held_to` None)."""
    if held_to is None:
        return {}
    starters = current_starters()
    if held_to == FORMATS[held_to.name]:
        return starters  # checked when the catalogue was read
    return {title: starter for title, starter in starters.items() if judge(starter.content, held_to).is_legal}


def assign_starters(chosen: Sequence[str], starters: Collection[str]) -> list[str]:
    """Return a starter for every seat: its choice if the table allows it, else the next in turn; "" if none."""
    return (
        by_turns([title if title in starters else "" for title in chosen], starters) if starters else [""] * len(chosen)
    )


def verdict_on(seat: Seat, held_to: Format | None) -> Verdict | None:
    """Return the current verdict on the own deck chosen at the seat; None if there is none."""
    if seat.deck_content is None or held_to is None:
        return None
    return judge(content_of(seat.deck_content), held_to)


def can_play(seat: Seat, held_to: Format | None) -> bool:
    """Return True if the seat has a deck that the table allows, could be given a starter, or needs none."""
    return held_to is None or bool(starters_for(held_to)) or _find_legal_content(seat, held_to) is not None


def _find_legal_content(seat: Seat, held_to: Format | None) -> DeckContent | None:
    verdict = verdict_on(seat, held_to)
    return content_of(seat.deck_content) if verdict is not None and verdict.is_legal else None


class DeckVerdict(NamedTuple):
    """A verdict on a deck at a table, for pages. `mend` is the address of its editor, "" for a deleted deck."""

    name: str
    is_legal: bool
    limit: str
    problems: list[ProblemLine]
    mend: str


def check_deck(named: str, viewer: Viewer, held_to: Format | None) -> DeckVerdict | None:
    """Return the verdict on the viewer's own deck with that name in its address; None if there is none."""
    deck = own_deck(named, viewer) if held_to is not None else None
    if deck is None or held_to is None:
        return None
    return verdict_shown(deck, judge(content_of(deck.draft), held_to), format_words(held_to))


def verdict_shown(deck: Deck | None, verdict: Verdict, limit: str) -> DeckVerdict:
    """Return a verdict for a page, with the address of the deck's editor."""
    mend = reverse("decks:editor", args=[deck.public_id]) if deck is not None and not verdict.is_legal else ""
    return DeckVerdict(deck.name if deck else "Your deck", verdict.is_legal, limit, problem_lines(verdict), mend)
