"""The table of a match as a room: who may enter, and what happens there as people come, talk and go."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.live.models import Outage
from tournaments.live.rooms import Moment, RoomFacts, RoomKind, Viewer
from tournaments.matches.absence import update_presence, write_lags
from tournaments.matches.deadlines import give_back_to_players, give_back_to_waiting, set_back
from tournaments.matches.enums import MatchState
from tournaments.matches.models import Match, Seat, no_such_match
from tournaments.matches.pushes import show_change
from tournaments.matches.staff.acting import record_act
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_rows import table_for
from tournaments.players.watching import is_shown
from tournaments.tables.models import Seeker
from tournaments.tables.open_tables import leave_table


class TableRoom(RoomKind):
    """The room of a match: its table, with the players and those who watch."""

    name = Match.ROOM_KIND
    model = Match
    page, chat_page, talk_socket = "tables:match", "live:chat", "/ws/matches/{}/talk/"
    report_part = "live/reports/match.html"
    may_enter = staticmethod(is_shown)
    make_missing_error = staticmethod(no_such_match)
    show_change = staticmethod(show_change)
    update_presence = staticmethod(update_presence)
    write_lags = staticmethod(write_lags)

    def rows(self, public_id: str) -> QuerySet[Match]:
        """Return the match without its large columns."""
        return Match.objects.light().filter(public_id=public_id)

    def load_facts(self, public_id: str) -> RoomFacts | None:
        """Return the facts of a match with two queries."""
        match = self.rows(public_id).first()
        return None if match is None else match.room_facts(Seat.objects.filter(match=match, user__isnull=False))

    def list_played_by(self, user: Viewer) -> Collection[str]:
        """Return the running matches in which the user has a seat."""
        running = Match.objects.filter(state=MatchState.RUNNING, seats__user=user)
        return list(running.values_list("public_id", flat=True))

    def give_time_back(self, of: str, began: datetime, ended: datetime) -> int:
        """Give the time back to players, or to bots that waited for a worker."""
        give_back = give_back_to_players if of == Outage.Of.WEB else give_back_to_waiting
        return give_back(began, ended)

    def set_back(self, step: timedelta, now: datetime) -> int:
        """Move the times of matches, and of players who look for one."""
        for name in ("since", "seen_at"):
            Seeker.objects.filter(**{f"{name}__gt": now}).update(**{name: now})
        return set_back(step, now)

    def record_staff_act(self, row: Match, staff: User, words: str, reason: str, now: datetime) -> None:
        """Add an act to the audit log, which is part of the table."""
        record_act(row, staff, Kind.HIDE, words, reason, now)
        row.save(update_fields=["staff_acts"])
        show_change(row)

    def load_moment(self, public_id: str, user: User, now: datetime) -> Moment:
        """Return the present moment of the match, its words as a spectator sees it."""
        table = table_for(Match.objects.light().find_or_refuse(public_id), user, now=now)
        view = None if table.game is None else table.game.view(None)
        if view is None:
            words = "The table waits for players."
        elif view["question"] is None:
            words = "The match is over."
        else:
            asked, topic = view["question"]["seat"], view["question"]["topic"]
            title = next(ship["title"] for ship in view["ships"] if ship["seat"] == asked)
            words = f"Round {view['round']}: {title}, seat {asked}, is asked: {topic}."
        return Moment(table.seat, table.match.version, words)

    def staff_url(self, row: Match) -> str:
        """Return the address of the staff's page of a match that has begun."""
        return "" if row.is_open else reverse("matches:staff", args=[row.public_id])

    def show_answer(self, request: HttpRequest, public_id: str, *, status: int, **said: Any) -> HttpResponse:
        from tournaments.tables.table_page import answer  # the pages are loaded where pages are shown

        match = self.rows(public_id).first()
        if match is None:
            raise Http404(str(said.get("message", "")))
        return answer(request, match, status=status, **said)

    def show_refusal(self, request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
        from tournaments.tables.api import show_at_table

        return show_at_table(request, refusal, address)


@receiver(pre_delete, sender=User)
def leave_open_tables(instance: User, **_: Any) -> None:
    """Take a user whose account is deleted out of open tables, as leaving does."""
    for match in Match.objects.with_player(instance).filter(state=MatchState.OPEN).order_by("pk"):
        leave_table(match.public_id, instance)
