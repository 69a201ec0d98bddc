"""A tournament as a room, and what tournaments add to matches: judges, links, and deadlines that move along."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.enums import TournamentState
from tournaments.events.locked_tournament import actor_for, is_judge_at, no_such_tournament
from tournaments.events.models import Table, Tournament
from tournaments.events.pages.own import entries_of, list_own_tables, parameters_of
from tournaments.events.tables import give_back, set_back
from tournaments.live.models import MOST_GIVEN_BACK, Outage
from tournaments.live.rooms import RoomKind
from tournaments.matches.deadlines import time_moved
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import ALSO_IN_CHARGE
from tournaments.matches.table_rows import EVENT_LINKS, EventLink
from tournaments.tables.open_tables import LINE_SOURCES, LineSource


class TournamentRoom(RoomKind):
    """The room of those who look at the pages of a tournament."""

    name = Tournament.ROOM_KIND
    model = Tournament
    revision = "version"
    page = "events:tournament"

    def may_enter(self, public_id: str, user: User | None) -> bool:
        """Return True if the user may see the tournament."""
        return version_for(public_id, user) is not None

    def make_missing_error(self) -> DomainError:
        return no_such_tournament()

    def give_time_back(self, of: str, began: datetime, ended: datetime) -> int:
        """Move the deadlines of tournaments; those of tables move with their matches."""
        if of == Outage.Of.WEB:
            give_back(min(ended - began, MOST_GIVEN_BACK))
        return 0

    def set_back(self, step: timedelta, now: datetime) -> int:
        """Move the times of running tournaments."""
        set_back(step)
        return 0


def version_for(public_id: str, user: User | AnonymousUser | None) -> int | None:
    """Return the current version of a tournament, or None if the viewer may not see it."""
    row = Tournament.objects.filter(public_id=public_id).only("version", "state").first()
    if row is None or (row.state == TournamentState.DRAFT and not actor_for(row, user).is_staff):
        return None
    return row.version


@receiver(time_moved)
def postpone_no_shows(matches: Iterable[Match], step: timedelta, **_: object) -> None:
    """Move the no-show deadlines at these matches by `step`. The sender holds the locks of the matches."""
    waited_for = Table.objects.filter(match__in=list(matches), no_show_at__isnull=False)
    waited_for.update(no_show_at=F("no_show_at") + step)


def link_to_tournament(match: Match) -> EventLink | None:
    """Return the link from the match of a tournament's table to the tournament; None from any other match."""
    table = Table.objects.filter(match=match).select_related("round__tournament").first()
    if table is None:
        return None
    row = table.round.tournament
    return EventLink(row.get_absolute_url(), f"Round {table.round.number}, table {table.number} of {row.name}")


LINE_SOURCES.append(LineSource("entry", entries_of, parameters_of, list_own_tables))
ALSO_IN_CHARGE.append(is_judge_at)
EVENT_LINKS.append(link_to_tournament)
