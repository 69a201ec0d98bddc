"""Series of tournaments: of each player the best few results count. Who may change one, its table, and its pages."""

from __future__ import annotations

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
from tournaments.events.locked_tournament import Ability, actor_for
from tournaments.events.models import LONGEST_NAME, MOST_BEST, Entry, LogLine, Series, Tournament

Places = Sequence[Sequence[int]]
"""The places of a tournament, best first, with players who share one together; players by their key."""


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """A player's result in one tournament: the place, the number of players, the points, and whether they count."""

    event: int
    place: int
    players: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A player's line in the table: the rank, and the points with their parts."""

    rank: int
    player: int
    points: int
    parts: tuple[SeriesResult, ...]


def points_of(places: Places) -> dict[int, tuple[int, int]]:
    """Return each player's place and points: one for taking part, and one for each player placed behind."""
    everybody = sum(map(len, places))
    found: dict[int, tuple[int, int]] = {}
    before = 0
    for together in places:
        for player in together:
            found[player] = before + 1, everybody - before - len(together) + 1
        before += len(together)
    return found


def series_table(events: Mapping[int, Places], best: int) -> list[SeriesLine]:
    """Return the table, most points first; of each player's tournaments the `best` ones count (0: all).

    Ties are broken by the best single tournament, then the next one. Players equal in all share a rank.
    """
    brought: dict[int, list[tuple[int, int, int, int]]] = {}
    for event, places in events.items():
        players = sum(map(len, places))
        for player, (place, points) in points_of(places).items():
            brought.setdefault(player, []).append((points, place, players, event))
    lines = [(player, _rank_results(parts, best)) for player, parts in brought.items()]
    keyed = sorted(((_sort_key(parts), player, parts) for player, parts in lines), key=lambda one: (one[0], -one[1]))
    table: list[SeriesLine] = []
    last: tuple[int, ...] | None = None
    for number, (key, player, parts) in enumerate(reversed(keyed), 1):
        rank = table[-1].rank if table and key == last else number
        table.append(SeriesLine(rank, player, sum(part.points for part in parts if part.counts), parts))
        last = key
    return table


def _rank_results(brought: list[tuple[int, int, int, int]], best: int) -> tuple[SeriesResult, ...]:
    """Return the tournaments of a player in order, with the best ones marked."""
    ranked = sorted(brought, key=lambda one: (-one[0], one[3]))
    counting = {event for _, _, _, event in (ranked[:best] if best else ranked)}
    ordered = sorted(brought, key=lambda one: one[3])
    return tuple(
        SeriesResult(event, place, players, points, event in counting) for points, place, players, event in ordered
    )


def _sort_key(parts: tuple[SeriesResult, ...]) -> tuple[int, ...]:
    """Return the key that ranks a player: the sum of the results that count, then these from the best on."""
    counting = sorted((part.points for part in parts if part.counts), reverse=True)
    return (sum(counting), *counting)


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


def change_series(public_id: str, user: User, name: str, best: int) -> Series:
    """Change the name of a series, or the number of results that count. Raises not_found, not_staff, malformed."""
    with transaction.atomic():
        series = _lock_own(public_id, user)
        update_row(series, **_check_values(name, best))
        return series


def add_tournament(public_id: str, user: User, tournament: str) -> Series:
    """Add a tournament that the user also runs. Raises `DomainError`: not_found, not_staff, malformed."""
    with transaction.atomic():
        series = _lock_own(public_id, user)
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
        series = _lock_own(public_id, user)
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
            series = create_series(_require_user(request), request.POST.get("name", ""), _read_number(request, "best"))
            return see_other(series)
        except DomainError as cause:
            refusal = cause
    listed = Series.objects.select_related("owner")[:MOST_LISTED]
    context = {"here": "tournaments", "listed": listed, "refusal": refusal, "typed": request.POST, "most": MOST_BEST}
    return render(request, "events/series/all.html", context, status=200 if refusal is None else refusal.status)


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
    context = _context(request, found) | {"refusal": refusal, "typed": request.POST, "most": MOST_BEST}
    return render(request, "events/series/series.html", context, status=200 if refusal is None else refusal.status)


def _apply_change(request: HttpRequest, public_id: str) -> None:
    do, user = request.POST.get("do", ""), _require_user(request)
    if do == "change":
        change_series(public_id, user, request.POST.get("name", ""), _read_number(request, "best"))
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
    return {
        "here": "tournaments",
        "series": found,
        "events": table.events,
        "rows": [(line, who, [parts.get(event.pk) for event in table.events]) for line, who, parts in rows],
        "counted": counted,
        "may_change": may_change,
        "offered": _find_addable(user, counted) if may_change else [],
    }


def _find_addable(user: Any, counted: list[Tournament]) -> list[Tournament]:
    """Return the user's tournaments that are not in the series."""
    held = Tournament.objects.filter(appointments__user=user, appointments__role__in=[Role.OWNER, Role.HEAD_JUDGE])
    return list(held.exclude(state=TournamentState.DRAFT).exclude(pk__in=[one.pk for one in counted])[:MOST_LISTED])


def _require_user(request: HttpRequest) -> Any:
    user = viewer_of(request)
    if user is None:
        raise DomainError("accounts_only", "Sign in first.")
    return user


def _read_number(request: HttpRequest, name: str) -> int:
    said = request.POST.get(name, "").strip() or "0"
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_FIGURE):
        raise DomainError("malformed", f"{name} is a whole number.")
    return int(said)
