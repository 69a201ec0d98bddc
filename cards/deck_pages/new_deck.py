"""The pages on which somebody begins a deck: the form for a new one, and the decks to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.addresses import slug_of, url_of_starter
from cards.catalogue import current_pieces, current_starters
from cards.deck_pages.asking import refusing
from cards.deck_pages.judged import Judged, judged_all
from cards.deck_pages.listing import shown_parts
from cards.decks.contents import ContentData, data_of
from cards.decks.errors import DeckError, no_such_deck
from cards.decks.making import create_deck
from cards.decks.texts import name_of
from incursions.accounts.viewers import current_user_or_guest
from incursions.rules.construction import DeckContent
from incursions.rules.printed.starters import Starter

FIRST_NAME = "New deck"


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: HttpRequest) -> HttpResponse:
    """Render the form, or create a deck and open it in the editor. An unknown player becomes a guest."""
    if request.method != "POST":
        return _form(request, {"name": FIRST_NAME, **request.GET.dict()})
    try:
        name, content = name_of(request.POST.get("name", "")), _content(request.POST)
        deck = create_deck(owner=current_user_or_guest(request), name=name, content=content)
    except DeckError as refusal:
        return _form(request, request.POST, refusal)
    return redirect("decks:editor", deck.public_id)


def _content(asked: Mapping[str, str]) -> ContentData:
    """Return the content to begin with. Raises `DeckError` for an unknown starter deck or ship."""
    start, ship = asked.get("start", ""), asked.get("ship", "")
    starter = current_starters().get(start)
    if start and starter is None:
        raise DeckError("invalid", "There is no such starter deck.", field="start")
    if ship and ship not in current_pieces().ships:
        raise DeckError("invalid", "There is no such ship.", field="ship")
    data = data_of(DeckContent() if starter is None else starter.content)
    return data | {"ship": ship} if ship else data


def _form(request: HttpRequest, typed: Mapping[str, object], refusal: DeckError | None = None) -> HttpResponse:
    context = {
        "here": "decks",
        "typed": typed,
        "refusal": refusal,
        "starters": current_starters().values(),
        "ships": current_pieces().ships,
    }
    return render(request, "decks/new.html", context, status=refusal.status if refusal else 200)


class StarterRow(NamedTuple):
    """A starter deck of a list."""

    starter: Starter
    url: str
    judged: Judged


@require_safe
@refusing
def starters(request: HttpRequest) -> HttpResponse:
    """Render the list of starter decks."""
    decks = list(current_starters().values())
    judged = judged_all(deck.content for deck in decks)
    rows = [StarterRow(deck, url_of_starter(deck.title), each) for deck, each in zip(decks, judged, strict=True)]
    return render(request, "decks/starters.html", {"here": "decks", "rows": rows})


@require_safe
@refusing
def starter(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page of a starter deck."""
    found = find_starter(slug)
    (judged,) = judged_all([found.content])
    context = {
        "here": "decks",
        "starter": found,
        "slug": slug,
        "judged": judged,
        **shown_parts(judged),
    }
    return render(request, "decks/starter.html", context)


@require_POST
@refusing
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a private deck with the content of a starter deck. An unknown player becomes a guest."""
    found = find_starter(slug)
    made = create_deck(owner=current_user_or_guest(request), name=found.title, content=data_of(found.content))
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


def find_starter(slug: str) -> Starter:
    """Return the starter deck of a slug. Raises `DeckError` if there is none."""
    found = next((deck for deck in current_starters().values() if slug_of(deck.title) == slug), None)
    if found is None:
        raise no_such_deck()
    return found
