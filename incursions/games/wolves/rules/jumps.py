"""Jumps: coordinates, the Jump sign, resolving all signs together, arrival, and emergency jumps (rules W18, W19)."""

from __future__ import annotations

import re
from typing import NamedTuple

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.attack import end_if_over
from incursions.games.wolves.rules.charts import discard_destinations
from incursions.games.wolves.rules.content.definitions import DISTANCES, JUMP_DRIVE
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import arrive_with, move_pursuit, take_damage
from incursions.games.wolves.rules.fleet_map import leave_map
from incursions.games.wolves.rules.morale import move_fleet_morale
from incursions.games.wolves.rules.orders import Handler, Order, find_own_vessel
from incursions.games.wolves.rules.roles import (
    is_action_phase,
    require_action,
    require_commander,
    require_control,
    require_manned,
    require_turn,
)
from incursions.games.wolves.rules.state import MUSTER, TEAM, VesselState, Wolves
from incursions.games.wolves.rules.stations import (
    count_work,
    is_armed,
    require_calm_crew,
    spend_assent,
)

_DIGITS = re.compile(r"[0-9]{5}")
JUMPING = "jumping"
BLIND, KNOWN = "without coordinates", "coordinates"
"""The kinds of a raised sign (rules W18.7, W18.9)."""
SHORT, MEDIUM = DISTANCES[0], DISTANCES[1]
POINTS = 100_000
SEPARATION = -1
"""The change of fleet morale when a jump separates vessels (rules W5.3)."""
EMERGENCY_BASE = 4
"""Taken from the die and the number of emergency jumps for the cards drawn (rules W19.4)."""


class Jump(NamedTuple):
    """A vessel that jumps: where it arrives, whether that is where it meant to, and for what distance it paid."""

    vessel: VesselState
    point: str
    is_right: bool
    distance: str
    fuel: int


def find_fuel_cost(day: Day, vessel: VesselState, distance: str) -> int:
    """Return the fuel of a jump (rules W18.4); none for an emergency jump (rules W19.1)."""
    cost = day.find_printed(vessel).fuel[distance] - vessel.fuel_discount
    return 0 if vessel.is_emergency else max(0, cost)


def find_distance(vessel: VesselState) -> str:
    """Return the distance that a raised sign pays for: Short for a blind jump (rules W18.9)."""
    return SHORT if vessel.sign == BLIND or not vessel.distance else vessel.distance


def find_obstacle(day: Day, vessel: VesselState) -> str:
    """Return what keeps a vessel from jumping; "" if nothing does (rules W18.5)."""
    drive = vessel.of_kind(JUMP_DRIVE)
    if not vessel.is_mustered:
        return "the Jump Drive was not crewed at muster"
    if not any(each.works for each in drive):
        return "the Jump Drive does not work"
    cost = find_fuel_cost(day, vessel, find_distance(vessel))
    return "" if vessel.hold["fuel"] >= cost else f"it takes {cost} fuel, and the hold has {vessel.hold['fuel']}"


def require_jump_time(order: Order, vessel: VesselState) -> None:
    """Refuse the sign in the first Fleet round and outside the Action phase (rules W15.8, W2.7)."""
    require_turn(order)
    attack = order.day.find_frozen(vessel.name)
    is_open = attack is None or attack.number > 1
    order.require(is_open, "W15.8", "Vessels jump from the second Fleet round on")
    require_action(order)


# Commands of the commander.


def handle_coordinates(day: Day, order: Order) -> None:
    """Set the coordinates and the distance to pay for; nobody is told whether they are right (rules W18.6)."""
    vessel = find_own_vessel(order)
    require_commander(order, vessel, "W3.11")
    require_turn(order)
    require_action(order)
    require_manned(order, vessel)
    bridges = vessel.of_kind("bridge")
    order.require(not any(each.card for each in bridges), "W12.6", "The bridge is damaged")
    order.require(not any(each.riot for each in bridges), "W22.5", "There is a riot on the bridge")
    digits, distance = order["digits"], order["distance"]
    order.require(_DIGITS.fullmatch(digits), "W18.6", "Coordinates are five digits")
    order.require(distance in DISTANCES, "W18.6", f"A jump is {', '.join(DISTANCES)}")
    day.end_checks()
    vessel.digits, vessel.distance = digits, distance
    cost = find_fuel_cost(day, vessel, distance)
    what = f"sets coordinates {digits} for a {distance} jump, which costs {cost} fuel"
    day.tell_team(vessel.name, events.Acted, seat=order.seat, what=what, detail="")


