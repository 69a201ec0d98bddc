"""The list of tournaments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce

from tournaments.organizing.enums import TournamentState
from tournaments.organizing.models import Appointment, Entry, Phase, Tournament, TournamentQuerySet
from tournaments.tournament_pages.wording import phases_words

if TYPE_CHECKING:
    from incursions.accounts.models import User

MOST_OVER, MOST_SHOWN, MOST_OWN = 20, 60, 20
UNDER_WAY = (TournamentState.BUILDING, TournamentState.RUNNING)
ENDED = (TournamentState.OVER, TournamentState.CANCELLED)


class Line(NamedTuple):
    """A tournament of a list."""

    row: Tournament
    players: int
    words: str
    part: str = ""


class Lists(NamedTuple):
    """The lists on the page of tournaments."""

    own: list[Line]
    running: list[Line]
    upcoming: list[Line]
    over: list[Line]

    @property
    def is_empty(self) -> bool:
        """Return True if all lists are empty."""
        return not any(self)


def lists_for(viewer: User | None) -> Lists:
    """Return all lists, with the viewer's own tournaments. A constant number of queries."""
    listed = Tournament.objects.listed()
    running = _lines(listed.filter(state__in=UNDER_WAY).order_by("-started_at")[:MOST_SHOWN])
    upcoming = _lines(listed.filter(state=TournamentState.OPEN).order_by("starts_at", "created_at")[:MOST_SHOWN])
    over = _lines(listed.filter(state=TournamentState.OVER).order_by("-ended_at")[:MOST_OVER])
    return Lists(_list_own(viewer) if viewer is not None else [], running, upcoming, over)


def _list_own(viewer: User) -> list[Line]:
    """Return the tournaments where the viewer plays or is staff, without ended ones."""
    roles = {one.tournament_id: one for one in Appointment.objects.filter(user=viewer)[:MOST_OWN]}
    entered = dict(
        Entry.objects.filter(user=viewer).order_by("-entered_at").values_list("tournament", "state")[:MOST_OWN]
    )
    rows = Tournament.objects.filter(pk__in=[*roles, *entered]).exclude(state__in=ENDED)
    lines = _lines(rows.order_by("starts_at", "-created_at"))
    return [line._replace(part=_part(line.row, roles, entered)) for line in lines]


def _part(row: Tournament, roles: dict[int, Appointment], entered: dict[int, str]) -> str:
    parts = []
    if row.pk in entered:
        parts.append(Entry(state=entered[row.pk]).get_state_display())
    if row.pk in roles:
        parts.append(roles[row.pk].get_role_display().lower())
    return ", ".join(parts)


def _lines(rows: TournamentQuerySet) -> list[Line]:
    in_place = Entry.objects.filter(tournament=OuterRef("pk")).in_place().order_by().values("tournament")
    counted = Coalesce(Subquery(in_place.annotate(players=Count("pk")).values("players")), 0)
    phases = Prefetch("phases", Phase.objects.order_by("number"), to_attr="in_order")
    found: Iterable[Tournament] = rows.annotate(players=counted).prefetch_related(phases)
    return [Line(row, row.players, phases_words(row.in_order)) for row in found]  # type: ignore[attr-defined]
