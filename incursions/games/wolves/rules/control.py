"""Changes of Control with a reason: figures, seats and places, damage, fleet morale, assents (rules W26.2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import QUADRANTS, RESOURCES
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import take_damage
from incursions.games.wolves.rules.fleet_map import enter_quadrant, measure_room
from incursions.games.wolves.rules.morale import move_fleet_morale
from incursions.games.wolves.rules.orders import (
    SECRETLY,
    Handler,
    Order,
    fail_unknown,
    find_seat,
    find_team,
    find_vessel,
)
from incursions.games.wolves.rules.paper_values import Readers
from incursions.games.wolves.rules.roles import require_control
from incursions.games.wolves.rules.state import DESTROYED, MAP, NOWHERE, SQUADRON, VesselState
from incursions.games.wolves.rules.survivors import has_sickbay
from incursions.games.wolves.rules.units import add_unit

_COUNCIL_SEAT = re.compile(r"seat (.+)")
_WHOLE = re.compile(r"-?[0-9]{1,4}")
MOST = 999
HERE, AWAY = "here", "away"
"""The words in which Control says whether a seat has a player."""


def handle_adjustment(day: Day, order: Order) -> None:
    """Change a figure, seat or place; secretly, nobody but Control is told (rules W26.2, W26.10)."""
    require_control(order)
    what, whom = order["what"], order["whom"]
    readers = _change(order, what, whom, order["value"])
    tell_change(order, readers, f"sets {what} of {whom} to {order['value']}", order["reason"])


def tell_change(order: Order, readers: Readers, what: str, reason: str) -> None:
    """Tell a change of Control to the seats that it concerns (None: all), or secretly to Control alone."""
    day = order.day
    if order.text.startswith(SECRETLY):
        day.tell_control(events.ControlChanged, what=what, reason=reason)
    elif readers is None:
        day.tell(events.ControlChanged, what=what, reason=reason)
    else:
        day.tell_to(readers, events.ControlChanged, what=what, reason=reason)


def _change(order: Order, what: str, whom: str, value: str) -> Readers:
    """Change what is named, and return whom it concerns (None: all)."""
    day = order.day
    if whom == "fleet" and what == "pursuit":
        day.state.pursuit = read_number(order, value, 0, day.content.fleet.pursuit_top, "W14.5")
        return None
    seat = _COUNCIL_SEAT.fullmatch(what)
    if whom == "council" and seat is not None:
        return _seat_member(order, seat.group(1), value)
    if what == "loyalty":
        day.state.loyalties[find_seat(order, whom)] = value
        return (whom,)
    if what == "place":
        return _place_player(order, whom, value)
    if what == "player":
        return _seat_player(order, whom, value)
    change = FIGURES.get(what)
    if change is None:
        fail_unknown(f"Control sets {', '.join(FIGURES)}, loyalty, place or player, not {what}")
    vessel = find_vessel(order, whom)
    change(order, vessel, value, what)
    return None if what == "quadrant" else day.seats_of(vessel.name)


def _seat_member(order: Order, seat: str, holder: str) -> Readers:
    council = order.day.state.council
    if seat not in council:
        fail_unknown(f"The council has {', '.join(council)}")
    council[seat] = find_seat(order, holder)
    return None


def _place_player(order: Order, whom: str, value: str) -> Readers:
    seat = find_seat(order, whom)
    if value not in (MAP, NOWHERE) and value not in order.day.state.vessels:
        fail_unknown(f"There is no table called {value}")
    state = order.day.state
    state.places[seat] = value
    if state.sickbay.get(seat):  # rules W24.1: he stays in the sickbay of his new place, or chooses one
        there = state.vessels.get(value)
        state.sickbay[seat] = value if there is not None and has_sickbay(there) else ""
    return (seat,)


def _seat_player(order: Order, whom: str, value: str) -> Readers:
    """Give a seat its player, who does all duties again, or leave it to its team (rules W3.3, W3.14, W26.2).

    Stand-ins end: that of a player who is there again, and those for which a player who is gone was named.
    """
    state, seat = order.day.state, find_seat(order, whom)
    if value not in (HERE, AWAY):
        fail_unknown(f"A player is {HERE} or {AWAY}, not {value}")
    is_empty = seat in state.empty_seats
    order.require(is_empty == (value == HERE), "W3.14", f"The player of {seat} is already {AWAY if is_empty else HERE}")
    if value == HERE:
        state.empty_seats = [empty for empty in state.empty_seats if empty != seat]
        state.stand_ins.pop(seat, None)
    else:
        state.empty_seats = [*state.empty_seats, *({seat} - {*state.empty_seats})]
        state.stand_ins = {whose: who for whose, who in state.stand_ins.items() if who != seat}
    return order.day.seats_of(find_team(seat, state.vessels))


def read_number(order: Order, value: str, least: int, most: int, rule: str) -> int:
    """Return the number of a text within its ends; an end that is passed stands in an overruled order."""
    if not _WHOLE.fullmatch(value):
        fail_unknown(f"A number was expected, not {value}")
    number = int(value)
    order.require(least <= number <= most, rule, f"It is from {least} to {most}")
    return max(least, min(most, number))


def _set_resource(order: Order, vessel: VesselState, value: str, what: str) -> None:
    vessel.hold[what] = read_number(order, value, 0, MOST, "W7.2")


def _set_morale(order: Order, vessel: VesselState, value: str, what: str) -> None:
    vessel.morale = read_number(order, value, 0, order.day.content.fleet.morale_track.top, "W4.6")


def _set_squadrons(order: Order, vessel: VesselState, value: str, what: str) -> None:
    """Build squadrons, or take away those with the highest numbers."""
    number = read_number(order, value, 0, MOST, "W8.5")
    squadrons = order.day.state.squadrons_of(vessel.name)
    for unit in squadrons[number:]:
        unit.status, unit.quadrant = DESTROYED, 0
    for _ in range(number - len(squadrons)):
        add_unit(order.day, vessel, SQUADRON)


def _set_quadrant(order: Order, vessel: VesselState, value: str, what: str) -> None:
    quadrant = read_number(order, value, QUADRANTS[0], QUADRANTS[-1], "W13.1")
    room = measure_room(order.day, quadrant, vessel.point, without=vessel)
    order.require(room >= order.day.find_printed(vessel).size, "W13.4", f"Quadrant {quadrant} has room for {room}")
    enter_quadrant(order.day, vessel, quadrant)


Change = Callable[[Order, VesselState, str, str], None]
FIGURES: dict[str, Change] = {
    **dict.fromkeys(RESOURCES, _set_resource),
    "morale": _set_morale,
    "squadrons": _set_squadrons,
    "quadrant": _set_quadrant,
}
"""The figures of a vessel that Control sets by name."""


def handle_damage(day: Day, order: Order) -> None:
    """Deal damage to a vessel (rules W12.1)."""
    vessel, number = find_vessel(order, order["vessel"]), order.number()
    require_control(order)
    order.require(number > 0, "W12.1", "Say how much damage")
    order.require(not vessel.is_destroyed, "W12.10", f"{vessel.name} is destroyed")
    what = f"deals {number} damage to {vessel.name}"
    day.tell_team(vessel.name, events.ControlChanged, what=what, reason=order["reason"])
    take_damage(day, vessel, min(number, MOST))


def handle_fleet_morale(day: Day, order: Order) -> None:
    """Move fleet morale (rules W5.2)."""
    require_control(order)
    move_fleet_morale(day, order.number(), order["reason"])


def handle_assent(day: Day, order: Order) -> None:
    """Assent to what a vessel in anarchy may do: "Quellon using Hydrogen Collector 1" (rules W4.8)."""
    require_control(order)
    what = order["what"]
    name = next((name for name in day.state.vessels if what.startswith(f"{name} ")), None)
    if name is None:
        fail_unknown("Assent is given like Quellon using Hydrogen Collector 1, Quellon jumping, Quellon moving")
    day.state.assents.append(what)
    day.tell_team(name, events.ControlChanged, what=f"assents to {what}", reason="it was asked")


COMMANDS: dict[str, Handler] = {
    "adjust": handle_adjustment,
    "deal_damage": handle_damage,
    "shift_fleet_morale": handle_fleet_morale,
    "assent": handle_assent,
}
