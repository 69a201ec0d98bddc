"""The order of pieces on paper: cards by nature and title, what has no nature at the end; tiles by title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from incursions.rules.construction import DeckContent
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import NATURES

OTHERS = "Other pieces"
GROUPS = (*NATURES, OTHERS)


def group_of(title: str, pieces: Mapping[str, Definition]) -> str:
    """The heading that a card stands under: its nature (rules 13.1), or that of whatever has none."""
    return str(pieces.get(title, {}).get("nature", OTHERS))


def in_order(content: DeckContent, pieces: Mapping[str, Definition]) -> DeckContent:
    """The same content, sorted."""
    cards = sorted(content.cards.items(), key=lambda each: (GROUPS.index(group_of(each[0], pieces)), each[0]))
    return replace(content, cards=dict(cards), hexpile=dict(sorted(content.hexpile.items())))
