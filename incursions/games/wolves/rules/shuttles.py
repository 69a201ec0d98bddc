"""Shuttles: loading, flying and unloading, and the leave that they ask for (rules W9.4, W9.10, W10)."""

from __future__ import annotations

import re
from typing import NamedTuple

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import RESOURCES, TRAININGS
from incursions.games.wolves.rules.crew import Spot, find_counter, find_movable, read_spot
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.offers import ask_leave
from incursions.games.wolves.rules.orders import OF, Handler, Order, fail_unknown, find_station, find_vessel
from incursions.games.wolves.rules.roles import (
    CREW_WORK,
    find_commander,
    has_command,
    name_duty,
    require_calm_action,
    require_manned,
    require_passive,
    require_team,
)
from incursions.games.wolves.rules.state import Counter, Shuttle, Unit, VesselState

_GOODS = re.compile(rf"([0-9]{{1,3}}) ({'|'.join(RESOURCES)})")
TO = " to "


class Goods(NamedTuple):
    """An amount of a resource."""

    number: int
    resource: str


Cargo = Goods | Unit | Spot


def find_shuttle(order: Order) -> Shuttle:
    """Return the shuttle that an order names. Raises `UnknownAction`."""
    shuttle = order.day.state.shuttles.get(order["shuttle"])
    return fail_unknown(f"There is no shuttle called {order['shuttle']}") if shuttle is None else shuttle


def _open_shuttle(order: Order) -> tuple[Shuttle, VesselState]:
    """Return a shuttle with the vessel where it is docked, after the checks of who, when and where."""
    shuttle = find_shuttle(order)
    owner = order.day.vessel(shuttle.owner)
    require_team(order, owner.name)
    require_calm_action(order, owner.name)
    require_manned(order, owner)
    order.require(shuttle.at, "W10.6", f"{shuttle.name} is lost")
    return shuttle, order.day.vessel(shuttle.at or owner.name)


def read_goods(text: str) -> Goods | None:
    """Return the amount that a text names: "6 water"; None for anything else."""
    found = _GOODS.fullmatch(text)
    return Goods(int(found.group(1)), found.group(2)) if found else None


# Loading.


def handle_load(day: Day, order: Order) -> None:
    """Load goods, crew or a unit into a shuttle, or ask the leave that it takes."""
    shuttle, vessel = _open_shuttle(order)
    cargo = _read_cargo(order, vessel)
    check_docking(order, vessel, cargo)
    check_cargo(order, vessel, cargo)
    whom, needs_commander = _find_consent(order, vessel, cargo)
    if whom:
        rule = "W9.4" if needs_commander else "W10.5"
        ask_leave(order, vessel if not isinstance(cargo, Unit) else day.vessel(cargo.home), whom, needs_commander, rule)
        return
    day.end_checks()
    load(order, shuttle, vessel, cargo)


def _read_cargo(order: Order, vessel: VesselState) -> Cargo:
    """Return what an order loads; crew and goods are those of the vessel where the shuttle is docked."""
    text = order["cargo"]
    goods = read_goods(text)
    if goods is not None:
        return goods
    unit = order.day.state.units.get(text)
    if unit is not None:
        return unit
    if OF not in text:
        fail_unknown(f"Cargo is named like 6 water, untrained of Promenade, or a unit, not {text}")
    return read_spot(order, text if text.endswith(f"{OF}{vessel.name}") else f"{text}{OF}{vessel.name}")


def check_docking(order: Order, vessel: VesselState, cargo: Cargo | None) -> None:
    """Refuse what needs a hold or barracks out of order, or passes a closed docking (rules W11.7, W12.6, W10.5)."""
    if isinstance(cargo, Goods):
        require_passive(order, vessel, "storage_hold", "W11.7")
    elif isinstance(cargo, Unit) and not cargo.is_squadron and cargo.aboard == cargo.home:
        require_passive(order, order.day.vessel(cargo.home), "barracks", "W12.6")
    is_open = not vessel.is_docking_closed or order.team == vessel.name
    order.require(is_open, "W10.5", f"{vessel.name} has closed docking")


def check_cargo(order: Order, vessel: VesselState, cargo: Cargo) -> None:
    """Refuse cargo that is not there or may not be loaded."""
    if isinstance(cargo, Goods):
        held = vessel.hold[cargo.resource]
        order.require(cargo.number > 0, "W7.2", "Say how much")
        order.require(held >= cargo.number, "W7.5", f"{vessel.name} has {held} {cargo.resource}")
    elif isinstance(cargo, Unit):
        _check_unit(order, vessel, cargo)
    else:
        order.require(find_counter(cargo), "W9.2", f"There is no {cargo.training} crew on {cargo.station.title}")
        order.require(find_movable(cargo), "W9.4", "Used crew cannot be loaded")


def _check_unit(order: Order, vessel: VesselState, unit: Unit) -> None:
    order.require(not unit.is_squadron, "W10.1", "Squadrons fly by themselves")
    require_not_tried(order, unit)
    is_there = unit.is_alive and unit.aboard == vessel.name
    order.require(is_there, "W22.7", f"{unit.name} is not aboard {vessel.name}")


def require_not_tried(order: Order, unit: Unit) -> None:
    """Refuse to move a unit that tried to disperse a riot this turn (rules W22.8)."""
    order.require(not unit.has_tried, "W22.8", f"{unit.name} tried to disperse a riot and stays this turn")


