"""Plays of action cards: the card that is played, and the target that its player names (rules W21.3)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import QUADRANTS, ActionCard
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import OF, Order, fail_unknown, split_vessel
from incursions.games.wolves.rules.state import Station, Unit, VesselState


class Target(NamedTuple):
    """The target of a card: a vessel, and a station, a training of crew or a unit there."""

    vessel: VesselState | None
    words: str
    station: Station | None = None
    training: str = ""
    unit: Unit | None = None
    quadrant: int = 0


class Play(NamedTuple):
    """A card that is played: the order, the card, its holder's vessel (None for the News Media), and the target."""

    order: Order
    card: ActionCard
    own: VesselState | None
    target: Target

    @property
    def day(self) -> Day:
        """The day."""
        return self.order.day


def read_target(order: Order, text: str) -> Target:
    """Return what a card is played on: "Dione", "Bridge of Dione", "untrained of Hydroponics", a unit, "quadrant 2"."""
    state = order.day.state
    own = state.vessels.get(order.team)
    unit = state.units.get(text)
    if unit is not None:
        return Target(state.vessels.get(unit.aboard) or state.vessels[unit.home], text, unit=unit)
    if text in state.vessels:
        return Target(state.vessels[text], text)
    if text.startswith("quadrant ") and text[9:] in map(str, QUADRANTS):
        return Target(own, text, quadrant=int(text[9:]))
    if not text:
        return Target(None, "")
    words, named = split_vessel(order, text)
    vessel = named or own
    if vessel is None:
        return fail_unknown(f"There is no {text}")
    if words in vessel.stations:
        return Target(vessel, text, vessel.stations[words])
    training, of, title = words.partition(OF)
    if of and title in vessel.stations:
        return Target(vessel, text, vessel.stations[title], training)
    return Target(vessel, text) if words == "crew" else fail_unknown(f"{vessel.name} has no {words}")


def find_served_vessel(play: Play) -> VesselState | None:
    """Return the vessel that a card serves: the target's or, for one without a target, its holder's own."""
    return play.target.vessel or play.own
