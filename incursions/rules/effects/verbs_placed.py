"""Verbs of pieces in hexes: they are placed, and tiles summon their denizens (rules 17.1, 17.12, 18.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.board import MINE
from incursions.rules.denizens import summon
from incursions.rules.placing import place_body

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Performer, Resolution
    from incursions.rules.game import Game


def place(game: Game, frame: Resolution, effect: Effect) -> bool:
    """The card goes into the hex as what it says it is."""
    if effect.fields["piece"] == MINE:
        return game.verbs["lay mine"](game, frame, effect)
    return place_body(game, frame, effect)


VERBS_PLACED: dict[str, Performer] = {"place": place, "summon": summon}
