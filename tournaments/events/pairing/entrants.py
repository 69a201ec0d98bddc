"""Entrants: the players of a tournament as pairing sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

AS_MEETINGS = 1_000
"""The number of meetings that a meeting of two players kept apart counts as."""


class PairingError(ValueError):
    """An impossible field, such as one that names a player twice."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired. Players who have dropped or not arrived yet are not entrants.

    `met`: the number of meetings with each other player; `byes`: rounds won without playing, by a bye or because the
    opponent was absent; `floated`: the last opponent had fewer points. Players who are `apart`, such as members of one
    household, do not meet while that can be avoided.
    """

    id: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    floated: bool = False
    apart: frozenset[int] = frozenset()


def drawn_order(entrants: Iterable[Entrant], chance: Random) -> list[Entrant]:
    """Return the entrants, best first, with equal points in random order by seed, independent of the input order.

    Raises `PairingError` if a player is named twice.
    """
    by_id = sorted(entrants, key=lambda one: one.id)
    for one, other in pairwise(by_id):
        if one.id == other.id:
            raise PairingError(f"Player {one.id} is named twice.")
    lots = {one.id: chance.random() for one in by_id}
    return sorted(by_id, key=lambda one: (-one.points, lots[one.id]))


def times_met(one: Entrant, other: Entrant) -> int:
    """Return the number of times two entrants have met: the larger of their two counts."""
    return max(one.met.get(other.id, 0), other.met.get(one.id, 0))


def familiarity(one: Entrant, other: Entrant) -> int:
    """Return the cost of a meeting: the number of earlier meetings, plus `AS_MEETINGS` for entrants kept apart."""
    return times_met(one, other) + (AS_MEETINGS if are_apart(one, other) else 0)


def are_apart(one: Entrant, other: Entrant) -> bool:
    """Return True if two should never meet."""
    return other.id in one.apart or one.id in other.apart
