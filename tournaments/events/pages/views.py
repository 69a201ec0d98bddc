"""The views of tournament pages, and the acts of players on them: enter, submit a deck, check in, drop and report.

A view finds the record, takes its cached parts, and renders. An act is a plain form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.games.loadouts import Loadout, LoadoutRefusedError
from incursions.kit.addresses import address
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import View
from tournaments.events import entries
from tournaments.events.enums import EntryState
from tournaments.events.locked_tournament import no_such_tournament
from tournaments.events.models import Claim, Place, Table, Tournament
from tournaments.events.pages.bracket_page import brackets_shown, has_bracket
from tournaments.events.pages.explanations import explanation_of, outlook_of
from tournaments.events.pages.overview import announcement_of, list_tournaments, notices_of, places_of, projector_part
from tournaments.events.pages.own import deck_form, own_part
from tournaments.events.pages.page import EventPage, find_page, respond_not_modified, show
from tournaments.events.pages.record import round_title
from tournaments.events.pages.rows import ORDERS, deck_shown, decks_shown, pairings_part, players_part, standings_part
from tournaments.events.results import find_table_of, report_result
from tournaments.matches.seating import check_account
from tournaments.tables.api import refusal_as_json
from tournaments.tables.incoming import read_loadout, read_table_result

MOST_PLACES = 8


def player_act(view: Callable[..., HttpResponse | str]) -> View:
    """Decorate a view that performs an act of a player: a refusal renders the current page with its message.

    A view that returns a text has done the act: the text is shown on the page of the tournament.
    """

    @wraps(view)
    def answering(request: HttpRequest, public_id: str) -> HttpResponse:
        try:
            page = find_page(request, public_id)
        except Http404:
            if wants_html(request):
                raise
            return refusal_as_json(no_such_tournament())
        try:
            answer = view(request, page)
        except DomainError as refusal:
            if not wants_html(request):
                return refusal_as_json(refusal)
            return show_event(request, find_page(request, public_id), refusal)
        if isinstance(answer, HttpResponse):
            return answer
        messages.success(request, answer)
        return see_other(page.row)

    return never_cache(answering)


def show_event(request: HttpRequest, page: EventPage, refusal: DomainError | None = None) -> HttpResponse:
    """Render the page of a tournament, with the refusal if any."""
    return show(
        request,
        page,
        "tournament",
        announcement=announcement_of(page.record),
        own=own_part(page),
        refusal=refusal,
        verdict=refusal.shown_verdict if isinstance(refusal, LoadoutRefusedError) else None,
        notices=notices_of(page.record),
        places=places_of(page.record)[:MOST_PLACES] if page.row.is_over else [],
    )


@require_POST
@player_act
def enter(request: HttpRequest, page: EventPage) -> str:
    """Enter the tournament, with or without a deck. An anonymous player becomes a guest, except at rated events."""
    row = page.row
    loadout = _read_loadout(request, row)
    if row.rated:
        check_account(request.user)
    entry = entries.enter(row.public_id, current_user_or_guest(request), loadout=loadout)
    return "You are on the waiting list." if entry.state == EntryState.WAITING else "You have entered."


@require_http_methods(["GET", "HEAD", "POST"])
@player_act
def deck(request: HttpRequest, page: EventPage) -> HttpResponse | str:
    """Render the form for another deck, or submit it."""
    own = own_part(page)
    if request.method == "POST":
        brought = _read_loadout(request, page.row)
        entries.submit_deck(page.row.public_id, _user(request), loadout=brought)
        return f"Your {page.row.loadout_noun} is handed in. Until the start you can hand another one in."
    if not own.can_hand_in:
        return _redirect_with_info(request, page, "There is nothing to hand in.")
    own.deck_form = deck_form(page)
    return show(request, page, "deck_form", "tournament", own=own)


@require_POST
@player_act
def check_in(request: HttpRequest, page: EventPage) -> str:
    """Check in."""
    entries.check_in(page.row.public_id, _user(request))
    return "You have checked in."


@require_http_methods(["GET", "HEAD", "POST"])
@player_act
def drop(request: HttpRequest, page: EventPage) -> HttpResponse | str:
    """Ask for confirmation, then drop the player."""
    if request.method == "POST":
        entries.drop(page.row.public_id, _user(request))
        return "You have left the tournament."
    if not own_part(page).can_drop:
        return _redirect_with_info(request, page, "You are not in this tournament now.")
    return show(request, page, "drop", "tournament")


def _read_loadout(request: HttpRequest, row: Tournament) -> Loadout | None:
    """Return the loadout named in the form. Raises `LoadoutRefusedError`, malformed."""
    return row.loadouts.choose(read_loadout(request, row.game), request.user, row.limits)


def _user(request: HttpRequest) -> User:
    """Return the signed-in user. Raises not_entered for nobody."""
    user = viewer_of(request)
    if user is None:
        raise DomainError("not_entered", "You have not entered this tournament.")
    return user


@require_http_methods(["GET", "HEAD", "POST"])
@player_act
def report(request: HttpRequest, page: EventPage) -> HttpResponse | str:
    """Render the form for the result of the player's own table, or submit it."""
    table = own_table(page)
    if request.method != "POST":
        if table is None:
            return _redirect_with_info(request, page, "There is no result for you to report.")
        return _show_report_form(request, page, table)
    user = viewer_of(request)
    if user is None or page.entry is None:
        raise DomainError("not_entered", "You have not entered this tournament.")
    seats = 2 if table is None else table.places.count()
    try:
        places, left = read_table_result(request, seats)
        decided = report_result(page.row.public_id, user, places, left)
    except DomainError as refusal:
        if table is None:
            raise
        return _show_report_form(request, page, table, refusal)
    return _describe_report(decided)


