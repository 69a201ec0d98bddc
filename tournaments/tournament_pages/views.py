"""The pages of tournaments. Thin: find, ask what is kept, render."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.answers import viewer_of
from tournaments.tournament_pages.announcement import announcement_of
from tournaments.tournament_pages.listing import lists_for
from tournaments.tournament_pages.page import find_page, show
from tournaments.tournament_pages.wording import address_if_any


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Those that are coming up, under way and over, and those in which the viewer has a part."""
    lists = lists_for(viewer_of(request))
    context = {"here": "tournaments", "lists": lists, "hold": address_if_any("desk:new")}
    return render(request, "events/tournaments.html", context)


@require_safe
def tournament(request: HttpRequest, public_id: str) -> HttpResponse:
    """What it is, how it stands, and what the viewer can do there."""
    page = find_page(request, public_id)
    return show(request, page, "events/tournament.html", {"tab": "event", "announcement": announcement_of(page)})
