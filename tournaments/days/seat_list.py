"""The list of the seats of a day for Control: who plays each, who is there, and the link that opens it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.urls import reverse
from markupsafe import Markup

from tournaments.days.models import Day, DaySeat
from tournaments.days.presence import list_present
from tournaments.days.qr_codes import draw_code


class SeatLine(NamedTuple):
    """A seat with its link (that of the seat with which it is played), and whether a page of it is open now."""

    seat: DaySeat
    link: str
    is_present: bool
    is_control: bool
    also: tuple[DaySeat, ...]

    @property
    def holder(self) -> DaySeat:
        """The seat whose link opens this one."""
        return self.seat.played_with or self.seat

    @property
    def drawn(self) -> Markup:
        """The link as a QR code."""
        return draw_code(self.link, f"QR code: personal link of {self.holder}")


def address_line(seat: DaySeat) -> str:
    """Return the address of the line of a seat in the list, which stays in view when the seat has been changed."""
    return f"{reverse('days:seats', args=[seat.day.public_id])}#seat-{seat.place}"


def describe_seats(day: Day, make_absolute: Callable[[str], str]) -> dict[str, Any]:
    """Return the seats of a day as their page shows them, counts, and the seats that others can be played with."""
    seats, present = list(day.seats.select_related("played_with")), list_present(day)
    lines = []
    for seat in seats:
        holder = seat.played_with or seat
        also = tuple(other for other in seats if other.played_with_id == seat.pk)
        link = make_absolute(reverse("days:enter", args=[holder.key]))
        lines.append(SeatLine(seat, link, seat.place in present, seat.team == day.kind.control, also))
    players = [line for line in lines if line.seat.is_filled and not line.is_control]
    return {
        "seats": lines,
        "holders": [line.seat for line in players if line.seat.played_with is None],
        "filled": len(players),
        "checked_in": sum(line.holder.checked_in_at is not None for line in players),
        "present": sum(line.is_present for line in players),
    }


def list_cards(day: Day, make_absolute: Callable[[str], str]) -> list[SeatLine]:
    """Return the seats for which a card with a link is printed: one for each player, whatever the player plays."""
    lines: list[SeatLine] = describe_seats(day, make_absolute)["seats"]
    return [line for line in lines if line.seat.is_filled and line.seat.played_with is None]
