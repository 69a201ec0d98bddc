"""Sides at tables whose seats differ: dealt by lot, and swapped when the same players meet again. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tournaments.events.pairing import PairedTable

Seating = tuple[int, ...]
"""The players of a table by number, in the order of their seats."""
BY_LOT = "Sides are dealt by lot."
SWAPPED = "They have met before, so sides are swapped."


def deal_seats(players: Sequence[int], earlier: Iterable[Seating], seed: str) -> tuple[Seating, str]:
    """Return the players in the order of their seats, and the reason in words.

    `earlier` are the tables before, the last one last. Players who have met as a whole table take the seats from the
    other end, where the other side sits; a team stays together. Others are dealt by the seed and their numbers alone.
    """
    met = [seating for seating in earlier if sorted(seating) == sorted(players)]
    if met:
        return met[-1][::-1], SWAPPED
    order = sorted(players)
    Random(f"{seed} seats of {order}").shuffle(order)
    return tuple(order), BY_LOT


def deal_tables(tables: Iterable[PairedTable], earlier: Sequence[Seating], seed: str) -> list[PairedTable]:
    """Return the tables of a round with their seats dealt."""
    found = []
    for table in tables:
        players, why = deal_seats(table.players, earlier, seed)
        found.append(table._replace(players=players, why=f"{table.why} {why}".strip()))
    return found
