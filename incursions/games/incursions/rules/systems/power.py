"""Power beyond Basic: costs, the effects that change them, and shield points diverted into power (rules 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import BY_MANEUVER, forces
from incursions.games.incursions.rules.events.turns import Diverted
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import GameCard, ShipCard, printed_fact
from incursions.games.incursions.rules.state.game_state import GameState, list_holders
from incursions.games.incursions.rules.state.phrases import DIVERTING, FIRE, SYSTEM_NAMED, TO_SYSTEM, parse_option
from incursions.games.incursions.rules.state.seats import POINTS_PER_DIVERTED_POWER, POINTS_PER_SHIELD_POWER, Ship

LEAVING = "leaving the hex"
DIVERSION = "diversion"
DEFENDING_SYSTEMS = ("evade", "repair")  # defences that take power, except shields (rules 7.5, 11.8)
EVADING_SYSTEMS = ("evade",)  # the only answer to a tractor beam (rules 12.5)
_PRINTED = ("warp", *FIRE, "mines", "repair", "tractor", "tachyon_sweep", "cloak", "assimilation")


def cost(game: GameState, seat: int, of: str, usual: int, frame: Any = None, more: Iterable[Effect] = ()) -> int:
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


def cost_to_leave(game: GameState, ship: Ship, maneuver: str) -> int:
    """Return what a warp or an exploration costs in addition to the power for its distance (rules 7.3, 9.4)."""
    if "set_cost" not in game.players[ship.seat].in_force.by_verb:
        return 0
    return cost(game, ship.seat, maneuver, 0) + cost(game, ship.seat, LEAVING, 0)


def shield_power_points(game: GameState, seat: int) -> int:
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


def diversion(game: GameState, ship: Ship) -> Diversion:
    """Return the current exchange rate, with the command that is ready for the maneuver (rules 7.5, 13.6)."""
    player = game.players[ship.seat]
    if not player.commands and ("set_cost", DIVERSION) not in player.in_force.by_word:
        return USUAL_DIVERSION
    in_force = forces(game, ship.seat, "set_cost", of=DIVERSION)
    ready = (game.cards[number].effects for number in player.commands)
    more = [effect for effects in ready for effect in effects if effect.verb == "set_cost"]
    points = cost(game, ship.seat, DIVERSION, POINTS_PER_DIVERTED_POWER, more=more)
    found = [force.effect for force in in_force] + [effect for effect in more if DIVERSION in effect.fields["of"]]
    gives = (effect.fields.get("gives", 1) for effect in found)
    return Diversion(max(1, points), max(gives, default=1))


def diversions_left(ship: Ship, each: Diversion) -> int:
    """Return how often the ship's shields can be diverted at this rate (rules 7.9)."""
    left = ship.shields if ship.hull else ship.shields - 1
    return left // each.points if left > 0 else 0


def diverting_options(game: GameState, ship: Ship) -> list[str]:
    """Return a phrase for each number of points that can be diverted: in fives, or as effects change it (rules 7.9)."""
    each = diversion(game, ship)
    points = each.points
    return DIVERTING[points : points * diversions_left(ship, each) + 1 : points]


def is_divert(first: str) -> bool:
    """Return True if a line that begins with this phrase diverts."""
    return parse_option(first).verb == "divert"


def maneuvering_systems(game: GameState, ship: Ship) -> list[str]:
    """Return the systems that power serves in a maneuver: the ship's, tabled weapons, breaking free (rules 7.3)."""
    systems, player = [*_printed_systems(ship.card)], game.players[ship.seat]
    for number in player.tabled if BY_MANEUVER in player.in_force.by_trigger else ():
        card = game.cards[number]
        if is_prototype(card) and number not in game.board.face_down and card.title not in systems:
            systems.append(card.title)
    if list_holders(game, ship.seat):
        systems.append("break free")
    return systems


@printed_fact
def _printed_systems(card: ShipCard) -> tuple[str, ...]:
    """Return the names of the systems that the ship prints; every ship can repair."""
    printed = card.systems
    return tuple(name for name in _PRINTED if name in printed or name == "repair")


@printed_fact
def is_prototype(card: GameCard) -> bool:
    """Return True if the card is a weapon that can be fired while it is tabled (rules 10.8)."""
    return any(effect.verb == "attack" for effect in card.effects.by_trigger.get(BY_MANEUVER, ()))


def diverting_stage(seat: int, said: Phrases, systems: Sequence[str]) -> Question | None:
    """Ask for the system to divert to; None if the line is another one, or complete."""
    if not is_divert(said[0]) or len(said) > 1:
        return None
    options = [TO_SYSTEM.get(system, f"to {system}") for system in systems]
    return Question(seat, "one", "divert to", options, None, "Divert to which system?", "7.5", said)


def divert(game: GameState, ship: Ship, said: Phrases) -> None:
    """Turn shield points into power, five into one unless effects change it (rules 7.5)."""
    each, points = diversion(game, ship), parse_option(said[0]).amount
    named = parse_option(said[1])
    system = SYSTEM_NAMED.get(named.subject, named.title)
    gained, shields = points // each.points * each.power, ship.shields
    ship.divert(points, gained, system)
    game.tell(Diverted, seat=ship.seat, points=points, power=gained, system=system, shields=[shields, ship.shields])


def most_power(game: GameState, ship: Ship) -> int:
    """Return the power that diverting all available points would give (rules 7.9)."""
    each = diversion(game, ship)
    return diversions_left(ship, each) * each.power
