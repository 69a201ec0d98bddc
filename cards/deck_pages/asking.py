"""The way into every page of decks: the deck of an address for whoever asks, and refusals as pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from cards.catalogue import one_catalogue
from cards.decks import abilities
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.reading import find_deck

Arguments = ParamSpec("Arguments")
View: TypeAlias = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]
DeckView: TypeAlias = Callable[Concatenate[HttpRequest, Deck, Arguments], HttpResponse]

ASK_AGAIN_S = 5


def refusing(view: View[Arguments]) -> View[Arguments]:
    """Let a view raise `DeckError`: what was refused, and why, is a page with the status that says the same."""

    @never_cache
    @wraps(view)
    def answered(request: HttpRequest, *args: Arguments.args, **named: Arguments.kwargs) -> HttpResponse:
        with one_catalogue():  # a page of two versions would contradict itself
            try:
                return view(request, *args, **named)
            except DeckError as refusal:
                return refused(request, refusal)

    return answered


def of_deck(view: DeckView[Arguments]) -> Callable[..., HttpResponse]:
    """Give a view the deck of its address. One that the viewer may not see is refused as one that is not there."""

    @refusing
    @wraps(view)
    def found(request: HttpRequest, public_id: str, *args: Any, **named: Any) -> HttpResponse:
        deck = find_deck(public_id, request.user)
        response = view(request, deck, *args, **named)
        if not abilities.is_listed(deck):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return found


def refused(request: HttpRequest, refusal: DeckError) -> HttpResponse:
    """The page that says what was refused. It leads back to no deck that may not be there for whoever asks."""
    hides = refusal.code == "not_found" and refusal.field == ""
    back = "" if hides or request.resolver_match is None else request.resolver_match.kwargs.get("public_id", "")
    context = {"here": "decks", "refusal": refusal, "back": back}
    response = render(request, "decks/refused.html", context, status=refusal.status)
    if refusal.code == "busy":
        response.headers["Retry-After"] = str(ASK_AGAIN_S)
    return response
