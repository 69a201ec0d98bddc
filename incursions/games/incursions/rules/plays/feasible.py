"""The check that a card would do something if played now; one that would not has no legal target (rules 13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.conditions import Situation, hold
from incursions.games.incursions.rules.plays.card_faces import STAYS_ON_TABLE, Face
from incursions.games.incursions.rules.plays.in_play import Refused
from incursions.games.incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Condition
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.refs import Ref
    from incursions.games.incursions.rules.ships import Ship

ASKED_OF_USERS = frozenset(
    {"ship", "captain", "owner", "own_shields", "officers", "tabled", "aux", "turn", "here"}
)  # conditions that depend only on the card's player

HELD = "cards"  # in hand, without the card itself, which has left it


def is_feasible(game: Game, user: int, face: Face, target: int | None, ref: Ref | None, *triggers: str) -> bool:
    """Return True if the first effect of the face would do something. Espionage is skipped, because it is rolled first.

    A card that stays in play serves later. For another's hidden cards only their number is used.
    """
    if face.play_method in STAYS_ON_TABLE:
        return True
    for effect in face.effects_on(*triggers) if triggers else face.played:
        if effect.verb != "espionage":
            return game.verbs[effect.verb].comes_to_something(game, user, effect, target, ref)
    return True


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
