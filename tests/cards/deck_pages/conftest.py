"""Decks, people, and the browsers of these people."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.cards.decks.conftest import deck, make, other, owner, people, staff

__all__ = ["deck", "make", "other", "owner", "people", "staff"]


@pytest.fixture
def browser_of(catalogue) -> Callable[..., Client]:
    """A browser in which that person is signed in, with all pieces in the catalogue."""

    def open_browser(person: object) -> Client:
        client = Client()
        if not isinstance(person, AnonymousUser):
            client.force_login(person)
        return client

    return open_browser
