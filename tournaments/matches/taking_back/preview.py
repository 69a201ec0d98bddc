"""Previews of taking back: the page before a seat asks, and an open request as the table shows it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from incursions.engine import Game
from incursions.engine.log import step_back_of
from incursions.kit.refusals import DomainError
from incursions.kit.words import join_names
from tournaments.matches.locked_match import paused_error
from tournaments.matches.log import LogLine, LogText
from tournaments.matches.models import Match, Seat
from tournaments.matches.table_rows import game_of
from tournaments.matches.taking_back.models import TakeBack
from tournaments.matches.taking_back.requests import check_taking_back, find_reach


def preview_of(match: Match, seats: list[Seat], seat: Seat | None) -> dict[str, object]:
    """Return the preview for a seat of the match, for a template: how far back, and the log lines to undo.

    `key` is the client's id to send. Raises `DomainError` if the seat can take back nothing.
    """
    if seat is None or not match.is_running:
        raise DomainError("nothing_to_take_back", "There is nothing to take back.")
    if match.is_halted:
        raise paused_error(match)
    check_taking_back(match)
    reach, game, kind = find_reach(match, seat.index), game_of(match), match.kind.table
    actions = list(match.actions.filter(move__gt=reach.to_move).order_by("move"))
    view = game.view(seat.index)
    titles = kind.name_seats(view, (event for action in actions for event in action.events))
    writer = LogText(kind.begin_log(titles, seat.index, view), seat.index)
    undoing = [action for action in actions if step_back_of(action.seat, action.text) is None]
    written = (line for action in undoing for line in writer.lines(action.move, action.told_events))
    return {
        "reach": reach,
        "lines": [line for line in written if not line.is_heading],
        "hears": seat.hears_take_backs,
        "key": secrets.token_urlsafe(12),
        "version": game.number_for(seat.index),
    }


@dataclass(frozen=True)
class AskedBack:
    """An open request for its viewer in `seat`: who asks, what would be undone, and whether the viewer can answer.

    `lines` are the log lines that would be undone, as the viewer may know them.
    """

    request: TakeBack
    seat: int | None
    game: Game
    lines: list[LogLine]

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
