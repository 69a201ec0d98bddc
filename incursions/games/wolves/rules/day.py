"""A day of the megagame: content, state, chance, and whom events are told. All rules read and change a `Day`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from incursions.engine.events import EventKind
from incursions.engine.open_game import OpenGame
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, Content, Vessel
from incursions.games.wolves.rules.state import (
    CONTROL,
    Attack,
    State,
    Station,
    VesselState,
)

Facts = ParamSpec("Facts")
Item = TypeVar("Item")


class Day(OpenGame):
    """A day in progress: what the rules read and change."""

    __slots__ = ()
    undo_rule = "W26.3"
    state: State

    @property
    def content(self) -> Content:
        """The content of the event that is in force: that of the beginning, until Control changes it (rules W26.2)."""
        version = self.state.content_version if self.state is not None else 0
        content: Content = self.setup["versions"][version] if version else self.setup["content"]
        return content

    @property
    def is_strict(self) -> bool:
        """True if panels are worked only by those who are aboard (rules W23.3)."""
        return bool(self.setup.get("strict_places"))

    @property
    def passes_notes(self) -> bool:
        """True if notes between teams pass by themselves in calm times (rules W23.2)."""
        return bool(self.setup.get("free_notes"))

    # Chance: every purpose has a strand of its own, so that one team's roll does not shift another's.

    def roll(self, strand: str) -> int:
        """Return a D6 of this purpose."""
        return self.dice.roll(strand, 1)[0]

    def pick(self, strand: str, options: Sequence[Item], name: Callable[[Item], str] = str) -> Item:
        """Return one of the options at random. Nothing is drawn for one alone."""
        return options[0] if len(options) == 1 else self.draw(strand, options, name)

    def draw(self, strand: str, options: Sequence[Item], name: Callable[[Item], str] = str) -> Item:
        """Return one of the options at random, as a card is drawn, even if there is one alone."""
        return options[self.dice.choose(strand, [name(option) for option in options])]

    # Vessels.

    def vessel(self, name: str) -> VesselState:
        """Return the state of a vessel."""
        return self.state.vessels[name]

    def find_printed(self, vessel: VesselState) -> Vessel:
        """Return a vessel as printed."""
        return self.content.fleet.vessels[vessel.name]

    @property
    def fleet_vessels(self) -> list[VesselState]:
        """The vessels of the fleet (rules W18.14)."""
        point = self.state.fleet_at
        return [vessel for vessel in self.state.alive if vessel.point == point]

    def find_frozen(self, vessel: str) -> Attack | None:
        """Return the attack that the vessel is in, if any (rules W15.14)."""
        attack = self.state.attack
        return attack if attack is not None and vessel in attack.vessels else None

    def name_place(self, point: str) -> str:
        """Return the title of the place with these digits, or the digits of an empty point."""
        return self.places_by_digits.get(point, point)

    @property
    def places_by_digits(self) -> dict[str, str]:
        """The titles of all places by their digits (rules W18.11)."""
        return {place.coordinates: place.title for place in self.content.destinations.values()}

    def sum_here(self, vessel: VesselState, station: Station) -> int:
        """Return what the place where a vessel is adds to an activation of a station (rules W18.10).

        It holds for vessels of the fleet alone.
        """
        place = self.content.destinations.get(self.name_place(vessel.point))
        if place is None or vessel.point != self.state.fleet_at:
            return 0
        return sum(each.number for each in place.here if each.verb == "output" and each.kind == station.kind)

    # Readers of events. Control reads all.

    def seats_of(self, team: str) -> tuple[str, ...]:
        """Return the seats of a team."""
        if team in self.content.fleet.vessels:
            return self.content.fleet.vessels[team].seats
        return tuple(seat for seat in self.state.places if seat.startswith(f"{team} "))

    def tell_team(
        self, team: str, kind: Callable[Facts, EventKind], /, *args: Facts.args, **facts: Facts.kwargs
    ) -> None:
        """Record an event of which only a team, and Control, may know."""
        self.tell_to(self.seats_of(team), kind, *args, **facts)

    def tell_control(self, kind: Callable[Facts, EventKind], /, *args: Facts.args, **facts: Facts.kwargs) -> None:
        """Record an event of which Control alone may know."""
        self.tell_to((CONTROL,), kind, *args, **facts)

    @property
    def flagship(self) -> VesselState:
        """The Aegis."""
        return self.state.vessels[FLAGSHIP]

    @property
    def chart_vessel(self) -> VesselState | None:
        """The vessel that draws destinations: the Aegis or, without it, the first of the fleet (rules W18.14)."""
        fleet = self.fleet_vessels
        if not self.flagship.is_destroyed:
            return self.flagship
        return fleet[0] if fleet else None
