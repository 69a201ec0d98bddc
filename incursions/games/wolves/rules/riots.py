"""Riots: where they appear, how they spread, and how units disperse them (rules W22)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import Handler, Order, find_station, find_unit
from incursions.games.wolves.rules.roles import (
    CREW_WORK,
    name_duty,
    require_calm_action,
    require_manned,
    require_unit_team,
)
from incursions.games.wolves.rules.state import DOWN, UP, Station, Unit, VesselState
from incursions.games.wolves.rules.units import hurt_unit

SPREADS_ON = 3
"""The highest die with which a riot spreads that nobody tried to disperse (rules W22.6)."""
HARMS_ON, DISPERSES_FROM = 1, 4
"""The die that harms a unit, and the least that disperses a riot (rules W22.7)."""


def roll_riot(day: Day, vessel: VesselState) -> None:
    """Roll for a riot; no die is thrown where there are no odds (rules W22.1, W22.2)."""
    highest, breaks_out = day.content.fleet.morale_track.riot_on[vessel.morale], False
    if not highest:
        result = f"no riot at morale {vessel.morale}"
    else:
        die = day.roll(f"riot:{vessel.name}")
        breaks_out = die <= highest
        result = f"rolls {die} for riot at morale {vessel.morale}: {'riot' if breaks_out else 'none'}"
    day.tell_team(vessel.name, events.RiotRolled, vessel=vessel.name, result=result)
    if breaks_out:
        start_riot(day, vessel)


def start_riot(day: Day, vessel: VesselState) -> None:
    """Place a riot on a random station that is undamaged and has none; if there is none, nowhere (rules W22.3)."""
    quiet = [station for station in vessel.stations.values() if station.works]
    if quiet:
        station = day.pick(f"stations:{vessel.name}", quiet, lambda each: each.title)
        station.riot, station.is_new_riot, station.is_tried = UP, True, False
        day.tell_team(vessel.name, events.RiotAppeared, vessel=vessel.name, station=station.title)


def spread_riots(day: Day) -> None:
    """Roll for each riot that nobody tried to disperse, and that is not of this close (rules W22.6)."""
    for vessel in day.state.alive:
        old = [each for each in vessel.stations.values() if each.riot == UP and not each.is_new_riot]
        for _ in (station for station in old if not station.is_tried):
            if day.roll(f"riot:{vessel.name}") <= SPREADS_ON:
                start_riot(day, vessel)


def remove_dispersed(day: Day) -> None:
    """Take away the riot counters that lie face down (rules W2.8)."""
    for vessel in day.state.alive:
        for station in vessel.stations.values():
            if station.riot == DOWN:
                station.riot = ""


def turn_down(station: Station) -> None:
    """Turn a riot counter face down: the station stays unused until the Team phase (rules W22.4)."""
    station.riot = DOWN


def handle_dispersal(day: Day, order: Order) -> None:
    """Let an on-foot unit try to disperse a riot (rules W22.7 to W22.9)."""
    unit = find_unit(order, order["unit"])
    require_unit_team(order, unit)
    vessel, station = find_station(order, order["station"])
    require_calm_action(order, vessel.name)
    require_manned(order, day.vessel(unit.home))
    order.require(not unit.has_tried, "W22.9", f"{unit.name} has already tried this turn")
    is_aboard = unit.is_alive and not unit.is_squadron and unit.aboard == vessel.name
    order.require(is_aboard, "W22.7", f"{unit.name} is not aboard {vessel.name}")
    order.require(station.riot == UP, "W22.7", f"There is no riot on {station.title}")
    day.end_checks()
    unit.has_tried = station.is_tried = True
    die = day.roll(f"riot:{vessel.name}")
    total = die + unit.riot_bonus
    result = _settle_dispersal(day, unit, station, die)
    day.tell_team(
        vessel.name,
        events.RiotFought,
        unit=unit.name + name_duty(order, day.vessel(unit.home), CREW_WORK),
        die=str(die) if total == die else f"{die} + {unit.riot_bonus} = {total}",
        station=station.title,
        vessel=vessel.name,
        result=result,
    )


def _settle_dispersal(day: Day, unit: Unit, station: Station, die: int) -> str:
    """Harm the unit or turn the riot down, as the die says, and return the result in words (rules W22.7)."""
    if die == HARMS_ON:
        hurt_unit(day, unit)
        return "the unit is harmed"
    if die + unit.riot_bonus >= DISPERSES_FROM:
        turn_down(station)
        return "the riot is dispersed"
    return "the riot goes on"


COMMANDS: dict[str, Handler] = {"disperse": handle_dispersal}
