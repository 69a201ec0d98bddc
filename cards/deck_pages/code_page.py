"""The page of a share code: the deck in it, for everybody who has it, to look at and to save as one's own."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import refusing
from cards.deck_pages.counters import counters_of
from cards.deck_pages.listing import listing_of
from cards.deck_pages.paste import Paste
from cards.deck_pages.problem_lines import problem_lines
from cards.decks.judging import judge
from cards.decks.lexicon import current_lexicon
from incursions.deck_files import read_code


@require_safe
@refusing
def shared_code(request: HttpRequest, code: str) -> HttpResponse:
    """The deck of a code. One that cannot be read whole is shown with the reasons, and without a deck."""
    lexicon = current_lexicon()
    found = read_code(code, lexicon.titles, lexicon.numbers)
    seen = Paste(code, {}, "", "", "", 0).digest
    context: dict[str, Any] = {"here": "decks", "code": code, "found": found, "seen": seen}
    if not found.faults:
        context |= {
            "listing": listing_of(found.content),
            "problems": problem_lines(judge(found.content)),
            "counters": counters_of(found.content),
        }
    response = render(request, "decks/code.html", context, status=400 if found.faults else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
