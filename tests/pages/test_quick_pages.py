"""The page on which somebody looks for a match, and the same by JSON."""

import json
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from tests.markup import read_page
from tournaments.matches.models import Match
from tournaments.tables.matchmaking import Wish, enter_queue, find_matches
from tournaments.tables.models import Seeker


def test_guest_looks_waits_and_is_led_to_the_table(people, stranger, django_assert_num_queries):
    assert "Look for a match" in read_page(stranger.get("/quick/"))
    assert stranger.post("/quick/", {"mode": "full", "clocks": "quick"})["Location"] == "/quick/"
    page = read_page(stranger.get("/quick/"))
    assert "Full, 2 seats, Quick clocks, casual" in page
    assert "Nobody else is looking for the same now." in page
    enter_queue(people[0], Wish(mode="full", clocks="quick"))
    with django_assert_num_queries(7):
        assert "1 other looks for the same" in read_page(stranger.get("/quick/"))
    find_matches()
    match = Match.objects.get()
    assert stranger.get("/quick/")["Location"] == match.get_absolute_url()
    led = stranger.get("/quick/", headers={"HX-Request": "true"})
    assert led["HX-Redirect"] == match.get_absolute_url()
    Seeker.objects.update(found_at=timezone.now() - timedelta(minutes=3))
    assert "Find a match" in read_page(stranger.get("/quick/"))
    refused = read_page(stranger.post("/quick/", {"mode": "full"}, follow=True))
    assert "You are in a match." in refused


def test_waiting_ends_when_somebody_says_so_or_plays_a_bot(catalogue, stranger):
    stranger.post("/quick/", {"seats": "3"})
    assert "You are no longer looking for a match." in read_page(stranger.post("/quick/leave/", follow=True))
    assert "You are no longer looking for a match." in read_page(stranger.post("/quick/bot/", follow=True))
    stranger.post("/quick/", {"seats": "3"})
    match = stranger.post("/quick/bot/")
    assert match["Location"] == Match.objects.get().get_absolute_url()
    assert [seat.bot for seat in Match.objects.get().seats.all()] == ["", "captain", "captain"]


def test_refused_wishes_make_nobody_a_guest_and_nothing_else(people, stranger):
    for wish, words in (
        ({"rated": "on"}, "Rated tables are for accounts."),
        ({"mode": "chess"}, "mode is one of"),
        ({"seats": "7"}, "seats is from 2 to 6."),
        ({"clocks": "own"}, "clocks is one of"),
        ({"mode": "full", "starter": "deck:nothing"}, "There is no such deck"),
        ({"mode": "full", "starter": "Nothing"}, "A starter deck is one of"),
    ):
        assert words in read_page(stranger.post("/quick/", wish, follow=True))
    assert (Seeker.objects.count(), "sessionid" in stranger.cookies) == (0, False)


def test_search_by_json(people):
    client = Client()
    client.force_login(people[0])
    assert client.get("/quick/").json() == {"state": "idle"}
    refused = client.post("/quick/", json.dumps({"mode": 3}), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    begun = client.post("/quick/", json.dumps({"mode": "basic", "rated": True}), content_type="application/json")
    assert (begun.status_code, begun.json()["state"]) == (201, "waiting")
    waiting = client.get("/quick/").json()
    assert {name: waiting[name] for name in ("seats", "rated", "others", "usual_s")} == {
        "seats": 2, "rated": True, "others": 0, "usual_s": None,
    }  # fmt: skip
    enter_queue(people[1], Wish(rated=True))
    find_matches()
    assert client.get("/quick/").json()["id"] == Match.objects.get().public_id
    assert client.post("/quick/leave/").json() == {"state": "idle", "left": False}
