"""Table-top events: the page on which a player says what became of his table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from tournaments.answers import viewer_of
from tournaments.errors import DomainError
from tournaments.incoming import read_table_result
from tournaments.organizing.models import Claim, Place, Table
from tournaments.organizing.results import MOST_LEFT, report_result, table_of
from tournaments.tournament_pages.acts import acting
from tournaments.tournament_pages.page import show

if TYPE_CHECKING:
    from tournaments.organizing.models import Tournament
    from tournaments.tournament_pages.page import EventPage


@dataclass(frozen=True, slots=True)
class Line:
    """A player at the table, with what was said of him last: by the viewer, or typed just now."""

    index: int
    name: str
    place: str
    left: str


@dataclass(frozen=True, slots=True)
class Said:
    """What one of the players says became of the table."""

    name: str
    is_own: bool
    parts: list[str]


@require_http_methods(["GET", "HEAD", "POST"])
@acting
def report(request: HttpRequest, page: EventPage) -> HttpResponse:
    """The form for the result of the own table, and its sending."""
    table = own_table(page)
    if request.method != "POST":
        return _form(request, page, table) if table is not None else _nothing(request, page.row)
    user = viewer_of(request)
    if user is None or page.entry is None:
        raise DomainError("not_entered", "You have not entered this tournament.")
    seats = 2 if table is None else Place.objects.filter(table=table).count()
    try:
        places, left = read_table_result(request, seats)
        decided = report_result(page.row.public_id, user, places, left)
    except DomainError as refusal:
        if table is None:
            raise
        return _form(request, page, table, refusal)
    messages.success(request, _answer(decided))
    return HttpResponseRedirect(page.row.get_absolute_url(), status=303)


def own_table(page: EventPage) -> Table | None:
    """The table of the round that is played at which the viewer sits, while it has no result."""
    if page.entry is None or not page.row.is_table_top:
        return None
    table = table_of(page.entry)
    return None if table is None or table.is_decided else table


def _nothing(request: HttpRequest, row: Tournament) -> HttpResponse:
    messages.info(request, "There is no result for you to report.")
    return redirect(row)


def _answer(table: Table) -> str:
    if table.is_decided:
        return "The result stands: you all say the same."
    if table.is_disputed:
        return "You say different things. Look at it again together, or call a judge."
    return "Noted. The result stands when another player of your table says the same."


def _form(request: HttpRequest, page: EventPage, table: Table, refusal: DomainError | None = None) -> HttpResponse:
    places = list(Place.objects.filter(table=table).select_related("entry__user").order_by("index"))
    claims = {claim.entry_id: claim for claim in Claim.objects.filter(table=table).select_related("entry__user")}
    own = claims.get(page.entry.pk) if page.entry is not None else None
    lines = [
        Line(
            place.index,
            place.entry.name,
            request.POST.get(f"place_{place.index}", str(own.places[place.index]) if own else ""),
            request.POST.get(f"left_{place.index}", str(own.left[place.index]) if own else ""),
        )
        for place in places
    ]
    context = {
        "tab": "tournament",
        "table": table,
        "lines": lines,
        "numbers": range(1, len(places) + 1),
        "most_left": MOST_LEFT,
        "said": [_said(claim, places, page) for claim in claims.values()],
        "refusal": refusal,
    }
    response = show(request, page, "events/report.html", context)
    if refusal is not None:
        response.status_code = refusal.status
    return response


def _said(claim: Claim, places: list[Place], page: EventPage) -> Said:
    parts = [
        f"{place.entry.name} came {'first' if at == 1 else f'in place {at}'} with {left} left"
        for place, at, left in zip(places, claim.places, claim.left, strict=True)
    ]
    return Said(claim.entry.name, page.entry is not None and claim.entry_id == page.entry.pk, parts)
