"""The views of series. They find rows, call services and render."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from tournaments.events.enums import Role, TournamentState
from tournaments.events.models import MOST_BEST, Series, Tournament
from tournaments.events.series import scoring

LONGEST_FIGURE = 4
MOST_LISTED = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def all_series(request: HttpRequest) -> HttpResponse:
    """Render all series, or create one by POST."""
    refusal = None
    if request.method == "POST":
        try:
            series = scoring.create_series(_user(request), request.POST.get("name", ""), _figure(request, "best"))
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
            _change(request, public_id)
            return see_other(found)
        except DomainError as cause:
            refusal = cause
    context = _context(request, found) | {"refusal": refusal, "typed": request.POST, "most": MOST_BEST}
    return render(request, "events/series/series.html", context, status=200 if refusal is None else refusal.status)


def _change(request: HttpRequest, public_id: str) -> None:
    do, user = request.POST.get("do", ""), _user(request)
    if do == "change":
        scoring.change_series(public_id, user, request.POST.get("name", ""), _figure(request, "best"))
    elif do == "add":
        scoring.add_tournament(public_id, user, request.POST.get("tournament", ""))
    elif do == "remove":
        scoring.remove_tournament(public_id, user, request.POST.get("tournament", ""))
    else:
        raise DomainError("malformed", "do is one of: change, add, remove.")
    messages.success(request, "Done.")


def _context(request: HttpRequest, found: Series) -> dict[str, object]:
    user, table = viewer_of(request), scoring.table_of(found)
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


def _user(request: HttpRequest) -> Any:
    user = viewer_of(request)
    if user is None:
        raise DomainError("accounts_only", "Sign in first.")
    return user


def _figure(request: HttpRequest, name: str) -> int:
    said = request.POST.get(name, "").strip() or "0"
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_FIGURE):
        raise DomainError("malformed", f"{name} is a whole number.")
    return int(said)
