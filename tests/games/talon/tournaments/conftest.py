"""An organizer of tournaments of Talon."""

import pytest

from incursions.accounts.models import User
from tests.games.talon.tournaments.events import OWNER


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_user(OWNER, password="secret word")
