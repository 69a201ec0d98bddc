"""The tables beside rules of the book: the chart of impulses, the damage of weapons, and the classes of ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from markupsafe import Markup

from incursions.engine.facings import ARCS
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.rules.definitions import IMPULSES, Definitions
from incursions.games.talon.table import TEMPLATES
from incursions.kit.words import capitalise

FACES = range(1, 7)
"""The faces of a die, and the numbers that count in some impulse."""


class BookTable(NamedTuple):
    """A table: its caption, the headings of its columns, and rows, each with its own heading first."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def make_impulse_chart(printed: Definitions) -> BookTable:
    """Return the chart of impulses (rules T4.3)."""
    rows = tuple(
        (str(number), *("●" if number in printed.acts[letter] else "" for letter in IMPULSES)) for number in FACES
    )
    return BookTable("Impulses in which a Power or a Speed counts", ("Number", *IMPULSES), rows)


def make_weapon_table(printed: Definitions) -> BookTable:
    """Return the damage of each weapon by range and modified die (rules T8.8, T8.9)."""
    rows = tuple(
        (f"{capitalise(weapon.name)}, range {steps}", *(str(points or "–") for points in damage))
        for weapon in printed.weapons.values()
        for steps, damage in weapon.damage.items()
    )
    return BookTable("Damage by the number that is left of the die", ("Weapon", *map(str, FACES)), rows)


def make_class_table(printed: Definitions) -> BookTable:
    """Return the classes of ships with their points, shields, hull and start row (rules T2.1, T2.2)."""
    rows = tuple(
        (
            each.title,
            str(each.points),
            "-".join(map(str, each.shields)) if each.has_shields else "none",
            str(len(each.hull)),
            str(each.curve[each.start]),
        )
        for each in printed.classes.values()
    )
    caption = f"Classes of ships; shields are {', '.join(ARCS)}; a row is Power-Speed-Turn Radius"
    return BookTable(caption, ("Class", "Points", "Shields", "Hull", "Start row"), rows)


TABLES: Mapping[str, Callable[[Definitions], BookTable]] = {
    "T2.2": make_class_table,
    "T4.3": make_impulse_chart,
    "T8.9": make_weapon_table,
}
"""The tables by the rules beside which they stand."""


def draw_table(number: str) -> Markup:
    """Return the table for the page of a rule, "" if it has none."""
    make = TABLES.get(number)
    return Markup("") if make is None else TEMPLATES.draw("book_table", table=make(read_catalogue().definitions))
