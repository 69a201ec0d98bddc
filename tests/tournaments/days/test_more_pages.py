"""The further pages of a day: who opens them, where their forms lead, and their sockets."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days.consumers import DayConsumer
from tournaments.days.day_page import SESSION_KEY, find_day, is_public, may_open


def address(day, page):
    return reverse("days:more", args=[day.public_id, page])


def test_board_is_opened_for_the_named_seat_of_the_session(client, day, give):
    give("Control", "start the event")
    assert client.get(address(day, "board")).status_code == 404
    seat, _ = enter(client, day, "Dione Captain")
    enter(client, day, "Dione First Officer")
    shown = client.get(address(day, "board"), {"seat": "Dione First Officer"}).content.decode()
    assert ">Dione First Officer</a>" in shown
    assert ">Dione Captain</a>" in client.get(address(day, "board")).content.decode()
    assert client.get(address(day, "board"), {"seat": "Lucas Captain"}).status_code == 404
    assert client.get(address(day, "nothing")).status_code == 404
    assert seat.day == day


def test_form_of_a_page_leads_back_to_it_without_a_script(client, day, give):
    for text in ("start the event", "begin action", "declare an attack"):
        give("Control", text)
    seat, _ = enter(client, day, "Control 2")
    shown = client.get(address(day, "board")).content.decode()
    assert '<input type="hidden" name="page" value="board">' in shown
    posted = {"text": "close the Fleet round", "page": "board"}
    answer = client.post(
        reverse("days:command", args=[day.public_id, seat.place]), posted, headers={"Accept": "text/html"}
    )
    assert answer.url == f"{address(day, 'board')}?seat=Control+2"


@pytest.mark.parametrize(("page", "name", "opens"), [("desk", "Dione Captain", False), ("seat", "Dione Captain", True)])
def test_seat_has_its_own_page_alone(day, page, name, opens):
    row = find_day(day.public_id)
    assert may_open(row, page, row.seats.get(name=name)) is opens
    assert not is_public(row, page)


def test_socket_of_a_page_is_for_those_who_may_open_it(day):
    consumer = DayConsumer()
    seat = day.seats.get(name="Dione Captain")
    consumer.page, consumer.place = "board", seat.place
    consumer.scope = {"session": {SESSION_KEY: {day.public_id: [seat.key]}}}
    assert consumer._find_seat(find_day(day.public_id)) == "Dione Captain"


def test_page_for_everybody_leads_back_to_the_seat_that_came_from(client, day):
    assert 'class="day-nav"' in client.get(address(day, "map")).content.decode()
    assert "/seat/" not in client.get(address(day, "map")).content.decode()
    captain, _ = enter(client, day, "Dione Captain")
    officer, _ = enter(client, day, "Dione First Officer")
    station = client.get(reverse("days:seat", args=[day.public_id, officer.place])).content.decode()
    assert "/map?seat=Dione+First+Officer" in station
    shown = client.get(address(day, "map"), {"seat": officer.name}).content.decode()
    back = '<a href="{}">{}</a>'
    assert back.format(reverse("days:seat", args=[day.public_id, officer.place]), officer) in shown
    assert "<title>The fleet · " in shown
    other = client.get(address(day, "map"), {"seat": "Lucas Captain"}).content.decode()
    assert back.format(reverse("days:seat", args=[day.public_id, captain.place]), captain) in other
