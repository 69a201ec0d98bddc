"""Pieces in their order on paper, and what is said of signs that no typeface of a document has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from incursions.pictures.fonts import TEXT, find_lacking, name_signs
from incursions.rules.construction import DeckContent
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import NATURES

OTHERS = "Other pieces"
GROUPS = (*NATURES, OTHERS)


def group_of(title: str, pieces: Mapping[str, Definition]) -> str:
    """Return the heading that a card stands under: its nature (rules 13.1), or that of whatever has none."""
    return str(pieces.get(title, {}).get("nature", OTHERS))


def sort_content(content: DeckContent, pieces: Mapping[str, Definition]) -> DeckContent:
    """Return the content with its cards by nature and title, those without a nature at the end, and tiles by title."""
    cards = sorted(content.cards.items(), key=lambda each: (GROUPS.index(group_of(each[0], pieces)), each[0]))
    return replace(content, cards=dict(cards), hexpile=dict(sorted(content.hexpile.items())))


def lacking_note(texts: Iterable[str]) -> str:
    """Return a sentence that names the signs which stand as boxes in names and titles; empty if there are none."""
    signs = find_lacking(TEXT, "".join(texts))
    return f"A box stands for a sign that our typefaces lack: {name_signs(signs)}." if signs else ""
