"""The pages of test flights. Thin: find, ask the services, render."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.listing import problem_lines
from cards.deck_pages.page_frame import head_of, of_deck
from cards.decks.models import Deck
from incursions.accounts.viewers import current_user_or_guest
from incursions.kit.refusals import DomainError
from tournaments.runs import background as runs
from tournaments.runs.flights.flying import MOST_KEPT, FlightPage, start_flight, under_way
from tournaments.runs.flights.models import FEWEST_GAMES, MOST_GAMES, USUAL_GAMES, Flight

OF_A_DECK = 10
EXPECTED = f"A number of games from {FEWEST_GAMES} to {MOST_GAMES} was expected."


class FlightForm(forms.Form):
    """The form of a test flight: the number of games."""

    games = forms.IntegerField(
        min_value=FEWEST_GAMES,
        max_value=MOST_GAMES,
        initial=USUAL_GAMES,
        error_messages={
            "required": EXPECTED,
            "invalid": EXPECTED,
            "min_value": f"At least {FEWEST_GAMES} games are played: fewer tell nothing.",
            "max_value": f"At most {MOST_GAMES} games are played.",
        },
    )


@never_cache
@require_safe
def flights(request: HttpRequest) -> HttpResponse:
    """List the viewer's flights."""
    own = Flight.objects.own(request.user).light()[:MOST_KEPT]
    return render(request, "runs/flights/flights.html", {"here": "decks", "flights": own, "most": MOST_KEPT})


@require_http_methods(["GET", "HEAD", "POST"])
@of_deck
def start(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show a deck's page of test flights; by POST start one."""
    form = FlightForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _start_page(request, deck, form, status=422 if form.errors else 200)
    try:
        flight = start_flight(deck, by=current_user_or_guest(request), games=form.cleaned_data["games"])
    except DomainError as refusal:
        return _start_page(request, deck, form, refusal=refusal, status=refusal.status)
    return HttpResponseRedirect(flight.get_absolute_url(), status=303)


@never_cache
@require_safe
def flight(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a flight with its progress; htmx asks for the changing part alone."""
    seen = Flight.objects.visible_to(request.user).select_related("by", "deck")
    found = get_object_or_404(seen, public_id=public_id)
    template = "runs/flights/flight.html#flight" if request.headers.get("HX-Request") else "runs/flights/flight.html"
    page = FlightPage(found, request.user)
    context = {"here": "decks", "page": page, "figures": page.figures, "flight": found}
    return render(request, template, context)


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel the remaining games of a flight."""
    found = get_object_or_404(Flight.objects.visible_to(request.user).light(), public_id=public_id)
    if not runs.cancel(found):
        messages.info(request, "The flight has ended already.")
    return HttpResponseRedirect(found.get_absolute_url(), status=303)


def _start_page(
    request: HttpRequest, deck: Deck, form: FlightForm, *, status: int, refusal: DomainError | None = None
) -> HttpResponse:
    head = head_of(deck, request.user)
    context = {
        "here": "decks",
        "tab": "flights:start",
        "head": head,
        "form": form,
        "refusal": refusal,
        "problems": problem_lines(head.verdict),
        "under_way": under_way(request.user),
        "flights": Flight.objects.own(request.user).filter(deck=deck).light()[:OF_A_DECK],
    }
    return render(request, "runs/flights/start.html", context, status=status)