def handle_sign(day: Day, order: Order) -> None:
    """Raise the Jump sign (rules W18.7, W18.13)."""
    vessel = find_own_vessel(order)
    require_commander(order, vessel, "W3.11")
    require_jump_time(order, vessel)
    require_manned(order, vessel)
    require_calm_crew(order, vessel, JUMPING)
    is_blind = order.text.endswith(BLIND)
    before, vessel.sign = vessel.sign, BLIND if is_blind else KNOWN
    obstacle = find_obstacle(day, vessel)
    vessel.sign = before
    order.require(not obstacle, "W18.13", f"No jump: {obstacle}")
    order.require(is_blind or vessel.digits, "W18.6", "Set coordinates first, or raise the sign without coordinates")
    day.end_checks()
    vessel.sign = BLIND if is_blind else KNOWN
    day.tell(events.SignMoved, vessel=vessel.name, what="raises")


def handle_lowering(day: Day, order: Order) -> None:
    """Lower the Jump sign (rules W18.13)."""
    vessel = find_own_vessel(order)
    require_commander(order, vessel, "W3.11")
    require_turn(order)
    require_manned(order, vessel)
    order.require(vessel.sign, "W18.13", "The sign is down")
    day.end_checks()
    vessel.sign = ""
    day.tell(events.SignMoved, vessel=vessel.name, what="lowers")


def handle_emergency(day: Day, order: Order) -> None:
    """Declare an emergency jump at muster (rules W19.1 to W19.3)."""
    vessel = find_own_vessel(order)
    require_commander(order, vessel, "W3.11")
    require_turn(order)
    order.require(day.find_frozen(vessel.name) is None, "W15.4", "This waits until the attack is over")
    order.require(day.state.phase == MUSTER, "W19.1", "Emergency jumps are declared at muster")
    require_manned(order, vessel)
    order.require(is_armed(vessel), "W19.2", "The Jump Drive is not crewed, or does not work")
    order.require(not count_work(vessel), "W19.3", "A station has been used this turn")
    order.require(not vessel.is_emergency, "W19.1", "An emergency jump is declared")
    day.end_checks()
    vessel.is_emergency = True
    day.tell_team(vessel.name, events.Acted, seat=order.seat, what="declares an emergency jump", detail="")


# Resolving.


def handle_resolving(day: Day, order: Order) -> None:
    """Resolve all Jump signs that are up together (rules W18.7, W18.16)."""
    require_control(order)
    require_turn(order)
    phase, attack = day.state.phase, day.state.attack
    order.require(is_action_phase(day) or phase == TEAM, "W18.16", "The close has begun: all signs are down")
    is_open = attack is None or attack.number > 1
    order.require(is_open, "W15.8", "Vessels jump from the second Fleet round on")
    resolve_jumps(day)


def resolve_jumps(day: Day) -> None:
    """Let all vessels jump whose signs are up: fuel and points, emergencies, then arrival (rules W18)."""
    fleet_before, was_at = {vessel.name for vessel in day.fleet_vessels}, day.state.fleet_at
    jumps = [jump for vessel in day.state.alive if vessel.sign and (jump := _make_jump(day, vessel, was_at))]
    for jump in jumps:
        _arrive(day, jump)
    for jump in jumps:
        if jump.vessel.is_emergency:
            _draw_emergency_damage(day, jump.vessel)
    if jumps:
        day.tell(events.VesselsLeft, vessels=", ".join(jump.vessel.name for jump in jumps))
    _leave_map(day)
    _settle_attack(day)
    if fleet_before & set(day.state.separated):
        move_fleet_morale(day, SEPARATION, "vessels are separated from the fleet")
    first = next((jump for jump in jumps if jump.point == day.state.fleet_at != was_at), None)
    if first is not None:
        _bring_fleet(day, first)
    end_if_over(day)


