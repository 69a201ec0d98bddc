"""Verbs of pieces in hexes: cards are placed, and tiles summon their denizens (rules 17.1, 17.2, 17.12, 18.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.board import MINE
from incursions.rules.denizens import summon
from incursions.rules.effects.verbs_systems import lay_mine
from incursions.rules.mines import why_not_lie
from incursions.rules.placing import place_body, why_not_place

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Performer, Resolution
    from incursions.rules.feasible import Obstacle
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


def place(game: Game, frame: Resolution, effect: Effect) -> bool:
    """The card goes into the hex as what it says it is."""
    put = lay_mine if effect.fields["piece"] == MINE else place_body
    return put(game, frame, effect)


def why_not_placed(game: Game, ship: Ship, effect: Effect) -> tuple[str, str] | None:
    """Why the card may not come into the hex of its player's ship now (rules 5.8, 17.2, 17.12)."""
    kind: str = effect.fields["piece"]
    if kind == MINE:
        return why_not_lie(game, ship.seat, ship.at)
    return why_not_place(game, ship.seat, kind, ship.at)


VERBS_PLACED: dict[str, Performer] = {"place": place, "summon": summon}
OBSTACLES_PLACED: dict[str, Obstacle] = {"place": why_not_placed}
