"""Performers of attack verbs: an attack that a text makes or grants, and prohibitions (rules 10.1, 10.8, 11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.attack import attack_under_way
from incursions.rules.attacks.grants import ONE_OF_YOURS, THAT_PIECE, YOUR_SHIP, granted_guns, pieces_in_range
from incursions.rules.attacks.out_of_turn import LAST, ONCE_MORE, OUT_OF_TURN, GrantedAttack, begin_attack, gun_of
from incursions.rules.attacks.targets import is_gone, why_no_target
from incursions.rules.attacks.weapons import MAY_ADD_NOTHING, SHIP_GUNS, printed_gun
from incursions.rules.effects.aims import candidates
from incursions.rules.effects.beginning import begin
from incursions.rules.effects.effect import Roll
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.plays.announcements import in_turn_order
from incursions.rules.refs import Ref, piece_ref, seat_ref, word_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

DESTROYED = "destroyed"
NAMED_WEAPON = ("your ship weapon", "one ship weapon")


def attack(game: Game, frame: Resolution, effect: Effect) -> None:
    """Attack with the weapon that the text is, or by a piece, or grant an attack to the user's ship."""
    by = effect.fields.get("by", YOUR_SHIP if not isinstance(effect.fields.get("weapon"), Roll) else "this card")
    if by in (ONE_OF_YOURS, THAT_PIECE, "this piece"):
        _attack_with_piece(game, frame, effect, by)
    elif by == "this card" and isinstance(effect.fields.get("weapon"), Roll):
        _attack_with_card(game, frame, effect)
    else:
        _grant(game, frame, effect)


def _grant(game: Game, frame: Resolution, effect: Effect) -> None:
    """Ask the user for one attack, if his ship stands or is only now falling (rules 11.10)."""
    ship = game.ships[frame.user]
    falling = effect.trigger == DESTROYED
    under_way = attack_under_way(game)
    if ship.out is not None or (ship.is_destroyed and not falling):
        return
    if under_way is not None and under_way.out_of_turn and under_way.seat != frame.user:
        return
    own = under_way is not None and under_way.seat == frame.user
    topic = LAST if falling else ONCE_MORE if own else OUT_OF_TURN
    aim = None if effect.target is None or falling else _find_named_target(game, frame, effect)
    if effect.target is not None and not falling and (aim is None or is_gone(game, aim)):
        return
    names = tuple([gun.name for gun in granted_guns(game, ship, effect)])
    may_add = effect.fields.get("may_add", MAY_ADD_NOTHING)
    numbers = tuple(effect.fields.get("effects", ()))
    granted = GrantedAttack(frame.user, frame.source, names, aim, may_add, numbers, topic)
    if granted.can_be_made(game):
        game.stack.append(granted)


def _find_named_target(game: Game, frame: Resolution, effect: Effect) -> Ref | None:
    """Return the target that the text names: the attacker, or the target again."""
    found = candidates(game, frame, effect, "the target")
    return found[0] if found else None


def _attack_with_card(game: Game, frame: Resolution, effect: Effect) -> None:
    """Attack with a card that is a weapon itself (rules 10.17). One score serves against several targets (10.13)."""
    found = candidates(game, frame, effect, "another ship")
    gun = printed_gun(game, frame.source, effect)
    aims = [ref for ref in found if ref[0] != "seat" or why_no_target(game, frame.user, ref) is None]
    if not (effect.target or "").startswith("every "):
        picked = frame.pick(game, frame.user, aims, "Attack what?", "10.17", topic="target")
        aims = [picked] if picked else []
    own = (frame.source, (each.number for each in game.piece(frame.source).effects.top))
    begin_attack(game, frame.user, seat_ref(frame.user), gun, sort_in_turn_order(game, aims), effects=[own])


def sort_in_turn_order(game: Game, aims: list[Ref]) -> list[Ref]:
    """Return the ships in turn order from the active player, then the other targets (rules 10.13)."""
    seats = in_turn_order(game, [ref[1] for ref in aims if ref[0] == "seat"])
    return [seat_ref(seat) for seat in seats] + [ref for ref in aims if ref[0] != "seat"]


def _attack_with_piece(game: Game, frame: Resolution, effect: Effect, by: str) -> None:
    """Let a piece of the user's attack, if the target is in its range (rules 17.5, 17.10)."""
    aim = _find_named_target(game, frame, effect)
    only = frame.get_mark("piece") if by == THAT_PIECE else None
    if aim is None or is_gone(game, aim) or (by == THAT_PIECE and only is None):
        return
    able = pieces_in_range(game, frame.user, aim, only)
    if by == "this piece":
        able = [piece for piece in able if piece.card == frame.source]
    refs = [piece_ref(piece.number) for piece in able]
    picked = frame.pick(game, frame.user, refs, "Which piece attacks?", "17.5", topic="piece")
    if picked:
        gun = gun_of(game, game.board.placed[picked[1]])
        assert gun is not None
        begin_attack(game, frame.user, picked, gun, [aim])


def forbid(game: Game, frame: Resolution, effect: Effect) -> None:
    """Put a prohibition in force; if it means a single weapon, the user names it (rules 10.1)."""
    under_way, seat = attack_under_way(game), frame.target_seat
    if effect.target not in NAMED_WEAPON:
        begin(game, frame, effect)
    elif effect.target == "your ship weapon":
        if under_way is not None:
            start_lasting(game, frame.source, effect, frame.user, None, note=under_way.gun.name, until="this turn")
    elif seat is not None:
        named = frame.get_mark("names")
        if named is None:
            aboard = [name for name in game.ships[seat].card.weapons if name in SHIP_GUNS or name == "mines"]
            picked = frame.pick(game, frame.user, map(word_ref, aboard), "Which weapon?", "10.1", topic="weapon")
            named = picked[1] if picked else None
        start_lasting(game, frame.source, effect, frame.user, seat, note=named, until="this turn")
