"""Power beyond Basic: costs, the effects that change them, and diverted shields (rules 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.state.seats import POINTS_PER_DIVERTED_POWER, POINTS_PER_SHIELD_POWER

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.phrases import Line
    from incursions.games.incursions.rules.state.seats import Ship


LEAVING = "leaving the hex"
DIVERSION = "diversion"


def cost(game: Game, seat: int, of: str, usual: int, frame: Any = None, more: Iterable[Effect] = ()) -> int:
    """Return what something costs the seat now: replaced first, then changed, never below 0 (rules 7.3, 10.12).

    `more` are effects in addition to those in force, such as those of the card in play. `frame` is what is under way.
    """
    if not more and ("set_cost", of) not in game.players[seat].in_force.by_word:
        return usual
    in_force = forces(game, seat, "set_cost", frame, of=of)
    found = [force.effect.fields for force in in_force] + [each.fields for each in more if of in each.fields["of"]]
    for fields in found:
        usual = fields.get("to", usual)
    for fields in found:
        changed = usual + fields.get("by", 0)
        usual = max(changed, min(usual, fields.get("least", 0)))
    return max(0, usual)


def cost_to_leave(game: Game, ship: Ship, maneuver: str) -> int:
    """Return what a warp or an exploration costs in addition to the power for its distance (rules 7.3, 9.4)."""
    if "set_cost" not in game.players[ship.seat].in_force.by_verb:
        return 0
    return cost(game, ship.seat, maneuver, 0) + cost(game, ship.seat, LEAVING, 0)


def shield_power_points(game: Game, seat: int) -> int:
    """Return the points by which one power raises the shields, never below 0 (rules 7.3, 10.10)."""
    points = POINTS_PER_SHIELD_POWER
    for force in forces(game, seat, "modify", of="shield power"):
        fields = force.effect.fields
        points = fields.get("to", points) + fields.get("by", 0)
    return max(0, points)


class Diversion(NamedTuple):
    """An exchange rate: `points` of the shields yield `power` (rules 7.5)."""

    points: int
    power: int


USUAL_DIVERSION = Diversion(POINTS_PER_DIVERTED_POWER, 1)


def diversion(game: Game, ship: Ship) -> Diversion:
    """Return the current exchange rate, with the command that is ready for the maneuver (rules 7.5, 13.6)."""
    player = game.players[ship.seat]
    if not player.commands and ("set_cost", DIVERSION) not in player.in_force.by_word:
        return USUAL_DIVERSION
    in_force = forces(game, ship.seat, "set_cost", of=DIVERSION)
    ready = (game.cards[number].card.effects for number in player.commands)
    more = [effect for effects in ready for effect in effects if effect.verb == "set_cost"]
    points = cost(game, ship.seat, DIVERSION, POINTS_PER_DIVERTED_POWER, more=more)
    found = [force.effect for force in in_force] + [effect for effect in more if DIVERSION in effect.fields["of"]]
    gives = (effect.fields.get("gives", 1) for effect in found)
    return Diversion(max(1, points), max(gives, default=1))


def diversions_left(ship: Ship, each: Diversion) -> int:
    """Return how often the ship's shields can be diverted at this rate (rules 7.9)."""
    left = ship.shields if ship.hull else ship.shields - 1
    return left // each.points if left > 0 else 0


def power_short_of_line(ship: Ship, line: Line, system: str, bought: str = "That") -> tuple[str, str] | None:
    """Refuse too much power for a system, summed over the whole line; None if it suffices."""
    asked = sum(option.amount for option in line if option.verb and option.subject in ("power", "range"))
    return power_short(ship, system, asked, bought)


def power_short(ship: Ship, system: str, needed: int, what: str) -> tuple[str, str] | None:
    """Return the refusal for too little power, with the number of face-up cards, or None (rules 7.1)."""
    available = ship.available(system)
    if needed <= available:
        return None
    cards = "card is" if ship.power == 1 else "cards are"
    diverted = available - ship.power
    more = f", {diverted} diverted besides" if diverted else ""
    return "7.1", f"{what} takes {needed} power, and {ship.power} of your power {cards} face up{more}"
