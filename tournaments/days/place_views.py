"""The tables of the hall: the address on a table's sign tells a phone where its player is."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from incursions.kit.refusals import DomainError
from tournaments.days.access import list_session_places, refusing
from tournaments.days.day_games import game_of
from tournaments.days.day_page import pages_of
from tournaments.days.models import DaySeat
from tournaments.days.seats import find_day_by_code


class Arrival(NamedTuple):
    """A seat of this device at a table: what it may do there."""

    seat: DaySeat
    words: str


@require_GET
@refusing
def show_table(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a table by the number on its sign, with a button for each seat of this device that is there now."""
    row = find_day_by_code(code)
    game, pages = game_of(row), pages_of(row.game)
    tables = list(enumerate(pages.list_tables(game), start=1))
    table = dict(tables).get(number)
    if table is None:
        raise DomainError("not_found", "There is no table with this number.")
    seats = row.seats.filter(place__in=list_session_places(request, row)).exclude(team=row.kind.control)
    arrivals = [Arrival(seat, pages.describe_table(game, seat.name, table.title)) for seat in seats]
    context = {"row": row, "table": table, "tables": tables, "number": number, "arrivals": arrivals}
    return render(request, "days/here.html", context)
