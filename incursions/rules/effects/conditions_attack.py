"""Conditions on attacks: who attacks with what, what is struck, how its shields are (`if` in `docs/vocabulary.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.attacks.attack import attack_under_way
from incursions.rules.attacks.attack_damage import was_attacked_this_turn, was_hit_this_turn
from incursions.rules.attacks.full_attack import FullAttack
from incursions.rules.attacks.grants import pieces_in_range
from incursions.rules.attacks.targets import is_gone, shields_at_0
from incursions.rules.board import DENIZEN
from incursions.rules.effects.aboard_shuttles import shuttle_with
from incursions.rules.effects.condition_table import ABOVE_0, AT_0
from incursions.rules.effects.resolution import Resolution
from incursions.rules.hexes.event_strikes import EventStrikes
from incursions.rules.refs import Ref, holder_of

if TYPE_CHECKING:
    from incursions.rules.effects.conditions import Situation
    from incursions.rules.effects.effect import Condition
    from incursions.rules.game import Game

THE_SAME_KIND = "the same kind"


def attack_of(game: Game, situation: Situation) -> FullAttack | None:
    """The attack that a condition speaks of: what is asked about, else the one under way."""
    return situation.frame if isinstance(situation.frame, FullAttack) else attack_under_way(game)


def aim_of(game: Game, situation: Situation) -> Ref | None:
    """Return what the attack is aimed at; for a text that was set off, what it was told."""
    attack, frame = attack_of(game, situation), situation.frame
    if isinstance(frame, Resolution) and frame.target is not None and attack is not None and attack.seat == frame.user:
        return frame.target
    return None if attack is None else attack.aim


def ship_aimed_at(game: Game, situation: Situation) -> int | None:
    """The seat whose ship, or what is tabled on it, is aimed at: by an attack, else by a card."""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) and frame.target is not None else aim_of(game, situation)
    if aim is None:
        return situation.target
    if aim[0] == "card":
        return holder_of(game, aim[1])
    return aim[1] if aim[0] == "seat" else None


def shields_are(game: Game, situation: Situation, condition: Condition) -> bool:
    """Are the user's shields, or those of the ship aimed at, at 0, or do they not function (rules 10.15)?

    Of a shuttle, or another piece without shields, neither is so.
    """
    seat: int | None = situation.user
    if condition.name == "target_shields":
        seat = ship_aimed_at(game, situation)
    elif shuttle_with(game, situation.source) is not None:
        seat = None
    return condition.admits(*([] if seat is None else [AT_0 if shields_at_0(game, seat) else ABOVE_0]))


def target_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Is the target of the attack that, or is that true of it?"""
    aim = aim_of(game, situation)
    if aim is None and situation.target is not None:
        aim = ("seat", situation.target)
    return aim is not None and condition.admits(*_facts(game, situation.user, aim))


def _facts(game: Game, user: int, aim: Ref) -> list[str]:
    """The words of the vocabulary that are true of it."""
    facts = ["already hit this turn"] if was_hit_this_turn(game, aim) else []
    if aim[0] == "piece":
        piece = game.board.placed.get(aim[1])
        kind = [] if piece is None else ["denizen" if piece.kind == DENIZEN else "placed piece"]
        return [*facts, *kind]
    if aim[0] != "seat":
        return facts
    ship, own = game.ships[aim[1]], game.ships[user]
    facts += ["ship"]
    facts += ["cloaked"] if ship.cloak is not None else []
    facts += ["held by your tractor beam"] if own.holds is not None and own.holds[0] == aim[1] else []
    return [*facts, "fewer hull points left than you"] if ship.hull < own.hull else facts


def attack_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Does it break the user's cloak; is it a later one on him in this turn?"""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    facts = ["breaks your cloak"] if attack.decloaks and attack.seat == situation.user else []
    if attack.target == situation.user and was_attacked_this_turn(game, situation.user):
        facts.append("after the first this turn")
    return condition.admits(*facts)


def attacker_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Does the user's ship make the attack, or the piece that says so?"""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    shuttle = shuttle_with(game, situation.source)
    own = ("seat", situation.user) if shuttle is None else ("piece", shuttle.number)
    facts = ["your ship"] if attack.by == own else []
    facts += ["this piece"] if attack.is_made_with(game, situation.source) else []
    return condition.admits(*facts)


def weapon_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """The weapon of the attack, or of what strikes; `the same kind` as that which the card answered."""
    found: Any = situation.frame
    if not getattr(found, "weapon", None):
        found = next((frame for frame in reversed(game.stack) if isinstance(frame, FullAttack | EventStrikes)), None)
    if found is None:
        return False
    kind = str(found.weapon)
    words = [kind]
    if isinstance(situation.source, int) and game.board.named.get(situation.source) == kind:
        words.append(THE_SAME_KIND)
    return condition.admits(*words)


def is_in_range(game: Game, situation: Situation, condition: Condition) -> bool:
    """Is the target in range of the piece that is to attack: the one named, else any of the user's?"""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) else aim_of(game, situation)
    named = frame.marked("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    if isinstance(frame, FullAttack) and frame.seat != situation.user:
        aim = frame.by  # asked of an answer, which is aimed at the attacker
    return aim is not None and bool(pieces_in_range(game, situation.user, aim, named)) is bool(condition.value)


def stands(game: Game, situation: Situation, condition: Condition) -> bool:
    """Does the user's ship, or the piece named, still stand?"""
    frame = situation.frame
    named = frame.marked("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    ship = game.ships[situation.user]
    words = ["your ship"] if ship.out is None and not ship.is_destroyed else []
    words += ["that piece"] if named is not None and not is_gone(game, named) else []
    return condition.admits(*words)
