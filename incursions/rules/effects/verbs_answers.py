"""Performers of verbs that answer attacks and espionage alike, depending on what is under way (rules 11.1, 15.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.attacks.attack import MISSED
from incursions.rules.attacks.full_attack import FullAttack
from incursions.rules.attacks.may_defend import why_not_evade
from incursions.rules.crew import espionage
from incursions.rules.crew.espionage import Espionage
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.effects.rerolls import can_be_thrown_again
from incursions.rules.effects.verbs_defence import redirect_attack
from incursions.rules.effects.verbs_espionage import redirect_attempt
from incursions.rules.events.turns import Rerolled
from incursions.rules.refs import amount_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

ONE_DIE = "one damage die"


def find_answered(game: Game) -> FullAttack | Espionage | None:
    """Return the innermost attack or espionage attempt under way, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, FullAttack | Espionage)), None)


def miss(game: Game, frame: Resolution, effect: Effect) -> None:
    """Make the attack or attempt miss; with a duration, every one, or each on the user (target `you`; 11.1, 15.4)."""
    under_way = find_answered(game)
    if effect.until is not None:
        start_lasting(game, frame.source, effect, frame.user, None)
    elif isinstance(under_way, FullAttack) and not under_way.is_answered:
        under_way.spoiled = (*under_way.spoiled, frame.user)
    elif isinstance(under_way, FullAttack):
        under_way.defence = MISSED
    elif under_way is not None:
        under_way.outcome = espionage.MISSED


def redirect(game: Game, frame: Resolution, effect: Effect) -> None:
    """Redirect the attack, or swap user and target of the espionage (rules 11.11, 15.4, 17.8)."""
    under_way = find_answered(game)
    if isinstance(under_way, FullAttack):
        redirect_attack(game, under_way, frame, effect)
    elif under_way is not None:
        redirect_attempt(game, under_way, frame)


def reroll(game: Game, frame: Resolution, effect: Effect) -> None:
    """Throw dice of the roll just made again, once; the new result stands (rules 10.5, 15.2)."""
    roll: Any = next((other for other in reversed(game.stack) if hasattr(other, "throw_again")), None)
    if roll is None or not can_be_thrown_again(roll, effect):
        return
    places = [place for place, die in enumerate(roll.dice) if die <= effect.fields.get("showing", die)]
    if effect.fields["which"] == ONE_DIE:
        faces = [amount_ref(face) for face in sorted({roll.dice[place] for place in places})]
        picked = frame.pick(game, frame.user, faces, "Roll which die again?", "10.5", topic="die")
        places = [roll.dice.index(picked[1])] if picked else []
    if places:
        game.tell(Rerolled, seat=frame.user, title=game.piece(frame.source).title, dice=[roll.dice[p] for p in places])
        roll.throw_again(game, places)


def why_nothing_answered(game: Game, ship: Ship, effect: Effect) -> tuple[str, str] | None:
    """Return why a card for any time would answer nothing (13.15), or None if it lasts or something is under way."""
    if effect.until is not None or find_answered(game) is not None:
        return None
    return "13.15", "Nothing is under way that this answers"


def why_no_defence_of_yours(game: Game, ship: Ship, effect: Effect) -> tuple[str, str] | None:
    """Return why the card would serve no defence of the player, or None.

    It answers an attack on his ship once the score is rolled.
    """
    under_way = find_answered(game)
    if not isinstance(under_way, FullAttack):
        return None if under_way is not None and effect.verb == "redirect" else ("13.15", "Nobody attacks you now")
    if not under_way.is_answered or under_way.target != ship.seat:
        return "13.15", "This answers an attack on you, when its score is rolled"
    return why_not_evade(game, under_way) if effect.verb == "try_evasion" else None
