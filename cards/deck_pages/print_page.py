"""A deck on paper: the page with the choices, the sheets of its pieces, and the registration sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import USUAL_FORMAT, format_of, of_deck, version_of
from cards.deck_pages.head import head_of
from cards.decks.models import Deck, DeckVersion
from cards.decks.printing import print_order, printable, proxies_order, registration_order
from cards.decks.reading import attachment, content_at, find_version
from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.orders import Order
from incursions.games.incursions.printing.proxies import Style, Which
from incursions.games.incursions.printing.registration import content_number
from incursions.games.incursions.rules.construction import FORMATS, DeckContent

PAPER_NAMES = {name: paper.name for name, paper in PAPERS.items()}
WHICH_NAMES = {Which.ALL: "Deck and hexpile", Which.DECK: "The deck alone", Which.HEXPILE: "The hexpile alone"}
STYLE_NAMES = {Style.FACES: "Faces, in colour", Style.PLAIN: "Text only, in black and white"}
FORMATS_WITHOUT_POOL = {name: chosen for name, chosen in FORMATS.items() if not chosen.from_pool}
"""Sealed is judged by what a player opened, which a deck does not know."""
USUAL_PAPER = next(iter(PAPERS))


@require_safe
@of_deck
def print_page(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the documents that can be printed of a deck or a version of it."""
    number = version_of(request.GET)
    version = None if number is None else find_version(deck, number, request.user)
    head = head_of(deck, request.user, version)
    context = {
        "here": "decks",
        "tab": "decks:print",
        "head": head,
        "versions": DeckVersion.objects.visible_to(request.user, deck),
        "printable": printable(head.content),
        "number": content_number(head.content.hash),
        "papers": PAPER_NAMES,
        "whats": WHICH_NAMES,
        "styles": STYLE_NAMES,
        "formats": FORMATS_WITHOUT_POOL,
        "usual": USUAL_FORMAT,
    }
    return render(request, "decks/print.html", context)


@require_safe
@of_deck
def proxies(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Send the sheets with a deck's pieces."""
    asked = request.GET
    order = proxies_order(
        *_find_named(request, deck),
        paper=asked.get("paper", USUAL_PAPER),
        what=asked.get("what", Which.ALL),
        style=asked.get("style", Style.FACES),
    )
    return _pdf(request, order)


@require_safe
@of_deck
def registration(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Send the registration sheet of a deck, judged by a format with its hex points."""
    asked = request.GET
    order = registration_order(
        *_find_named(request, deck),
        paper=asked.get("paper", USUAL_PAPER),
        chosen=format_of(asked, FORMATS_WITHOUT_POOL),
    )
    return _pdf(request, order)


def _find_named(request: HttpRequest, deck: Deck) -> tuple[str, DeckContent]:
    """Return the deck's or version's name on paper, and its content."""
    version = version_of(request.GET)
    name = deck.name if version is None else f"{deck.name}, version {version}"
    return name, content_at(deck, version, request.user)


def _pdf(request: HttpRequest, order: Order) -> HttpResponse:
    known, address = request.user, request.META.get("REMOTE_ADDR", "")
    by = f"user {known.pk}" if known.is_authenticated else f"address {address}"
    data = print_order(order, by=by)
    headers = {
        "Content-Disposition": attachment(order.name, f" - {order.kind}.pdf"),
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(data, content_type="application/pdf", headers=headers)
