"""The preview of an undo, and forms of the desk that work without a script."""

import re
from html import unescape

import pytest
from django.test import Client

from incursions.accounts.models import User
from tournaments.days.models import Day
from tournaments.days.seats import make_day


@pytest.fixture
def host(db) -> User:
    return User.objects.create_user("host")


@pytest.fixture
def day(host) -> Day:
    return make_day(host, "wolves", "A day", 41)


@pytest.fixture
def desk(host, day) -> Client:
    client = Client(headers={"accept": "text/html"})
    client.force_login(host)
    return client


def give(desk: Client, day: Day, text: str, **fields: str) -> int:
    return desk.post(f"/days/{day.public_id}/seat/0/command", {"text": text, **fields}).status_code


def test_preview_lists_what_falls_and_changes_nothing(desk, day):
    for text in ("start the event", "begin action", "set fuel of Dione to 9 because it was found"):
        assert give(desk, day, text) == 303
    desk.get(f"/days/{day.public_id}/desk")  # which shows what was taken
    page = unescape(desk.get(f"/days/{day.public_id}/preview?to=2").content.decode())
    assert "set fuel of Dione to 9" in page
    assert "begin action" not in page
    assert "Dione Captain" in page
    assert "Lucas Captain" not in page
    assert Day.objects.get(pk=day.pk).number == 3


def test_second_of_two_that_undo_the_same_is_refused_and_takes_nothing_back(desk, day):
    for text in ("start the event", "begin action", "announce to the room: a slip"):
        give(desk, day, text)
    page = desk.get(f"/days/{day.public_id}/preview?to=2").content.decode()
    shown = dict(re.findall(r'type="hidden" name="(text|seen)" value="([^"]*)"', page))
    give(desk, day, "announce to the room: said meanwhile")
    assert give(desk, day, **shown, reason="it was a slip") == 303
    give(desk, day, "announce to the room: said since")
    assert give(desk, day, **shown, reason="it was a slip") == 409
    assert Day.objects.get(pk=day.pk).number == 6
    answer = desk.post(f"/days/{day.public_id}/seat/0/command", {**shown, "reason": "again"}).content.decode()
    assert "Control has taken entries back meanwhile, as entry 5" in answer


@pytest.mark.parametrize(("to", "status"), [("3", 422), ("x", 400), ("", 400)])
def test_preview_of_no_entry_is_refused(desk, day, to, status):
    give(desk, day, "start the event")
    assert desk.get(f"/days/{day.public_id}/preview?to={to}").status_code == status


@pytest.mark.rule("W26.3")
def test_preview_of_a_struck_entry_says_which_entries_stand(desk, day):
    for text in ("start the event", "begin action", "undo to entry 1 because of haste", "begin action"):
        assert give(desk, day, text) == 303
    answer = desk.get(f"/days/{day.public_id}/preview?to=2")
    assert answer.status_code == 422
    assert "Entry 2 was struck out by entry 3 and cannot come back. Undo to entry 1 or 3" in answer.content.decode()
    assert give(desk, day, "undo to entry 2 because of haste") == 422
    assert Day.objects.get(pk=day.pk).number == 4


def test_preview_is_controls_alone(day):
    assert Client().get(f"/days/{day.public_id}/preview?to=0").status_code == 404


def test_fields_of_a_form_fill_the_command(desk, day):
    give(desk, day, "start the event")
    text = "deal {n} damage to Dione because {reason}"
    assert give(desk, day, text, n="1", reason="a collision") == 303
    assert day.entries.last().text == "deal 1 damage to Dione because a collision"
    assert give(desk, day, text, n="1", reason="") == 400


def test_forms_of_the_first_load_have_address_and_token(desk, day):
    page = desk.get(f"/days/{day.public_id}/desk").content.decode()
    forms = re.findall(r"<form[^>]* data-give[^>]*>(<input[^>]*csrfmiddlewaretoken)?", page)
    assert forms
    assert all(forms)
    of_the_page = 2  # the line for orders in words, and the form of buttons anywhere
    assert page.count(f'action="/days/{day.public_id}/seat/0/command"') == len(forms) + of_the_page


def test_desk_shows_the_log_the_newest_first(desk, day):
    for text in ("start the event", "begin action"):
        give(desk, day, text)
    page = desk.get(f"/days/{day.public_id}/desk").content.decode()
    assert page.index("<bdi>begin action</bdi>") < page.index("<bdi>start the event</bdi>")
