"""Presence at a day: the seats of which a page is open now, and the teams without any."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.days.models import Day, no_such_day
from tournaments.live.models import Attendance
from tournaments.live.rooms import Room, RoomKind


class SeatsRoom(RoomKind):
    """The seats of a day as a room, in which a seat is present by its place while a page of it is open.

    Nobody enters it: only who is there is kept, as for the rooms of users.
    """

    name = "day-seats"
    model = Day
    page = "days:day"

    def may_enter(self, public_id: str, user: User | None) -> bool:
        return False

    def rows(self, public_id: str) -> QuerySet[Day]:
        return super().rows(public_id).defer("position")

    def load_facts(self, public_id: str) -> None:
        """Return None: there is no chat."""

    def lock(self, public_id: str) -> Day | None:
        """Return the row unlocked: presence changes nothing in it."""
        return self.rows(public_id).first()

    def make_missing_error(self) -> DomainError:
        return no_such_day()


def room_of_seats(public_id: str) -> Room:
    """Return the room in which the seats of a day are present."""
    return Room(SeatsRoom.name, public_id)


def list_present(day: Day) -> set[int]:
    """Return the places of the seats of which a page is open, with those that the same player plays."""
    viewers = Attendance.objects.filter(room=room_of_seats(day.public_id)).values_list("viewer", flat=True)
    places = {viewer for viewer in viewers if viewer is not None}
    return places | set(day.seats.filter(played_with__place__in=places).values_list("place", flat=True))


def list_silent_teams(day: Day, present: Collection[int] | None = None) -> tuple[str, ...]:
    """Return the teams with people of whom none has a page open, while the day is under way. Bots need none."""
    if not day.is_started or day.is_over:
        return ()
    there = list_present(day) if present is None else present
    seats = day.seats.filter(is_filled=True, is_bot=False).exclude(team=day.kind.control).values_list("team", "place")
    teams: dict[str, bool] = {}
    for team, place in seats:
        teams[team] = teams.get(team, False) or place in there
    return tuple(team for team, is_there in teams.items() if not is_there)
