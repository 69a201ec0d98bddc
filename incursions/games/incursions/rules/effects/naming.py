"""The choice of another player while a text is carried out, for texts without one named on announcing (rules 13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.aims import candidates
from incursions.games.incursions.rules.state.refs import NOTHING
from incursions.games.incursions.rules.systems.cloaking import may_target

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.resolution import Resolution
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect

ANOTHER = ("another player", "another ship")


def name_another(game: Game, frame: Resolution, effect: Effect) -> None:
    """Let the user choose another player if none was named on announcing.

    The chosen player is the target of the text from then on. Cloaked ships cannot be chosen (rules 12.7).
    """
    if frame.struck_seat(game) is not None or game.verbs[effect.verb].names_target:
        return
    found = candidates(game, frame, effect, "")
    seen = [ref for ref in found if may_target(game, frame.user, ref[1], attack=False) is None]
    picked = frame.pick(game, frame.user, seen, "Aimed at whom?", "13.15", topic="target")
    frame.chosen = ()
    frame.target = picked or NOTHING
