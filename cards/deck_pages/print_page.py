"""A deck on paper: the page with the choices, the sheets of its pieces, and the registration sheet."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.head import head_of
from cards.decks.models import Deck
from cards.decks.printing import printable, printed, proxies_order, registration_order
from cards.decks.reading import content_seen
from incursions.printing.orders import Order
from incursions.printing.papers import PAPERS
from incursions.printing.proxies import Style, Which
from incursions.printing.registration import content_number

PAPER_NAMES = {name: paper.name for name, paper in PAPERS.items()}
WHICH_NAMES = {Which.ALL: "Deck and hexpile", Which.DECK: "The deck alone", Which.HEXPILE: "The hexpile alone"}
STYLE_NAMES = {Style.FACES: "Faces, in colour", Style.PLAIN: "Text only, in black and white"}
USUAL_PAPER = next(iter(PAPERS))
LONGEST_FILE_NAME = 80
_NO_FILE_NAME = re.compile(r'[\\/:*?"<>|%\x00-\x1f\x7f]+')


@require_safe
@of_deck
def print_page(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What can be printed of a deck, and how."""
    head = head_of(deck, request.user)
    context = {
        "here": "decks",
        "tab": "decks:print",
        "head": head,
        "printable": printable(head.content),
        "number": content_number(head.content.hash),
        "papers": PAPER_NAMES,
        "whats": WHICH_NAMES,
        "styles": STYLE_NAMES,
    }
    return render(request, "decks/print.html", context)


@require_safe
@of_deck
def proxies(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The sheets of a deck's pieces."""
    content, asked = content_seen(deck, request.user), request.GET
    order = proxies_order(
        deck.name,
        content,
        paper=asked.get("paper", USUAL_PAPER),
        what=asked.get("what", Which.ALL),
        style=asked.get("style", Style.FACES),
    )
    return _pdf(request, order)


@require_safe
@of_deck
def registration(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The registration sheet of a deck."""
    content = content_seen(deck, request.user)
    order = registration_order(deck.name, content, paper=request.GET.get("paper", USUAL_PAPER))
    return _pdf(request, order)


def _pdf(request: HttpRequest, order: Order) -> HttpResponse:
    data = printed(order, by=_whose(request))
    disposition = content_disposition_header(True, f"{file_name(order.name, order.kind)}.pdf")
    headers = {"Content-Disposition": disposition or "attachment", "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def file_name(name: str, kind: str) -> str:
    """A name under which any system can keep a file of that kind."""
    return f"{_NO_FILE_NAME.sub('-', name)[:LONGEST_FILE_NAME].strip(' .-') or 'Deck'} - {kind}"


def _whose(request: HttpRequest) -> str:
    """Who asks; of those who are not signed in, from where."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"address {request.META.get('REMOTE_ADDR', '')}"
