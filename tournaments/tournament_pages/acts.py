"""What players do on the pages of a tournament: enter, bring another deck, check in, drop. Plain forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from incursions.accounts.guests import current_user_or_guest
from tournaments.admission import check_account
from tournaments.answers import viewer_of, wants_html
from tournaments.api import refusal_as_json
from tournaments.deck_check import DeckVerdict, verdict_shown
from tournaments.deck_formats import format_words
from tournaments.errors import DomainError
from tournaments.incoming import read_own_deck, read_starter
from tournaments.organizing import registering
from tournaments.organizing.enums import EntryState
from tournaments.organizing.locked import no_such_tournament
from tournaments.organizing.models import Tournament
from tournaments.seat_decks import DeckRefusal, OwnDeck, choose
from tournaments.tournament_pages.announcement import announcement_of
from tournaments.tournament_pages.notices import notices_of
from tournaments.tournament_pages.own import can_enter_now, deck_form, own_part
from tournaments.tournament_pages.page import EventPage, find_page, show
from tournaments.tournament_pages.places import places_of

if TYPE_CHECKING:
    from incursions.accounts.models import User

View = Callable[..., HttpResponse]
MOST_PLACES = 8


def acting(view: View) -> View:
    """A view that does something for the user; refused, the page says why, as it is now."""

    @wraps(view)
    def answering(request: HttpRequest, public_id: str) -> HttpResponse:
        try:
            page = find_page(request, public_id)
        except Http404:
            if wants_html(request):
                raise
            return refusal_as_json(no_such_tournament())
        try:
            return view(request, page)
        except DomainError as refusal:
            if not wants_html(request):
                return refusal_as_json(refusal)
            return show_event(request, find_page(request, public_id), refusal)

    return never_cache(answering)


def show_event(request: HttpRequest, page: EventPage, refusal: DomainError | None = None) -> HttpResponse:
    """The page of a tournament, with what was refused in its place."""
    context = {
        "tab": "tournament",
        "announcement": announcement_of(page.record),
        "own": own_part(page),
        "refusal": refusal,
        "verdict": _verdict(page, refusal),
        "can_enter": can_enter_now(page),
        "notices": notices_of(page.record),
        "places": places_of(page.record)[:MOST_PLACES] if page.row.is_over else [],
    }
    response = show(request, page, "events/tournament.html", context)
    if refusal is not None:
        response.status_code = refusal.status
    return response


def _verdict(page: EventPage, refusal: DomainError | None) -> DeckVerdict | None:
    if not isinstance(refusal, DeckRefusal) or refusal.verdict is None:
        return None
    return verdict_shown(refusal.deck, refusal.verdict, format_words(page.row.format))


@require_POST
@acting
def enter(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Enter, with a deck or without; whoever is not known becomes a guest, unless ratings move."""
    row = page.row
    own, starter = _brought(request, row)
    if row.rated:
        check_account(request.user)
    entry = registering.enter(row.public_id, current_user_or_guest(request), own=own, starter=starter)
    waits = entry.state == EntryState.WAITING
    messages.success(request, "You are on the waiting list." if waits else "You have entered.")
    return HttpResponseRedirect(row.get_absolute_url(), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@acting
def deck(request: HttpRequest, page: EventPage) -> HttpResponse:
    """The form for another deck, and its handing in."""
    own = own_part(page)
    if request.method == "POST":
        brought, starter = _brought(request, page.row)
        registering.submit_deck(page.row.public_id, _user(request), own=brought, starter=starter)
        messages.success(request, "Your deck is handed in. Until the start you can hand another one in.")
        return HttpResponseRedirect(page.row.get_absolute_url(), status=303)
    if not own.can_hand_in:
        messages.info(request, "There is no deck to hand in.")
        return redirect(page.row)
    own.deck_form = deck_form(page)
    return show(request, page, "events/deck_form.html", {"tab": "tournament", "own": own})


@require_POST
@acting
def check_in(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Say that one is there."""
    registering.check_in(page.row.public_id, _user(request))
    messages.success(request, "You have checked in.")
    return HttpResponseRedirect(page.row.get_absolute_url(), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@acting
def drop(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Asks once more before a player leaves, and then lets him go."""
    if request.method == "POST":
        registering.drop(page.row.public_id, _user(request))
        messages.success(request, "You have left the tournament.")
        return HttpResponseRedirect(page.row.get_absolute_url(), status=303)
    if not own_part(page).can_drop:
        messages.info(request, "You are not in this tournament now.")
        return redirect(page.row)
    return show(request, page, "events/drop.html", {"tab": "tournament"})


def _brought(request: HttpRequest, row: Tournament) -> tuple[OwnDeck | None, str]:
    """The deck that the form names: one of the user's own, or a starter. Raises `DeckRefusal`, malformed."""
    return choose(read_own_deck(request), request.user, row.format), read_starter(request)


def _user(request: HttpRequest) -> User:
    user = viewer_of(request)
    if user is None:
        raise DomainError("not_entered", "You have not entered this tournament.")
    return user
