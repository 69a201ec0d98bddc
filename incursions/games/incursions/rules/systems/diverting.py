"""Diverting: shield points turned into power for the maneuver, or the answer, that follows (rules 7.5, 7.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.games.incursions.rules.events.turns import Diverted
from incursions.games.incursions.rules.printed.pieces import printed_fact
from incursions.games.incursions.rules.state.phrases import DIVERTING, FIRE, SYSTEM_NAMED, TO_SYSTEM, parse_option
from incursions.games.incursions.rules.systems import power
from incursions.games.incursions.rules.systems.cloaking import held_by

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard, ShipCard
    from incursions.games.incursions.rules.state.seats import Ship

MANEUVER = "maneuver"  # the trigger of effects that take a maneuver
DEFENDING_SYSTEMS = ("evade", "repair")  # defences that take power, except shields (rules 7.5, 11.8)
EVADING_SYSTEMS = ("evade",)  # the only answer to a tractor beam (rules 12.5)
_PRINTED = ("warp", *FIRE, "mines", "repair", "tractor", "tachyon_sweep", "cloak", "assimilation")


def options(game: Game, ship: Ship) -> list[str]:
    """Return a phrase for each number of points that can be diverted: in fives, or as effects change it (rules 7.9)."""
    each = power.diversion(game, ship)
    points = each.points
    return DIVERTING[points : points * power.diversions_left(ship, each) + 1 : points]


def is_divert(first: str) -> bool:
    """Return True if a line that begins with this phrase diverts."""
    return parse_option(first).verb == "divert"


def maneuvering_systems(game: Game, ship: Ship) -> list[str]:
    """Return the systems that power serves in a maneuver: the ship's, tabled weapons, breaking free (rules 7.3)."""
    systems, player = [*_printed_systems(ship.card)], game.players[ship.seat]
    for number in player.tabled if MANEUVER in player.in_force.by_trigger else ():
        card = game.cards[number].card
        if is_prototype(card) and number not in game.board.face_down and card.title not in systems:
            systems.append(card.title)
    if held_by(game, ship.seat):
        systems.append("break free")
    return systems


@printed_fact
def _printed_systems(card: ShipCard) -> tuple[str, ...]:
    printed = card.definition["systems"]
    return tuple(name for name in _PRINTED if name in printed or name == "repair")


@printed_fact
def is_prototype(card: GameCard) -> bool:
    """Return True if the card is a weapon that can be fired while it is tabled (rules 10.8)."""
    return any(effect.verb == "attack" for effect in card.effects.by_trigger.get(MANEUVER, ()))


def phrase_of(system: str) -> str:
    """Return the phrase that names the system: ``to phasers``."""
    return TO_SYSTEM.get(system, f"to {system}")


def stage(seat: int, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """Ask for the system to divert to; None if the line is another one, or complete."""
    if not is_divert(said[0]) or len(said) > 1:
        return None
    return Question(seat, "one", "divert to", [*map(phrase_of, systems)], None, "Divert to which system?", "7.5", said)


def take(game: Game, ship: Ship, said: tuple[str, ...]) -> None:
    """Turn shield points into power, five into one unless effects change it (rules 7.5)."""
    each, points = power.diversion(game, ship), parse_option(said[0]).amount
    named = parse_option(said[1])
    system = SYSTEM_NAMED.get(named.subject, named.title)
    gained, shields = points // each.points * each.power, ship.shields
    ship.divert(points, gained, system)
    game.tell(Diverted, seat=ship.seat, points=points, power=gained, system=system, shields=[shields, ship.shields])


def most_power(game: Game, ship: Ship) -> int:
    """Return the power that diverting all available points would give (rules 7.9)."""
    each = power.diversion(game, ship)
    return power.diversions_left(ship, each) * each.power
