"""The page of a deck in numbers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.head import head_of
from cards.deck_pages.statistics import bars
from cards.deck_pages.statistics.columns import ColumnChart, chart_of
from cards.deck_pages.statistics.odds_form import OddsForm
from cards.deck_pages.statistics.odds_words import in_words
from cards.deck_pages.statistics.printed import current_statistics
from cards.decks.models import Deck
from incursions.deck_statistics import DeckStatistics, Found, KnownDeck, PowerUse, TileUse, answer, sorts_of
from incursions.rules.plays.hand import OPENING_HAND

MOST_LEFT_OUT = 20  # titles that are named
USES_OF_POWER = [use for use in PowerUse if use is not PowerUse.NONE]  # whose cards are named


@require_safe
@of_deck
def statistics(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A deck in numbers, and the odds that are asked for in the address. Odds that cannot be are refused beside it."""
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


def tables(found: DeckStatistics) -> dict[str, Any]:
    """The charts of the page by the names that the templates know."""
    cards, tiles = found.cards, found.tiles
    return {
        "opening": bars.opening_table(cards.opening),
        "opening_hand": OPENING_HAND,
        "rarities": bars.rarity_table(cards.rarities),
        "types": bars.counts_table("Cards by type", "Type", cards.types, heading="Cards"),
        "methods": bars.counts_table("Cards by play method", "Play method", cards.play_methods, heading="Cards"),
        "power_uses": bars.counts_table(
            "What cards do with power", "Use of power", cards.power_uses, heading="Cards", named=USES_OF_POWER
        ),
        "ship_power": None if found.ship is None else bars.ship_power_table(found.ship),
        "points": bars.total_points_table(found),
        "points_each": bars.points_table(tiles.by_points),
        "kinds": bars.kinds_table(tiles.kinds),
        "uses": bars.counts_table("What tiles are to you", "They", tiles.uses, heading="Tiles", named=tuple(TileUse)),
        "exploring": exploring_chart(tiles.exploring),
    }


def exploring_chart(rows: list[Found]) -> ColumnChart:
    """The chance that a wormhole is among the first tiles."""
    chances = ((str(row.tiles), f"{row.tiles} tile{'' if row.tiles == 1 else 's'}", row.chance) for row in rows)
    return chart_of("The chance of a wormhole among the first tiles", "Tiles explored", chances)


def left_out(deck: KnownDeck) -> dict[str, Any]:
    """What is not counted: the first of its titles, and how many more there are."""
    every = deck.left_out
    return {"left_out": every[:MOST_LEFT_OUT], "more_left_out": max(0, len(every) - MOST_LEFT_OUT)}