def _find_consent(order: Order, vessel: VesselState, cargo: Cargo) -> tuple[str, bool]:
    """Return who must give leave ("" for nobody), and whether that is a commander (rules W9.4, W9.10, W10.5)."""
    if isinstance(cargo, Goods):
        return ("", False) if order.team == vessel.name else (vessel.name, False)
    if isinstance(cargo, Unit):
        return ("", False) if order.team == cargo.home else (cargo.home, False)
    is_leave = order.team == vessel.name and has_command(order.day, order.seat, vessel)
    return ("", False) if is_leave or order.is_control else (find_commander(order.day, vessel), True)


def load(order: Order, shuttle: Shuttle, vessel: VesselState, cargo: Cargo) -> None:
    """Put cargo into a shuttle (rules W10.2)."""
    if isinstance(cargo, Goods):
        taken = min(cargo.number, vessel.hold[cargo.resource])
        vessel.hold[cargo.resource] -= taken
        shuttle.goods[cargo.resource] = shuttle.goods.get(cargo.resource, 0) + taken
    elif isinstance(cargo, Unit):
        cargo.aboard = shuttle.name
    else:
        counter = find_movable(cargo) or find_counter(cargo)
        if counter is not None:
            cargo.station.crew.remove(counter)
            shuttle.crew.append(counter)
    _tell(order, shuttle, vessel, f"loads {order['cargo']} at {vessel.name}")


def _tell(order: Order, shuttle: Shuttle, vessel: VesselState, what: str) -> None:
    """Tell the teams of the shuttle and of the vessel (rules W10.3)."""
    owner = order.day.vessel(shuttle.owner)
    readers = tuple(dict.fromkeys((*order.day.seats_of(owner.name), *order.day.seats_of(vessel.name))))
    what += name_duty(order, owner, CREW_WORK)
    order.day.tell_to(readers, events.ShuttleFlew, shuttle=shuttle.name, what=what)


def load_with_leave(order: Order, giver: VesselState) -> None:
    """Load what leave was asked for, when it has been given: everything is looked at again (rules W26.8).

    Goods and crew are those of the vessel that gives leave; a unit boards where it is.
    """
    shuttle, docked = _open_shuttle(order)
    is_unit = order["cargo"] in order.day.state.units
    order.require(is_unit or docked is giver, "W10.3", f"{shuttle.name} is no longer docked at {giver.name}")
    vessel = docked if is_unit else giver
    cargo = _read_cargo(order, vessel)
    check_docking(order, vessel, cargo)
    check_cargo(order, vessel, cargo)
    load(order, shuttle, vessel, cargo)


# Flying and unloading.


def handle_flight(day: Day, order: Order) -> None:
    """Fly a shuttle to a vessel of its group (rules W10.2, W10.7)."""
    shuttle = find_shuttle(order)
    target = find_vessel(order, order["vessel"])
    owner = day.vessel(shuttle.owner)
    require_team(order, owner.name)
    require_calm_action(order, owner.name)
    require_manned(order, owner)
    here = day.vessel(shuttle.at or owner.name)
    together = here.point == target.point and not target.is_destroyed
    order.require(not shuttle.at or together, "W10.2", f"{target.name} is not where {shuttle.name} is")
    order.require(shuttle.at, "W10.6", f"{shuttle.name} is lost")
    require_passive(order, owner, "shuttle_bay", "W10.7")
    day.end_checks()
    shuttle.at = target.name
    _tell(order, shuttle, target, f"flies to {target.name}")


def handle_unloading(day: Day, order: Order) -> None:
    """Unload goods, crew or a unit where a shuttle is docked (rules W10.2, W9.10)."""
    shuttle, vessel = _open_shuttle(order)
    text = order["cargo"]
    goods, unit = read_goods(text), day.state.units.get(text)
    check_docking(order, vessel, goods)
    if goods is not None:
        _unload_goods(order, shuttle, vessel, goods)
    elif unit is not None:
        order.require(unit.aboard == shuttle.name and unit.is_alive, "W22.7", f"{unit.name} is not in {shuttle.name}")
        day.end_checks()
        unit.aboard = vessel.name
    else:
        _unload_crew(order, shuttle, vessel, text)
    _tell(order, shuttle, vessel, f"unloads {text} at {vessel.name}")


def _unload_goods(order: Order, shuttle: Shuttle, vessel: VesselState, goods: Goods) -> None:
    held = shuttle.goods.get(goods.resource, 0)
    order.require(goods.number > 0, "W7.2", "Say how much")
    order.require(held >= goods.number, "W7.5", f"{shuttle.name} holds {held} {goods.resource}")
    order.day.end_checks()
    taken = min(goods.number, held)
    vessel.hold[goods.resource] += taken
    shuttle.goods[goods.resource] = held - taken
    if not shuttle.goods[goods.resource]:
        del shuttle.goods[goods.resource]


def _unload_crew(order: Order, shuttle: Shuttle, vessel: VesselState, text: str) -> None:
    training, to, title = text.partition(TO)
    if training not in TRAININGS:
        fail_unknown(f"Cargo is named like 6 water, untrained to Bridge, or a unit, not {text}")
    order.require(to, "W9.2", "Say on which station the crew stands: untrained to Bridge")
    _, station = find_station(order, title if title.endswith(f"{OF}{vessel.name}") else f"{title}{OF}{vessel.name}")
    fitting = [counter for counter in shuttle.crew if counter.training == training]
    order.require(fitting, "W9.2", f"There is no {training} crew in {shuttle.name}")
    order.day.end_checks()
    fitting.sort(key=lambda counter: counter.is_wounded)
    counter: Counter
    for counter in fitting[:1]:
        shuttle.crew.remove(counter)
        station.crew.append(counter)


COMMANDS: dict[str, Handler] = {"load": handle_load, "fly": handle_flight, "unload": handle_unloading}
