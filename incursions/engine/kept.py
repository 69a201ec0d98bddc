"""What was found out about a game while a question is open, kept until somebody answers.

Composing a line changes nothing, so whatever its stages look up is the same at each of them. `Game.kept` holds it
from the moment a question is asked until its answer is carried out; while things happen it is None: nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from incursions.engine.game import Game

G = TypeVar("G", bound="Game")
R = TypeVar("R")
V = TypeVarTuple("V")


def kept_while_asked(find: Callable[[G, *V], R]) -> Callable[[G, *V], R]:
    """A function of a game and hashable values, of which nobody changes the result: looked up once a question."""

    @wraps(find)
    def look_up(game: G, *values: *V) -> R:
        kept = game.kept
        if kept is None:
            return find(game, *values)
        key = (find, values)
        if key not in kept:
            kept[key] = find(game, *values)
        found: R = kept[key]
        return found

    return look_up
