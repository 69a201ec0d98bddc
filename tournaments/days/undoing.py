"""The preview of an undo: the entries that it strikes out, and the seats whose view changes (rules W26.3)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.engine import IllegalAction
from incursions.kit.refusals import DomainError
from tournaments.days.day_games import game_of
from tournaments.days.models import Day, DayEntry


class UndoPreview(NamedTuple):
    """The effect of an undo to the entry `number`: the standing entries that fall, and the seats whose view changes.

    `seen` is the last entry of the log.
    """

    number: int
    seen: int
    entries: list[DayEntry]
    seats: list[str]


def preview_undo(day: Day, number: int) -> UndoPreview:
    """Play an undo on a copy of the game, and return what it does. Raises illegal for an entry that cannot be named."""
    game = game_of(day)
    fallen = [each for each in game.standing if each > number]
    twin = game.copy()
    twin.events = []
    try:
        twin.undo(number, "preview")
    except IllegalAction as refused:
        raise DomainError("illegal", refused.reason, rule=refused.rule) from None
    seats = [name for name in list_players(day) if game.view(name) != twin.view(name)]
    return UndoPreview(number, game.number, list(day.entries.filter(number__in=fallen)), seats)


def list_players(day: Day) -> list[str]:
    """Return the names of the seats that players fill."""
    return list(day.seats.filter(is_filled=True).exclude(team=day.kind.control).values_list("name", flat=True))
