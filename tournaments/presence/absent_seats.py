"""What a page says of players who are away: their grace, and what the viewer may do when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Match, Seat
from tournaments.presence.claims import STAND_INS, may_have_stand_in


@dataclass(frozen=True)
class Choice:
    """A button: what it sends and says."""

    text: str
    words: str


@dataclass(frozen=True)
class AbsentSeat:
    """A seat whose player is away. `ends_at` is in epoch milliseconds, `left_ms` as of the page's moment."""

    seat: int
    who: str
    ship: str
    bot: str
    ends_at: int
    left_ms: int
    choices: tuple[Choice, ...]

    @property
    def is_over(self) -> bool:
        return self.left_ms <= 0


def absent_seats(
    match: Match,
    seats: list[Seat],
    ships: Mapping[int, Mapping[str, Any]],
    viewer: int | None,
    asked: int | None,
    now_ms: int,
) -> Iterator[AbsentSeat]:
    """Yield the seats of a running match whose players are away and still in it.

    `viewer` is the viewer's seat, or None; `asked` the seat whose answer the match waits for.
    """
    in_play = [seat for seat, ship in ships.items() if not ship["out"]]
    waits = any(seat.index == viewer != asked and seat.came_at is not None for seat in seats)
    for seat in seats:
        if seat.absence is None or seat.index not in in_play or seat.index == viewer:
            continue  # a viewer's own absence ends with this very page
        ends_at = int(seat.absence.grace_ends_at.timestamp() * 1000)
        may_claim = waits and viewer in in_play and not seat.stand_in and seat.came_at is not None
        yield AbsentSeat(
            seat=seat.index,
            who=seat.name,
            ship=ships[seat.index]["title"],
            bot=seat.get_stand_in_display() if seat.stand_in else "",
            ends_at=ends_at,
            left_ms=max(0, ends_at - now_ms),
            choices=tuple(_choices(match, seat, len(in_play))) if may_claim else (),
        )


def _choices(match: Match, seat: Seat, ships: int) -> Iterator[Choice]:
    yield Choice(f"strike seat {seat.index}", "Claim the win" if ships == 2 else "Strike the seat")
    if may_have_stand_in(match):
        for bot in STAND_INS:
            yield Choice(f"{bot.value} for seat {seat.index}", f"{bot.label} plays on")
