"""Trials of a seat's commands on a copy of the day, for completions and pages."""

from __future__ import annotations

from incursions.engine.dice import SEED_BYTES, Dice
from incursions.engine.errors import Refusal
from incursions.games.wolves.rules.day import Day


class Trials:
    """The trials of a seat's commands on one copy of the day, each tried once."""

    __slots__ = ("_twin", "day", "refusals", "seat")

    def __init__(self, day: Day, seat: str) -> None:
        self.day, self.seat = day, seat
        self._twin: Day | None = None
        self.refusals: dict[str, Refusal | None] = {}

    def find_refusal(self, text: str) -> Refusal | None:
        """Return why the seat cannot give the command, or None if it can."""
        if text not in self.refusals:
            self.refusals[text] = self._try(text)
        return self.refusals[text]

    def _try(self, text: str) -> Refusal | None:
        if self._twin is None:
            self._twin = self.day.copy_for_trials()
        trial = self._twin.try_command(self.seat, text)
        if trial.is_carried_out:
            self._twin.state.restore(self.day.state)
            self._twin.dice = Dice(bytes(SEED_BYTES))
        return trial.refusal