def own_table(page: EventPage) -> Table | None:
    """Return the viewer's table in the running round while it has no result, or None."""
    if page.entry is None or not page.row.is_table_top:
        return None
    table = find_table_of(page.entry)
    return None if table is None or table.is_decided else table


def _redirect_with_info(request: HttpRequest, page: EventPage, words: str) -> HttpResponse:
    messages.info(request, words)
    return redirect(page.row)


def _describe_report(table: Table) -> str:
    if table.is_decided:
        return "The result counts: all reports are the same."
    if table.is_disputed:
        return "Your reports differ. Check them together, or call a judge."
    return "Noted. The result counts when another player at your table reports the same."


def _show_report_form(
    request: HttpRequest, page: EventPage, table: Table, refusal: DomainError | None = None
) -> HttpResponse:
    """Render the form with each player's place and points left, as just typed or last reported by the viewer."""
    places = table.list_places()
    claims = {claim.entry_id: claim for claim in table.claims.select_related("entry__user")}
    own = claims.get(page.entry.pk) if page.entry is not None else None
    lines = [
        (
            place,
            request.POST.get(f"place_{place.index}", str(own.places[place.index]) if own else ""),
            request.POST.get(f"left_{place.index}", str(own.left[place.index]) if own else ""),
        )
        for place in places
    ]
    return show(
        request,
        page,
        "report",
        "tournament",
        table=table,
        lines=lines,
        numbers=range(1, len(places) + 1),
        most_left=page.row.game_kind.results.most_points,
        said=[(claim, claim is own, _describe_claim(claim, places)) for claim in claims.values()],
        refusal=refusal,
    )


def _describe_claim(claim: Claim, places: list[Place]) -> list[str]:
    return [
        f"{place.entry.name} came {'first' if at == 1 else f'in place {at}'} with {left} left"
        for place, at, left in zip(places, claim.places, claim.left, strict=True)
    ]


def page_view(view: View) -> View:
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
    lists = list_tournaments(viewer_of(request))
    context = {"here": "tournaments", "lists": lists, "hold": address("desk:new")}
    return render(request, "events/pages/tournaments.html", context)


@page_view
def tournament(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the overview of a tournament and the viewer's actions."""
    return show_event(request, page)


@page_view
def players(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the list of players."""
    return show(request, page, "players", rows=players_part(page))


@page_view
def pairings(request: HttpRequest, page: EventPage, number: int | None = None) -> HttpResponse:
    """Render a round's pairings and results, by table or by name."""
    record = page.record
    shown = record.current if number is None else next((of for of in record.rounds if of.number == number), None)
    if shown is None and number is not None:
        raise Http404("There is no such round.")
    by = request.GET.get("by", "")
    by = by if by in ORDERS else ORDERS[0]
    context: dict[str, Any] = {"round": shown, "by": by, "asked": f"by={by}"}
    if shown is not None:
        context["title"] = round_title(record, shown)
        context["rounds"] = [(of.number, round_title(record, of)) for of in record.rounds]
        context["rows"] = pairings_part(page, shown, by)
    return show(request, page, "pairings", **context)


@page_view
def standings(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the standings."""
    outlook = None if page.own is None else outlook_of(page.record, page.own.number)
    return show(request, page, "standings", rows=standings_part(page), outlook=outlook)


@page_view
def show_explanation(request: HttpRequest, page: EventPage, number: int) -> HttpResponse:
    """Render the explanation of a player's numbers; only its table for `?part`."""
    explanation = explanation_of(page.record, number)
    if explanation is None:
        raise Http404("There is nobody with that number in the standings.")
    name = "explanation" if "part" in request.GET else "explained"
    return show(request, page, name, "standings", explanation=explanation)


@page_view
def bracket(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the bracket, or its preview from the current standings."""
    if not has_bracket(page.record):
        raise Http404("There is no bracket yet.")
    return show(request, page, "bracket", brackets=brackets_shown(page))


@page_view
def decks(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the list of decks once they are open."""
    return show(request, page, "decks", lines=decks_shown(page))


@page_view
def deck_of(request: HttpRequest, page: EventPage, number: int) -> HttpResponse:
    """Render the deck of one player once decks are open."""
    shown = deck_shown(page, number)
    if shown is None:
        raise Http404("There is no deck to see.")
    return show(request, page, "deck", "decks", shown=shown)


@page_view
def places(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the final places."""
    if not page.row.is_over:
        raise Http404("The tournament is not over.")
    return show(request, page, "places", places=places_of(page.record))


@page_view
def projector(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Render the projector page: the round's clock and the pairings."""
    return show(request, page, "projector", part=projector_part(page.record))
