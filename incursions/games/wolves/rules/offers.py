"""Offers and requests for leave, which stand until they are answered (rules W26.8)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Offer
from incursions.games.wolves.rules.orders import Order
from incursions.games.wolves.rules.state import VesselState

SWAP_WITH = "swap with "
LEAVING = " leaving"


def ask_leave(order: Order, to: VesselState, whom: str, needs_commander: bool, rule: str) -> None:
    """Ask the commander or the team of a vessel for leave; the order is carried out when it is given."""
    name = f"{order['cargo']}{LEAVING}"
    add_offer(order.day, Offer(name, order.seat, order.team, to.name, needs_commander, rule, order.text))
    readers = (order.seat, *order.day.seats_of(to.name))
    order.day.tell_to(readers, events.LeaveAsked, seat=order.seat, whom=whom, what=f"leave to take {order['cargo']}")


def add_offer(day: Day, offer: Offer) -> None:
    """Add an offer; one of the same maker to the same vessel for the same takes the place of the first."""
    alike = (offer.name, offer.by, offer.to)
    day.state.offers = [each for each in day.state.offers if (each.name, each.by, each.to) != alike]
    day.state.offers.append(offer)


def end_offers(day: Day) -> None:
    """End all offers, with the Action phase or as an attack begins (rules W26.8)."""
    day.state.offers = []


def find_offer(day: Day, team: str, name: str) -> Offer | None:
    """Return the offer to a vessel's team that a text names: "swap with Dione" names who made it."""
    for offer in day.state.offers:
        shown = f"{SWAP_WITH}{offer.by}" if offer.name.startswith(SWAP_WITH) else offer.name
        if offer.to == team and shown == name:
            return offer
    return None


def find_own_offer(day: Day, team: str, name: str) -> Offer | None:
    """Return the offer that a vessel's team has made, as a text names it: "swap with Lucas" names to whom."""
    return next((offer for offer in day.state.offers if offer.by == team and offer.name == name), None)
