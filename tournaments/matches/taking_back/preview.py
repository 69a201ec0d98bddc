"""Previews of taking back: the page before a seat asks, and an open request as the table shows it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from incursions.engine import Game
from incursions.engine.log import step_back_of
from incursions.kit.refusals import DomainError
from incursions.kit.words import join_names
from tournaments.matches.games import game_of
from tournaments.matches.locked_match import paused_error
from tournaments.matches.log import LogLine, LogText
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.taking_back.models import TakeBack
from tournaments.matches.taking_back.requests import Reach, check_taking_back, find_reach


@dataclass(frozen=True)
class Preview:
    """The preview of a request: how far back, and the log lines to undo. `key` is the client's id to send."""

    reach: Reach
    lines: list[LogLine]
    hears: bool
    key: str
    version: int


def preview_of(match: Match, seats: list[Seat], seat: Seat | None) -> Preview:
    """Return the preview for a seat of the match. Raises `DomainError` if it can take back nothing."""
    if seat is None or not match.is_running:
        raise DomainError("nothing_to_take_back", "There is nothing to take back.")
    if match.is_halted:
        raise paused_error(match)
    check_taking_back(match)
    reach = find_reach(match, seat.index)
    actions = list(match.actions.filter(move__gt=reach.to_move).order_by("move"))
    lines, version = lines_of(match, actions, seat.index), game_of(match).number_for(seat.index)
    return Preview(reach, lines, seat.hears_take_backs, secrets.token_urlsafe(12), version)


def lines_of(match: Match, actions: list[Action], seat: int) -> list[LogLine]:
    """Return the log lines of these actions, as the seat may know them."""
    kind = match.kind.table
    seats = kind.name_seats(game_of(match).view(seat), (event for action in actions for event in action.events))
    writer = LogText(kind.begin_log(seats, seat), seat)
    undoing = [action for action in actions if step_back_of(action.seat, action.text) is None]
    return [line for action in undoing for line in writer.lines(action.move, action.told_events) if not line.is_heading]


@dataclass(frozen=True)
class AskedBack:
    """An open request for its viewer in `seat`: who asks, what would be undone, and whether the viewer can answer.

    `lines_of` writes the log of moves as the viewer may know them.
    """

    request: TakeBack
    seat: int | None
    game: Game
    lines_of: Callable[[range], list[LogLine]]

    @property
    def number(self) -> int:
        """The number by which an answer names the request."""
        return int(self.request.pk)

    @property
    def is_own(self) -> bool:
        """True if the viewer asked."""
        return self.seat == self.request.seat

    @property
    def may_answer(self) -> bool:
        """True if the viewer has to answer and has not done so yet."""
        seat = self.seat
        if seat is None or self.is_own or seat in self.request.agreed:
            return False
        return not self.game.is_out(seat)

    @property
    def words(self) -> str:
        """The request in a sentence."""
        who = "You ask" if self.is_own else f"{self.game.seat_title(self.request.seat)} asks"
        first, last = self.request.to_move + 1, self.request.version
        moves = f"move {last}" if first == last else f"moves {first} to {last}"
        return f"{who} to take back {moves}, for {self.request.why}."

    @property
    def agreed(self) -> str:
        """The seats that have agreed, in a sentence; "" if none has."""
        names = [self.game.seat_title(seat) for seat in self.request.agreed]
        verb = "has" if len(names) == 1 else "have"
        return f"{join_names(names)} {verb} agreed." if names else ""

    @property
    def lines(self) -> list[LogLine]:
        """The log lines that would be undone."""
        return self.lines_of(range(self.request.to_move + 1, self.request.version + 1))
