"""Clients of the API: everybody, by session and by token."""

from collections.abc import Callable, Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from incursions.accounts.models import User
from tests.cards.api import client
from tests.cards.api.client import ApiClient


@pytest.fixture
def api() -> ApiClient:
    """Nobody."""
    return ApiClient()


@pytest.fixture
def client_of() -> Callable[[User], ApiClient]:
    """A client of a user's, with a token."""
    return client.client_of


@pytest.fixture
def mine(owner, client_of) -> ApiClient:
    """The owner's."""
    return client_of(owner)


@pytest.fixture(scope="session")
def schema_file(django_db_setup, django_db_blocker) -> bytes:
    """The schema as the API gives it."""
    with django_db_blocker.unblock():
        return ApiClient().ask("GET", "schema/").content


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests share the connection of their test, and its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
