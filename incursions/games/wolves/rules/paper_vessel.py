"""The figures of a vessel's paper sheet, and what changes each of them (rules W26.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import discard_destinations
from incursions.games.wolves.rules.content.definitions import JUMP_DRIVE, LEVELS, RESOURCES
from incursions.games.wolves.rules.control import FIGURES, read_number
from incursions.games.wolves.rules.damage import repair_station
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import list_deck, list_ongoing_modifiers
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.orders import Order, fail_unknown
from incursions.games.wolves.rules.panels import describe_crew
from incursions.games.wolves.rules.paper_values import (
    CHOICE,
    NONE,
    TEXT,
    Figure,
    Readers,
    read_cargo,
    read_crew,
    read_titles,
    write_cargo,
    write_titles,
)
from incursions.games.wolves.rules.state import (
    DAMAGED,
    DESTROYED,
    DOWN,
    SECURITY,
    SQUADRON,
    UP,
    WHOLE,
    Shuttle,
    Station,
    Unit,
    VesselState,
)
from incursions.games.wolves.rules.units import add_unit, rate_hangar

NOWHERE, CREWED, NOT_CREWED = "nowhere", "crewed", "not crewed"
MOST_NEW, MOST_POINTS, MOST_USES, DIGITS = 9, 99, 9, 5
FIGURES_GROUP, UNITS_GROUP, SHUTTLES_GROUP, CARDS_GROUP = "Vessel", "Units", "Shuttles", "Cards"


def list_vessel_figures(day: Day, vessel: VesselState) -> Iterator[Figure]:
    """Yield the figures of a vessel's sheet, in its order."""
    group = FIGURES_GROUP
    for resource in RESOURCES:
        yield Figure(resource, str(vessel.hold[resource]), _by_name(vessel, resource), group=group)
    yield Figure("morale", str(vessel.morale), _by_name(vessel, "morale"), group=group)
    yield Figure("position", day.name_place(vessel.point), partial(_set_position, vessel), TEXT, group=group)
    yield Figure("quadrant", str(vessel.quadrant), partial(_set_quadrant, vessel), group=group)
    yield Figure("damage this turn", str(vessel.hurt), partial(_set_hurt, vessel), group=group)
    yield Figure("boarders", str(vessel.parties), partial(_set_boarders, vessel), group=group)
    drive = CREWED if vessel.is_mustered else NOT_CREWED
    yield Figure("drive", drive, partial(_set_drive, vessel), CHOICE, (CREWED, NOT_CREWED), group)
    for resource in SUPPLIED:
        level = vessel.supply.get(resource, NONE)
        change = partial(_set_supply, vessel, resource)
        yield Figure(f"{resource} supply", level, change, CHOICE, LEVELS, group)
    for station in vessel.stations.values():
        yield from _list_station_figures(day, vessel, station)
    yield from _list_unit_figures(day, vessel)
    for shuttle in day.state.shuttles.values():
        if shuttle.owner == vessel.name:
            yield from _list_shuttle_figures(day, vessel, shuttle)
    for seat in day.seats_of(vessel.name):
        hand = write_titles(day.state.hands.get(seat, ()))
        yield Figure(f"cards of {seat}", hand, partial(_set_hand, seat), TEXT, group=CARDS_GROUP)
    if vessel.destinations or vessel is day.chart_vessel:
        charts = write_titles(vessel.destinations)
        yield Figure("destinations", charts, partial(_set_destinations, vessel), TEXT, group=CARDS_GROUP)


def _list_station_figures(day: Day, vessel: VesselState, station: Station) -> Iterator[Figure]:
    title = group = station.title
    cards = [card for card in day.content.decks[vessel.name] if day.content.damage[card].kind == station.kind]
    crew = describe_crew(station) or NONE
    yield Figure(f"crew of {title}", crew, partial(_set_crew, vessel, station), TEXT, group=group)
    lying, damage = station.card or NONE, partial(_set_damage, vessel, station)
    yield Figure(f"damage of {title}", lying, damage, CHOICE, (NONE, *cards), group)
    riot = partial(_set_riot, vessel, station)
    yield Figure(f"riot of {title}", station.riot or NONE, riot, CHOICE, (NONE, UP, DOWN), group)
    yield Figure(f"uses of {title}", str(station.uses), partial(_set_uses, vessel, station), group=group)


