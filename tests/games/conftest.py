"""The shelf with a second game."""

import pytest

from incursions.books.shelf import books
from tournaments.matches.game_kinds import (
    bot_titles,
    full_mode_titles,
    game_kinds,
    list_loadout_nouns,
    loadout_names,
    loadouts_of,
    mode_titles,
    modes_without_loadouts,
)

SHELF = ["incursions.games.incursions.kind.KIND", "tests.games.duel.kind.KIND"]


def read_shelf_again() -> None:
    for cached in (
        books,
        full_mode_titles,
        game_kinds,
        bot_titles,
        loadouts_of,
        mode_titles,
        loadout_names,
        modes_without_loadouts,
        list_loadout_nouns,
    ):
        cached.cache_clear()


@pytest.fixture
def duels(settings):
    """Put the duel on the shelf, behind Incursions."""
    settings.GAMES = SHELF
    read_shelf_again()
    yield
    settings.GAMES = SHELF[:1]
    read_shelf_again()
