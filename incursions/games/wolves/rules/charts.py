"""Destination cards: the deck, and who draws from it (rules W18.2, W18.3)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Choice
from incursions.games.wolves.rules.orders import Handler, Order
from incursions.games.wolves.rules.roles import STATION_WORK, name_duty, require_manned, require_team, require_turn
from incursions.games.wolves.rules.state import VesselState

CARD_FUEL = 3
"""The fuel that one more destination card costs (rules W18.2)."""
DRAW_LOCK = "draw_destination"


def draw_title(day: Day) -> str | None:
    """Return the next destination card; an empty deck is made anew of the discards (rules W18.2)."""
    state = day.state
    if state.next_destinations:
        return state.next_destinations.pop(0)
    if not state.deck and not state.last_destinations:
        state.deck, state.used_destinations = state.used_destinations, []
    if state.deck:
        title = day.draw("destinations", state.deck)
        state.deck.remove(title)
        return title
    return state.last_destinations.pop(0) if state.last_destinations else None


def draw_destination(day: Day, number: int = 1) -> None:
    """Draw destination cards for the vessel that keeps them (rules W18.2, W18.14)."""
    vessel = day.chart_vessel
    for _ in range(number):
        title = draw_title(day) if vessel is not None else None
        if vessel is not None and title is not None:
            vessel.destinations.append(title)
            day.tell_team(vessel.name, events.DestinationDrawn, title=title)


def draw_at_start(day: Day) -> None:
    """Draw the card of a turn's start, if nothing keeps the vessel from it (rules W2.2)."""
    vessel = day.chart_vessel
    if vessel is not None and not has_lock(day, vessel, DRAW_LOCK):
        draw_destination(day)


def has_lock(day: Day, vessel: VesselState, lock: str) -> bool:
    """Return True if a damage card aboard forbids what the lock names (rules W12.3)."""
    cards = (day.content.damage[station.card] for station in vessel.stations.values() if station.card)
    return any(effect.verb == "lock" and lock in effect.words for card in cards for effect in card.ongoing)


def discard_destinations(day: Day, vessel: VesselState) -> None:
    """Discard all destination cards of a vessel (rules W18.3)."""
    day.state.used_destinations += vessel.destinations
    vessel.destinations = []


def peek_destinations(day: Day, vessel: VesselState, number: int) -> None:
    """Show a team the next cards of the deck; one of its choice goes under it."""
    state = day.state
    while len(state.next_destinations) < number:
        kept, state.next_destinations = state.next_destinations, []
        title = draw_title(day)
        state.next_destinations = kept if title is None else [*kept, title]
        if title is None:
            break
    titles = state.next_destinations[:number]
    day.tell_team(vessel.name, events.DestinationsSeen, titles=", ".join(titles))
    if len(titles) > 1:
        state.choices.append(Choice(vessel.name, titles, is_for_team=True, use=DRAW_LOCK))


def put_under(day: Day, title: str) -> None:
    """Put a card that was seen under the deck."""
    if title in day.state.next_destinations:
        day.state.next_destinations.remove(title)
        day.state.last_destinations.append(title)


def handle_draw(day: Day, order: Order) -> None:
    """Draw a destination card for fuel, at any time (rules W18.2)."""
    vessel = day.chart_vessel
    require_team(order, FLAGSHIP if vessel is None else vessel.name)
    require_turn(order)
    if vessel is None:
        return
    require_manned(order, vessel)
    order.require(not has_lock(day, vessel, DRAW_LOCK), "W12.6", "You cannot draw: the bridge is damaged")
    order.require(
        vessel.hold["fuel"] >= CARD_FUEL, "W18.2", f"It costs {CARD_FUEL} fuel, and you have {vessel.hold['fuel']}"
    )
    day.end_checks()
    vessel.hold["fuel"] = max(0, vessel.hold["fuel"] - CARD_FUEL)
    what = f"pays {CARD_FUEL} fuel for a destination"
    day.tell_team(vessel.name, events.Acted, seat=order.seat, what=what, detail=name_duty(order, vessel, STATION_WORK))
    draw_destination(day)


COMMANDS: dict[str, Handler] = {"draw_destination": handle_draw}
