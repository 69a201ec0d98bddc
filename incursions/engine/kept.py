"""What was found out about a game while a question is open, kept until somebody answers.

Composing a line changes nothing, so whatever its stages look up is the same at each of them. `Game.kept` holds it
from the moment a question is asked until its answer is carried out; while things happen it is None: nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from incursions.engine.game import Game

G = TypeVar("G", bound="Game")
P = ParamSpec("P")
R = TypeVar("R")


def kept_while_asked(find: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
    """A function of a game and hashable values, of which nobody changes the result: looked up once a question."""

    @wraps(find)
    def look_up(game: G, /, *values: P.args, **named: P.kwargs) -> R:
        kept = game.kept
        if kept is None:
            return find(game, *values, **named)
        key = (find, values)
        try:
            found: R = kept[key]
        except KeyError:
            found = kept[key] = find(game, *values, **named)
        return found

    return look_up
