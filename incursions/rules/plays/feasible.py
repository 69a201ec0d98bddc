"""The check that a card would do something if played now; one that would not has no legal target (rules 13.15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from incursions.engine.hexes import distance
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.plays.card_faces import STAYS_ON_TABLE, Face
from incursions.rules.plays.in_play import Refused
from incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.game import Game
    from incursions.rules.refs import Ref
    from incursions.rules.ships import Ship

ASKED_OF_USERS = frozenset(
    {"ship", "captain", "owner", "own_shields", "officers", "tabled", "aux", "turn", "here"}
)  # conditions that depend only on the card's player

HELD = "cards"  # in hand, without the card itself, which has left it

Obstacle = Callable[["Game", "Ship", "Effect"], "Refused | None"]
"""Returns the rule and the reason why an effect cannot come about now; for verbs with a check of their own."""


def is_feasible(game: Game, user: int, face: Face, target: int | None, ref: Ref | None, *triggers: str) -> bool:
    """Return True if the first effect of the face would do something. Espionage is skipped, because it is rolled first.

    A card that stays in play serves later. For another's hidden cards only their number is used.
    """
    if face.play_method in STAYS_ON_TABLE:
        return True
    for effect in face.effects_on(*triggers) if triggers else face.played:
        if effect.verb != "espionage":
            return comes_to_something(game, user, effect, target, ref)
    return True


def comes_to_something(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    """Return True if this effect would do something."""
    check = _CHECKS.get(effect.verb)
    if check is None:
        return game.verbs[effect.verb].comes_to_something(game, user, effect, target, ref)
    return check(Trial(game, user, effect, target, ref))


def may_come(game: Game, user: int, number: int, face: Face) -> bool:
    """Return True if the conditions on the player hold for at least one effect of the played face.

    The card itself has left the hand when its effects come.
    """
    asking = _list_conditions(face)
    return not asking or any(_holds(game, user, number, asked) for asked in asking)


@printed_fact
def _list_conditions(face: Face) -> tuple[tuple[Condition, ...], ...]:
    """Return the conditions on the player of each played effect; () if one effect has none."""
    asking = tuple(
        tuple(
            condition for condition in effect.conditions if condition.name in ASKED_OF_USERS or condition.name == HELD
        )
        for effect in face.played
    )
    return asking if all(asking) else ()


def _holds(game: Game, user: int, number: int, asked: tuple[Condition, ...]) -> bool:
    held = [condition.value for condition in asked if condition.name == HELD]
    if held and len(game.players[user].hand) <= max(held):
        return False
    return hold(game, Situation(number, user, None), (condition for condition in asked if condition.name != HELD))


def obstacle(game: Game, ship: Ship, face: Face, *triggers: str) -> Refused | None:
    """Return why the first effect of a face cannot come about, if its verb has a check of its own, or None."""
    for effect in face.effects_on(*triggers) if triggers else face.played:
        return game.verbs[effect.verb].why_not(game, ship, effect)
    return None


class Trial(NamedTuple):
    """A test of an effect by `user` against the seat `target`, aimed at through `ref`."""

    game: Game
    user: int
    effect: Effect
    target: int | None
    ref: Ref | None


def _repair(trial: Trial) -> bool:
    if trial.effect.target not in (None, "you", "your ship"):
        return True
    ship = trial.game.ships[trial.user]
    return ship.hull < ship.card.hull or ship.shields < ship.shields_maximum


def _deal(trial: Trial) -> bool:
    """Return True if an effect on all others reaches one of them; a cloak hides from it (rules 12.7)."""
    within = trial.effect.fields.get("within")
    if trial.effect.target != "every other ship" or within is None:
        return True
    ships, here = trial.game.ships, trial.game.ships[trial.user].at
    seen = (ship for ship in ships if ship.seat != trial.user and ship.out is None and ship.cloak is None)
    return any(distance(here, ship.at) <= within for ship in seen)


_CHECKS: dict[str, Callable[[Trial], bool]] = {
    "deal": _deal,
    "repair": _repair,
}
