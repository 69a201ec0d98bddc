"""Repairing damaged stations, and reading a vessel's own damage deck (rules W12.5, W12.7)."""

from __future__ import annotations

from collections import Counter

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import ENGINEER, JUMP_DRIVE
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import list_deck
from incursions.games.wolves.rules.orders import Handler, Order, find_own_vessel, find_station, find_vessel
from incursions.games.wolves.rules.roles import (
    STATION_WORK,
    name_duty,
    require_calm_action,
    require_manned,
    require_team,
    require_turn,
)
from incursions.games.wolves.rules.state import Station, VesselState, take_ready


def handle_repair(day: Day, order: Order) -> None:
    """Repair a damaged station with engineers from anywhere aboard and materials (rules W12.7)."""
    vessel, station = find_station(order, order["station"])
    require_team(order, vessel.name)
    require_calm_action(order, vessel.name)
    require_manned(order, vessel)
    card = day.content.damage.get(station.card)
    order.require(card, "W12.7", f"{station.title} is not damaged")
    if card is None:
        return
    cost = max(0, card.materials - vessel.cheap_repairs)
    ready = [counter for _, counter in vessel.all_crew if counter.is_ready and counter.training == ENGINEER]
    order.require(
        len(ready) >= card.engineers, "W12.7", f"It takes {card.engineers} unused, sound engineer crew aboard"
    )
    held = vessel.hold["materials"]
    order.require(held >= cost, "W12.7", f"It takes {cost} materials, and you have {held}")
    day.end_checks()
    _use_engineers(vessel, card.engineers)
    vessel.hold["materials"] = max(0, held - cost)
    vessel.cheap_repairs = 0
    repair_station(day, vessel, station, name_duty(order, vessel, STATION_WORK))


def _use_engineers(vessel: VesselState, number: int) -> None:
    """Use so many engineers, wherever they stand."""
    for station in vessel.stations.values():
        ready = sum(counter.is_ready and counter.training == ENGINEER for counter in station.crew)
        used = min(number, ready)
        take_ready(station.crew, ENGINEER, used)
        number -= used


def repair_station(day: Day, vessel: VesselState, station: Station, detail: str = "") -> None:
    """Put a damage card back into its deck; what it went on doing ends (rules W12.3, W12.7)."""
    station.card = ""
    vessel.modifiers = [modifier for modifier in vessel.modifiers if modifier.station != station.title]
    if station.kind == JUMP_DRIVE:
        vessel.is_mustered = False  # rules W12.8: it works from the next muster
    day.tell_team(vessel.name, events.StationRepaired, vessel=vessel.name, station=station.title, detail=detail)


def describe_deck(day: Day, vessel: VesselState) -> str:
    """Return a damage deck as a list without order (rules W12.5)."""
    counts = Counter(card.title for card in list_deck(day, vessel))
    return ", ".join(f"{counts[title]} {title}" for title in sorted(counts))


def handle_deck_reading(day: Day, order: Order) -> None:
    """Show a team its own damage deck (rules W12.5)."""
    name = order.get("vessel")
    vessel = find_vessel(order, name) if name else find_own_vessel(order)
    require_team(order, vessel.name, "W12.5")
    require_turn(order)
    require_manned(order, vessel)
    day.end_checks()
    what = f"The damage deck of {vessel.name}"
    day.tell_to((order.seat,), events.PanelRead, what=what, words=describe_deck(day, vessel))


COMMANDS: dict[str, Handler] = {"repair": handle_repair, "read_deck": handle_deck_reading}
