"""Attacks by pieces in hexes: of platforms, shuttles and denizens (rules 17.5, 17.10, 18.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.attacks.out_of_turn import begin_attack
from incursions.rules.attacks.weapons import Gun
from incursions.rules.placed.bodies import weapon_of
from incursions.rules.refs import piece_ref, seat_ref

if TYPE_CHECKING:
    from incursions.rules.board import Placed
    from incursions.rules.game import Game


def gun_of(game: Game, piece: Placed) -> Gun | None:
    """Its weapon, to which no power is added: it has no power cards (rules 17.7, 17.9)."""
    weapon = weapon_of(game, piece)
    return None if weapon is None else Gun(weapon.name, weapon.dice, weapon.bonus, weapon.range, power_dice=0)


def strike(game: Game, piece: Placed, seat: int | None, target: int, **facts: Any) -> None:
    """A piece attacks a ship without a maneuver, an ordinary attack; `seat` is whose it is (rules 17.10, 18.6)."""
    gun = gun_of(game, piece)
    if gun is not None:
        begin_attack(game, seat, piece_ref(piece.number), gun, [seat_ref(target)], **facts)
