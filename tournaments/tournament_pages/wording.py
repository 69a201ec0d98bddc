"""What pages of tournaments say of plans and times, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import NoReverseMatch, reverse

from tournaments.organizing.enums import Format
from tournaments.organizing.models import Phase
from tournaments.wording import counted

SIZES = {2: "final", 4: "semi-finals", 8: "quarter-finals"}


def minutes_words(seconds: float) -> str:
    """A length as people say it: "45 minutes", "90 seconds", "2 hours", "1 hour 30 minutes"."""
    whole = round(seconds)
    if whole < 120 and whole % 60:
        return counted(whole, "second")
    minutes = round(whole / 60)
    hours, rest = divmod(minutes, 60)
    if hours == 0 or (hours == 1 and rest):
        return counted(minutes, "minute")
    return counted(hours, "hour") + (f" {counted(rest, 'minute')}" if rest else "")


def phase_words(phase: Phase) -> str:
    """A phase in a few words: "5 rounds of Swiss", "single elimination"."""
    rounds = counted(phase.rounds, "round") if phase.rounds else "as many rounds as the field needs"
    words = {
        Format.SWISS: f"{rounds} of Swiss",
        Format.PODS: f"{rounds} at tables of {phase.seats}",
        Format.ROBIN: "everybody meets everybody" + (" twice" if phase.is_double else ""),
        Format.SINGLE: "single elimination" + (" with a match for the third place" if phase.third_place else ""),
        Format.DOUBLE: "double elimination",
    }
    return words[Format(phase.format)]


def phases_words(phases: Sequence[Phase]) -> str:
    """All phases as one sentence has them: "5 rounds of Swiss, then the best 8: single elimination"."""
    parts = [(f"the best {phase.cut_to}: " if phase.cut_to else "") + phase_words(phase) for phase in phases]
    return ", then ".join(parts)


def elimination_round_words(players: int) -> str:
    """What the round of a bracket is called in which so many are left: "semi-finals", "round of 16"."""
    return SIZES.get(players, f"round of {players}")


def address_if_any(name: str, *arguments: object) -> str:
    """Where a page is that not every house has; "" where it is missing."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""
