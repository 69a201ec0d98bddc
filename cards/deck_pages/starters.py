"""The decks to begin with, as decks to read and to copy."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cards.addresses import slug_of, url_of_starter
from cards.catalogue import current_starters
from cards.deck_pages.asking import refusing
from cards.deck_pages.counters import counters_of
from cards.deck_pages.judged import Judged, judged_all
from cards.deck_pages.listing import listing_of
from cards.deck_pages.problem_lines import problem_lines
from cards.decks.contents import data_of
from cards.decks.errors import no_such_deck
from cards.decks.making import create_deck
from incursions.accounts.guests import current_user_or_guest
from incursions.rules.printed.starters import Starter


class StarterRow(NamedTuple):
    """A starter deck of a list."""

    starter: Starter
    url: str
    judged: Judged


@require_safe
@refusing
def starters(request: HttpRequest) -> HttpResponse:
    """All of them."""
    decks = list(current_starters().values())
    judged = judged_all(deck.content for deck in decks)
    rows = [StarterRow(deck, url_of_starter(deck.title), each) for deck, each in zip(decks, judged, strict=True)]
    return render(request, "decks/starters.html", {"here": "decks", "rows": rows})


@require_safe
@refusing
def starter(request: HttpRequest, slug: str) -> HttpResponse:
    """One of them, with all that it holds."""
    found = find_starter(slug)
    (judged,) = judged_all([found.content])
    context = {
        "here": "decks",
        "starter": found,
        "slug": slug,
        "judged": judged,
        "listing": listing_of(found.content),
        "counters": counters_of(found.content),
        "problems": problem_lines(judged.verdict),
    }
    return render(request, "decks/starter.html", context)


@require_POST
@refusing
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A private deck of one's own with the same content. Whoever is unknown becomes a guest."""
    found = find_starter(slug)
    made = create_deck(owner=current_user_or_guest(request), name=found.title, content=data_of(found.content))
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


def find_starter(slug: str) -> Starter:
    """The starter deck of an address. Raises `DeckError` for none."""
    found = next((deck for deck in current_starters().values() if slug_of(deck.title) == slug), None)
    if found is None:
        raise no_such_deck()
    return found
