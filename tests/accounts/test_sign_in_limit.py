"""Growing pauses after wrong passwords, and what signing up and resetting a password tell of others."""

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.sign_in_limit import BY_ADDRESS, BY_NAME, LONGEST_PAUSE_S, SignInAttempts

PASSWORD = "a long word of hers"
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_user("ann", email="ann@example.com", password=PASSWORD)


def sign_in(password: str, *, name: str = "ann", address: str = HERE):
    return Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": name, "password": password})


def test_owner_signs_in_from_elsewhere_whatever_others_try(owner):
    for _ in range(6):
        sign_in("wrong")
    refused = sign_in(PASSWORD)
    assert (refused.status_code, "Too many wrong passwords" in refused.content.decode()) == (200, True)
    assert sign_in(PASSWORD, address=ELSEWHERE).status_code == 302


def test_name_and_e_mail_address_are_refused_alike(owner):
    for _ in range(5):
        sign_in("wrong", name="ann@example.com")
    assert "Too many wrong passwords" in sign_in(PASSWORD, name="ANN@example.com").content.decode()


def test_right_password_ends_the_count(owner):
    for _ in range(4):
        sign_in("wrong")
    assert sign_in(PASSWORD).status_code == 302
    for _ in range(4):
        sign_in("wrong")
    assert sign_in(PASSWORD).status_code == 302


@pytest.mark.parametrize(
    ("failures", "pause"),
    [(4, 0), (5, 15), (6, 30), (7, 60), (12, 1920), (13, LONGEST_PAUSE_S), (10_000, LONGEST_PAUSE_S)],
)
def test_pauses_grow(failures, pause):
    assert BY_NAME.pause_after(failures) == pause


def test_pause_is_over_after_its_time():
    attempts = SignInAttempts(HERE, "ann")
    for _ in range(5):
        attempts.add_failure(now=1000.0)
    assert [attempts.wait_s(now) for now in (1000.0, 1014.5, 1015.0)] == [15, 1, 0]


def test_many_names_from_one_address_make_it_wait():
    for number in range(BY_ADDRESS.free):
        SignInAttempts(HERE, f"name-{number}").add_failure(now=1000.0)
    assert SignInAttempts(HERE, "another").wait_s(1000.0) == BY_ADDRESS.first_pause_s
    assert SignInAttempts(ELSEWHERE, "another").wait_s(1000.0) == 0


def sign_up(name: str, email: str):
    fields = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return Client().post("/accounts/signup/", fields)


def test_signing_up_tells_nobody_which_addresses_have_accounts(owner):
    taken, free = sign_up("bob", "ann@example.com"), sign_up("eve", "nobody@example.com")
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])


def test_reset_mails_an_address_three_times_an_hour(owner):
    for _ in range(20):
        Client().post("/accounts/password/reset/", {"email": "ann@example.com"})
    assert len(mail.outbox) == 3


def test_reset_answers_alike_for_addresses_without_an_account(owner):
    answers = [Client().post("/accounts/password/reset/", {"email": f"{name}@example.com"}) for name in ("ann", "bob")]
    assert len({(answer.status_code, answer.get("Location")) for answer in answers}) == 1
