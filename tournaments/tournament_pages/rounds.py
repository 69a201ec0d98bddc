"""Rounds by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.organizing.models import Round
    from tournaments.tournament_pages.record import Record


def round_words(record: Record, of: Round) -> str:
    """The name of a round inside a sentence: "round 4 of 5", "the semi-finals"."""
    if name := of.phase.rules.name_round(len(of.phase.seeds), of.in_phase):
        return name if name.startswith("round") else f"the {name}"
    rounds = record.rounds_in(of.phase)
    before = of.number - of.in_phase
    return f"round {of.number} of {before + rounds}" if rounds else f"round {of.number}"


def round_title(record: Record, of: Round) -> str:
    """The same as a heading: "Round 4 of 5", "Semi-finals"."""
    words = round_words(record, of).removeprefix("the ")
    return words[:1].upper() + words[1:]


def rounds_shown(record: Record) -> list[tuple[int, str]]:
    """All rounds that everybody sees: their numbers, and short names."""
    return [(each.number, round_title(record, each)) for each in record.rounds]
