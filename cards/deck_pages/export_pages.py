"""A deck as text, JSON and share code: the pages that export one, and the page of a share code."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import of_deck, refusing, version_of
from cards.deck_pages.head import head_of
from cards.deck_pages.import_pages import Paste
from cards.deck_pages.judged import Judged
from cards.deck_pages.listing import shown_parts
from cards.decks.judging import current_lexicon, judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import attachment, content_at, file_of
from incursions.games.incursions.deck_files import code_of, json_of, read_code, text_of

LONGEST_IN_AN_ADDRESS = 1500  # letters of a code
ENDINGS = {"text": "txt", "json": "json"}


@require_safe
@of_deck
def export(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the deck in all formats to whoever may see it."""
    version = version_of(request.GET)
    content = content_at(deck, version, request.user)
    code = code_of(content, current_lexicon().numbers, deck.name)
    address = reverse("decks:code", args=[code]) if len(code) <= LONGEST_IN_AN_ADDRESS else ""
    context = {
        "here": "decks",
        "tab": "decks:export",
        "head": head_of(deck, request.user),
        "version": version,
        "versions": DeckVersion.objects.visible_to(request.user, deck),
        "code": code,
        "link": request.build_absolute_uri(address) if address else "",
        "text": text_of(content, deck.name),
        "json": json_of(content, deck.name),
    }
    return render(request, "decks/export.html", context)


@require_safe
@of_deck
def file(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """Send the deck as a download in one of `FORMS`."""
    response = file_of(deck, content_at(deck, version_of(request.GET), request.user), form)
    response.headers["Content-Disposition"] = attachment(deck.name, f".{ENDINGS[form]}")
    return response


@require_safe
@refusing
def shared_code(request: HttpRequest, code: str) -> HttpResponse:
    """Show the deck of a code. One that cannot be read whole is shown with the reasons, and without a deck."""
    lexicon = current_lexicon()
    found = read_code(code, lexicon.titles, lexicon.numbers)
    seen = Paste(code, {}, "", "", "", 0).digest
    context: dict[str, object] = {"here": "decks", "code": code, "found": found, "seen": seen}
    if not found.faults:
        context |= shown_parts(Judged(found.content, judge(found.content)))
    response = render(request, "decks/code.html", context, status=400 if found.faults else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
