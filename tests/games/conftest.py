"""The shelf with a second game."""

import pytest

from incursions.books.shelf import books
from tournaments.matches.game_kinds import (
    bot_titles,
    full_mode_titles,
    game_kinds,
    loadouts_of,
    mode_titles,
    modes_without_loadouts,
)

SHELF = ["incursions.games.incursions.kind.KIND", "tests.games.duel.kind.KIND"]


def read_shelf_again() -> None:
    for cached in (books, bot_titles, full_mode_titles, game_kinds, loadouts_of, mode_titles, modes_without_loadouts):
        cached.cache_clear()


@pytest.fixture
def duels(settings):
    """Put the duel on the shelf, behind Incursions."""
    settings.GAMES = SHELF
    read_shelf_again()
    yield
    settings.GAMES = SHELF[:1]
    read_shelf_again()
