"""Changes of a deck's content: each says how many copies of a piece stand in a part from then on.

Because an edit names the number that there are to be, and not how many more, doing it twice is doing it once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from cards.decks.contents import PARTS, PILES
from cards.decks.errors import DeckError
from incursions.games.incursions.deck_files import Part
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.plain_yaml import quote
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE, PieceFacts

MOST_EDITS = 10
_PARTS = {part.value: part for part in PARTS}
_RIVALS = {Part.CAPTAIN: Part.STAND_IN, Part.STAND_IN: Part.CAPTAIN}
_HOMES = {SHIP: Part.SHIP, CAPTAIN: Part.CAPTAIN, CARD: Part.DECK, TILE: Part.HEXPILE}


class Edit(NamedTuple):
    """An edit that sets the copies of a piece in a part, as in "deck 3 Fire". Outside the deck, `copies` is 1 or 0."""

    part: Part
    copies: int
    title: str

    def __str__(self) -> str:
        return f"{self.part.value} {self.copies} {self.title}"


def text_of(edits: Iterable[Edit]) -> str:
    """Return edits as a form sends them: a line for each."""
    return "\n".join(map(str, edits))


def read_edits(text: str) -> list[Edit]:
    """Return the edits that a form sent. Raises `DeckError` for anything else."""
    lines = text.splitlines()
    if not 0 < len(lines) <= MOST_EDITS:
        raise DeckError("malformed", f"1 to {MOST_EDITS} changes were expected, not {len(lines)}.", field="edit")
    return [_parse_edit(line) for line in lines]


def apply_edits(content: DeckContent, edits: Iterable[Edit]) -> DeckContent:
    """Return the content after the edits, one after the other."""
    for edit in edits:
        content = _apply_edit(content, edit)
    return content


def copies_in(content: DeckContent, part: Part, title: str) -> int:
    """Return how many copies stand in that part."""
    if part in PILES:
        return _pile(content, part).get(title, 0)
    return int(getattr(content, part.value) == title)


def home_of(piece: PieceFacts) -> Part:
    """Return the part in which the piece usually stands."""
    return _HOMES[piece.kind]


def take_place(content: DeckContent, part: Part, title: str) -> tuple[Edit, ...]:
    """Return the edits that put a piece outside the deck.

    Captain and stand-in share a place: whoever holds it makes room (rules 3.5, 3.8).
    """
    rival = _RIVALS.get(part)
    holder = rival and getattr(content, rival.value)
    leaving = [Edit(rival, 0, holder)] if rival and holder else []
    return (*leaving, Edit(part, 1, title))


def _parse_edit(line: str) -> Edit:
    words = line.split(" ", 2)
    if len(words) == 3:
        part, copies, title = words
        if part in _PARTS and copies.isascii() and copies.isdigit() and len(copies) <= 3 and title:
            return Edit(_PARTS[part], int(copies), title)
    expected = "a part, a number of copies and a title were expected"
    raise DeckError("malformed", f"{expected.capitalize()}, not {quote(line)}.", field="edit")


def _apply_edit(content: DeckContent, edit: Edit) -> DeckContent:
    if edit.part not in PILES:
        return _with_outside(content, edit)
    pile = {title: copies for title, copies in _pile(content, edit.part).items() if title != edit.title}
    if edit.copies:
        pile[edit.title] = edit.copies
    return replace(content, cards=pile) if edit.part is Part.DECK else replace(content, hexpile=pile)


def _with_outside(content: DeckContent, edit: Edit) -> DeckContent:
    if edit.copies > 1:
        raise DeckError(
            "invalid", f"One {edit.part.value.replace('_', '-')} stands outside the deck.", field=edit.part.value
        )
    if not edit.copies and not copies_in(content, edit.part, edit.title):
        return content  # another holds the place
    now: dict[str, Any] = {edit.part.value: edit.title if edit.copies else None}
    return replace(content, **now)


def _pile(content: DeckContent, part: Part) -> dict[str, int]:
    return dict(content.cards if part is Part.DECK else content.hexpile)
