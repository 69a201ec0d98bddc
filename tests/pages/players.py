"""Clients for the tests of the pages of players."""

from django.test import Client

from incursions.accounts.models import User
from tests.markup import read_page


def browser(user: User | None = None) -> Client:
    """Return a client, signed in if a user is named."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def shown(client: Client, address: str, status: int = 200) -> str:
    """Return the text of an answer that has this status."""
    answer = client.get(address)
    assert answer.status_code == status
    return read_page(answer)
