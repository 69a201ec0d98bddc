"""Test flights: a user's deck against the starter decks in the background, and their pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import randrange
from typing import Any

import structlog
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import current
from cards.deck_pages.listing import problem_lines
from cards.deck_pages.page_frame import head_of, of_deck, render_tab
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.decks.contents import content_of, data_of
from cards.decks.judging import judge
from cards.decks.models import Deck
from cards.decks.reading import FORMS, content_seen, find_deck
from incursions.accounts.models import User
from incursions.accounts.viewers import current_user_or_guest
from incursions.kit.refusals import DomainError
from tournaments.runs import background as runs
from tournaments.runs.background import HIGHEST_SEED, get_trials, queue_on_commit
from tournaments.runs.models import FEWEST_GAMES, MOST_GAMES, USUAL_GAMES, Flight, FlightField

MOST_AT_ONCE = 60  # of all users
MOST_ERRORS_TOLD = 5
MOST_KEPT = 100  # of a user; the oldest are deleted
FIELD_WAITS = timedelta(days=1)  # the age before a field without flights is deleted: a flight may be about to use it
log = structlog.get_logger(__name__)


def under_way(by: Viewer) -> Flight | None:
    """Return the user's running flight, or None."""
    return Flight.objects.own(by).running().light().first()


@transaction.atomic
def start_flight(
    deck: Deck, *, by: User, games: int = USUAL_GAMES, seed: int | None = None, now: datetime | None = None
) -> Flight:
    """Start a test flight of a deck as `by` sees it now. The same seed plays the same games.

    Raises `DomainError` if the deck is illegal, the user has a running flight, or too many are running; `DeckError`
    if the deck may not be seen; ValueError if the number of games is out of bounds.
    """
    if not 0 < games <= MOST_GAMES:
        raise ValueError(f"1 to {MOST_GAMES} games were expected, not {games}")
    seen = find_deck(deck.public_id, by)
    content = content_seen(seen, by)
    _check_deck(seen, content)
    _check_limits(by)
    field, opponents = _load_field()
    flight = Flight.objects.create(
        by=by,
        deck=seen,
        name=seen.name,
        content=data_of(content),
        field=field,
        opponents=opponents,
        games=games,
        seed=randrange(HIGHEST_SEED) if seed is None else seed,
        touched_at=now or timezone.now(),
    )
    _delete_old_flights(by)
    queue_on_commit(flight)
    log.info("flight_started", run=flight.public_id, user_id=by.pk, games=games)
    return flight


def _check_deck(deck: Deck, content: Any) -> None:
    """Raise `DomainError` unless the deck can fly: it is legal and not deleted."""
    if deck.is_deleted:
        raise DomainError("deleted_deck", "The deck is deleted. Restore it, and it can fly.")
    errors = [line for line in problem_lines(judge(content)) if line.is_error]
    if errors:
        told = [f"{line.sentence} (rule {line.rule})" for line in errors[:MOST_ERRORS_TOLD]]
        more = len(errors) - len(told)
        told += [f"And {more} more."] if more else []
        raise DomainError("illegal", f"Only a legal deck can fly. {' '.join(told)}", rule=errors[0].rule)


def _check_limits(by: User) -> None:
    """Raise `DomainError` if the user has a running flight or too many are running. Locks the user's row."""
    User.objects.select_for_update().get(pk=by.pk)
    flight = under_way(by)
    if flight is not None:
        raise DomainError(
            "under_way", f"Your test flight of {flight.name} is under way. Wait for its end, or cancel it."
        )
    if Flight.objects.running().count() >= MOST_AT_ONCE:
        raise DomainError("too_many", f"{MOST_AT_ONCE} decks are in the air just now. Try again in a minute.")


def _load_field() -> tuple[FlightField, list[str]]:
    """Return the field of the current catalogue, stored if it is new, and the titles of its starter decks."""
    catalogue = current()
    titles = list(catalogue.starters)
    if not titles:
        raise DomainError("no_opponents", "There is no starter deck to fly against.")
    known = FlightField.objects.filter(token=catalogue.token).only("pk").first()
    if known is None:
        data = get_trials().pack_decks(catalogue.starters.values(), catalogue.pieces, every_piece=True)
        known, _ = FlightField.objects.get_or_create(token=catalogue.token, defaults={"data": data})
        # A new field is rare, and a good time to delete unused ones.
        FlightField.objects.filter(flights=None, created_at__lt=timezone.now() - FIELD_WAITS).delete()
    return known, titles


def _delete_old_flights(by: User) -> None:
    """Delete a user's oldest flights beyond the limit."""
    old = list(Flight.objects.own(by).values_list("pk", flat=True)[MOST_KEPT:])
    if old:
        Flight.objects.filter(pk__in=old).delete()


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
    figures = get_trials().describe_flight(found.outcomes, found.opponents)
    page = {
        "is_own": request.user.pk == found.by_id,
        "deck": found.deck if found.deck and abilities.may_see(request.user, found.deck) else None,
        "says_why": abilities.is_staff(request.user),
        "plot": mark_safe(figures.plot),  # noqa: S308 -- our own drawing, which escapes its words
        "flown": FORMS["text"].write(content_of(found.content), found.name),  # the deck as a file
    }
    return render(request, template, {"here": "decks", "page": page, "figures": figures, "flight": found})


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
    return render_tab(
        request,
        "flights:start",
        head,
        template="runs/flights/start.html",
        status=status,
        form=form,
        refusal=refusal,
        problems=problem_lines(head.verdict),
        under_way=under_way(request.user),
        flights=Flight.objects.own(request.user).filter(deck=deck).light()[:OF_A_DECK],
    )
