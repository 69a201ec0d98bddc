"""The page of a deck: all that it holds, what the evaluator says of it, its opening hand, its notes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.counters import counters_of
from cards.deck_pages.head import head_of
from cards.deck_pages.listing import listing_of
from cards.deck_pages.problem_lines import problem_lines
from cards.deck_pages.statistics.charts import opening_chart
from cards.deck_pages.statistics.printed import current_statistics
from cards.decks.models import Deck
from cards.decks.notes import html_of
from cards.decks.reading import origin_seen


@require_safe
@of_deck
def deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A deck, for whoever may see it."""
    head = head_of(deck, request.user)
    context = {
        "here": "decks",
        "tab": "decks:deck",
        "head": head,
        "listing": listing_of(head.content),
        "counters": counters_of(head.content),
        "problems": problem_lines(head.verdict),
        "notes": html_of(deck.notes),
        "origin": origin_seen(deck, request.user),
        "tags": deck.tags.all(),
        **opening_chart(current_statistics(head.content)),
    }
    return render(request, "decks/deck.html", context)
