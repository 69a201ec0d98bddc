"""The page of a deck in numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.head import head_of
from cards.deck_pages.statistics.charts import current_statistics, tables
from cards.deck_pages.statistics.odds import OddsForm, in_words
from cards.decks.models import Deck
from incursions.deck_statistics import KnownDeck, answer, sorts_of

MOST_LEFT_OUT = 20  # titles that are named


@require_safe
@of_deck
def statistics(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the statistics of a deck, with the odds that the address asks for, or the reason for none."""
    head = head_of(deck, request.user)
    found = current_statistics(head.content)
    form = OddsForm(request.GET if "of" in request.GET else None, sorts_of(found.deck))
    context = {
        "here": "decks",
        "tab": "decks:statistics",
        "head": head,
        "statistics": found,
        "form": form,
        **left_out(found.deck),
        **tables(found),
    }
    if form.is_valid():
        context["answer"] = in_words(form.question, answer(found.deck, form.question))
    return render(request, "decks/statistics.html", context, status=400 if form.errors else 200)


def left_out(deck: KnownDeck) -> dict[str, object]:
    """Return the unknown pieces: the first titles, and the number of the rest."""
    every = deck.left_out
    return {"left_out": every[:MOST_LEFT_OUT], "more_left_out": max(0, len(every) - MOST_LEFT_OUT)}
