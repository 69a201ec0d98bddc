"""The views of tournament pages. They only find the record, take its cached parts, and render."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from incursions.accounts.viewers import viewer_of
from tournaments.events.pages.acts import show_event
from tournaments.events.pages.bracket_page import brackets_shown, has_bracket
from tournaments.events.pages.deck_pages import deck_shown, decks_shown
from tournaments.events.pages.explaining import explanation_of
from tournaments.events.pages.outlook import outlook_of
from tournaments.events.pages.overview import lists_for, places_of, projector_part
from tournaments.events.pages.page import EventPage, find_page, respond_not_modified, show
from tournaments.events.pages.rows import BY, pairings_part, players_part, standings_part
from tournaments.events.pages.wording import address_if_any, round_title, rounds_shown

View = Callable[..., HttpResponse]


def looked_at(view: View) -> View:
    """Decorate a tournament page: answer a client that has the current live part with a 304 response."""

    @wraps(view)
    def answering(request: HttpRequest, public_id: str, **more: Any) -> HttpResponse:
        page = find_page(request, public_id)
        return respond_not_modified(request, page) or view(request, page, **more)

    return require_safe(answering)


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Render the lists of upcoming, running and finished tournaments, and of the viewer's own."""
    lists = lists_for(viewer_of(request))
    context = {"here": "tournaments", "lists": lists, "hold": address_if_any("desk:new")}
    return render(request, "events/pages/tournaments.html", context)


@looked_at
def tournament(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the overview of a tournament and the viewer's actions."""
    return show_event(request, page)


@looked_at
def players(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the list of players."""
    return show(request, page, "players", rows=players_part(page))


@looked_at
def pairings(request: HttpRequest, page: EventPage, number: int | None = None) -> HttpResponse:
    """Render a round's pairings and results, by table or by name."""
    record = page.record
    shown = record.current if number is None else record.round(number)
    if shown is None and number is not None:
        raise Http404("There is no such round.")
    by = request.GET.get("by", BY[0])
    by = by if by in BY else BY[0]
    asked = f"by={by}"
    if shown is None:
        return show(request, page, "pairings", round=None, by=by, asked=asked)
    return show(
        request,
        page,
        "pairings",
        round=shown,
        by=by,
        asked=asked,
        title=round_title(record, shown),
        rounds=rounds_shown(record),
        rows=pairings_part(page, shown, by),
    )


@looked_at
def standings(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the standings."""
    outlook = None if page.own is None else outlook_of(page.record, page.own.number)
    return show(request, page, "standings", rows=standings_part(page), outlook=outlook)


@looked_at
def show_explanation(request: HttpRequest, page: EventPage, number: int) -> HttpResponse:
    """Render the explanation of a player's numbers; only its table for `?part`."""
    explanation = explanation_of(page.record, number)
    if explanation is None:
        raise Http404("There is nobody with that number in the standings.")
    name = "explanation" if "part" in request.GET else "explained"
    return show(request, page, name, "standings", explanation=explanation)


@looked_at
def bracket(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the bracket, or its preview from the current standings."""
    if not has_bracket(page.record):
        raise Http404("There is no bracket yet.")
    return show(request, page, "bracket", brackets=brackets_shown(page))


@looked_at
def decks(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the list of decks once they are open."""
    return show(request, page, "decks", lines=decks_shown(page))


@looked_at
def deck_of(request: HttpRequest, page: EventPage, number: int) -> HttpResponse:
    """Render the deck of one player once decks are open."""
    shown = deck_shown(page, number)
    if shown is None:
        raise Http404("There is no deck to be seen.")
    return show(request, page, "deck", "decks", shown=shown, listing=shown.listing)


@looked_at
def places(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the final places."""
    if not page.row.is_over:
        raise Http404("The tournament is not over.")
    return show(request, page, "places", places=places_of(page.record))


@looked_at
def projector(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the projector page: the round's clock and the pairings."""
    return show(request, page, "projector", part=projector_part(page.record))
