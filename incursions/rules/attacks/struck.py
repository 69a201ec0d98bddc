"""The words and records of an attack beyond Basic that its steps share."""

from __future__ import annotations

from typing import NamedTuple

from incursions.engine.hexes import Hex
from incursions.rules.board import Source
from incursions.rules.refs import Ref

EVADED, NOT_EVADED, REPAIRS, CARD, MISSED = "evaded", "not evaded", "repairs", "card", "missed"
ESCAPED = (EVADED, MISSED)  # how a target comes off unhurt

Lying = tuple[Source, int, tuple[int, ...]]  # a card or tile in the attack, its user, and the numbers of its effects


class Struck(NamedTuple):
    """One target that has defended: what it is, whose, how it defended, and what comes of it.

    `moved_to` is the piece that takes it instead of him, `armour` takes the damage first, `repairs` is a Repair that
    comes after it, as what and power. Once the damage fell `damage` is what the defence let through, `hull` what came
    off the hull, and `fell` whether nothing is left of it. `place` is the hex where it was struck.
    """

    aim: Ref
    seat: int | None
    defence: str | None
    place: Hex | None
    shield_power: int = 0
    armour: Ref | None = None
    repairs: tuple[str, int] | None = None
    moved_to: Ref | None = None
    damage: int = 0
    hull: int = 0
    fell: bool = False

    @property
    def hit(self) -> bool:
        """Was it hit?"""
        return self.defence not in ESCAPED
