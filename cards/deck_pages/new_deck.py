"""The page on which somebody begins a deck: empty, with a ship, or from a starter deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cards.catalogue import current_pieces, current_starters
from cards.deck_pages.asking import refusing
from cards.decks.contents import Data, data_of
from cards.decks.errors import DeckError
from cards.decks.making import create_deck
from cards.decks.texts import name_of
from incursions.accounts.guests import current_user_or_guest
from incursions.rules.construction import DeckContent

FIRST_NAME = "New deck"


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: HttpRequest) -> HttpResponse:
    """The form, and the deck that it makes, in the editor. Whoever is unknown becomes a guest."""
    if request.method != "POST":
        return _form(request, {"name": FIRST_NAME, **request.GET.dict()})
    try:
        name, content = name_of(request.POST.get("name", "")), _content(request.POST)
        deck = create_deck(owner=current_user_or_guest(request), name=name, content=content)
    except DeckError as refusal:
        return _form(request, request.POST, refusal)
    return redirect("decks:editor", deck.public_id)


def _content(asked: Mapping[str, str]) -> Data:
    """What the deck begins with. Raises `DeckError` for a starter deck or ship that there is not."""
    start, ship = asked.get("start", ""), asked.get("ship", "")
    starter = current_starters().get(start)
    if start and starter is None:
        raise DeckError("invalid", "There is no such starter deck.", field="start")
    if ship and ship not in current_pieces().ships:
        raise DeckError("invalid", "There is no such ship.", field="ship")
    data = data_of(DeckContent() if starter is None else starter.content)
    return data | {"ship": ship} if ship else data


def _form(request: HttpRequest, typed: Mapping[str, Any], refusal: DeckError | None = None) -> HttpResponse:
    context = {
        "here": "decks",
        "typed": typed,
        "refusal": refusal,
        "starters": current_starters().values(),
        "ships": current_pieces().ships,
    }
    return render(request, "decks/new.html", context, status=refusal.status if refusal else 200)
