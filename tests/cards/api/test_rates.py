"""Rates: counted for accounts and addresses, said in headers, and 429 beyond them."""

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured

from cards.checks import check_rates
from incursions.accounts.viewers import create_guest
from incursions.kit.api import views
from incursions.kit.api.views import Rate, rates_of
from tests.cards.api.client import ApiClient

pytestmark = pytest.mark.django_db
FAR = 1_800_000_000.0  # the beginning of a second, a minute and an hour


@pytest.fixture(autouse=True)
def rated(settings, monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(views.time, "time", lambda: FAR + 0.5)
    settings.API_RATES = {
        "reading_anonymous": "3/min, 100/h",
        "reading_user": "5/min",
        "work_anonymous": "1/min",
        "work_user": "2/min",
    }


def asked(client: ApiClient, times: int, *, address: str = "formats/", **headers: str) -> list[int]:
    return [client.ask("GET", address, **headers).status_code for _ in range(times)]


def test_beyond_a_rate_the_answer_is_to_wait(api) -> None:
    assert asked(api, 4) == [200, 200, 200, 429]
    answer = api.ask("GET", "formats/")
    assert (answer.json()["code"], answer["Retry-After"], answer["Cache-Control"]) == ("throttled", "59", "no-store")
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_window_ends(api, monkeypatch) -> None:
    asked(api, 4)
    monkeypatch.setattr(views.time, "time", lambda: FAR + 60)
    assert asked(api, 1) == [200]


def test_each_answer_says_how_its_asker_stands(api) -> None:
    api.ask("GET", "formats/")
    answer = api.ask("GET", "pieces/sol/", **{"If-None-Match": "*"})
    assert answer.status_code == 304
    assert {name: answer[name] for name in answer.headers if name.startswith("RateLimit")} == {
        "RateLimit-Policy": "3;w=60, 100;w=3600",
        "RateLimit-Limit": "3",
        "RateLimit-Remaining": "1",
        "RateLimit-Reset": "59",
    }


def test_accounts_are_counted_by_themselves_guests_by_address(api, mine, owner) -> None:
    guest = ApiClient()
    guest.force_login(create_guest())
    by_session = ApiClient()
    by_session.force_login(owner)
    assert asked(api, 2, address="decks/") + asked(guest, 2, address="decks/") == [200, 200, 200, 429]
    assert asked(mine, 3) + asked(by_session, 3, address="decks/") == [200, 200, 200, 200, 200, 429]


def test_addresses_of_one_network_are_one(api) -> None:
    for last in ("1", "2", "ffff"):
        assert asked(ApiClient(REMOTE_ADDR=f"2001:db8:1:2::{last}"), 1) == [200]
    assert asked(ApiClient(REMOTE_ADDR="2001:db8:1:2::9"), 1) == [429]
    assert asked(ApiClient(REMOTE_ADDR="2001:db8:1:3::1"), 1) == [200]
    assert asked(ApiClient(REMOTE_ADDR=""), 1) == [200]


def test_work_has_rates_of_its_own(api, mine) -> None:
    body = {"content": {}}
    assert [api.ask("POST", "check/", body).status_code for _ in range(2)] == [200, 429]
    assert [mine.ask("POST", "import/", {"text": ""}).status_code for _ in range(3)] == [200, 200, 429]
    assert asked(api, 1) == [200]


def test_wrong_tokens_and_addresses_are_counted_too(api) -> None:
    wrong = {"Authorization": "Bearer inc_wrong"}
    assert asked(api, 2, address="decks/", **wrong) + asked(api, 2, address="nothing/") == [401, 401, 404, 429]


def test_nobody_is_turned_away_while_redis_refuses_writes(api, refusing_redis) -> None:
    assert asked(api, 5) == [200] * 5


def test_rate_that_cannot_be_read_is_an_error_of_the_start(settings) -> None:
    assert check_rates() == []
    settings.API_RATES = {"reading_user": "often"}
    assert [(fault.id, "often" in fault.msg) for fault in check_rates()] == [("cards.E003", True)]


def test_rates_are_read_as_they_are_written() -> None:
    assert rates_of("20/s, 3000/h") == (Rate(20, 1), Rate(3000, 3600))
    assert rates_of("off") == ()
    for wrong in ("", "20", "20/week", "0/s", "-1/s", "x/s", "1/s,"):
        with pytest.raises(ImproperlyConfigured, match="look like"):
            rates_of(wrong)
