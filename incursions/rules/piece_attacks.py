"""Attacks by pieces in hexes: of platforms, shuttles and denizens (rules 17.5, 17.10, 18.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.bodies import weapon_of
from incursions.rules.full_attack import FullAttack
from incursions.rules.refs import Ref, piece_ref, seat_ref
from incursions.rules.weapons import Gun

if TYPE_CHECKING:
    from incursions.rules.board import Placed
    from incursions.rules.game import Game


def gun_of(game: Game, piece: Placed) -> Gun | None:
    """Its weapon, to which no power is added: it has no power cards (rules 17.7, 17.9)."""
    weapon = weapon_of(game, piece)
    return None if weapon is None else Gun(weapon.name, weapon.dice, weapon.bonus, weapon.range, power_dice=0)


def attack_with(game: Game, piece: Placed, seat: int | None, aim: Ref) -> FullAttack:
    """The attack of a piece, played by that seat, None where nobody plays it."""
    gun = gun_of(game, piece)
    assert gun is not None
    return FullAttack(seat, piece_ref(piece.number), gun, [aim])


def strike(game: Game, piece: Placed, target: int) -> None:
    """A placed piece attacks a ship that stopped or remained: no maneuver, an ordinary attack (rules 17.10)."""
    facts = {"title": piece.title, "at": list(piece.at), "seat": piece.owner, "target": target}
    game.emit("piece_attacks", facts)
    game.stack.append(attack_with(game, piece, piece.owner, seat_ref(target)))
