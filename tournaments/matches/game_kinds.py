"""The games that the settings name: by name, by the format of a file, as an argument of commands, and for prints."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from incursions.games.contract import GameKind, Printing


@cache
def game_kinds() -> Mapping[str, GameKind]:
    """Return the games by name, in the order of `settings.GAMES`."""
    kinds: list[GameKind] = [import_string(path) for path in settings.GAMES]
    return {kind.name: kind for kind in kinds}


def first_game() -> str:
    """Return the name of the first game, for rows that name none."""
    return next(iter(game_kinds()))


def find_printing(kind: GameKind) -> Printing:
    """Return the prints of the game, or those of the first game that has any."""
    return next(each.printing() for each in (kind, *game_kinds().values()) if each.printing is not None)


def add_game_argument(parser: ArgumentParser) -> None:
    """Add `--game` to the arguments of a command, which gets a `GameKind`: the first one unless another is named."""
    parser.add_argument("--game", type=_read_game, default=first_game(), help="which game (%(default)s unless said)")


def _read_game(name: str) -> GameKind:
    kind = game_kinds().get(name)
    if kind is None:
        raise ArgumentTypeError(f"there is no game called {name!r}; there are {', '.join(game_kinds())}")
    return kind


def find_by_format(name: object) -> GameKind | None:
    """Return the game whose match files have this format, or None."""
    return next((kind for kind in game_kinds().values() if kind.match_format == name), None)
