"""Reading the strength of attacks and the figures of combat from plain data."""

from __future__ import annotations

from typing import Any

from incursions.games.data_checks import Place, take_list, take_whole, take_wholes
from incursions.games.data_entries import EntryReader, noting
from incursions.games.wolves.rules.content.definitions import ODDS, QUADRANTS, WolfLevel, Wolves

MOST_WOLVES, MOST_HITS, DIE_FACES = 60, 9, 6


def read_wolves(data: Any, place: Place) -> Wolves:
    """Return the Wolves of attacks, at each level of pursuit (rules W14.4, W16). Raises `DataError`."""
    file = EntryReader(data, place, ("combat", "levels"))
    hits, attacks, battery_on = file.read_field("combat", _read_combat) or (0, 0, ())
    levels = []
    for number, entry in enumerate(file.read_field("levels", take_list, len(ODDS), len(ODDS)) or ()):
        with noting(file.faults):
            levels.append(_read_level(entry, place.entry(f"level {number}"), number))
    return file.finish(Wolves(tuple(levels), hits, attacks, battery_on))


def _read_combat(data: Any, place: Place) -> tuple[int, int, tuple[int, ...]]:
    """Return the hits and attacks of a Wolf ship, and the numbers with which batteries hit (rules W16.10, W16.11)."""
    entry = EntryReader(data, place, ("ship", "battery_on"))
    hits, attacks = entry.read_field("ship", _read_ship) or (0, 0)
    return entry.finish((hits, attacks, entry.read_field("battery_on", take_wholes, 1, DIE_FACES)))


def _read_ship(data: Any, place: Place) -> tuple[int, int]:
    entry = EntryReader(data, place, ("hits", "attacks"))
    return entry.finish(
        (entry.read_field("hits", take_whole, 1, MOST_HITS), entry.read_field("attacks", take_whole, 0, MOST_HITS))
    )


def _read_level(data: Any, place: Place, number: int) -> WolfLevel:
    entry = EntryReader(data, place, ("level", *WolfLevel._fields))
    entry.read_field("level", take_whole, number, number)
    made = WolfLevel(
        entry.read_field("fighters", take_whole, 0, MOST_WOLVES),
        entry.read_field("boarding", take_whole, 0, MOST_WOLVES),
        entry.read_field("ships", take_whole, 0, MOST_WOLVES),
        entry.read_field("quadrants", take_whole, 1, QUADRANTS[-1]),
    )
    return entry.finish(made)
