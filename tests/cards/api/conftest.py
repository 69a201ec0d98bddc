"""Clients of the API: everybody, by session and by token."""

import json
from collections.abc import Callable, Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.tokens import make_token
from tests.cards.decks.conftest import deck, make, other, owner, people, staff  # noqa: F401 -- fixtures

ROOT = "/api/v1/"


class ApiClient(Client):
    """Sends and reads JSON."""

    def ask(self, method: str, address: str, body: object = None, **headers: str) -> HttpResponse:
        """The answer to a request; `address` begins behind /api/v1/. A body of bytes or text is sent as it is."""
        data = body if isinstance(body, bytes | str) else b"" if body is None else json.dumps(body)
        sent = {} if body is None else {"content_type": "application/json"}
        path = address if address.startswith("/") else ROOT + address
        return self.generic(method, path, data, headers=headers, **sent)


@pytest.fixture
def api() -> ApiClient:
    """Nobody."""
    return ApiClient()


@pytest.fixture
def client_of() -> Callable[[User], ApiClient]:
    """A client of a user's, with a token."""

    def with_token(user: User) -> ApiClient:
        secret = make_token(user, "tests").secret
        return ApiClient(headers={"Authorization": f"Bearer {secret}"})

    return with_token


@pytest.fixture
def mine(owner, client_of) -> ApiClient:  # noqa: F811
    """The owner's."""
    return client_of(owner)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests share the connection of their test, and its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