def _list_unit_figures(day: Day, vessel: VesselState) -> Iterator[Figure]:
    for unit in day.state.units.values():
        if unit.home != vessel.name:
            continue
        status = partial(_set_status, vessel, unit)
        yield Figure(f"status of {unit.name}", unit.status, status, CHOICE, (WHOLE, DAMAGED, DESTROYED), UNITS_GROUP)
        if not unit.is_squadron:
            where = partial(_set_vessel_of, vessel, unit)
            places = (*day.state.vessels, *day.state.shuttles)
            yield Figure(f"place of {unit.name}", unit.aboard, where, CHOICE, places, UNITS_GROUP)
    for kind in (SQUADRON, SECURITY):
        yield Figure(f"new {kind} units", "0", partial(_add_units, vessel, kind), group=UNITS_GROUP)


def _list_shuttle_figures(day: Day, vessel: VesselState, shuttle: Shuttle) -> Iterator[Figure]:
    places = (*day.state.vessels, NOWHERE)
    where = partial(_set_shuttle, vessel, shuttle)
    yield Figure(f"place of {shuttle.name}", shuttle.at or NOWHERE, where, CHOICE, places, SHUTTLES_GROUP)
    cargo = write_cargo(shuttle.goods, shuttle.crew)
    yield Figure(f"cargo of {shuttle.name}", cargo, partial(_set_cargo, vessel, shuttle), TEXT, group=SHUTTLES_GROUP)


# What changes each figure.


def _team_of(order: Order, vessel: VesselState) -> Readers:
    return order.day.seats_of(vessel.name)


def _require_option(value: str, options: tuple[str, ...]) -> None:
    if value not in options:
        fail_unknown(f"One of {', '.join(options)} was expected, not {value[:60]}")


def _by_name(vessel: VesselState, what: str) -> partial[Readers]:
    return partial(_set_named, vessel, what)


def _set_named(vessel: VesselState, what: str, order: Order, value: str) -> Readers:
    """Change a figure as `set {what} of {whom}` does."""
    FIGURES[what](order, vessel, value, what)
    return _team_of(order, vessel)


def _set_position(vessel: VesselState, order: Order, value: str) -> Readers:
    """Put a vessel at a place or an empty point (rules W18.11, W18.12)."""
    place = order.day.content.destinations.get(value)
    point = value if place is None else place.coordinates
    if len(point) != DIGITS or not (point.isascii() and point.isdecimal()):
        fail_unknown(f"A place or five digits were expected, not {value[:60]}")
    vessel.point = point
    return _team_of(order, vessel)


def _set_quadrant(vessel: VesselState, order: Order, value: str) -> Readers:
    """Move a vessel on the map, or take it off with 0 (rules W13.4)."""
    if value == "0":
        vessel.quadrant = 0
    else:
        order.require(order.day.find_printed(vessel).size, "W13.1", f"{vessel.name} lies in no quadrant")
        FIGURES["quadrant"](order, vessel, value, "quadrant")
    return None


def _set_hurt(vessel: VesselState, order: Order, value: str) -> Readers:
    vessel.hurt = read_number(order, value, 0, MOST_POINTS, "W12.1")
    return _team_of(order, vessel)


def _set_boarders(vessel: VesselState, order: Order, value: str) -> Readers:
    vessel.parties = read_number(order, value, 0, MOST_POINTS, "W16.6")
    vessel.boarded = max(vessel.boarded, vessel.parties)
    return _team_of(order, vessel)


def _set_drive(vessel: VesselState, order: Order, value: str) -> Readers:
    """Say that the drive was crewed at muster, or was not (rules W11.5)."""
    _require_option(value, (CREWED, NOT_CREWED))
    vessel.is_mustered = value == CREWED
    return _team_of(order, vessel)


def _set_supply(vessel: VesselState, resource: str, order: Order, value: str) -> Readers:
    """Set a level of supply; the hold on paper has paid for it (rules W4.4)."""
    _require_option(value, LEVELS)
    vessel.supply[resource] = value
    return _team_of(order, vessel)


def _set_crew(vessel: VesselState, station: Station, order: Order, value: str) -> Readers:
    station.crew = read_crew(value)
    return _team_of(order, vessel)


