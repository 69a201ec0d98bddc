"""Offers and requests for leave, which stand until they are answered (rules W26.8)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Offer
from incursions.games.wolves.rules.orders import Order
from incursions.games.wolves.rules.state import VesselState

SWAP_WITH = "swap with "
LEAVING = " leaving"
MOST_OFFERS = 12
"""The offers and requests that a seat may have open (rules W26.8)."""


def ask_leave(order: Order, to: VesselState, whom: str, needs_commander: bool, rule: str) -> None:
    """Ask the commander or the team of a vessel for leave; the order is carried out when it is given."""
    name = f"{order['cargo']}{LEAVING}"
    add_offer(order, Offer(name, order.seat, order.team, to.name, needs_commander, rule, order.text))
    readers = (order.seat, *order.day.seats_of(to.name))
    order.day.tell_to(readers, events.LeaveAsked, seat=order.seat, whom=whom, what=f"leave to take {order['cargo']}")


def add_offer(order: Order, offer: Offer) -> None:
    """Add an offer; one of the same vessel to another for the same takes the place of the first.

    A seat may have a few open (rules W26.8).
    """
    alike = (offer.name, offer.by, offer.to)
    offers = [each for each in order.day.state.offers if (each.name, each.by, each.to) != alike]
    is_room = sum(each.maker == offer.maker for each in offers) < MOST_OFFERS
    wanted = f"You have {MOST_OFFERS} open offers and requests, the maximum. Wait for an answer, or withdraw one"
    order.require(is_room, "W26.8", wanted)
    order.day.end_checks()
    order.day.state.offers = [*offers, offer]


def end_offers(day: Day) -> None:
    """End all offers, with the Action phase or as an attack begins (rules W26.8)."""
    day.state.offers = []


def find_offer(day: Day, team: str, name: str) -> Offer | None:
    """Return the offer to a vessel's team that a text names: "swap with Dione" names who made it."""
    offers = (offer for offer in day.state.offers if offer.to == team)
    return next((offer for offer in offers if name_to_answer(offer.name, offer.by) == name), None)


def name_to_answer(name: str, by: str) -> str:
    """Return the name by which an offer of a vessel is answered: for "swap with Dione" by Lucas "swap with Lucas"."""
    return f"{SWAP_WITH}{by}" if name.startswith(SWAP_WITH) else name


def find_own_offer(day: Day, team: str, name: str) -> Offer | None:
    """Return the offer that a vessel's team has made, as a text names it: "swap with Lucas" names to whom."""
    return next((offer for offer in day.state.offers if offer.by == team and offer.name == name), None)
