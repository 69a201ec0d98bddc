"""Conditions on attacks: attacker, weapon, target and shields (`if` in `docs/vocabulary.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.attacks.attack import attack_under_way
from incursions.games.incursions.rules.attacks.attack_damage import was_attacked_this_turn, was_hit_this_turn
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.grants import pieces_in_range
from incursions.games.incursions.rules.attacks.targets import is_gone, shields_at_0
from incursions.games.incursions.rules.effects.gathering import find_shuttle_with
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.hexes.event_strikes import EventStrikes
from incursions.games.incursions.rules.printed.vocabulary import ABOVE_0, AT_0
from incursions.games.incursions.rules.state.board import DENIZEN
from incursions.games.incursions.rules.state.refs import Ref, holder_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Situation
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Condition

THE_SAME_KIND = "the same kind"


def attack_of(game: Game, situation: Situation) -> FullAttack | None:
    """Return the attack that a condition refers to: that of the situation, else the attack under way."""
    return situation.frame if isinstance(situation.frame, FullAttack) else attack_under_way(game)


def aim_of(game: Game, situation: Situation) -> Ref | None:
    """Return the target of the attack, or the one that a triggered text was told."""
    attack, frame = attack_of(game, situation), situation.frame
    if isinstance(frame, Resolution) and frame.target is not None and attack is not None and attack.seat == frame.user:
        return frame.target
    return None if attack is None else attack.aim


def find_ship_aimed_at(game: Game, situation: Situation) -> int | None:
    """Return the seat of the ship, or of the tabled card, that is aimed at; without an aim, the target seat."""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) and frame.target is not None else aim_of(game, situation)
    if aim is None:
        return situation.target
    if aim[0] == "card":
        return holder_of(game, aim[1])
    return aim[1] if aim[0] == "seat" else None


def shields_are(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the shields of the user, or of the ship aimed at, are at 0 or do not function (rules 10.15).

    For a shuttle or another piece without shields, neither value holds.
    """
    seat: int | None = situation.user
    if condition.name == "target_shields":
        seat = find_ship_aimed_at(game, situation)
    elif find_shuttle_with(game, situation.source) is not None:
        seat = None
    return condition.admits(*([] if seat is None else [AT_0 if shields_at_0(game, seat) else ABOVE_0]))


def target_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the kind or state of the target of the attack."""
    aim = aim_of(game, situation)
    if aim is None and situation.target is not None:
        aim = ("seat", situation.target)
    return aim is not None and condition.admits(*_list_facts(game, situation.user, aim))


def _list_facts(game: Game, user: int, aim: Ref) -> list[str]:
    """Return the words of the vocabulary that apply to the target."""
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
    """Check if the attack breaks the user's cloak, or is not the first on him in this turn."""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    facts = ["breaks your cloak"] if attack.decloaks and attack.seat == situation.user else []
    if attack.target == situation.user and was_attacked_this_turn(game, situation.user):
        facts.append("after the first this turn")
    return condition.admits(*facts)


def attacker_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user's ship, or the piece with the effect, makes the attack."""
    attack = attack_of(game, situation)
    if attack is None:
        return False
    shuttle = find_shuttle_with(game, situation.source)
    own = ("seat", situation.user) if shuttle is None else ("piece", shuttle.number)
    facts = ["your ship"] if attack.by == own else []
    facts += ["this piece"] if attack.is_made_with(game, situation.source) else []
    return condition.admits(*facts)


def weapon_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the weapon of the attack; `the same kind` is that of the attack that the card answered."""
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
    """Check if the target is in range of the named piece, else of any of the user's pieces."""
    frame = situation.frame
    aim = frame.target if isinstance(frame, Resolution) else aim_of(game, situation)
    named = frame.get_mark("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    if isinstance(frame, FullAttack) and frame.seat != situation.user:
        aim = frame.by  # for an answer, which is aimed at the attacker
    return aim is not None and bool(pieces_in_range(game, situation.user, aim, named)) is bool(condition.value)


def is_not_destroyed(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user's ship, or the named piece, is not destroyed."""
    frame = situation.frame
    named = frame.get_mark("piece") if isinstance(frame, Resolution) else getattr(frame, "moved_to", None)
    ship = game.ships[situation.user]
    words = ["your ship"] if ship.out is None and not ship.is_destroyed else []
    words += ["that piece"] if named is not None and not is_gone(game, named) else []
    return condition.admits(*words)
