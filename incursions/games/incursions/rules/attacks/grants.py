"""Attacks that a text grants: their weapons and targets, and why none is granted (rules 11.5, 11.10, 10.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.attacks.targets import distance_to, is_gone, why_no_target
from incursions.games.incursions.rules.printed.effect import Roll
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.systems.bodies import weapon_of
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_NOTHING, Gun, guns_of, power_for

if TYPE_CHECKING:
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.board import Placed
    from incursions.games.incursions.rules.state.seats import Ship

Refused = tuple[str, str]
YOUR_SHIP, ONE_OF_YOURS, THAT_PIECE = "your ship", "one of your pieces", "that piece"
ONE_WEAPON = "one ship weapon"
SHOOTING = ("outpost", "platform", "shuttle")


def granted_guns(game: Game, ship: Ship, effect: Effect) -> list[Gun]:
    """Return the weapons of the ship that the text means: all, or the one it names."""
    named = effect.fields.get("weapon", ONE_WEAPON)
    guns = guns_of(game, ship)
    if isinstance(named, Roll) or named == ONE_WEAPON:
        return guns
    return [gun for gun in guns if gun.name == named]


def can_reach(game: Game, ship: Ship, gun: Gun, aim: Ref, may_add: str) -> bool:
    """Return True if the ship can strike the target with this weapon, with power if `may_add` allows it."""
    if is_gone(game, aim) or why_no_target(game, ship.seat, aim) is not None:
        return False
    spare = power_for(game, ship, gun, may_add) - gun.power
    return spare >= 0 and distance_to(game, ship.at, aim) <= gun.range + gun.power_range * spare


def pieces_in_range(game: Game, seat: int, aim: Ref, only: Ref | None = None) -> list[Placed]:
    """Return the seat's pieces with a weapon that reaches the target; if `only` is given, that piece alone."""
    if is_gone(game, aim):
        return []
    found = []
    for piece in game.board.placed.values():
        weapon = weapon_of(game, piece) if piece.owner == seat and piece.kind in SHOOTING else None
        if weapon is None or (only is not None and only != ("piece", piece.number)):
            continue
        # Pieces do not see cloaked ships (rules 12.12).
        is_hidden = aim[0] == "seat" and game.ships[aim[1]].cloak is not None
        if distance_to(game, piece.at, aim) <= weapon.range and not is_hidden:
            found.append(piece)
    return found


def why_not_granted(game: Game, attack: FullAttack, ship: Ship, number: int, effect: Effect) -> Refused | None:
    """Return why an answer would grant no attack: it is out of turn itself (rules 11.10), or out of range; or None."""
    if attack.out_of_turn:
        return "11.10", "An attack out of turn can grant no further one"
    if effect.fields.get("by", YOUR_SHIP) != YOUR_SHIP:
        return None
    may_add = effect.fields.get("may_add", MAY_ADD_NOTHING)
    guns = granted_guns(game, ship, effect)
    if any(can_reach(game, ship, gun, attack.by, may_add) for gun in guns):
        return None
    return "13.15", f"No weapon of {ship.card.title} reaches the attacker"
