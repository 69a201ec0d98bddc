"""A deck as a file to take away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpResponse

from cards.decks.judging import current_lexicon
from cards.decks.models import Deck
from incursions.deck_files import code_of, json_of, text_of
from incursions.rules.construction import DeckContent

TEXT, JSON = "text/plain; charset=utf-8", "application/json"
Writer = Callable[[DeckContent, str], str]


def share_code(content: DeckContent, name: str) -> str:
    """The share code of a content, in a line."""
    return code_of(content, current_lexicon().numbers, name) + "\n"


FORMS: Mapping[str, tuple[Writer, str]] = {"text": (text_of, TEXT), "json": (json_of, JSON), "code": (share_code, TEXT)}


def file_of(deck: Deck, content: DeckContent, form: str) -> HttpResponse:
    """The file of a content of the deck."""
    write, content_type = FORMS[form]
    return HttpResponse(write(content, deck.name), content_type=content_type)
