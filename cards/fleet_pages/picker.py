"""The picker of a fleet, as its page shows it: a line for each class, the ships with their names, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cards.deck_pages.listing import ProblemLine
from cards.fleets.loadouts import judge, list_problem_lines
from cards.fleets.models import OwnFleet
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.fleet_texts import write_fleet
from incursions.games.talon.rules.definitions import FIGHTERS, ShipClass
from incursions.games.talon.rules.fleets import PEOPLE, Fleet, FleetVerdict


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A class of the side, with the number of its ships in the fleet. `can_grow`: one more keeps the fleet legal."""

    key: str
    printed: ShipClass
    ships: int
    can_grow: bool

    @property
    def notes(self) -> str:
        """The facts by which classes are compared, in a few words."""
        printed = self.printed
        if printed.kind == FIGHTERS:
            return f"{printed.squadron} fighters, no shields"
        hull = f"hull {len(printed.hull)}"
        return f"shields {'-'.join(map(str, printed.shields))}, {hull}"


@dataclass(frozen=True)
class Picker:
    """The page of a fleet. `is_own`: the viewer may change it."""

    row: OwnFleet
    is_own: bool

    @cached_property
    def fleet(self) -> Fleet:
        """The fleet as it is stored."""
        return self.row.fleet

    @property
    def people(self) -> str:
        """The name of the side."""
        return PEOPLE[self.fleet.side]

    @cached_property
    def verdict(self) -> FleetVerdict:
        """The verdict at the limits that the fleet is meant for."""
        return judge(self.fleet, self.row.limits)

    @property
    def problems(self) -> list[ProblemLine]:
        """The errors and warnings."""
        return list_problem_lines(self.verdict)

    @cached_property
    def lines(self) -> list[ClassLine]:
        """The classes of the side, the dearest first."""
        classes = read_catalogue().definitions.classes
        counted = [ship.class_name for ship in self.fleet.ships]
        lines = [
            ClassLine(key, printed, counted.count(key), key in self.verdict.affordable)
            for key, printed in classes.items()
            if printed.side == self.fleet.side
        ]
        return sorted(lines, key=lambda line: -line.printed.points)

    @cached_property
    def ships(self) -> list[tuple[str, ShipClass | None]]:
        """The ships, each with its name and its class; None for a class that there is no longer."""
        classes = read_catalogue().definitions.classes
        return [(ship.name, classes.get(ship.class_name)) for ship in self.fleet.ships]

    @property
    def text(self) -> str:
        """The fleet as a text to share."""
        return write_fleet(self.fleet, read_catalogue().definitions.classes)
