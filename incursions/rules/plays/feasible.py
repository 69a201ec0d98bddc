"""Whether a card would do anything if it were played now: one that would not has no legal target (rules 13.15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from incursions.engine.hexes import distance
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.hexes.charting import can_explore
from incursions.rules.plays.card_faces import STAYS_ON_TABLE, Face
from incursions.rules.plays.card_kinds import cards_like
from incursions.rules.plays.in_play import Refused, why_not_enter
from incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.game import Game
    from incursions.rules.refs import Ref
    from incursions.rules.ships import Ship

ASKED_OF_USERS = frozenset(
    {"ship", "captain", "owner", "own_shields", "officers", "tabled", "aux", "turn", "here"}
)  # conditions that hang on nothing but a card's player

HELD = "cards"  # in hand: the card itself is not there any more when its effects come

Obstacle = Callable[["Game", "Ship", "Effect"], "Refused | None"]
"""The rule and the reason why what an effect says cannot come about now, for verbs that know more than this page."""

Check = Callable[["Game", int, "Effect", int | None, "Ref | None"], bool]


def is_feasible(game: Game, user: int, face: Face, target: int | None, ref: Ref | None, *triggers: str) -> bool:
    """Would the first thing that the face does come to something? Espionage apart, which is rolled first.

    A card that stays in play serves later. Of another's hidden cards only their number is looked at.
    """
    if face.play_method in STAYS_ON_TABLE:
        return True
    for effect in face.on(*triggers) if triggers else face.played:
        if effect.verb != "espionage":
            return comes_to_something(game, user, effect, target, ref)
    return True


def comes_to_something(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    """Would this effect come to something?"""
    check = _CHECKS.get(effect.verb)
    return check is None or check(game, user, effect, target, ref)


def may_come(game: Game, user: int, number: int, face: Face) -> bool:
    """Does any of what the face does when it is played ask for nothing of its player that is not so?

    The card itself is not in hand any more when its effects come.
    """
    asking = _asking(face)
    return not asking or any(_holds(game, user, number, asked) for asked in asking)


@printed_fact
def _asking(face: Face) -> tuple[tuple[Condition, ...], ...]:
    """What each effect asks of its player when it is played; nothing where one of them asks nothing."""
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
    """Why the first thing that a face does cannot come about, where its verb has a rule of its own for that."""
    for effect in face.on(*triggers) if triggers else face.played:
        check = game.obstacles.get(effect.verb)
        return None if check is None else check(game, ship, effect)
    return None


def _take(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    place = effect.fields["from"]
    if place in ("your discard pile", "your non-salvageable pile", "your deck", "target discard pile"):
        return bool(cards_like(game, user, target, place, effect.fields.get("filter")))
    return bool(cards_like(game, user, target, place, None))


def _discard(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    return bool(cards_like(game, user, target, effect.fields.get("from", "your hand"), None))


def _look(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    place = effect.fields["at"]
    if place.endswith("hexpile"):
        seat = user if place.startswith("your") else target
        return seat is not None and bool(game.pile_of(seat))
    return bool(cards_like(game, user, target, place, None))


def _turn_up(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    return game.ships[user].turned_down > 0


def _restore_aux(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    return not game.players[user].aux


def _table_now(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    found = cards_like(game, user, target, effect.fields["from"], effect.fields.get("filter"))
    return any(why_not_enter(game, user, number) is None for number in found)


def _turn_over(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    """What is named must lie the other way."""
    if ref is None or ref[0] != "card":
        return True
    return bool((ref[1] in game.board.face_down) == (effect.fields["to"] == "up"))


def _repair(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    if effect.target not in (None, "you", "your ship"):
        return True
    ship = game.ships[user]
    return ship.hull < ship.card.hull or ship.shields < ship.shields_maximum


def _explore(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    return can_explore(game, game.ships[user])


def _deal(game: Game, user: int, effect: Effect, target: int | None, ref: Ref | None) -> bool:
    """What strikes all others must reach one of them, and a cloak hides from it (rules 12.7)."""
    within = effect.fields.get("within")
    if effect.target != "every other ship" or within is None:
        return True
    here = game.ships[user].at
    seen = (ship for ship in game.ships if ship.seat != user and ship.out is None and ship.cloak is None)
    return any(distance(here, ship.at) <= within for ship in seen)


_CHECKS: dict[str, Check] = {
    "deal": _deal,
    "take": _take,
    "discard": _discard,
    "look": _look,
    "turn_up": _turn_up,
    "restore_aux": _restore_aux,
    "table_now": _table_now,
    "turn_over": _turn_over,
    "repair": _repair,
    "explore": _explore,
}
