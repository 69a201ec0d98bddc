"""Guests: made when needed, turned into accounts, merged into accounts."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError
from django.test import Client, RequestFactory

from incursions.accounts.models import User
from incursions.accounts.viewers import BACKEND, create_guest, current_user_or_guest, guest_merged, merge_guest
from tests.markup import read_page

PASSWORD = "wormholes and open space"

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def account() -> User:
    return User.objects.create_user("maren", "maren@example.org", PASSWORD)


@pytest.fixture
def guest(client: Client) -> User:
    """A guest whom the client's session holds."""
    guest = create_guest()
    client.force_login(guest, backend=BACKEND)
    return guest


@pytest.fixture
def merges():
    """What `guest_merged` was sent with."""
    seen = []

    def note(guest: User, account: User, **_: object) -> None:
        seen.append((guest.pk, account.pk))

    guest_merged.connect(note)
    yield seen
    guest_merged.disconnect(note)


def sign_up(client: Client, name: str = "maren", email: str = "maren@example.org"):
    return client.post(
        "/accounts/signup/", {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    )


def test_guest_has_a_name_and_no_password() -> None:
    guest = create_guest()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert str(guest).startswith("Guest ")


def test_guest_with_a_password_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("mallory", password=PASSWORD, is_guest=True)


def test_stranger_becomes_a_guest_whom_the_session_holds() -> None:
    request = RequestFactory().get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    guest = current_user_or_guest(request)
    assert guest.is_guest
    assert request.session["_auth_user_id"] == str(guest.pk)
    assert current_user_or_guest(request) == guest


def test_signing_up_keeps_the_guests_row(client: Client, guest: User, merges: list) -> None:
    response = sign_up(client)
    assert (response.status_code, response["Location"]) == (302, "/")
    guest.refresh_from_db()
    assert (guest.username, guest.email, guest.is_guest) == ("maren", "maren@example.org", False)
    assert guest.check_password(PASSWORD)
    assert str(guest) == "maren"
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert User.objects.count() == 1
    assert EmailAddress.objects.get().user == guest
    assert merges == []


def test_signing_up_as_a_stranger_makes_an_account(client: Client) -> None:
    assert sign_up(client).status_code == 302
    assert User.objects.get().is_guest is False


def test_signing_up_with_a_guests_name_is_refused(client: Client) -> None:
    sign_up(client, name="guest-of-honour")
    assert not User.objects.exists()


def test_signing_up_with_an_account_leaves_that_account_alone(client: Client, account: User) -> None:
    client.force_login(account, backend=BACKEND)
    sign_up(client, name="second", email="second@example.org")
    account.refresh_from_db()
    assert account.username == "maren"


@pytest.mark.parametrize("name", ["maren", "maren@example.org"])
def test_signing_in_moves_the_guests_things(
    client: Client, guest: User, account: User, merges: list, name: str
) -> None:
    response = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert response.status_code == 302
    assert merges == [(guest.pk, account.pk)]
    assert list(User.objects.all()) == [account]
    assert client.session["_auth_user_id"] == str(account.pk)


def test_signing_in_with_a_wrong_password_keeps_the_guest(
    client: Client, guest: User, account: User, merges: list
) -> None:
    client.post("/accounts/login/", {"login": "maren", "password": "something else"})
    assert merges == []
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_merging_is_all_or_nothing(guest: User, account: User) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("this one cannot move its rows")

    guest_merged.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            merge_guest(guest, account=account)
    finally:
        guest_merged.disconnect(fail)
    assert User.objects.filter(pk=guest.pk).exists()


def test_merging_an_account_is_refused(account: User) -> None:
    other = User.objects.create_user("other", password=PASSWORD)
    with pytest.raises(ValueError, match="Only a guest"):
        merge_guest(other, account=account)


@pytest.mark.parametrize("page", ["password/set", "email"])
def test_guest_is_led_to_sign_up_from_pages_for_accounts(page: str, client: Client, guest: User) -> None:
    for response in (client.get(f"/accounts/{page}/"), client.post(f"/accounts/{page}/", {"password1": PASSWORD})):
        assert (response.status_code, response["Location"]) == (302, "/accounts/signup/")
    assert "Sign up to have both." in read_page(client.get("/accounts/signup/"))
