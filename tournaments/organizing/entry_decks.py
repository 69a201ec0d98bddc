"""The decks of players: copied on submission, and judged again after a change of the catalogue (rules 3, 4, 21.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cards.decks.contents import content_of, data_of
from cards.decks.judging import judge_all
from incursions.rules.construction import Severity, sentence
from tournaments.organizing.enums import Did, EntryState, Kind
from tournaments.organizing.models import Entry
from tournaments.seat_decks import assign_starters, starters_for
from tournaments.seating import check_starter
from tournaments.writing import write_columns

if TYPE_CHECKING:
    from incursions.rules.construction import Verdict
    from tournaments.organizing.locked import LockedTournament
    from tournaments.seat_decks import OwnDeck

LONGEST_PROBLEM = 300


def hand_in(locked: LockedTournament, entry: Entry, *, own: OwnDeck | None = None, starter: str = "") -> None:
    """Submit a player's own deck, already judged by `seat_decks.choose`, or a starter deck.

    Raises `DomainError`: wrong_state, deck_needed.
    """
    row = locked.tournament
    if row.kind == Kind.SEALED:
        raise locked.make_refusal("wrong_state", "Decks are built from what is opened: bring none.", rule="22.2")
    if own is None and not starter:
        raise locked.make_refusal("deck_needed", "Choose a deck to bring.")
    check_starter(starter, row.format)
    entry.starter = "" if own else starter
    entry.deck = own.row if own else None
    entry.deck_content = data_of(own.content) if own else None
    entry.deck_at, entry.deck_problem, entry.deck_checked_by = locked.now, "", ""
    entry.save(update_fields=["starter", "deck", "deck_content", "deck_at", "deck_problem", "deck_checked_by"])
    # The deck is secret until decks are open, so the log says only that there is one.
    locked.note(Did.DECK, f"{entry.name} handed a deck in", after={"player": entry.number})


def named_starter(locked: LockedTournament, starter: str, number: int) -> str:
    """Return the named starter deck for a bot, or the next in rotation. Raises deck_needed if the format has none."""
    starters = starters_for(locked.tournament.format)
    if not starters:
        raise locked.make_refusal("deck_needed", "At this hex-point limit no starter deck can be played.", rule="4.1")
    if starter:
        return starter
    return assign_starters([""] * (1 + number % len(starters)), starters)[-1]


def check_in_needs_deck(locked: LockedTournament, entry: Entry) -> None:
    """Raise deck_needed if a player of a constructed event has not submitted a legal deck."""
    if locked.tournament.kind == Kind.SEALED or locked.tournament.is_table_top:
        return
    if not entry.has_deck:
        raise locked.make_refusal("deck_needed", "Hand a deck in first.")
    if entry.deck_problem:
        raise locked.make_refusal("deck_needed", f"The deck is no longer legal: {entry.deck_problem}")


def judge_again(locked: LockedTournament, token: str) -> int:
    """Judge all decks by the new catalogue. Return how many became illegal, or legal again.

    Each change is logged and shown on the player's page.
    """
    row = locked.tournament
    row.catalogue = token
    entries = [
        entry
        for entry in row.entries.select_related("user")
        if entry.deck_content is not None and entry.state not in (EntryState.WITHDRAWN, EntryState.ABSENT)
    ]
    verdicts = judge_all((content_of(entry.deck_content) for entry in entries), row.format)
    changed = []
    for entry, verdict in zip(entries, verdicts, strict=True):
        problem = first_problem(verdict)
        if problem == entry.deck_problem:
            continue
        changed.append(entry)
        before, entry.deck_problem = entry.deck_problem, problem
        words = f"The deck of {entry.name} " + (
            "is no longer legal: the catalogue has changed" if problem else "is legal again"
        )
        after = {"player": entry.number, "problem": problem}
        locked.note(Did.DECK, words, before={"player": entry.number, "problem": before}, after=after)
    write_columns(Entry, changed, ("deck_problem",))
    return len(changed)


def first_problem(verdict: Verdict) -> str:
    """Return the first error of a deck as a sentence, or "" for a legal deck."""
    errors = (problem for problem in verdict.problems if problem.severity is Severity.ERROR)
    return next((sentence(problem)[:LONGEST_PROBLEM] for problem in errors), "")
