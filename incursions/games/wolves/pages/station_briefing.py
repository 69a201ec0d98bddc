"""The briefing of a seat: the guide for all, and what the seat alone is told (rules W1.2, W1.6)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import Briefings


class Briefing(NamedTuple):
    """The briefing of a seat: its role, what its team knows and wants, its own aim, and the guide."""

    role: str
    known: str
    wanted: str
    personal: str
    story: str
    powers: list[tuple[str, str]]
    vessels: list[tuple[str, str]]


def describe_briefing(briefings: Briefings, seat: str, team: str) -> Briefing:
    """Return the briefing of a seat; seats of a role that are numbered share its words."""
    role = seat.removeprefix(f"{team} ").rstrip("0123456789 ")
    return Briefing(
        role=briefings.roles.get(role, ""),
        known=briefings.known.get(team, ""),
        wanted=briefings.wanted.get(team, ""),
        personal=briefings.personal.get(seat, ""),
        story=briefings.story,
        powers=list(briefings.powers.items()),
        vessels=list(briefings.vessels.items()),
    )
