"""Kinds of play with separate ratings: by mode, by bots or people, and by casual or rated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tournaments.matches.enums import Mode

if TYPE_CHECKING:
    from tournaments.matches.models import Match, Seat

PEOPLE, BOTS = "people", "bots"
WITH = {PEOPLE: "people only", BOTS: "with bots"}


class Kind(NamedTuple):
    """A kind of play: matches rated together. Casual ratings are hidden and used for matchmaking only."""

    mode: str
    with_bots: bool
    is_casual: bool = False

    @property
    def slug(self) -> str:
        """The name in URLs: `full-people`."""
        return f"{self.mode}-{BOTS if self.with_bots else PEOPLE}"

    def __str__(self) -> str:
        return f"{Mode(self.mode).label}, {WITH[BOTS if self.with_bots else PEOPLE]}"


SHOWN = tuple(Kind(mode.value, with_bots) for mode in Mode for with_bots in (False, True))
"""The kinds whose ratings people see."""


def kind_of(match: Match, seats: Iterable[Seat]) -> Kind:
    """Return the kind of a match."""
    return Kind(match.mode, any(seat.bot for seat in seats), not match.rated)


def kind_called(slug: str) -> Kind | None:
    """Return the kind with that slug, or None."""
    return next((kind for kind in SHOWN if kind.slug == slug), None)
