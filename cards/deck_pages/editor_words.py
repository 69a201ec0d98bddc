"""What a change of a deck did, in words: what a screen reader says after it."""

from __future__ import annotations

from collections.abc import Iterable

from cards.decks.differences import Difference, differences
from incursions.deck_files import Part
from incursions.rules.construction import DeckContent

MOST_TOLD = 3


def change_said(before: DeckContent, after: DeckContent, *, hex_points: int) -> str:
    """What is in the deck now of what was changed, and how many cards it has, or what the hexpile is worth."""
    changed = differences(before, after)
    told = [_said(difference) for difference in changed[:MOST_TOLD]]
    if len(changed) > MOST_TOLD:
        told.append(f"{len(changed) - MOST_TOLD} more changes")
    said = "; ".join([*told, *_totals(changed, after, hex_points)])
    return f"Saved. {said[:1].upper()}{said[1:]}." if changed else "Saved already."


def problems_said(before: int, after: int) -> str:
    """How many problems keep the deck from play now; nothing where they are as many as before."""
    if before == after:
        return ""
    return f" {_counted(after, 'problem', 'problems').capitalize()} now." if after else " The deck is legal now."


def name_said(name: str) -> str:
    """That the deck is called so now."""
    return f"Saved. The deck is called {name}."


def _said(difference: Difference) -> str:
    part, title, _, copies = difference
    if part is Part.DECK:
        return f"{_counted(copies, 'copy', 'copies')} of {title} in the deck"
    if part is Part.HEXPILE:
        return f"{_counted(copies, 'tile', 'tiles')} {title} in the hexpile"
    place = part.value.replace("_", "-")
    return f"{title} is the {place}" if copies else f"{title} is no longer the {place}"


def _totals(changed: Iterable[Difference], after: DeckContent, hex_points: int) -> list[str]:
    parts = {difference.part for difference in changed}
    said = []
    if Part.DECK in parts:
        said.append(_counted(sum(after.cards.values()), "card", "cards"))
    if Part.HEXPILE in parts:
        tiles, points = (
            _counted(sum(after.hexpile.values()), "tile", "tiles"),
            _counted(hex_points, "hex point", "hex points"),
        )
        said.append(f"{tiles}, {points} in all")
    return said


def _counted(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"
