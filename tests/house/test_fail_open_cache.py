"""The cache while Redis refuses writes or is away: nothing is counted, everybody is let in, and the log says so."""

import logging

import pytest
from django.core.cache import cache
from django.test import Client

from incursions.accounts.models import User
from incursions.kit import caches
from incursions.kit.caches import FailOpenRedisCache, FailureLog

PASSWORD = "correct horse battery"
AWAY = "redis://127.0.0.1:1"


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "failures", FailureLog())


def answers_of(one: FailOpenRedisCache) -> list[object]:
    """Return the answer of each operation of an empty cache."""
    with pytest.raises(ValueError, match="not found"):
        one.incr("n", 3)
    return [
        one.add("a", 1), one.get("a", "default"), one.set("a", 1), one.touch("a"), one.delete("a"),
        one.get_many(["a"]), one.has_key("a"), one.set_many({"a": 1}), one.delete_many(["a"]),
    ]  # fmt: skip


AS_EMPTY = [True, "default", None, False, False, {}, False, [], None]


def test_every_operation_goes_on_while_redis_is_away() -> None:
    assert answers_of(FailOpenRedisCache(AWAY, {})) == AS_EMPTY


def test_every_operation_goes_on_while_redis_refuses_writes(refusing_redis: None) -> None:
    assert answers_of(cache) == AS_EMPTY


def test_failures_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(caches.time, "monotonic", lambda: now)
    away = FailOpenRedisCache(AWAY, {})
    with caplog.at_level(logging.ERROR):
        away.add("a", 1)
        away.get("a")
        now += 61
        away.get("a")
    assert [record.msg["event"] for record in caplog.records] == ["not_counted"] * 2


@pytest.mark.django_db
def test_people_sign_up_in_and_out_while_redis_refuses_writes(client: Client, refusing_redis: None) -> None:
    fields = {"username": "Zora", "email": "zora@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/signup/", fields).status_code == 302
    assert User.objects.filter(username="Zora").exists()
    assert client.post("/accounts/logout/").status_code == 302
    wrong = client.post("/accounts/login/", {"login": "Zora", "password": "wrong"})
    assert (wrong.status_code, "_auth_user_id" in client.session) == (200, False)
    right = client.post("/accounts/login/", {"login": "Zora", "password": PASSWORD})
    assert (right.status_code, "_auth_user_id" in client.session) == (302, True)
    assert client.post("/accounts/password/reset/", {"email": "zora@example.org"}).status_code == 302
    changed = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    assert client.post("/accounts/password/change/", changed).status_code == 302
    assert client.get("/api/v1/decks/").status_code == 200


@pytest.mark.django_db
def test_people_play_and_chat_while_redis_refuses_writes(client: Client, refusing_redis: None) -> None:
    made = client.post("/matches", {"mode": "basic", "seats": "2", "bots": "1", "pace_s": "0"})
    assert made.status_code == 201
    address = made.json()["url"]
    said = client.post(f"{address}/chat", {"text": "Good luck."})
    assert said.status_code == 201
    assert client.get(f"{address}/state").status_code == 200
