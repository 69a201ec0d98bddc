"""Tokens: made on a page, shown once, kept as a digest, revoked; none for guests."""

import re

import pytest
from django.test import Client

from incursions.accounts.models import ApiToken, User
from incursions.accounts.tokens import MOST_TOKENS, make_token, user_of_token
from incursions.accounts.viewers import create_guest
from tests.markup import read_page

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
PAGE = "/accounts/tokens/"


@pytest.fixture
def account(client: Client) -> User:
    account = User.objects.create_user("maren")
    client.force_login(account)
    return account


def make(client: Client, name: str = "My program") -> str:
    response = client.post(PAGE, {"name": name})
    assert "no-store" in response["Cache-Control"]
    return re.search(r"inc_[\w-]{43}", read_page(response))[0]


def test_token_is_shown_once_and_kept_as_a_digest(client: Client, account: User) -> None:
    secret = make(client)
    assert user_of_token(secret).user == account
    assert secret not in read_page(client.get(PAGE))
    assert secret[:10] in read_page(client.get(PAGE))
    row = ApiToken.objects.values().get()
    assert secret not in str(row)
    assert secret[12:] not in str(row)


def test_revoked_token_is_none_any_more(client: Client, account: User) -> None:
    secret = make(client)
    response = client.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/")
    assert (response.status_code, response["Location"]) == (302, PAGE)
    assert user_of_token(secret) is None


def test_token_of_a_closed_account_is_none(account: User) -> None:
    secret = make_token(account, "x").secret
    User.objects.update(is_active=False)
    assert user_of_token(secret) is None


def test_use_of_a_token_is_noted_once_an_hour(account: User, django_assert_num_queries) -> None:
    secret = make_token(account, "x").secret
    assert ApiToken.objects.get().used_at is None
    with django_assert_num_queries(2):
        user_of_token(secret)
    assert ApiToken.objects.get().used_at is not None
    with django_assert_num_queries(1):
        user_of_token(secret)


def test_nobody_sees_or_revokes_the_tokens_of_others(client: Client, account: User) -> None:
    theirs = make_token(User.objects.create_user("tobias"), "Theirs").token
    assert "Theirs" not in read_page(client.get(PAGE))
    client.post(f"{PAGE}{theirs.pk}/revoke/")
    assert ApiToken.objects.filter(pk=theirs.pk).exists()


def test_guests_and_strangers_have_none(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    guest = create_guest()
    client.force_login(guest)
    assert [client.get(PAGE).status_code, client.post(PAGE, {"name": "x"}).status_code] == [403, 403]
    with pytest.raises(ValueError, match="Guests"):
        make_token(guest, "x")
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x00b", "a\u202eb"])
def test_name_is_one_that_can_be_read(client: Client, account: User, name: str) -> None:
    assert client.post(PAGE, {"name": name}).status_code == 422
    assert not ApiToken.objects.exists()


def test_there_are_only_so_many(client: Client, account: User) -> None:
    for _ in range(MOST_TOKENS):
        make_token(account, "x")
    response = client.post(PAGE, {"name": "x"})
    assert (response.status_code, ApiToken.objects.count()) == (422, MOST_TOKENS)
    assert "Revoke one first" in read_page(response)


def test_name_is_shown_as_it_was_typed(client: Client, account: User) -> None:
    make(client, "<script>x</script>")
    assert "&lt;script&gt;x&lt;/script&gt;" in read_page(client.get(PAGE))
