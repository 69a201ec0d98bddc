"""Tables to play at: matches with fixed seeds, people in their seats, and a plain way to play on."""

from collections.abc import Iterator

import pytest

from incursions.accounts.models import User
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.laid_matches import lay_match, people
from tournaments.matches.models import Match
from tournaments.matches.table_rows import game_shelf


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    game_shelf.clear()
    yield
    game_shelf.clear()


@pytest.fixture
def duel(catalogue) -> tuple[Match, list[User]]:
    """Two people at a running match."""
    players = people(2)
    return lay_match(players), players


@pytest.fixture
def owner(catalogue) -> User:
    return User.objects.create_user("organizer", password="secret word")


@pytest.fixture(scope="module")
def module_owner(module_rows) -> User:
    """An organizer who is there for a whole module, with the rows that its fixtures lay."""
    fill_catalogue()
    return User.objects.create_user("organizer", password="secret word")
