"""The games that the settings name, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from incursions.games.contract import GameKind


@cache
def game_kinds() -> Mapping[str, GameKind]:
    """Return the games by name, in the order of `settings.GAMES`."""
    kinds: list[GameKind] = [import_string(path) for path in settings.GAMES]
    return {kind.name: kind for kind in kinds}


def first_game() -> str:
    """Return the name of the first game, for rows that name none."""
    return next(iter(game_kinds()))


def find_by_format(name: object) -> GameKind | None:
    """Return the game whose match files have this format, or None."""
    return next((kind for kind in game_kinds().values() if kind.match_format == name), None)
