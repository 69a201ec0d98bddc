"""Growing pauses after wrong passwords, and what signing up and resetting a password tell of others."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.sign_in import BY_ACCOUNT, BY_NETWORK, LONGEST_PAUSE_S, SignInAttempts
from incursions.accounts.tokens import make_token
from tests.markup import read_page

PASSWORD = "a long word of hers"
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_user("ann", email="ann@example.com", password=PASSWORD)


def sign_in(password: str, *, name: str = "ann", address: str = HERE):
    return Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": name, "password": password})


def test_owner_signs_in_from_elsewhere_whatever_others_try(owner):
    for _ in range(6):
        sign_in("wrong")
    refused = sign_in(PASSWORD)
    assert (refused.status_code, "Too many wrong passwords" in read_page(refused)) == (200, True)
    assert sign_in(PASSWORD, address=ELSEWHERE).status_code == 302


def test_name_and_e_mail_address_are_refused_alike(owner):
    for _ in range(5):
        sign_in("wrong", name="ann@example.com")
    assert "Too many wrong passwords" in read_page(sign_in(PASSWORD, name="ANN@example.com"))


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
    assert BY_ACCOUNT.pause_after(failures) == pause


def fail(attempts: SignInAttempts, now: float = 1000.0) -> int:
    """Try a wrong password; return for how many seconds no attempt is allowed."""
    wait_s = attempts.begin(now)
    if not wait_s:
        attempts.fail(now)
    return wait_s


def test_pause_is_over_after_its_time():
    for _ in range(5):
        fail(SignInAttempts(HERE, "user 1"))
    assert [SignInAttempts(HERE, "user 1").begin(now) for now in (1000.0, 1014.5, 1015.0)] == [15, 1, 0]


@pytest.mark.parametrize("set_back_s", [60, 3600, 86_400])
def test_clock_that_is_set_back_makes_no_pause_longer(set_back_s):
    for _ in range(5):
        fail(SignInAttempts(HERE, "user 1"), now=100_000.0)
    assert SignInAttempts(HERE, "user 1").begin(100_000.0 - set_back_s) <= 15


def test_many_accounts_from_one_network_make_it_wait():
    for number in range(BY_NETWORK.free):
        fail(SignInAttempts(HERE, f"user {number}"))
    assert SignInAttempts(HERE, "another").begin(1000.0) == BY_NETWORK.first_pause_s
    assert SignInAttempts(ELSEWHERE, "another").begin(1000.0) == 0


def test_whole_network_of_ipv6_counts_together():
    for number in range(5):
        fail(SignInAttempts(f"2001:db8:1:2::{number}", "user 1"))
    assert SignInAttempts("2001:db8:1:2:ffff::1", "user 1").begin(1000.0) == 15
    assert SignInAttempts("2001:db8:1:3::1", "user 1").begin(1000.0) == 0


def test_room_of_players_who_mistype_twice_each_gets_in():
    for number in range(BY_NETWORK.free):
        attempts = SignInAttempts(HERE, f"user {number}")
        for _ in range(2):
            assert fail(attempts) == 0
        assert attempts.begin(1000.0) == 0
        attempts.succeed()


def test_right_password_of_one_account_forgives_no_guesses_at_others():
    for number in range(BY_NETWORK.free - 1):
        fail(SignInAttempts(HERE, f"user {number}"))
    own = SignInAttempts(HERE, "own")
    assert own.begin(1000.0) == 0
    own.succeed()
    fail(SignInAttempts(HERE, "user 99"))
    assert SignInAttempts(HERE, "user 100").begin(1000.0) == BY_NETWORK.first_pause_s


def test_attempts_at_once_are_all_counted():
    with ThreadPoolExecutor(20) as threads:
        waits = list(threads.map(lambda _: SignInAttempts(HERE, "user 1").begin(1000.0), range(60)))
    assert waits.count(0) <= BY_ACCOUNT.free + 1


def test_name_and_e_mail_address_of_an_account_count_together(owner):
    for name in ("ann", "ann@example.com", "ANN", "Ann@Example.com", "ann"):
        sign_in("wrong", name=name)
    assert "Too many wrong passwords" in read_page(sign_in(PASSWORD, name="ann@example.com"))


def test_names_without_an_account_are_refused_alike(db):
    for _ in range(5):
        sign_in("wrong", name="nobody")
    assert "Too many wrong passwords" in read_page(sign_in("wrong", name="nobody"))


def test_admin_is_entered_by_the_page_of_everybody(owner):
    answer = Client().post("/admin/login/?next=/admin/", {"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/accounts/delete/", {"password": "wrong", "sure": "on"}),
        ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "new words", "password2": "new words"}),
        ("/accounts/reauthenticate/", {"password": "wrong"}),
    ],
)
def test_every_page_that_asks_for_the_password_has_the_limit(owner, address, fields):
    client = Client(REMOTE_ADDR=HERE)
    client.force_login(owner)
    answers = [read_page(client.post(address, fields)) for _ in range(6)]
    assert ["Too many wrong passwords" in answer for answer in answers] == [False] * 5 + [True]
    assert "Too many wrong passwords" in read_page(sign_in(PASSWORD))


def test_changed_password_offers_to_revoke_tokens(owner):
    make_token(owner, "my <bot>")
    client = Client(REMOTE_ADDR=HERE)
    client.force_login(owner)
    page = read_page(client.get("/accounts/password/change/"))
    assert "They can still sign in as you: my &lt;bot&gt;." in page
    words = {"oldpassword": PASSWORD, "password1": "another long word", "password2": "another long word"}
    assert client.post("/accounts/password/change/", words).status_code == 302
    assert owner.tokens.count() == 1
    again = {"oldpassword": "another long word", "password1": PASSWORD, "password2": PASSWORD, "ends_tokens": "on"}
    assert client.post("/accounts/password/change/", again).status_code == 302
    assert owner.tokens.count() == 0
    assert "ends_tokens" not in read_page(client.get("/accounts/password/change/"))


def test_reset_password_offers_to_revoke_tokens(owner):
    make_token(owner, "bot")
    client = Client(REMOTE_ADDR=HERE)
    client.post("/accounts/password/reset/", {"email": "ann@example.com"})
    [link] = re.findall(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    form = client.get(link, follow=True)
    assert "ends_tokens" in read_page(form)
    words = {"password1": "another long word", "password2": "another long word", "ends_tokens": "on"}
    assert client.post(form.redirect_chain[-1][0], words).status_code == 302
    assert owner.tokens.count() == 0


def test_added_address_is_told_the_other_ones(owner):
    for email, primary in (("ann@example.com", True), ("second@example.com", False)):
        EmailAddress.objects.create(user=owner, email=email, primary=primary, verified=True)
    client = Client(REMOTE_ADDR=HERE)
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    client.post("/accounts/email/", {"action_add": "", "email": "third@example.com"})
    told = [letter for letter in mail.outbox if "added to your account" in letter.subject]
    assert sorted(letter.to[0] for letter in told) == ["ann@example.com", "second@example.com"]
    assert all("third@example.com" in letter.body for letter in told)


def test_owner_of_an_address_is_told_that_somebody_signs_up_with_it(owner):
    EmailAddress.objects.create(user=owner, email="ann@example.com", primary=True, verified=True)
    sign_up("bob", "ann@example.com")
    [letter] = [letter for letter in mail.outbox if "Another account" in letter.subject]
    assert (letter.to, "the name is ann" in letter.body) == (["ann@example.com"], True)


def test_resets_from_one_client_are_limited(db):
    for number in range(20):
        EmailAddress.objects.create(
            user=User.objects.create_user(f"user-{number}", email=f"user-{number}@example.com"),
            email=f"user-{number}@example.com",
        )
    client = Client(REMOTE_ADDR=HERE)
    answers = [
        client.post("/accounts/password/reset/", {"email": f"user-{number % 20}@example.com"}).status_code
        for number in range(21)
    ]
    assert answers == [302] * 20 + [429]
    assert len(mail.outbox) == 20


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