def _make_jump(day: Day, vessel: VesselState, fleet_at: str) -> Jump | None:
    """Return the jump of a vessel, or None if it no longer meets the conditions (rules W18.13)."""
    obstacle = find_obstacle(day, vessel)
    if not obstacle and vessel.morale == 0 and f"{vessel.name} {JUMPING}" not in day.state.assents:
        obstacle = "it is in anarchy"
    distance = find_distance(vessel)
    fuel = find_fuel_cost(day, vessel, distance)
    is_blind, vessel.sign = vessel.sign == BLIND, ""
    if obstacle:
        day.tell_team(vessel.name, events.JumpFailed, vessel=vessel.name, reason=obstacle, rule="W18.13")
        return None
    spend_assent(day, vessel, JUMPING)
    vessel.hold["fuel"] -= fuel
    vessel.fuel_discount = 0
    is_right = not is_blind and _reaches_target(day, vessel, distance, fleet_at)
    point = vessel.digits if is_right else _draw_point(day)
    return Jump(vessel, point, is_right, distance, fuel)


def _reaches_target(day: Day, vessel: VesselState, distance: str, fleet_at: str) -> bool:
    """Return True if the vessel reaches what its coordinates name for the distance paid (rules W18.6, W18.12)."""
    reach = DISTANCES.index(DISTANCES[-1] if vessel.is_emergency else distance)
    if vessel.digits == fleet_at and vessel.point != fleet_at:
        return reach >= DISTANCES.index(MEDIUM)
    title = day.places_by_digits.get(vessel.digits)
    return title is not None and DISTANCES.index(day.content.destinations[title].distance) <= reach


def _draw_point(day: Day) -> str:
    """Return the digits of a random empty point, never one that is known (rules W18.9)."""
    used = {*day.places_by_digits, *(vessel.point for vessel in day.state.vessels.values())}
    while True:
        point = f"{day.dice.draw_below('points', POINTS):05}"
        if point not in used:
            return point


def _arrive(day: Day, jump: Jump) -> None:
    vessel = jump.vessel
    vessel.point = jump.point
    for unit in day.state.squadrons_of(vessel.name):
        unit.quadrant = 0
    day.tell_team(
        vessel.name, events.VesselJumped, vessel=vessel.name, place=day.name_place(jump.point), fuel=jump.fuel
    )


def _draw_emergency_damage(day: Day, vessel: VesselState) -> None:
    """Draw the damage of an emergency jump (rules W19.4, W19.5)."""
    vessel.emergencies += 1
    die = day.roll(f"jump:{vessel.name}")
    cards = max(0, die + vessel.emergencies - EMERGENCY_BASE) - vessel.fewer_cards
    take_damage(day, vessel, max(0, cards))
    words = f"rolls {die} for its emergency jump: {max(0, cards)} damage"
    day.tell_team(vessel.name, events.GoodsMoved, vessel=vessel.name, what=words)


def _leave_map(day: Day) -> None:
    """Take separated vessels off the fleet's map; those left in an attack keep their quadrants (rules W15.14)."""
    attack = day.state.attack
    for vessel in day.state.alive:
        is_left = attack is not None and vessel.name in attack.vessels and vessel.point == attack.point
        if vessel.point != day.state.fleet_at and not is_left:
            leave_map(day, vessel)


def _settle_attack(day: Day) -> None:
    """Take the Wolves off the map when every vessel of the group has jumped (rules W15.8)."""
    attack = day.state.attack
    if attack is None:
        return
    stayed = [name for name in attack.vessels if day.vessel(name).point == attack.point]
    if not any(not day.vessel(name).is_destroyed for name in stayed):
        attack.wolves = [Wolves() for _ in attack.wolves]


def _bring_fleet(day: Day, first: Jump) -> None:
    """Lower pursuit, discard the charts, and apply the effects of the place (rules W14.3, W18.3, W18.10, W18.14).

    `first` is the jump of the Aegis or, if it is destroyed, of the first vessel in the fleet that has arrived.
    """
    title = day.places_by_digits.get(first.point)
    place = day.content.destinations.get(title or "")
    distance = first.distance if place is None else place.distance
    move_pursuit(day, -1 - DISTANCES.index(distance))
    discard_destinations(day, first.vessel)
    if place is None:
        return
    arrive_with(day, place.arrive)
    if place.risk_numbers and day.roll("risk") in place.risk_numbers:
        arrive_with(day, place.risk)


def lower_signs(day: Day) -> None:
    """Lower all signs, as the close opens (rules W18.16)."""
    for vessel in day.state.vessels.values():
        vessel.sign = ""


COMMANDS: dict[str, Handler] = {
    "set_coordinates": handle_coordinates,
    "raise_sign": handle_sign,
    "lower_sign": handle_lowering,
    "declare_emergency": handle_emergency,
    "resolve_jumps": handle_resolving,
}
