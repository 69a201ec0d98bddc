"""What a seat would take back, before it does: for the page that says so."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from incursions.engine.log import step_back_of
from tournaments.errors import DomainError
from tournaments.games import game_of
from tournaments.locked_match import paused
from tournaments.log_text import LogLine, LogText, ships_before
from tournaments.models import Action, Match, Seat
from tournaments.taking_back.asking import checked_reach, may_ask
from tournaments.taking_back.reach import Reach


@dataclass(frozen=True)
class Preview:
    """How far back, what of the log would be undone; the client's id of the act and the version that the form sends."""

    reach: Reach
    lines: list[LogLine]
    hears: bool
    key: str
    version: int


def preview_of(match: Match, seats: list[Seat], seat: Seat | None) -> Preview:
    """For a seat of the match. Raises `DomainError` where it can take back nothing, as asking does."""
    if seat is None or not match.is_running:
        raise DomainError("nothing_to_take_back", "There is nothing to take back.")
    if match.is_halted:
        raise paused(match)
    may_ask(match)
    reach = checked_reach(match, seat.index)
    actions = list(match.actions.filter(move__gt=reach.to_move).order_by("move"))
    lines, version = lines_of(match, actions, seat.index), game_of(match).number_for(seat.index)
    return Preview(reach, lines, seat.hears_take_backs, secrets.token_urlsafe(12), version)


def lines_of(match: Match, actions: list[Action], seat: int) -> list[LogLine]:
    """What these actions brought about, as the seat may know it."""
    ships = ships_before(game_of(match).view(seat)["ships"], (event for a in actions for event in a.events))
    writer = LogText(ships, seat)
    undoing = [action for action in actions if step_back_of(action.seat, action.text) is None]
    return [line for action in undoing for line in writer.lines(action.move, action.told_events) if not line.is_heading]
