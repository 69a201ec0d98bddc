"""Morale: the tracks, the roll of the close with its modifiers, fleet morale, and supply (rules W4, W5)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import LEVELS
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import Handler, Order
from incursions.games.wolves.rules.riots import roll_riot
from incursions.games.wolves.rules.roles import (
    STATION_WORK,
    is_flagship,
    name_duty,
    require_calm,
    require_manned,
    require_own_vessel,
    require_turn,
)
from incursions.games.wolves.rules.state import CLOSE, VesselState

NONE = LEVELS[0]
SUPPLIED = ("food", "water")
LEVEL_MODIFIERS = {"none": -6, "critical": -4, "minimum": -2, "low": -1, "normal": 0, "increased": 2, "luxurious": 4}
"""The modifier of the morale roll for each level of supply (rules W4.3.3)."""
STEPS = ((13, 2, "up two"), (7, 1, "up one"), (1, 0, "no change"), (-3, -1, "down one"))
"""The least total of each change of the track (rules W4.2)."""
DAMAGE_OF_FLAGSHIP = 3
"""The points of damage that weigh as one on the Aegis (rules W4.3.1)."""
MORALE, RIOT = "morale", "riot"


def move_morale(day: Day, vessel: VesselState, number: int) -> None:
    """Move the track of a vessel within its ends (rules W4.6)."""
    top = day.content.fleet.morale_track.top
    vessel.morale = max(0, min(top, vessel.morale + number))


def move_fleet_morale(day: Day, number: int, reason: str) -> None:
    """Move the tracks of all vessels of the fleet (rules W5.1, W5.4)."""
    if number:
        for vessel in day.fleet_vessels:
            move_morale(day, vessel, number)
        day.tell(events.FleetMoraleMoved, number=number, reason=reason)


def find_level(vessel: VesselState, resource: str) -> str:
    """Return the level at which a vessel's supply counts, with what cards add (rules W4.3.3)."""
    place = LEVELS.index(vessel.supply.get(resource, NONE)) + vessel.ration_bonus.get(resource, 0)
    return LEVELS[max(0, min(place, len(LEVELS) - 1))]


def list_modifiers(day: Day, vessel: VesselState) -> list[int]:
    """Return the modifiers of a vessel's morale roll in the order of W4.3."""
    hurt = vessel.hurt // DAMAGE_OF_FLAGSHIP if is_flagship(vessel) else vessel.hurt
    news = 0 if vessel.point != day.state.fleet_at else day.state.news.get(vessel.name, 0)
    supply = [LEVEL_MODIFIERS[find_level(vessel, resource)] for resource in SUPPLIED]
    return [-hurt, -vessel.boarded, *supply, news, *(modifier.number for modifier in vessel.modifiers)]


def is_effect_stated(day: Day, vessel: VesselState) -> bool:
    """Return True if the vessel need not wait for the effect of the news (rules W2.9, W4.10)."""
    return vessel.name in day.state.news or vessel.point != day.state.fleet_at


def roll_for_morale(day: Day, vessel: VesselState) -> None:
    """Roll a vessel's morale (rules W4.2)."""
    die = day.roll(f"morale:{vessel.name}")
    modifiers = [number for number in list_modifiers(day, vessel) if number]
    total = die + sum(modifiers)
    step, words = next(((step, words) for least, step, words in STEPS if total >= least), (-2, "down two"))
    move_morale(day, vessel, step)
    vessel.modifiers = [modifier for modifier in vessel.modifiers if modifier.station]
    vessel.rolled.append(MORALE)
    signs = "".join(f" {'-' if number < 0 else '+'} {abs(number)}" for number in modifiers)
    day.tell_team(
        vessel.name,
        events.MoraleRolled,
        vessel=vessel.name,
        working=f"{die}{signs} = {total}",
        change=words,
        morale=vessel.morale,
    )


def roll_for_riot(day: Day, vessel: VesselState) -> None:
    """Roll for a riot aboard a vessel, at the odds of its morale as it is now (rules W22.1)."""
    vessel.rolled.append(RIOT)
    roll_riot(day, vessel)


def make_missing_rolls(day: Day) -> None:
    """Roll for all vessels that have not rolled, in the order of the fleet list (rules W2.10)."""
    for vessel in day.state.alive:
        if MORALE not in vessel.rolled:
            roll_for_morale(day, vessel)
        if RIOT not in vessel.rolled:
            roll_for_riot(day, vessel)


# Commands.


def handle_morale_roll(day: Day, order: Order) -> None:
    """Roll morale for the own vessel."""
    vessel = _find_roller(order)
    order.require(is_effect_stated(day, vessel), "W2.9", "Control has not stated the effect of the news")
    order.require(MORALE not in vessel.rolled, "W2.9", f"{vessel.name} has already rolled for morale")
    require_manned(order, vessel)
    day.end_checks()
    roll_for_morale(day, vessel)


def handle_riot_roll(day: Day, order: Order) -> None:
    """Roll for a riot aboard the own vessel."""
    vessel = _find_roller(order)
    order.require(MORALE in vessel.rolled, "W2.9", "Roll for morale first")
    order.require(RIOT not in vessel.rolled, "W2.9", f"{vessel.name} has already rolled for a riot")
    require_manned(order, vessel)
    day.end_checks()
    roll_for_riot(day, vessel)


def _find_roller(order: Order) -> VesselState:
    vessel = require_own_vessel(order)
    require_turn(order)
    order.require(order.day.state.phase == CLOSE, "W2.9", "Rolls are made in the close")
    order.require(not vessel.is_destroyed, "W4.10", f"{vessel.name} is destroyed")
    return vessel


def handle_supply(day: Day, order: Order) -> None:
    """Set the level of food or water of the own vessel (rules W4.4)."""
    vessel = require_own_vessel(order)
    resource, level = order["resource"], order["level"]
    order.require(resource in SUPPLIED and level in LEVELS, "W4.4", f"Food or water is set, at {', '.join(LEVELS)}")
    require_turn(order)
    require_calm(order, vessel.name)
    is_late = day.state.phase == CLOSE and bool(day.state.news)
    order.require(not is_late, "W2.9", "Supply is fixed: Control has stated the effect of the news")
    require_manned(order, vessel)
    held = vessel.hold[resource] + find_cost(day, vessel, vessel.supply.get(resource, NONE))
    cost = find_cost(day, vessel, level)
    order.require(held >= cost, "W4.4", f"{level} takes {cost} {resource}, and you have {held}")
    day.end_checks()
    vessel.hold[resource] = max(0, held - cost)
    vessel.supply[resource] = level
    what = f"supplies {resource} at {level}"
    day.tell_team(vessel.name, events.Acted, seat=order.seat, what=what, detail=name_duty(order, vessel, STATION_WORK))


def find_cost(day: Day, vessel: VesselState, level: str) -> int:
    """Return the units that a level costs a vessel (rules W4.5)."""
    return day.content.fleet.rations[day.find_printed(vessel).rations].get(level, 0)


COMMANDS: dict[str, Handler] = {
    "roll_morale": handle_morale_roll,
    "roll_riot": handle_riot_roll,
    "supply": handle_supply,
}
