"""Manage series, and compute their tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from tournaments.errors import DomainError
from tournaments.organizing.enums import TournamentState
from tournaments.organizing.models import Entry, LogLine, Tournament
from tournaments.organizing.roles import Ability, actor_for
from tournaments.series.models import LONGEST_NAME, MOST_BEST, Series
from tournaments.series.scoring import SeriesLine, series_table

if TYPE_CHECKING:
    from incursions.accounts.models import User

MOST_OF_ONE, MOST_EVENTS = 50, 100


class SeriesTable(NamedTuple):
    """A series table: the finished tournaments in order, and the lines. `names` are by key of the user."""

    events: list[Tournament]
    lines: list[SeriesLine]
    names: Mapping[int, User]


def create_series(owner: User, name: str, best: int) -> Series:
    """Create a series. Raises `DomainError`: accounts_only, malformed, too_many_series."""
    if owner.is_guest:
        raise DomainError("accounts_only", "Sign in to create a series.")
    if Series.objects.filter(owner=owner).count() >= MOST_OF_ONE:
        raise DomainError("too_many_series", f"You hold {MOST_OF_ONE} series; that is enough.")
    return Series.objects.create(owner=owner, **_check_values(name, best))


def change_series(public_id: str, user: User, name: str, best: int) -> Series:
    """Change the name of a series, or the number of results that count. Raises not_found, not_staff, malformed."""
    with transaction.atomic():
        series = _own(public_id, user)
        for column, value in _check_values(name, best).items():
            setattr(series, column, value)
        series.save(update_fields=["name", "best"])
        return series


def add_tournament(public_id: str, user: User, tournament: str) -> Series:
    """Add a tournament that the user also runs. Raises `DomainError`: not_found, not_staff, malformed."""
    with transaction.atomic():
        series = _own(public_id, user)
        row = Tournament.objects.filter(public_id=tournament).exclude(state=TournamentState.DRAFT).first()
        if row is None:
            raise DomainError("not_found", "There is no such tournament.")
        if not actor_for(row, user).may(Ability.CONFIGURE):
            raise DomainError("not_staff", "You can only add tournaments that you organize.")
        if series.tournaments.count() >= MOST_EVENTS:
            raise DomainError("malformed", f"A series has at most {MOST_EVENTS} tournaments.")
        series.tournaments.add(row)
        return series


def remove_tournament(public_id: str, user: User, tournament: str) -> Series:
    """Remove a tournament. Raises `DomainError`: not_found, not_staff."""
    with transaction.atomic():
        series = _own(public_id, user)
        row = series.tournaments.filter(public_id=tournament).first()
        if row is None:
            raise DomainError("not_found", "This tournament is not in the series.")
        series.tournaments.remove(row)
        return series


def table_of(series: Series) -> SeriesTable:
    """Return the table after the finished tournaments. Three queries for any number.

    Places are the last ones logged by each tournament. Bots, and names without an account, do not count.
    """
    over = series.tournaments.filter(state=TournamentState.OVER)
    events = list(over.order_by("ended_at", "pk"))
    entries = Entry.objects.filter(tournament__in=events, user__isnull=False).in_standings()
    users: dict[tuple[int, int], User] = {
        (entry.tournament_id, entry.number): entry.user
        for entry in entries.select_related("user")
        if entry.user is not None
    }
    told = LogLine.objects.filter(tournament__in=events, did="finished").order_by("number")
    places = {line.tournament_id: line.after["places"] for line in told}
    by_event = {
        event.pk: [
            [users[event.pk, number].pk for number in together if (event.pk, number) in users]
            for together in places.get(event.pk, [])
        ]
        for event in events
    }
    lines = series_table(by_event, series.best)
    return SeriesTable(events, lines, {user.pk: user for user in users.values()})


def _own(public_id: str, user: User) -> Series:
    series = Series.objects.select_for_update().filter(public_id=public_id).first()
    if series is None:
        raise DomainError("not_found", "There is no such series.")
    if series.owner_id != user.pk and not user.is_staff:
        raise DomainError("not_staff", "Only the organizer of a series can change it.")
    return series


def _check_values(name: str, best: int) -> dict[str, object]:
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise DomainError("malformed", f"A series has a name of 1 to {LONGEST_NAME} characters.")
    if not 0 <= best <= MOST_BEST:
        raise DomainError("malformed", f"The best 1 to {MOST_BEST} count, or all (0).")
    return {"name": name, "best": best}
