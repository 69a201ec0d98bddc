"""Writes deck files: one text and one JSON for each deck, whatever the order in which it was put together."""

from __future__ import annotations

import json
from collections.abc import Iterator

from incursions.deck_files.json_format import NAME
from incursions.deck_files.sheet import OUTSIDE, Part, called, refused_sign
from incursions.rules.construction import DeckContent
from incursions.rules.construction.content import Counts


def text_of(content: DeckContent, name: str = "") -> str:
    """The canonical text of a deck. Raises ValueError for a name or title that no line can hold."""
    return "".join(f"{_in_a_line(line)}\n" for line in _lines(content, name))


def json_of(content: DeckContent, name: str = "") -> str:
    """The canonical JSON of a deck, with all keys."""
    outside = {part.value: getattr(content, part.value) for part in OUTSIDE}
    piles = {Part.DECK.value: _sorted(content.cards), Part.HEXPILE.value: _sorted(content.hexpile)}
    return json.dumps({NAME: name, **outside, **piles}, ensure_ascii=False, indent=2) + "\n"


def _lines(content: DeckContent, name: str) -> Iterator[str]:
    if name:
        yield f"# Name: {name}"
    for part in OUTSIDE:
        if title := getattr(content, part.value):
            yield f"{called(part).capitalize()}: {title}"
    for part, counts in ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile)):
        yield f"[{part.title()}]"
        yield from (f"{copies} {title}" for title, copies in _sorted(counts).items())


def _sorted(counts: Counts) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _in_a_line(line: str) -> str:
    sign = refused_sign(line)
    if sign is not None:
        raise ValueError(f"{line!r} holds {sign}")
    return line
