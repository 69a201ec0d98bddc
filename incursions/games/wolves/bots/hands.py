"""The hands of a bot: giving commands, and reading what its seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.rules.content.definitions import Vessel
from incursions.games.wolves.rules.game import Game

Panel = Mapping[str, Any]


class Hands:
    """A bot at a day: it sees the view of its seats, and gives commands that the rules may refuse."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def give(self, seat: str, text: str) -> bool:
        """Give a command, and return True if it was carried out."""
        try:
            self.game.act(seat, text)
        except IllegalAction:
            return False
        return True


class TeamHands(Hands):
    """The hands of a vessel's team: all orders are given by its captain, but those for which the person counts."""

    def __init__(self, game: Game, rng: Random, vessel: Vessel) -> None:
        super().__init__(game, rng)
        self.vessel = vessel
        self.captain = vessel.seats[0]

    def look(self) -> Mapping[str, Any]:
        """Return what the captain may know."""
        return self.game.view(self.captain)

    def panel(self) -> Panel | None:
        """Return the own panel; None if the vessel is lost."""
        found: Panel | None = self.look()["panels"].get(self.vessel.name)
        return found

    def order(self, text: str) -> bool:
        """Give a command of the captain."""
        return self.give(self.captain, text)

    def write_to(self, team: str, text: str) -> None:
        """Write a note to the captain of a vessel."""
        self.order(f"write to {self.game.content.fleet.vessels[team].seats[0]}: {text}")

    def read_notes(self, since: int) -> list[Mapping[str, Any]]:
        """Return the notes to the captain with a number above `since`."""
        notes = self.look()["own"]["notes"]
        return [note for note in notes if note["reader"] == self.captain and note["number"] > since]

    def list_others(self) -> list[str]:
        """Return the other vessels that are with the own one, which all know."""
        view = self.look()
        lost = {name for name, basics in view["vessels"].items() if basics["is_destroyed"]}
        away = lost | set(view["separated"])
        if self.vessel.name in away:
            return []
        return [name for name in view["vessels"] if name != self.vessel.name and name not in away]
