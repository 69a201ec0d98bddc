"""Tournaments with everybody at them, who are there for a whole module."""

from collections.abc import Callable
from copy import deepcopy
from functools import partial

import pytest

from incursions.accounts.models import User
from tests.tournaments.events.api.events import Event, People, lay_event, lay_people


@pytest.fixture(scope="module")
def module_people(module_owner) -> People:
    return lay_people(module_owner)


@pytest.fixture
def owner(module_owner, db) -> User:
    return User.objects.get(pk=module_owner.pk)


@pytest.fixture
def make_event(module_people, db) -> Callable[..., Event]:
    """Makes a tournament of the owner."""
    return partial(lay_event, deepcopy(module_people))


@pytest.fixture
def event(make_event) -> Event:
    return make_event()
