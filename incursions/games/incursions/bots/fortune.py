"""Luck taken out of imagined games: what dice decide by themselves is reckoned instead of thrown.

A search compares answers by a handful of games each, and most of what differs between these is luck. So a roll to
leave never shows doubles there: its chance is added up, and the game goes on as after a miss. And games come in pairs:
in the second of each every die shows the opposite side, so that good throws of one stand beside bad ones of the other
(antithetic variates: Veness, Lanctot and Bowling 2011).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import perm
from typing import Any

from incursions.engine.dice import Dice
from incursions.engine.events import Event
from incursions.games.incursions.rules.events.movement import WormholeRolled
from incursions.games.incursions.rules.hexes.wormholes import LeaveRoll

FACES = 6
TO_LEAVE = LeaveRoll.strand


def chance_of_doubles(count: int) -> float:
    """Return the chance that some two of so many dice show the same (rules 1.1)."""
    return 1.0 - perm(FACES, count) / float(FACES**count)


class ImaginedDice(Dice):
    """Dice of an imagined game. Rolls to leave show no doubles; where `opposite`, every die shows its other side."""

    __slots__ = ("opposite",)

    def __init__(self, seed: bytes, *, opposite: bool = False) -> None:
        super().__init__(seed)
        self.opposite = opposite

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw the dice; a roll to leave repeats until no two dice are alike."""
        before = len(self.rolled)
        thrown = super().roll(strand, count)
        while strand == TO_LEAVE and len(set(thrown)) < count <= FACES:
            del self.rolled[before:]
            thrown = super().roll(strand, count)
        if self.opposite:
            thrown = [FACES + 1 - face for face in thrown]
            self.rolled[before:] = thrown
        return thrown

    def copy(self) -> ImaginedDice:
        """Return an independent stream that continues from this place."""
        twin: Any = super().copy()
        twin.opposite = self.opposite
        return twin  # type: ignore[no-any-return]


class Fate:
    """The outcome for one seat of the rolls to leave in one imagined game.

    `won` is the chance that it has left by one of them, `open` the chance that nobody has.
    """

    __slots__ = ("open", "seat", "won")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.won = 0.0
        self.open = 1.0

    def note(self, events: Iterable[Event]) -> None:
        """Count the rolls to leave among these events."""
        for event in events:
            if event.kind_class is WormholeRolled:
                chance = self.open * chance_of_doubles(len(event.facts["dice"]))
                self.open -= chance
                if event.facts["seat"] == self.seat:
                    self.won += chance

    def value(self, otherwise: float) -> float:
        """Return the chance to win, if it is `otherwise` where nobody has left by these rolls."""
        return self.won + self.open * otherwise
