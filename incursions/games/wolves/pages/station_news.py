"""The news of a seat: what others have done that concerns it, until its player marks it as read."""

from __future__ import annotations

from typing import Any, NamedTuple

from incursions.games.wolves.rules.game import Game, write_event
from incursions.games.wolves.rules.orders import find_team


class SeatNews(NamedTuple):
    """Sentences for a seat, the newest first, and the number of the entry up to which they go."""

    lines: list[str]
    last: int


def list_news(game: Game, seat: str, read_to: int, most: int) -> SeatNews:
    """Return what the seat was told after an entry by others than its team: Control, the clock and other teams.

    What the whole room was told is left out, because the projector shows it, and so is what was undone.
    """
    team = frozenset(game.seats_of(find_team(seat, game.state.vessels)))
    found: list[tuple[int, str]] = []
    for number, event in reversed(game.told):
        if number <= read_to or len(found) == most:
            break
        readers: tuple[Any, ...] | None = event.audience
        if readers is not None and seat in readers and name_giver(game, number) not in team:
            found.append((number, write_event(event, seat)))
    struck = game.find_struck(found[-1][0]) if found else set()
    standing = [(number, words) for number, words in found if number not in struck]
    return SeatNews([words for _, words in standing], standing[0][0] if standing else 0)


def name_giver(game: Game, number: int) -> str:
    """Return the seat that gave a command, "" if the log of the game does not go back to it."""
    place = number - game.start_number - 1
    return game.log[place].seat if 0 <= place < len(game.log) else ""
