"""The world that is walked: five people, decks of every kind of one of them, matches, and whatever else has a page."""

import logging
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from tests.walk.asking import Walker
from tests.walk.world import World, make_world
from tournaments.matches.table_rows import game_shelf

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def laid_world(module_rows) -> World:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: NOON)
        return make_world()


@pytest.fixture(scope="module")
def signed_in_walker(laid_world) -> Walker:
    return Walker(laid_world)


@pytest.fixture
def world(laid_world, db, monkeypatch) -> Iterator[World]:
    """The world of the module, in which time stands still: two answers to the same question are the same."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    game_shelf.clear()
    logging.disable()  # thousands of refusals would hide what a failing test has to say
    yield deepcopy(laid_world)
    logging.disable(logging.NOTSET)


@pytest.fixture
def walker(world, signed_in_walker) -> Walker:
    return signed_in_walker
