"""When a maneuver is tried at the wrong moment: rule and reason of whatever is asked instead (rules 6.1, 11.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.attack import is_attacked
from incursions.rules.maneuvers import Maneuver
from incursions.rules.plays.hand import hand_limit

if TYPE_CHECKING:
    from incursions.rules.game import Game


def wrong_moment(game: Game, what: str) -> tuple[str, str] | None:
    """Why no maneuver can be made now; None where one is asked for.

    A question that only some things answer says so itself, by its frame's `ANSWERED_BY`: a rule and a sentence.
    """
    question, top = game.decision, game.stack[-1] if game.stack else None
    if question is None or isinstance(top, Maneuver):
        return None
    found = answered_by(game)
    if found is not None:
        return found
    if question.topic == "discard":
        return "6.1", f"Your maneuvers are over: discard down to {hand_limit(game, question.seat)} cards"
    if is_attacked(game):
        return "11.8", f"Under attack only a defence and power answer; {what} is a maneuver of your own turn"
    return "6.1", f"You are asked something else now ({question.title}); {what} is a maneuver of your own turn"


def answered_by(game: Game) -> tuple[str, str] | None:
    """What the open question says of itself, if only some things answer it: a rule and a sentence."""
    found: tuple[str, str] | None = getattr(game.stack[-1] if game.stack else None, "ANSWERED_BY", None)
    return found
