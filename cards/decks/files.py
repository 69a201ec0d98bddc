"""A deck as a file: text, JSON or a share code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from cards.decks.judging import current_lexicon
from cards.decks.models import Deck
from incursions.games.incursions.deck_files import code_of, json_of, text_of
from incursions.games.incursions.rules.construction import DeckContent

LONGEST = 80
TEXT, JSON = "text/plain; charset=utf-8", "application/json"
_NOT_THERE = re.compile(r'[\\/:*?"<>|%\x00-\x1f\x7f]+')


class FileForm(NamedTuple):
    """A way to write a content with the name of its deck, and the type of the file."""

    write: Callable[[DeckContent, str], str]
    content_type: str


FORMS: Mapping[str, FileForm] = {
    "text": FileForm(text_of, TEXT),
    "json": FileForm(json_of, JSON),
    "code": FileForm(lambda content, name: code_of(content, current_lexicon().numbers, name) + "\n", TEXT),
}


def file_of(deck: Deck, content: DeckContent, form: str) -> HttpResponse:
    """Return the file of a content of the deck."""
    write, content_type = FORMS[form]
    return HttpResponse(write(content, deck.name), content_type=content_type)


def attachment(name: str, ending: str) -> str:
    """Return the header that saves an answer under the name of a deck and this ending."""
    return content_disposition_header(as_attachment=True, filename=f"{file_name(name)}{ending}") or "attachment"


def file_name(name: str) -> str:
    """Return the name of a deck as one that any machine takes for a file."""
    return _NOT_THERE.sub("-", name)[:LONGEST].strip(" .-") or "deck"
