"""Deleting an account asks first."""

import pytest
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.viewers import BACKEND, create_guest

PASSWORD = "wormholes and open space"

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(client: Client) -> User:
    account = User.objects.create_user("maren", password=PASSWORD)
    client.force_login(account, backend=BACKEND)
    return account


def test_page_asks_for_confirmation(client: Client, account: User) -> None:
    response = client.get("/accounts/delete/")
    assert response.status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "answers", [{}, {"sure": "on"}, {"password": PASSWORD}, {"sure": "on", "password": "another one"}]
)
def test_half_a_confirmation_deletes_nothing(client: Client, account: User, answers: dict[str, str]) -> None:
    assert client.post("/accounts/delete/", answers).status_code == 422
    assert User.objects.get() == account


def test_confirmed_deletion_ends_account_and_session(client: Client, account: User) -> None:
    response = client.post("/accounts/delete/", {"sure": "on", "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert not User.objects.exists()
    assert "_auth_user_id" not in client.session


def test_guest_has_no_password_to_give(client: Client) -> None:
    client.force_login(create_guest(), backend=BACKEND)
    client.post("/accounts/delete/", {"sure": "on"})
    assert not User.objects.exists()


def test_stranger_is_sent_to_sign_in(client: Client) -> None:
    assert client.get("/accounts/delete/")["Location"] == "/accounts/login/?next=/accounts/delete/"
