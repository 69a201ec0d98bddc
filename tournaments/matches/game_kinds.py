"""The games that the settings name: by name, by the format of a file, as an argument of commands, and for prints."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import combinations

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from incursions.books.shelf import list_shelf
from incursions.games.contract import GameKind, Term
from incursions.games.loadouts import Loadouts
from incursions.games.prints import Printing
from incursions.games.shelf import ShelfKind

NAMED: Mapping[str, Callable[[GameKind], Mapping[str, str]]] = {
    "key": lambda kind: {kind.name: kind.title},
    "mode": lambda kind: dict.fromkeys(kind.modes_by_name, kind.title),
    "bot": lambda kind: {bot.name: bot.title for bot in kind.bots},
    "figure of results": lambda kind: {each.key: each.title for each in kind.results.figures},
    "badge": lambda kind: {badge.slug: kind.title for badge in kind.records.badges},
}
"""Functions that return names with what they mean. Rows keep them without their game, so one name means one thing."""


@cache
def game_kinds() -> Mapping[str, GameKind]:
    """Return the games by name, in the order of `settings.GAMES`.

    Raises ImproperlyConfigured if one is missing, or if two have a name, mode, badge or different bots of one name.
    """
    kinds: list[GameKind] = []
    for path in settings.GAMES:
        try:
            kinds.append(import_string(path))
        except ImportError as cause:
            raise ImproperlyConfigured(f"GAMES names a game that cannot be imported, {path!r}: {cause}.") from cause
    for one, other in combinations(kinds, 2):
        _refuse_shared_names(one, other)
    return {kind.name: kind for kind in kinds}


def _refuse_shared_names(one: GameKind, other: GameKind) -> None:
    for thing, read_names in NAMED.items():
        ours, theirs = read_names(one), read_names(other)
        if shared := sorted(name for name in ours.keys() & theirs.keys() if ours[name] != theirs[name]):
            games, names = f"{one.title} and {other.title}", ", ".join(shared)
            raise ImproperlyConfigured(f"GAMES names two games, {games}, with a {thing} of one name: {names}.")


@cache
def loadouts_of(game: str) -> Loadouts:
    """Return the loadouts of that game; the settings name them for games whose players bring something."""
    path = settings.LOADOUTS.get(game)
    return Loadouts() if path is None else import_string(path)


@contextmanager
def hold_definitions() -> Iterator[None]:
    """Keep the definitions of every game at the version that is read first within this block, each read once."""
    with ExitStack() as stack:
        for name in game_kinds():
            stack.enter_context(loadouts_of(name).hold_definitions())
        yield


@cache
def bot_titles() -> Mapping[str, str]:
    """Return the titles of the bots of all games by name. A bot of one name is the same in every game."""
    return {bot.name: bot.title for kind in game_kinds().values() for bot in kind.bots}


def game_choices() -> list[tuple[str, str]]:
    """Return the games by name, with their titles, for forms."""
    return [(kind.name, kind.title) for kind in game_kinds().values()]


@cache
def mode_titles() -> Mapping[str, str]:
    """Return the titles of the modes of all games by name. No two games have a mode of one name."""
    return {mode.name: mode.title for kind in game_kinds().values() for mode in kind.modes}


@cache
def full_mode_titles() -> Mapping[str, str]:
    """Return the titles of all modes by name, each with that of its game if there are several games."""
    kinds = game_kinds().values()
    return {
        mode.name: f"{kind.title}: {mode.title}" if len(kinds) > 1 else mode.title
        for kind in kinds
        for mode in kind.modes
    }


def mode_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the modes by name with their titles, in a group for each game, for choices among all games."""
    return [(kind.title, [(mode.name, mode.title) for mode in kind.modes]) for kind in game_kinds().values()]


def mode_choices() -> list[tuple[str, str]]:
    """Return the modes of all games by name, with their titles, for columns and filters."""
    return list(mode_titles().items())


def loadout_names() -> Mapping[str, str]:
    """Return the nouns for what seats bring, by mode of all games; "" for nothing."""
    modes = (mode for kind in game_kinds().values() for mode in kind.modes)
    return {mode.name: "" if mode.loadout is None else mode.loadout.name for mode in modes}


@cache
def modes_without_loadouts() -> frozenset[str]:
    """Return the names of the modes of all games in which seats bring nothing."""
    return frozenset(mode for mode, name in loadout_names().items() if not name)


def list_loadout_nouns() -> list[str]:
    """Return the nouns for what seats bring in any game, each once."""
    return [*dict.fromkeys(filter(None, loadout_names().values()))]


def bot_choices() -> list[tuple[str, str]]:
    """Return the bots of all games by name, with their titles, for columns; "" stands for nobody."""
    return [("", "nobody"), *bot_titles().items()]


def first_mode() -> str:
    """Return the name of the usual mode of the first game."""
    return game_kinds()[first_game()].modes[0].name


def tournament_terms() -> list[Term]:
    """Return the terms that players agree on in tournaments of any game."""
    modes = (mode for kind in game_kinds().values() for mode in kind.tournament_kinds.values())
    return list({term.name: term for mode in modes for term in mode.terms}.values())


def first_game() -> str:
    """Return the name of the first game, for rows that name none."""
    return next(iter(game_kinds()))


def find_printing(kind: GameKind) -> Printing:
    """Return the prints of the game, or those of the first game that has any."""
    return next(each.printing() for each in (kind, *game_kinds().values()) if each.printing is not None)


def add_game_argument(parser: ArgumentParser) -> None:
    """Add `--game` to the arguments of a command, which gets a `GameKind`: the first one unless another is named."""
    _add_argument(parser, game_kinds)


def add_shelf_argument(parser: ArgumentParser) -> None:
    """Add `--game` as `add_game_argument` does, for any game on the shelf: the command gets a `ShelfKind`."""
    _add_argument(parser, lambda: {kind.name: kind for kind in list_shelf()})


def _add_argument(parser: ArgumentParser, list_kinds: Callable[[], Mapping[str, ShelfKind]]) -> None:
    def read_game(name: str) -> ShelfKind:
        kinds = list_kinds()
        if name not in kinds:
            raise ArgumentTypeError(f"there is no game called {name!r}; there are {', '.join(kinds)}")
        return kinds[name]

    parser.add_argument("--game", type=read_game, default=first_game(), help="which game (%(default)s unless said)")


def find_by_format(name: object) -> GameKind | None:
    """Return the game whose match files have this format, or None."""
    return next((kind for kind in game_kinds().values() if kind.match_format == name), None)
