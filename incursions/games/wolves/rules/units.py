"""Squadrons and on-foot units: how they are damaged, made whole, built, and lost (rules W8, W16.3, W17)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import PILOT
from incursions.games.wolves.rules.crew import wound_counter
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.state import (
    DAMAGED,
    DESTROYED,
    SECURITY,
    SQUADRON,
    WHOLE,
    Counter,
    Station,
    Unit,
    VesselState,
)


def hurt_unit(day: Day, unit: Unit) -> None:
    """Damage a unit, or destroy one that is damaged (rules W17.2). A squadron's harm wounds a pilot (W16.3)."""
    unit.status = DAMAGED if unit.status == WHOLE else DESTROYED
    if unit.status == DESTROYED:
        unit.quadrant = 0
    day.tell_team(unit.home, events.UnitHurt, unit=unit.name, what=unit.status)
    if unit.is_squadron:
        _wound_pilot_later(day, day.vessel(unit.home))


def _wound_pilot_later(day: Day, vessel: VesselState) -> None:
    attack = day.find_frozen(vessel.name)
    if attack is None:
        wound_pilot(day, vessel)
    else:
        attack.pilots[vessel.name] = attack.pilots.get(vessel.name, 0) + 1


def wound_pilot(day: Day, vessel: VesselState) -> None:
    """Wound a pilot in a vessel's hangar; if all there are wounded, one is lost (rules W16.3)."""
    pilots = list_pilots(vessel)
    sound = [pair for pair in pilots if not pair[1].is_wounded]
    for station, counter in (sound or pilots)[:1]:
        wound_counter(day, vessel, station, counter)


def list_pilots(vessel: VesselState) -> list[tuple[Station, Counter]]:
    """Return the pilots in a vessel's hangar."""
    hangars = vessel.of_kind("hangar")
    return [(station, each) for station in hangars for each in station.crew if each.training == PILOT]


def count_pilots(vessel: VesselState) -> int:
    """Return how many of a vessel's squadrons may act: as many as there are sound pilots (rules W8.4)."""
    return sum(not counter.is_wounded for station, counter in list_pilots(vessel) if station.works)


def mend_unit(day: Day, unit: Unit) -> None:
    """Make a damaged unit whole (rules W17.3)."""
    unit.status = WHOLE
    day.tell_team(unit.home, events.UnitHurt, unit=unit.name, what="made whole")


def rate_hangar(day: Day, vessel: VesselState) -> int:
    """Return for how many squadrons a vessel's hangar is rated (rules W8.5)."""
    return sum(station.rated for station in day.find_printed(vessel).stations)


def has_room_for_squadron(day: Day, vessel: VesselState) -> bool:
    """Return True if the hangar is rated for one more squadron (rules W8.5)."""
    return len(day.state.squadrons_of(vessel.name)) < rate_hangar(day, vessel)


def add_unit(day: Day, vessel: VesselState, kind: str) -> Unit:
    """Return a new squadron or security unit aboard a vessel."""
    alike = [unit for unit in day.state.units.values() if unit.home == vessel.name and unit.kind == kind]
    name = f"{vessel.name} {kind} {len(alike) + 1}"
    unit = day.state.units[name] = Unit(name, kind, vessel.name, vessel.name)
    day.tell_team(vessel.name, events.UnitHurt, unit=name, what="built" if kind == SQUADRON else "new")
    return unit


def add_security(day: Day, vessel: VesselState) -> Unit:
    """Return a new security unit aboard a vessel."""
    return add_unit(day, vessel, SECURITY)
