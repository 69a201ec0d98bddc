"""What pages of tournaments say of plans and times, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import NoReverseMatch, reverse

from tournaments.organizing.models import Phase


def phases_words(phases: Sequence[Phase]) -> str:
    """All phases as one sentence has them: "5 rounds of Swiss, then the best 8: single elimination"."""
    parts = [
        (f"the best {phase.cut_to}: " if phase.cut_to else "") + phase.rules.describe(phase.plan) for phase in phases
    ]
    return ", then ".join(parts)


def address_if_any(name: str, *arguments: object) -> str:
    """Where a page is that not every house has; "" where it is missing."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""
