"""What an attack and a defence would probably come to, from what everybody knows (the page's forecast)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.attack_cards import draft
from incursions.rules.refs import Ref
from incursions.rules.scoring import dice_and_bonus, effects_of, halved
from incursions.rules.targets import far_to

if TYPE_CHECKING:
    from incursions.rules.firing import Order, Shot
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

AVERAGE_DIE, BEST_DIE = 3.5, 6


def odds_of(game: Game, ship: Ship, shot: Shot, order: Order) -> dict[str, Any]:
    """Cost, distance, and the score: its average, least and most."""
    aim: Ref | None = shot.aim
    if aim is None:
        return {}
    number = None if shot.extra is None else shot.extra.number
    attack = draft(game, ship, shot.gun, order.by, number, None if shot.extra is None else shot.extra.face)
    attack.power = shot.gun.power if shot.power is None else shot.power
    attack.further = shot.further or 0
    attack.look_at(game, aim)
    dice, bonus = dice_and_bonus(game, attack)
    halves = sum(force.effect.fields["of"] == "score" for force in effects_of(game, attack, "halve"))

    def score(each: float) -> float:
        total = max(0, each * dice + bonus)
        return total / 2**halves if each == AVERAGE_DIE else halved(int(total), halves)

    facts = {"power": attack.power + attack.further, "distance": far_to(game, order.origin, aim)}
    return facts | {"average": score(AVERAGE_DIE), "minimum": score(1), "maximum": score(BEST_DIE)}
