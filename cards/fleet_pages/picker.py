"""The picker of a fleet, as its page shows it: a line for each class, the ships with their names, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.http import urlencode

from cards.deck_pages.listing import ProblemLine
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.fleets.judging import judge, list_problem_lines
from cards.fleets.loadouts import FLEETS
from cards.fleets.models import OwnFleet
from cards.fleets.texts import write_text
from incursions.games.talon.battle_setups import BASES_TERM, POINTS_TERM, SKIRMISH, read_catalogue
from incursions.games.talon.class_roles import describe_arms, describe_body, find_role
from incursions.games.talon.rules.definitions import ShipClass
from incursions.games.talon.rules.fleets import PEOPLE, Fleet, FleetVerdict
from incursions.games.talon.rules.setup import NAME
from incursions.games.talon.table.silhouettes import draw_silhouette


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A class of the side, with the number of its ships in the fleet. `can_grow`: one more keeps the fleet legal."""

    key: str
    printed: ShipClass
    ships: int
    can_grow: bool

    @property
    def silhouette(self) -> tuple[str, ...]:
        """The paths of its drawing, in a box of -50 to 50."""
        return draw_silhouette(self.printed.side, self.printed.kind)

    @property
    def add_words(self) -> str:
        """The label of the button for one more."""
        return f"One {self.printed.title} more{'' if self.can_grow else ', which is not allowed here'}"

    @property
    def role(self) -> str:
        """A sentence on the use of the class."""
        return find_role(self.printed)

    @property
    def facts(self) -> str:
        """Weapons, shields and hull, in a line."""
        return f"{describe_arms(self.printed)}; {describe_body(self.printed)}"


@dataclass(frozen=True)
class Picker:
    """The page of a fleet for a viewer."""

    row: OwnFleet
    viewer: Viewer

    @property
    def is_own(self) -> bool:
        """True if the fleet is the viewer's."""
        return abilities.is_owner(self.viewer, self.row)

    @property
    def may_change(self) -> bool:
        """True if the viewer may change the fleet: it is the viewer's, and not deleted."""
        return abilities.may_change(self.viewer, self.row)

    @property
    def may_restore(self) -> bool:
        """True if the viewer may take the fleet back from the deleted ones."""
        return abilities.may_restore(self.viewer, self.row)

    @property
    def play_address(self) -> str:
        """The address of the form for a table with the fleet, at the limits that it is meant for."""
        asked: dict[str, str | int] = {"game": NAME, "mode": SKIRMISH, FLEETS.own_field: self.row.public_id}
        asked |= {POINTS_TERM: self.row.points, BASES_TERM: self.row.bases}
        return f"{reverse('tables:new_table')}?{urlencode(asked)}"

    @property
    def share(self) -> int:
        """The points that are spent, in hundredths of the limit, at most 100."""
        return min(100, 100 * self.verdict.spent // self.row.points)

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
    def over(self) -> int:
        """The points above the limit; below 1 for a fleet within it."""
        return -self.verdict.left

    @property
    def strangers(self) -> list[str]:
        """The keys of classes in the fleet that are not of its side, each once; the list of classes leaves them out."""
        known = {line.key for line in self.lines}
        return [*dict.fromkeys(ship.class_name for ship in self.fleet.ships if ship.class_name not in known)]

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
        return write_text(self.fleet, self.row.name)
