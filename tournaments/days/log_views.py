"""The log of a day as pages for Control, from which every entry can be undone to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from incursions.kit.requests import LARGEST_NUMBER, Fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.day_games import game_of
from tournaments.days.day_page import pages_of
from tournaments.days.desk_log import read_page

LONGEST_WORDS = 100


@require_GET
@refusing
def show_log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the entries before one, or the newest, that hold the words of a search."""
    row = require_desk(request, public_id).day
    fields = Fields(request.GET.dict())
    before = fields.number("before", 1, LARGEST_NUMBER) if "before" in fields else row.number + 1
    words = fields.text("words", LONGEST_WORDS) if fields.get("words") else ""
    page, pages = read_page(row, before, words), pages_of(row.game)
    lines = pages.draw_log(game_of(row), page.entries)
    context = {
        "row": row,
        "page": page,
        "pages": pages,
        "lines": lines,
        "words": words,
        "is_first": before > row.number,
    }
    return render(request, "days/log.html", context)
