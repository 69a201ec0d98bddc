"""The page of a deck, and the buttons that copy it, delete it, give it back, and renew its link."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from cards.deck_pages.asking import number_of, of_deck, sent_number
from cards.deck_pages.head import head_of
from cards.deck_pages.listing import shown_parts
from cards.deck_pages.statistics.charts import current_statistics, opening_chart
from cards.decks.making import copy_deck, delete_deck, restore_deck
from cards.decks.models import Deck
from cards.decks.notes import html_of
from cards.decks.reading import origin_seen
from cards.decks.sharing import renew_link
from incursions.accounts.viewers import current_user_or_guest

if TYPE_CHECKING:
    from incursions.accounts.models import User


@require_safe
@of_deck
def deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the page of a deck."""
    head = head_of(deck, request.user)
    context = {
        "here": "decks",
        "tab": "decks:deck",
        "head": head,
        **shown_parts(head),
        "notes": html_of(deck.notes),
        "origin": origin_seen(deck, request.user),
        "tags": deck.tags.all(),
        **opening_chart(current_statistics(head.content)),
    }
    return render(request, "decks/deck.html", context)


@require_POST
@of_deck
def copy(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Copy the deck or a version of it for the player, who becomes a guest if unknown."""
    typed = request.POST.get("version", "")
    version = number_of(typed, "version") if typed else None
    made = copy_deck(deck, by=current_user_or_guest(request), version=version)
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


@require_POST
@of_deck
def delete(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Let the deck be deleted; the list of one's decks then offers to undo it."""
    gone = delete_deck(deck, by=cast("User", request.user))
    return redirect(f"{reverse('decks:mine')}?{urlencode({'deleted': gone.public_id})}")


@require_POST
@of_deck
def restore(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give a deleted deck back."""
    back = restore_deck(deck, by=cast("User", request.user))
    messages.success(request, f"{back.name} is back, as it was.")
    return redirect(back)


@require_POST
@of_deck
def renew(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give the deck another address."""
    deck = renew_link(deck, by=cast("User", request.user), number=sent_number(request))
    messages.success(request, "The deck has another link now; the former one leads nowhere.")
    return redirect("decks:details", deck.public_id)
