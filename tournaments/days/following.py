"""Rows that follow the game: claims whose subject has gone, and seats that a command has filled or left."""

from __future__ import annotations

from incursions.engine.open_game import OpenGame
from tournaments.days.models import Day, DayClaim


def follow_game(day: Day, before: OpenGame, after: OpenGame) -> None:
    """Update the rows of a locked day to its game. Undoing a command brings back what seats were."""
    kind = day.kind
    taken = list(DayClaim.objects.filter(day=day).values_list("subject", flat=True))
    if taken:
        gone = {*taken} - {*kind.list_subjects(after)}
        DayClaim.objects.filter(day=day, subject__in=gone).delete()
    was_empty, is_empty = {*kind.list_empty(before)}, {*kind.list_empty(after)}
    if was_empty != is_empty:
        day.seats.filter(name__in=was_empty - is_empty).update(is_filled=True)
        day.seats.filter(name__in=is_empty - was_empty).update(is_filled=False)
