"""The paper sheets of each turn, as they were when it began."""

from __future__ import annotations

from incursions.engine.open_game import OpenGame
from incursions.kit.refusals import DomainError
from tournaments.days.models import Day, DayTurn


def keep_turn(day: Day, game: OpenGame, last: int) -> int:
    """Keep the position of a day if a turn after `last` has begun, and return the number of its turn."""
    turn = day.kind.read_turn(game)
    if turn > last:
        held = {"number": game.number, "position": {**game.to_data(), "answers": {}}}
        DayTurn.objects.update_or_create(day=day, turn=turn, defaults=held)
    return turn


def list_turns(day: Day, turn: int) -> list[int]:
    """Return the turns up to this one whose beginning is kept, the newest first. Later ones have been undone."""
    return list(day.turns.filter(turn__lte=turn).values_list("turn", flat=True))


def find_turn(day: Day, turn: int, latest: int) -> DayTurn:
    """Return the kept beginning of a turn up to the `latest`. Raises not_found."""
    kept = day.turns.filter(turn=turn).first() if turn <= latest else None
    if kept is None:
        raise DomainError("not_found", f"There are no sheets of turn {turn}. Choose a turn that has begun.")
    return kept
