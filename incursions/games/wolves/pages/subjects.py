"""Subjects that one of Control may take: the lines of the inbox that wait, the vessels, and the clock."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.games.megagames import CLOCK_SUBJECT
from incursions.games.wolves.pages.inbox import list_waiting
from incursions.games.wolves.pages.waiting import name_vessel
from incursions.games.wolves.rules.game import Game


def list_subjects(game: Game) -> Sequence[str]:
    """Return all subjects that may be taken now."""
    lines = [line.subject for lines in list_waiting(game).values() for line in lines]
    return [CLOCK_SUBJECT, *map(name_vessel, game.state.vessels), *lines]
