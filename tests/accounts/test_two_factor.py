"""A second factor and passkeys: an authenticator app, recovery codes, and what stays shut without them."""

import base64
import hmac
import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from tests.markup import read_page

PASSWORD = "a long word of hers"
LOGIN = "/accounts/login/"


@pytest.fixture
def owner(db) -> User:
    user = User.objects.create_user("ann", email="ann@example.com", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return user


def code_of(secret: str) -> str:
    """Return the code that an app shows now (RFC 6238)."""
    counter = (int(time.time()) // 30).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def enter(client: Client, password: str = PASSWORD):
    return client.post(LOGIN, {"login": "ann", "password": password})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def switch_on(client: Client) -> str:
    """Switch the app on for who is signed in, after the password once more; returns its secret."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = read_page(client.get("/accounts/2fa/totp/activate/"))
    [secret] = re.findall(r'value="([A-Z2-7]{32})"', page)
    assert client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)}).status_code == 302
    return secret


@pytest.fixture
def secret(owner) -> str:
    """The secret of the owner's authenticator app, which is on."""
    client = Client()
    enter(client)
    found = switch_on(client)
    cache.clear()
    return found


@pytest.mark.django_db(transaction=True)
def test_app_is_switched_on_with_a_code_and_told_by_mail(owner):
    client = Client()
    enter(client)
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert 'src="data:image/svg+xml' in read_page(client.get("/accounts/2fa/totp/activate/"))
    wrong = client.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    assert "Incorrect code" in read_page(wrong)
    assert not Authenticator.objects.exists()
    switch_on(client)
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    assert any(letter.to == ["ann@example.com"] for letter in mail.outbox)


def test_signing_in_asks_for_a_code_after_the_password(secret):
    client = Client()
    assert enter(client)["Location"].startswith("/accounts/2fa/authenticate/")
    assert not is_signed_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert not is_signed_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert is_signed_in(client)


def test_recovery_code_opens_once(owner, secret):
    own = Client()
    own.force_login(owner)
    own.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = read_page(own.get("/accounts/2fa/recovery-codes/"))
    code = re.search(r"<textarea[^>]*>\s*([0-9]{8})\s", page)[1]
    clients = [Client(), Client()]
    for client in clients:
        enter(client)
        client.post("/accounts/2fa/authenticate/", {"code": code})
    assert [is_signed_in(client) for client in clients] == [True, False]


def test_wrong_codes_are_limited(secret):
    client = Client()
    enter(client)
    for _ in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    refused = client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert not is_signed_in(client)
    assert "Too many failed" in read_page(refused)


def test_admin_is_not_entered_by_the_password_alone(owner, secret):
    User.objects.update(is_staff=True, is_superuser=True)
    client = Client()
    client.post("/admin/login/?next=/admin/", {"username": "ann", "password": PASSWORD})
    assert not is_signed_in(client)
    assert enter(client)["Location"].startswith("/accounts/2fa/authenticate/")
    assert client.get("/admin/").status_code == 302


def test_app_is_switched_off_only_after_the_password_again(owner, secret):
    client = Client()
    client.force_login(owner)
    assert client.get("/accounts/2fa/totp/deactivate/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.exists()


def test_own_data_names_factors_without_their_secrets(owner, secret):
    client = Client()
    client.force_login(owner)
    text = client.get("/accounts/data/").content.decode()
    factors = client.get("/accounts/data/").json()["two_factor"]
    assert [factor["type"] for factor in factors] == ["totp", "recovery_codes"]
    assert secret not in text


def test_deleted_account_takes_its_factors_along(owner, secret):
    owner.delete()
    assert not Authenticator.objects.exists()


def test_wrong_passwords_are_counted_though_a_code_is_due(secret):
    client = Client(REMOTE_ADDR="192.0.2.9")
    for _ in range(5):
        enter(client, "wrong")
    assert "Too many wrong passwords" in read_page(enter(client))


def test_guest_is_sent_to_sign_up(db):
    client = Client()
    client.force_login(create_guest())
    for page in ("", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/generate/"):
        assert client.get(f"/accounts/2fa/{page}")["Location"] == "/accounts/signup/"


def test_admin_shows_no_secret_and_lets_staff_remove_a_lost_factor(owner, secret):
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    factor = Authenticator.objects.get(type="totp")
    pages = [client.get(f"/admin/mfa/authenticator/{end}") for end in ("", f"{factor.pk}/change/")]
    assert [page.status_code for page in pages] == [200, 200]
    assert not any(secret in read_page(page) for page in pages)
    client.post(f"/admin/mfa/authenticator/{factor.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(type="totp").exists()