def _set_damage(vessel: VesselState, station: Station, order: Order, value: str) -> Readers:
    """Lay a damage card on a station or take it away; its instant effects are past (rules W12.3, W12.9)."""
    day = order.day
    if value == station.card:
        return _team_of(order, vessel)
    was_mustered = vessel.is_mustered
    if station.card:
        repair_station(day, vessel, station)
    if station.kind == JUMP_DRIVE:
        vessel.is_mustered = was_mustered
    if value != NONE:
        card = day.content.damage.get(value)
        if card is None:
            fail_unknown(f"There is no damage card called {value[:60]}")
        fits = card.kind == station.kind and card in list_deck(day, vessel)
        order.require(fits, "W12.9", f"{value} is not in the damage deck for this station")
        station.card = card.title
        vessel.modifiers += list_ongoing_modifiers(card, station.title)
    return _team_of(order, vessel)


def _set_riot(vessel: VesselState, station: Station, order: Order, value: str) -> Readers:
    """Put a riot counter on a station, face up or down, or take it away (rules W22.4)."""
    _require_option(value, (NONE, UP, DOWN))
    station.riot = "" if value == NONE else value
    station.is_tried = station.is_new_riot = False
    return _team_of(order, vessel)


def _set_uses(vessel: VesselState, station: Station, order: Order, value: str) -> Readers:
    station.uses = read_number(order, value, 0, MOST_USES, "W11.2")
    return _team_of(order, vessel)


def _set_status(vessel: VesselState, unit: Unit, order: Order, value: str) -> Readers:
    """Damage a unit, make it whole, or take it away (rules W17)."""
    _require_option(value, (WHOLE, DAMAGED, DESTROYED))
    unit.status = value
    if value == DESTROYED:
        unit.quadrant = 0
    return _team_of(order, vessel)


def _set_vessel_of(vessel: VesselState, unit: Unit, order: Order, value: str) -> Readers:
    _require_option(value, (*order.day.state.vessels, *order.day.state.shuttles))
    unit.aboard = value
    return _team_of(order, vessel)


def _add_units(vessel: VesselState, kind: str, order: Order, value: str) -> Readers:
    """Build units; squadrons need a hangar that is rated for them (rules W8.5)."""
    number = read_number(order, value, 0, MOST_NEW, "W8.5")
    if kind == SQUADRON:
        held, rated = len(order.day.state.squadrons_of(vessel.name)), rate_hangar(order.day, vessel)
        order.require(held + number <= rated, "W8.5", f"The hangar is rated for {rated} squadrons")
    for _ in range(number):
        add_unit(order.day, vessel, kind)
    return _team_of(order, vessel)


def _set_shuttle(vessel: VesselState, shuttle: Shuttle, order: Order, value: str) -> Readers:
    _require_option(value, (*order.day.state.vessels, NOWHERE))
    shuttle.at = "" if value == NOWHERE else value
    return _team_of(order, vessel)


def _set_cargo(vessel: VesselState, shuttle: Shuttle, order: Order, value: str) -> Readers:
    shuttle.goods, shuttle.crew = read_cargo(value)
    return _team_of(order, vessel)


def _set_hand(seat: str, order: Order, value: str) -> Readers:
    """Give a seat these action cards; those that it no longer has are discarded (rules W21.1)."""
    state, titles = order.day.state, read_titles(value, order.day.content.cards)
    state.discards += [title for title in state.hands.get(seat, ()) if title not in titles]
    state.discards = [title for title in state.discards if title not in titles]
    for other, hand in state.hands.items():
        for title in [title for title in hand if title in titles and other != seat]:
            order.day.tell_to((other,), events.CardMoved, card=title, seat=seat)
        state.hands[other] = [title for title in hand if title not in titles]
    state.hands[seat] = titles
    return (seat,)


def _set_destinations(vessel: VesselState, order: Order, value: str) -> Readers:
    """Give a vessel these destination cards, from wherever they are; the others are discarded (rules W18.3)."""
    state, titles = order.day.state, read_titles(value, order.day.content.destinations)
    discard_destinations(order.day, vessel)
    for other in state.vessels.values():
        other.destinations = [title for title in other.destinations if title not in titles]
    for pile in (state.deck, state.next_destinations, state.last_destinations, state.used_destinations):
        pile[:] = [title for title in pile if title not in titles]
    vessel.destinations = titles
    return _team_of(order, vessel)
