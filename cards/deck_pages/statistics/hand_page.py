"""The page of a sample hand. Its address holds the seed, so that whoever may see the deck sees the same hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.head import DeckHead, head_of
from cards.deck_pages.statistics.hand_form import HASH_SHOWN, MOST_CARDS, MOST_TILES, HandForm, fresh_seed
from cards.deck_pages.statistics.page import left_out
from cards.deck_pages.statistics.printed import current_printed
from cards.deck_pages.statistics.sample import sample_of
from cards.decks.contents import content_of
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import version_with
from incursions.deck_statistics import known_deck
from incursions.rules.construction import DeckContent
from incursions.rules.plays.hand import OPENING_HAND

NO_ROBOTS = "noindex, nofollow"  # there is a hand for every seed, and a way from each to the next


class Drawn(NamedTuple):
    """The content that a hand is drawn from. `version` is the one that the address means, where the deck has changed.

    `is_lost`: the address means a content that is nowhere any more, and the present one is drawn from.
    """

    content: DeckContent
    version: DeckVersion | None = None
    is_lost: bool = False


@require_safe
@of_deck
def hand(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The hand of the seed in the address; without a seed the way to a fresh one."""
    head = head_of(deck, request.user)
    if "seed" not in request.GET:
        return HttpResponseRedirect(hand_url(deck, fresh_seed(), head.content))
    form = HandForm(request.GET)
    context = {"here": "decks", "tab": "decks:hand", "head": head, "form": form, "opening_hand": OPENING_HAND}
    if form.is_valid():
        context |= _hand(request, head, form)
    response = render(request, "decks/hand.html", context, status=400 if form.errors else 200)
    response.headers["X-Robots-Tag"] = NO_ROBOTS
    return response


def hand_url(deck: Deck, seed: str, content: DeckContent, **more: int) -> str:
    """The address of a hand of that content."""
    asked: dict[str, str | int] = {"seed": seed, "content": content.hash[:HASH_SHOWN], **more}
    return f"{reverse('decks:hand', args=[deck.public_id])}?{urlencode(asked)}"


def _hand(request: HttpRequest, head: DeckHead, form: HandForm) -> dict[str, Any]:
    """What the page shows of a hand that can be drawn."""
    drawn = _drawn_from(request, head, form.cleaned_data["content"])
    seed, cards, tiles = form.cleaned_data["seed"], form.number_of_cards, form.number_of_tiles
    known = known_deck(drawn.content, current_printed())
    sample = sample_of(known, seed, cards=cards, tiles=tiles)

    def url(**more: int) -> str:
        return hand_url(head.deck, seed, drawn.content, **{"cards": cards, "tiles": tiles, **more})

    return {
        "seed": seed,
        "drawn": drawn,
        "sample": sample,
        "next_card": url(cards=cards + 1) if sample.has_more_cards and cards < MOST_CARDS else "",
        "most_cards": MOST_CARDS,
        "most_tiles": MOST_TILES,
        "next_tile": url(tiles=tiles + 1) if sample.has_more_tiles and tiles < MOST_TILES else "",
        "present": hand_url(head.deck, seed, head.content),
        **left_out(known),
    }


def _drawn_from(request: HttpRequest, head: DeckHead, meant: str) -> Drawn:
    """The content that the address means: that seen now, or that of a version; if there is neither, that seen now."""
    if not meant or head.content.hash.startswith(meant):
        return Drawn(head.content)
    version = version_with(head.deck, meant, request.user)
    if version is None:
        return Drawn(head.content, is_lost=True)
    return Drawn(content_of(version.content), version)
