"""Tournaments with everybody at them."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.tournaments.tournament_api.events import Event, lay_event


@pytest.fixture
def make_event(owner) -> Callable[..., Event]:
    """Makes a tournament of the owner."""
    return partial(lay_event, owner)


@pytest.fixture
def event(make_event) -> Event:
    return make_event()
