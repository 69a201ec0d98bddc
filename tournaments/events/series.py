"""Series of tournaments: of each player the best few results count. Who may change one, its table, and its pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from incursions.accounts.models import User
from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.events.enums import Role, TournamentState
from tournaments.events.history import number_places
from tournaments.events.locked_tournament import Ability, actor_for
from tournaments.events.models import LONGEST_NAME, MOST_BEST, Entry, LogLine, Series, Tournament

Places = Sequence[Sequence[int]]
"""The places of a tournament, best first, with players who share one together; players by their key."""


@dataclass(slots=True)
class SeriesResult:
    """A player's result in one tournament: the place, the number of players, the points, and whether they count."""

    event: int
    place: int
    players: int
    points: int
    counts: bool = False


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A player's line in the table: the rank, and the points with their parts."""

    rank: int
    player: int
    points: int
    parts: list[SeriesResult]


def points_of(places: Places) -> dict[int, tuple[int, int]]:
    """Return each player's place and points: one for taking part, and one for each player placed behind."""
    everybody = sum(map(len, places))
    return {
        player: (place, everybody - place - len(together) + 2)
        for place, together in number_places(places)
        for player in together
    }


def series_table(events: Mapping[int, Places], best: int) -> list[SeriesLine]:
    """Return the table, most points first; of each player's tournaments the `best` ones count (0: all).

    Ties are broken by the best single tournament, then the next one. Players equal in all share a rank.
    """
    results: dict[int, list[SeriesResult]] = defaultdict(list)
    for event, places in sorted(events.items()):
        players = sum(map(len, places))
        for player, (place, points) in points_of(places).items():
            results[player].append(SeriesResult(event, place, players, points))
    counted: dict[int, list[int]] = {}
    for player, parts in results.items():
        counting = sorted(parts, key=lambda part: -part.points)[: best or None]
        for part in counting:
            part.counts = True
        counted[player] = [sum(part.points for part in counting), *(part.points for part in counting)]
    table: list[SeriesLine] = []
    ordered = sorted(counted, key=lambda player: (counted[player], -player), reverse=True)
    for number, player in enumerate(ordered, 1):
        is_level = bool(table) and counted[table[-1].player] == counted[player]
        rank = table[-1].rank if is_level else number
        table.append(SeriesLine(rank, player, counted[player][0], results[player]))
    return table


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
        raise DomainError("too_many_series", f"You hold {MOST_OF_ONE} series, the maximum.")
    return Series.objects.create(owner=owner, **_check_values(name, best))


@transaction.atomic
def change_series(public_id: str, user: User, name: str, best: int) -> None:
    """Change the name of a series, or the number of results that count. Raises not_found, not_staff, malformed."""
    series = _lock_own(public_id, user)
    update_row(series, **_check_values(name, best))


@transaction.atomic
def add_tournament(public_id: str, user: User, tournament: str) -> None:
    """Add a tournament that the user also runs. Raises `DomainError`: not_found, not_staff, malformed."""
    series = _lock_own(public_id, user)
    row = Tournament.objects.filter(public_id=tournament).exclude(state=TournamentState.DRAFT).first()
    if row is None:
        raise DomainError("not_found", "There is no such tournament.")
    if not actor_for(row, user).may(Ability.CONFIGURE):
        raise DomainError("not_staff", "You can only add tournaments that you organize.")
    if series.tournaments.count() >= MOST_EVENTS:
        raise DomainError("malformed", f"A series has at most {MOST_EVENTS} tournaments.")
    series.tournaments.add(row)


@transaction.atomic
def remove_tournament(public_id: str, user: User, tournament: str) -> None:
    """Remove a tournament. Raises `DomainError`: not_found, not_staff."""
    series = _lock_own(public_id, user)
    row = series.tournaments.filter(public_id=tournament).first()
    if row is None:
        raise DomainError("not_found", "This tournament is not in the series.")
    series.tournaments.remove(row)


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


def _lock_own(public_id: str, user: User) -> Series:
    """Return the series, locked. Raises not_found, and not_staff for others than its owner and site staff."""
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


LONGEST_FIGURE = 4
MOST_LISTED = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def all_series(request: HttpRequest) -> HttpResponse:
    """Render all series, or create one by POST."""
    refusal = None
    if request.method == "POST":
        try:
            return see_other(create_series(_require_user(request), request.POST.get("name", ""), _read_best(request)))
        except DomainError as cause:
            refusal = cause
    listed = Series.objects.select_related("owner")[:MOST_LISTED]
    return _render(request, "all", refusal, {"listed": listed})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def series(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the table of a series; by POST its owner changes it: `do` is change, add or remove."""
    found = get_object_or_404(Series.objects.select_related("owner"), public_id=public_id)
    refusal = None
    if request.method == "POST":
        try:
            _apply_change(request, public_id)
            return see_other(found)
        except DomainError as cause:
            refusal = cause
    return _render(request, "series", refusal, _context(request, found))


def _render(request: HttpRequest, page: str, refusal: DomainError | None, context: dict[str, object]) -> HttpResponse:
    shown = {"here": "tournaments", "refusal": refusal, "typed": request.POST, "most": MOST_BEST} | context
    status = 200 if refusal is None else refusal.status
    return render(request, f"events/series/{page}.html", shown, status=status)


def _apply_change(request: HttpRequest, public_id: str) -> None:
    do, user = request.POST.get("do", ""), _require_user(request)
    if do == "change":
        change_series(public_id, user, request.POST.get("name", ""), _read_best(request))
    elif do == "add":
        add_tournament(public_id, user, request.POST.get("tournament", ""))
    elif do == "remove":
        remove_tournament(public_id, user, request.POST.get("tournament", ""))
    else:
        raise DomainError("malformed", "do is one of: change, add, remove.")
    messages.success(request, "Done.")


def _context(request: HttpRequest, found: Series) -> dict[str, object]:
    """Return the context of the page of a series; its owner and the staff also see what they can add."""
    user, table = viewer_of(request), table_of(found)
    rows = [(line, table.names[line.player], {part.event: part for part in line.parts}) for line in table.lines]
    may_change = user is not None and (user.pk == found.owner_id or user.is_staff)
    counted = list(found.tournaments.order_by("created_at"))
    held = Tournament.objects.filter(appointments__user=user, appointments__role__in=[Role.OWNER, Role.HEAD_JUDGE])
    addable = held.exclude(state=TournamentState.DRAFT).exclude(pk__in=[one.pk for one in counted])
    return {
        "series": found,
        "events": table.events,
        "rows": [(line, who, [parts.get(event.pk) for event in table.events]) for line, who, parts in rows],
        "counted": counted,
        "may_change": may_change,
        "offered": list(addable[:MOST_LISTED]) if may_change else [],
    }


def _require_user(request: HttpRequest) -> Any:
    user = viewer_of(request)
    if user is None:
        raise DomainError("accounts_only", "Sign in first.")
    return user


def _read_best(request: HttpRequest) -> int:
    said = request.POST.get("best", "").strip() or "0"
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_FIGURE):
        raise DomainError("malformed", "best is a whole number.")
    return int(said)
