"""The players of a tournament as pairing sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

AS_MEETINGS = 1_000
"""To meet somebody one never should counts as so many meetings."""


class PairingError(ValueError):
    """The field cannot be what it is said to be: somebody is named twice, say."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who is to be paired. Whoever has dropped, or has not come yet, is none.

    `met` says how often others were met; `byes` how many rounds were won without playing, by a bye or because the
    opponent was absent; `floated` whether the opponent of the round before had fewer points. Those `apart` from a
    player, of a household say, do not meet while that can be avoided.
    """

    id: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    floated: bool = False
    apart: frozenset[int] = frozenset()


def drawn_order(entrants: Iterable[Entrant], chance: Random) -> list[Entrant]:
    """The best first, those with equal points by lot: the same for the same seed, however they are given.

    Raises `PairingError` if somebody is named twice.
    """
    by_id = sorted(entrants, key=lambda one: one.id)
    for one, other in pairwise(by_id):
        if one.id == other.id:
            raise PairingError(f"Player {one.id} is named twice.")
    lots = {one.id: chance.random() for one in by_id}
    return sorted(by_id, key=lambda one: (-one.points, lots[one.id]))


def times_met(one: Entrant, other: Entrant) -> int:
    """How often two have met, by whichever of them knows of more."""
    return max(one.met.get(other.id, 0), other.met.get(one.id, 0))


def familiarity(one: Entrant, other: Entrant) -> int:
    """How little two should meet: as often as they have, and those apart last of all."""
    return times_met(one, other) + (AS_MEETINGS if are_apart(one, other) else 0)


def are_apart(one: Entrant, other: Entrant) -> bool:
    """Return True if two should never meet."""
    return other.id in one.apart or one.id in other.apart
