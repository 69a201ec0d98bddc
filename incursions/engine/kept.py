"""What was found out about a game while a question is open, kept until somebody answers.

Composing a line changes nothing, so whatever its stages look up is the same at each of them. `Game.kept` holds it
from the moment a question is asked until its answer is carried out; while things happen it is None: nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from incursions.engine.game import Game

G = TypeVar("G", bound="Game")
R = TypeVar("R")
V = TypeVarTuple("V")


NOTHING = object()


def kept_while_asked(find: Callable[[G, *V], R]) -> Callable[[G, *V], R]:
    """A function of a game and hashable values, of which nobody changes the result: looked up once a question."""

    @wraps(find)
    def look_up(game: G, *values: *V) -> R:
        kept = game.kept
        if kept is None:
            return find(game, *values)
        key = find, values
        found: R = kept.get(key, NOTHING)
        if found is NOTHING:
            found = kept[key] = find(game, *values)
        return found

    return look_up


def kept_of_seat(find: Callable[[G, int], R]) -> Callable[[G, int], R]:
    """The same of a game and a seat: asked most often, and found in half the time."""

    @wraps(find)
    def look_up(game: G, seat: int) -> R:
        kept = game.kept
        if kept is None:
            return find(game, seat)
        key = find, seat
        found: R = kept.get(key, NOTHING)
        if found is NOTHING:
            found = kept[key] = find(game, seat)
        return found

    return look_up


def kept_under(game: Game, key: Hashable, find: Callable[[], R]) -> R:
    """What `find` gives, looked up once a question: for what is found of more than can be hashed, under its own key."""
    kept = game.kept
    if kept is None:
        return find()
    found: R = kept.get(key, NOTHING)
    if found is NOTHING:
        found = kept[key] = find()
    return found
