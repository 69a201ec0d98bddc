"""Shuttles, platforms and denizens under command: strike where something is near, else stay (rules 17, 18.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from incursions.bots.full.fighting import LEAST, endured
from incursions.bots.full.ideas import Idea
from incursions.bots.full.table import Table
from incursions.bots.options import beginning
from incursions.bots.situation import place
from incursions.engine import Question
from incursions.engine.hexes import Hex, distance, hex_text

ATTACK_WITH, PLACE, MOVE, TAKE_BACK = "attack with ", "place ", "move ", "take back "
PIECE_SCORE = 6.0


def pieces(table: Table, decision: Question) -> Iterator[Idea]:
    """What the pieces in play could do."""
    for option in beginning(decision, ATTACK_WITH, PLACE, MOVE):
        if option.startswith(ATTACK_WITH):
            yield Idea(_striking(table), option, "it strikes without power", "attack")
        elif option.startswith(PLACE):
            here = any(place(ship) == table.at for ship in table.others)
            if here:
                yield Idea(4.0, option, "whoever stays here is struck each turn")
        else:
            piece = _named(table, option.removeprefix(MOVE))
            near = piece is not None and _prey(table, tuple(piece["at"]))
            if near:
                yield Idea(3.0, option, "somebody is one hex away from it")


def _striking(table: Table) -> float:
    """What a piece's attack is worth, after what its target takes off it."""
    through = (
        max(PIECE_SCORE - endured(ship, table.attacks_left), LEAST * PIECE_SCORE) * table.scale(ship)
        for ship in table.others
    )
    return max(through, default=1.0)


def _named(table: Table, text: str) -> dict[str, Any] | None:
    return next((p for p in table.placed if text.startswith(f"{p['title']} in {hex_text(tuple(p['at']))}")), None)


def _prey(table: Table, at: Hex) -> bool:
    """Is somebody next to the piece, and nobody in its hex?"""
    far = [distance(at, place(ship)) for ship in table.others]
    return bool(far) and min(far) == 1


def towards_prey(table: Table, options: list[str]) -> str | None:
    """The hex, of those that can be chosen, in which another ship is."""
    hexes = {hex_text(place(ship)) for ship in table.others}
    return next((option for option in options if option.split()[-1] in hexes), None)
