"""The fleet map: quadrants with their room, and swaps (rules W13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import has_lock
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Offer
from incursions.games.wolves.rules.offers import SWAP_WITH, add_offer
from incursions.games.wolves.rules.orders import Handler, Order, find_own_vessel, find_vessel
from incursions.games.wolves.rules.roles import (
    require_at_map,
    require_calm_action,
    require_commander,
    require_group,
)
from incursions.games.wolves.rules.state import MAP, Attack, Station, VesselState
from incursions.games.wolves.rules.stations import require_calm_crew, spend_assent

SPACES = 5
"""The spaces of a quadrant (rules W13.4)."""
MAP_LOCK, MOVING = "map", "moving"


def measure_room(day: Day, quadrant: int, point: str, without: VesselState | None = None) -> int:
    """Return the free spaces of a quadrant of a group's map."""
    there = day.state.list_quadrant(quadrant, point)
    return SPACES - sum(day.find_printed(vessel).size for vessel in there if vessel is not without)


def number_spaces(day: Day, quadrant: int, point: str) -> Iterator[tuple[range, VesselState]]:
    """Yield the vessels of a quadrant with the numbers on which each lies, lowest first (rules W13.5)."""
    first = 1
    for vessel in day.state.list_quadrant(quadrant, point):
        after = first + day.find_printed(vessel).size
        yield range(first, after), vessel
        first = after


def find_at_number(day: Day, quadrant: int, point: str, number: int) -> VesselState | None:
    """Return the vessel that lies on a number of a quadrant (rules W16.4)."""
    return next((vessel for spaces, vessel in number_spaces(day, quadrant, point) if number in spaces), None)


def enter_quadrant(day: Day, vessel: VesselState, quadrant: int) -> None:
    """Move a vessel into a quadrant, where it lies last (rules W13.5)."""
    day.state.arrivals += 1
    vessel.quadrant, vessel.entered = quadrant, day.state.arrivals
    day.tell(events.VesselMoved, vessel=vessel.name, quadrant=quadrant)


def leave_map(day: Day, vessel: VesselState) -> None:
    """Take a separated vessel off the map, with its squadrons and those of its team who stand there (rules W18.12).

    In an attack its team stays there until it is over (rules W15.2).
    """
    vessel.quadrant = 0
    for unit in day.state.squadrons_of(vessel.name):
        unit.quadrant = 0
    for seat in day.seats_of(vessel.name):
        if day.state.places[seat] == MAP and day.find_frozen(vessel.name) is None:
            day.state.places[seat] = vessel.name
            day.tell(events.PlaceChanged, seat=seat, what=f"goes with {vessel.name}")


def require_steerable(order: Order, vessel: VesselState) -> None:
    """Refuse to move a vessel in anarchy, or without its bridge (rules W4.8, W13.8, W22.5)."""
    bridges = vessel.of_kind("bridge")
    require_calm_crew(order, vessel, MOVING)
    is_damaged = has_lock(order.day, vessel, MAP_LOCK) or any(each.card for each in bridges)
    order.require(not is_damaged, "W13.8", f"The bridge of {vessel.name} is damaged")
    order.require(not any(each.riot for each in bridges), "W22.5", f"There is a riot on the bridge of {vessel.name}")


def require_on_fleet_map(order: Order, vessel: VesselState) -> None:
    """Refuse to move a separated vessel (rules W18.12)."""
    together = vessel.point == order.day.state.fleet_at
    order.require(together, "W18.12", f"{vessel.name} is separated from the fleet")


def name_battery(vessel: VesselState, station: Station) -> str:
    """Return the name of a battery on the board: "Weapon Battery 1 of Aegis"."""
    return f"{station.title} of {vessel.name}"


def list_idle(day: Day, attack: Attack, unread: Collection[str] = ()) -> list[str]:
    """Return the fleet units that may still act in this Fleet round (rules W15.7).

    Of vessels that jumped out only on-foot units count, which fight boarders there (rules W15.14). Batteries of
    `unread` vessels count also if they do not work: their panels are not known to who asks (rules W20.1).
    """
    state, idle = day.state, []
    vessels = [day.vessel(name) for name in attack.vessels]
    near = [vessel for vessel in vessels if vessel.point == attack.point]
    for vessel in near:
        idle += [unit.name for unit in state.squadrons_of(vessel.name)]
    for vessel in near:
        batteries = [each for each in vessel.of_kind("battery") if each.works or vessel.name in unread]
        idle += [name_battery(vessel, station) for station in batteries]
    for vessel in vessels:
        if vessel.parties:
            idle += [unit.name for unit in state.onfoot_aboard(vessel.name)]
    return [name for name in idle if name not in attack.acted and name not in attack.travel]


def handle_move(day: Day, order: Order) -> None:
    """Move the own vessel to a quadrant (rules W13.3, W13.4)."""
    vessel, quadrant = find_own_vessel(order), order.number()
    require_commander(order, vessel, "W3.1")
    require_calm_action(order, vessel.name)
    require_at_map(order)
    require_on_fleet_map(order, vessel)
    require_steerable(order, vessel)
    order.require(day.find_printed(vessel).size, "W13.1", f"{vessel.name} is always the centre of the map")
    order.require(quadrant in QUADRANTS, "W13.1", "There are quadrants 1 to 4")
    order.require(quadrant != vessel.quadrant, "W13.4", f"{vessel.name} is in quadrant {quadrant}")
    room, size = measure_room(day, quadrant, vessel.point), day.find_printed(vessel).size
    order.require(room >= size, "W13.4", f"Quadrant {quadrant} has room for {room}, and {vessel.name} takes {size}")
    day.end_checks()
    spend_assent(day, vessel, MOVING)
    enter_quadrant(day, vessel, quadrant)


def handle_swap_offer(day: Day, order: Order) -> None:
    """Offer another vessel to swap quadrants (rules W13.6)."""
    vessel, other = find_own_vessel(order), find_vessel(order, order["vessel"])
    require_commander(order, vessel, "W3.1")
    require_calm_action(order, vessel.name)
    require_at_map(order)
    require_on_fleet_map(order, vessel)
    require_group(order, vessel, other, "W18.12")
    require_steerable(order, vessel)
    on_map = vessel.quadrant and other.quadrant and vessel.quadrant != other.quadrant
    order.require(on_map, "W13.6", f"{vessel.name} and {other.name} are not in two different quadrants")
    name = f"{SWAP_WITH}{other.name}"
    add_offer(order, Offer(name, order.seat, vessel.name, other.name, True, "W3.1", order.text))
    readers = (*day.seats_of(vessel.name), *day.seats_of(other.name))
    day.tell_to(readers, events.LeaveAsked, seat=order.seat, whom=other.name, what=f"a {name}")


def swap(day: Day, order: Order, offer: Offer) -> None:
    """Swap two vessels when the second commander agrees; both must fit afterwards (rules W13.6)."""
    first, second = day.vessel(offer.by), day.vessel(offer.to)
    require_at_map(order)
    for vessel in (first, second):
        require_on_fleet_map(order, vessel)
    for vessel in (second, first):
        require_steerable(order, vessel)
    for vessel, other in ((first, second), (second, first)):
        room = measure_room(day, other.quadrant, first.point, without=other)
        fits = room >= day.find_printed(vessel).size
        order.require(fits, "W13.6", f"{vessel.name} does not fit into quadrant {other.quadrant}")
    to_first, to_second = second.quadrant, first.quadrant
    enter_quadrant(day, first, to_first)
    enter_quadrant(day, second, to_second)


COMMANDS: dict[str, Handler] = {"move_vessel": handle_move, "offer_swap": handle_swap_offer}
