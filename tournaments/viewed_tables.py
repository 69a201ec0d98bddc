"""A table as one viewer sees it, and all its clocks at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.clocks import Clock
from tournaments.errors import no_such_match
from tournaments.games import game_at
from tournaments.table_rows import TableRows, read_rows, read_seats

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.engine import Game
    from tournaments.models import Match, Seat


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock as a page shows it: milliseconds left as of the clocks' `now`, moments in epoch milliseconds."""

    free_ms: int
    bank_ms: int
    running: bool
    free_until: int | None
    runs_out_at: int | None


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table, read at one moment."""

    now: int
    match_deadline: int | None
    seats: list[SeatClock]


@dataclass(frozen=True, slots=True)
class Table:
    """A match as one viewer sees it. `seat` is None for a spectator, `game` None while the table is open."""

    match: Match
    seats: list[Seat]
    game: Game | None
    seat: int | None
    clocks: Clocks
    is_staff: bool = False
    rows: TableRows | None = None


def table_for(match: Match, user: User | None, *, now: datetime | None = None) -> Table:
    """Return the table of the match for this user, or a spectator. `match` may come without its large columns."""
    return table_of(TableRows(match, read_seats(match)), user, now=now)


def table_of(rows: TableRows, user: User | None, *, now: datetime | None = None) -> Table:
    """Return the table for this user, or a spectator, at the revision of these rows, or a later one if they are old.

    Raises `DomainError`: not_found.
    """
    game = None if rows.match.is_open else game_at(rows.match)
    while game is None and not rows.match.is_open:
        later = read_rows(rows.match.public_id, before=rows)
        if later is None:
            raise no_such_match()
        rows, game = later, game_at(later.match)
    own = next((seat.index for seat in rows.seats if seat.is_of(user)), None)
    clocks = read_clocks(rows.match, rows.seats, now or timezone.now())
    return Table(rows.match, rows.seats, game, own, clocks, is_staff(user), rows)


def is_staff(user: User | None) -> bool:
    """Return True if the user is staff."""
    return user is not None and user.is_staff


def read_clocks(match: Match, seats: list[Seat], now: datetime) -> Clocks:
    """Return the clocks of the match and of its seats at `now`; in a pause the match has no deadline."""
    deadline = match.deadline_at if match.is_running and not match.is_halted else None
    clocks = [_seat_clock(seat.clock, now, is_halted=match.is_halted) for seat in seats]
    return Clocks(_epoch_ms(now) or 0, _epoch_ms(deadline), clocks)


def _seat_clock(clock: Clock, now: datetime, *, is_halted: bool) -> SeatClock:
    """Return a seat's clock for a page. A stopped clock shows no free seconds, except in a pause.

    The rest of them would tell whether the hold or the player passed a window (rules 13.10).
    """
    left = clock.read_at(now)
    running = clock.since is not None
    free_ms = left.free_ms if running or is_halted else 0
    return SeatClock(free_ms, left.bank_ms, running, _epoch_ms(clock.free_until), _epoch_ms(clock.runs_out_at))


def _epoch_ms(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)
