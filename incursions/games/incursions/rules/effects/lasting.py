"""Lasting effects, and the moments at which they end (the durations of `docs/vocabulary.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from incursions.games.incursions.rules.board import Lasting, Source
from incursions.games.incursions.rules.effects.gathering import refresh_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from incursions.games.incursions.rules.effects.effect import Effect
    from incursions.games.incursions.rules.game import Game

T = TypeVar("T")


def start_lasting(
    game: Game, source: Source, effect: Effect, user: int, target: int | None, note: Any = None, until: str = ""
) -> None:
    """Start a lasting effect. `until` is its duration if the effect has none of its own."""
    duration = effect.until or until
    assert duration
    begins = game.board.next_moment()
    game.board.lasting.append(Lasting(source, effect.number, user, target, duration, game.turns, note, begins))
    refresh_all(game)


def end_lasting(game: Game, ends: Callable[[Game, Lasting, T], bool], whose: T) -> None:
    """End the lasting effects for which `ends` returns True, called with `whose`."""
    if not game.board.lasting:
        return
    ended = [lasting for lasting in game.board.lasting if ends(game, lasting, whose)]
    if ended:
        game.board.lasting = [lasting for lasting in game.board.lasting if lasting not in ended]
        refresh_all(game)
        for lasting in ended:
            game.verbs[game.piece(lasting.source).effects[lasting.effect].verb].end(game, lasting.source)
