"""Effects usable once a turn or game. Uses are counted for the piece even if it leaves play and returns (13.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.board import Source

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Effect
    from incursions.games.incursions.rules.game import Game

TURN, GAME = "turn", "game"


def make_key(source: Source, effect: Effect) -> str:
    """Return the key under which the board stores a use."""
    return f"{source} {effect.number}"


def is_used_up(game: Game, source: Source, effect: Effect) -> bool:
    """Return True if the effect was used already, in this turn or in this game."""
    used = game.board.used.get(make_key(source, effect)) if effect.once is not None else None
    return used is not None and (effect.once == GAME or used == game.turns)


def use(game: Game, source: Source, effect: Effect) -> None:
    """Record that the effect was used now."""
    if effect.once is not None:
        game.board.used[make_key(source, effect)] = game.turns
