"""The world that is walked: five people, decks of every kind of one of them, matches, and whatever else has a page."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from tests.walk.asking import Walker
from tests.walk.world import World, make_world
from tournaments.games import shelf

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def world(db, monkeypatch) -> Iterator[World]:
    """Time stands still in it: two answers to the same question are the same."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    shelf.clear()
    logging.disable()  # thousands of refusals would hide what a failing test has to say
    yield make_world()
    logging.disable(logging.NOTSET)


@pytest.fixture
def walker(world) -> Walker:
    return Walker(world)
