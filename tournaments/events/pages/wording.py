"""Wording of plans, rounds and times on tournament pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.urls import NoReverseMatch, reverse

from tournaments.events.enums import RoundState, TournamentState
from tournaments.events.models import Phase

if TYPE_CHECKING:
    from tournaments.events.models import Round
    from tournaments.events.pages.record import Record


def phases_words(phases: Sequence[Phase]) -> str:
    """Return the phases as part of a sentence: "5 rounds of Swiss, then the best 8: single elimination"."""
    parts = [
        (f"the best {phase.cut_to}: " if phase.cut_to else "") + phase.rules.describe(phase.plan) for phase in phases
    ]
    return ", then ".join(parts)


def address_if_any(name: str, *arguments: object) -> str:
    """Return the address of an optional page; "" if the site does not have it."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""


def round_words(record: Record, of: Round) -> str:
    """Return the name of a round inside a sentence: "round 4 of 5", "the semi-finals"."""
    if name := of.phase.rules.name_round(len(of.phase.seeds), of.in_phase):
        return name if name.startswith("round") else f"the {name}"
    rounds = record.rounds_in(of.phase)
    before = of.number - of.in_phase
    return f"round {of.number} of {before + rounds}" if rounds else f"round {of.number}"


def round_title(record: Record, of: Round) -> str:
    """Return the name of a round as a heading: "Round 4 of 5", "Semi-finals"."""
    words = round_words(record, of).removeprefix("the ")
    return words[:1].upper() + words[1:]


def rounds_shown(record: Record) -> list[tuple[int, str]]:
    """Return the published rounds: their numbers and short names."""
    return [(each.number, round_title(record, each)) for each in record.rounds]


class Clock(NamedTuple):
    """A countdown. `words` say to what; `warns`: players are warned five minutes before."""

    at: datetime
    words: str
    warns: bool = False

    @property
    def at_ms(self) -> int:
        """The moment in milliseconds."""
        return int(self.at.timestamp() * 1000)


def clock_of(record: Record) -> Clock | None:
    """Return the countdown of a tournament; None while nothing is due, and in a pause."""
    row = record.row
    if row.paused_at is not None:
        return None
    if row.state == TournamentState.OPEN:
        return None if row.starts_at is None else Clock(row.starts_at, "until the start")
    if row.state == TournamentState.BUILDING:
        return None if row.builds_until is None else Clock(row.builds_until, "left to build", warns=True)
    if row.state == TournamentState.RUNNING:
        return _of_rounds(record)
    return None


def _of_rounds(record: Record) -> Clock | None:
    current = record.current
    if current is not None and current.state == RoundState.PUBLISHED and current.starts_at is not None:
        return Clock(current.starts_at, f"until {round_words(record, current)} starts")
    if current is not None and current.state == RoundState.RUNNING and current.ends_at is not None:
        return Clock(current.ends_at, round_words(record, current), warns=True)
    if record.row.next_round_at is not None:
        return Clock(record.row.next_round_at, "until the next pairings")
    return None
