"""The state of an event before it begins: vessels, units and seats as the content has them printed."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.games.wolves.rules.content.definitions import Content, Vessel
from incursions.games.wolves.rules.state import (
    CONTROL,
    MARINE,
    NOWHERE,
    SECURITY,
    SQUADRON,
    Counter,
    Shuttle,
    State,
    Station,
    Unit,
    VesselState,
)


def make_state(content: Content, start_point: str, seats: list[str] | None = None) -> State:
    """Return the state of an event before it begins, with the fleet at a point.

    `seats` are those that are filled; None fills all.
    """
    fleet = content.fleet
    state = State(
        vessels={name: make_vessel(vessel, start_point) for name, vessel in fleet.vessels.items()},
        units={unit.name: unit for vessel in fleet.vessels.values() for unit in list_units(vessel)},
        shuttles={
            name: Shuttle(name, vessel.name, vessel.name)
            for vessel in fleet.vessels.values()
            for name in vessel.shuttles
        },
        places={},
        council=dict(fleet.council),
        pursuit=fleet.pursuit_start,
        deck=list(content.destinations),
    )
    for number, vessel in enumerate(state.vessels.values()):
        vessel.entered = state.arrivals = number
    for printed in fleet.vessels.values():
        state.places |= dict.fromkeys(printed.seats, printed.name)
    state.places |= dict.fromkeys(list_media_seats(content), NOWHERE)
    state.empty_seats = [] if seats is None else [seat for seat in state.places if seat not in seats]
    return state


def list_media_seats(content: Content) -> list[str]:
    """Return the seats of the teams without a vessel, Control left out."""
    return [seat for team in content.fleet.teams.values() if team.name != CONTROL for seat in team.seats]


def list_player_seats(content: Content) -> list[str]:
    """Return the seats of all players: those of the vessels in the order of the fleet list, then the others."""
    return [*(seat for vessel in content.fleet.vessels.values() for seat in vessel.seats), *list_media_seats(content)]


def make_vessel(printed: Vessel, point: str) -> VesselState:
    """Return a vessel as printed."""
    stations = {
        station.title: Station(
            station.title,
            station.kind,
            [Counter(training) for training, number in station.crew.items() for _ in range(number)],
        )
        for station in printed.stations
    }
    return VesselState(printed.name, point, printed.quadrant, 0, printed.morale, dict(printed.hold), stations)


def list_units(vessel: Vessel) -> Iterator[Unit]:
    """Yield the units of a vessel as printed."""
    for number in range(1, vessel.squadrons + 1):
        yield Unit(f"{vessel.name} squadron {number}", SQUADRON, vessel.name, vessel.name)
    for number in range(1, vessel.marines + 1):
        yield Unit(f"Marine {number}", MARINE, vessel.name, vessel.name)
    for number in range(1, vessel.security + 1):
        yield Unit(f"{vessel.name} security {number}", SECURITY, vessel.name, vessel.name)
