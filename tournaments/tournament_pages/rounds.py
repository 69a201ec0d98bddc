"""Rounds by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.organizing.enums import Format
from tournaments.pairing.brackets import Part
from tournaments.tournament_pages.wording import elimination_round_words

if TYPE_CHECKING:
    from tournaments.organizing.models import Round
    from tournaments.tournament_pages.record import Record


def round_words(record: Record, of: Round) -> str:
    """The name of a round inside a sentence: "round 4 of 5", "the semi-finals"."""
    if of.phase.format == Format.SINGLE:
        words = single_round_words(len(of.phase.seeds), of.in_phase)
        return words if words.startswith("round") else f"the {words}"
    if of.phase.format == Format.DOUBLE:
        return f"round {of.number}"
    rounds = record.rounds_in(of.phase)
    before = of.number - of.in_phase
    return f"round {of.number} of {before + rounds}" if rounds else f"round {of.number}"


def round_title(record: Record, of: Round) -> str:
    """The same as a heading: "Round 4 of 5", "Semi-finals"."""
    words = round_words(record, of).removeprefix("the ")
    return words[:1].upper() + words[1:]


def single_round_words(seeds: int, number: int) -> str:
    """What a round of single elimination is called among so many players."""
    lines = 1 << max(seeds - 1, 1).bit_length()
    return elimination_round_words(max(lines >> (number - 1), 2))


def part_words(part: Part, number: int) -> str:
    """A round of a part of a double elimination."""
    if part is Part.FINAL:
        return "Final" if number == 1 else "Second final"
    if part is Part.THIRD:
        return "Third place"
    return f"{part.value.capitalize()}, round {number}"


def rounds_shown(record: Record) -> list[tuple[int, str]]:
    """All rounds that everybody sees: their numbers, and short names."""
    return [(each.number, round_title(record, each)) for each in record.rounds]
