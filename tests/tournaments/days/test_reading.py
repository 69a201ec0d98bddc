"""What others did that concerns a seat stands at the head of its log until the seat has marked it as read."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days.day_page import draw_page, find_day

SEAT = "Dione Captain"
HEADING = "<h2>For you</h2>"


@pytest.fixture
def told(day, give):
    """The day after Control has changed something of Dione's, and the captain something himself."""
    give("Control", "start the event")
    give("Control", "set food of Dione to 9 because it was miscounted", 5)
    give(SEAT, "hide the panel", 10)
    return day


def draw(day, seat=SEAT):
    parts = draw_page(find_day(day.public_id), "seat", seat).parts
    return {name: " ".join(part.split()) for name, part in parts.items()}


def list_news(day, seat=SEAT):
    log = draw(day, seat)["log"]
    return log.partition(HEADING)[2].partition("</ol>")[0] if HEADING in log else ""


def mark(client, day, number, name=SEAT, **headers):
    place = day.seats.get(name=name).place
    return client.post(reverse("days:mark_read", args=[day.public_id, place]), {"to": number}, headers=headers)


def test_others_deeds_for_the_seat_stand_apart_and_its_own_do_not(told):
    assert "food of Dione to 9" in list_news(told)
    assert "panel is hidden" not in list_news(told)
    assert 'name="to" value="2"' in draw(told)["log"]
    assert '1<span class="visually-hidden"> for you' in draw(told)["head"]
    assert list_news(told, "Lucas Captain") == ""


def test_what_is_read_goes_on_every_device_and_stays_in_the_log(client, told):
    enter(client, told, SEAT)
    before = find_day(told.public_id).revision
    assert mark(client, told, 2, accept="text/html").url.endswith("#part-log")
    assert find_day(told.public_id).revision == before + 1
    assert list_news(told) == ""
    assert "food of Dione to 9" in draw(told)["log"]
    assert "for you" not in draw(told)["head"]
    assert "food of Dione to 9" in list_news(told, "Dione First Officer")


def test_later_news_come_again_and_an_old_mark_changes_nothing(client, told, give):
    enter(client, told, SEAT)
    assert mark(client, told, 2, accept="application/json").json() == {"message": ""}
    give("Control", "set water of Dione to 9 because it was miscounted", 15)
    assert mark(client, told, 1).status_code == 200
    assert "water of Dione" in list_news(told)
    assert "food of Dione" not in list_news(told)


def test_nobody_marks_for_others_or_ahead(client, told):
    assert mark(client, told, 2).status_code == 404
    enter(client, told, "Lucas Captain")
    assert mark(client, told, 2).status_code == 404
    enter(client, told, SEAT)
    assert mark(client, told, 99).status_code == 400
    assert list_news(told)


def test_page_has_the_form_that_its_button_needs(client, told):
    enter(client, told, SEAT)
    place = told.seats.get(name=SEAT).place
    page = client.get(reverse("days:seat", args=[told.public_id, place])).content.decode()
    assert f'<form id="mark-read" method="post" action="/days/{told.public_id}/seat/{place}/read">' in page
    assert 'form="mark-read"' in page
