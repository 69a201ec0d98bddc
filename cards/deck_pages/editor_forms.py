"""What the forms of the editor send: the edits of a button, by the side of the page where it stands, and a number."""

from __future__ import annotations

from django.http import HttpRequest

from cards.deck_pages.editor_rows import row_id
from cards.decks.edits import copies_in, read_edits
from cards.decks.errors import malformed
from cards.decks.judging import current_facts
from incursions.rules.construction import DeckContent

SIDES = {"find": "find", "deck": "deck", "hexes": "hexpile"}  # of the page, and what rows there are called
LONGEST_NUMBER = 9


def sent_edits(request: HttpRequest) -> str:
    """The edits of a form: what its button sent, which is called by the side of the page where it stands."""
    return next((request.POST[side] for side in SIDES if side in request.POST), "")


def sent_number(request: HttpRequest) -> int:
    """The number of the deck that the form was made of. Raises `DeckError` for anything else."""
    typed = request.POST.get("number", "")
    if not (typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER):
        raise malformed("number", "a whole number", typed, field="number")
    return int(typed)


def place_in(content: DeckContent, request: HttpRequest) -> str:
    """The row of the page where somebody changed something, or its side where that is gone, as a fragment."""
    side = next((side for side in SIDES if side in request.POST), "")
    edits = read_edits(sent_edits(request)) if side else []
    if not edits:
        return ""
    part, _, title = edits[-1]
    stands = side == "find" or (part.value == SIDES[side] and copies_in(content, part, title))
    return f"#{row_id(SIDES[side], title, current_facts())}" if stands else f"#{side}"
