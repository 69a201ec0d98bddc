"""All orders of a seat, completed step by step by links, and given by the last button."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days.command_views import LONGEST_ANSWER, write_confirmation
from tournaments.days.locked_day import Outcome


@pytest.fixture
def engineer(client, day, give):
    """The address of the orders of Dione's Chief Engineer in the Action phase."""
    give("Control", "start the event")
    give("Control", "begin action", 1)
    enter(client, day, "Dione Chief Engineer")
    return f"{reverse('days:orders', args=[day.public_id])}?seat=Dione%20Chief%20Engineer"


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def links(page):
    found = [unescape(href) for href in re.findall(r'href="(\?[^"]*)"', page)]
    return {parse_qs(urlsplit(href).query).get("text", [""])[0]: href for href in found if "command=" in href}


def commands(page):
    return [unescape(text) for text in re.findall(r'name="text" value="([^"]*)"', page)]


def test_order_is_completed_step_by_step_and_given(client, day, engineer):
    address = engineer.partition("?")[0]
    page = read(client, engineer)
    assert "Stations (W11)" in page
    page = read(client, address + links(page)["use "])
    assert "use Water Plant" in commands(page)
    page = read(client, address + links(read(client, engineer))["move "])
    first = next(text for text in links(page) if text.startswith("move ") and text.endswith(" from "))
    page = read(client, address + links(page)[first])
    second = next(text for text in links(page) if text.startswith(first))
    page = read(client, address + links(page)[second])
    text = commands(page)[0]
    seat = day.seats.get(name="Dione Chief Engineer")
    answer = client.post(
        reverse("days:command", args=[day.public_id, seat.place]), {"text": text}, headers={"Accept": "text/html"}
    )
    assert answer.url == reverse("days:seat", args=[day.public_id, seat.place])


def test_free_text_is_asked_for_with_all_blanks_that_are_left(client, day, engineer):
    page = read(client, f"{engineer}&command=note")
    page = read(client, engineer.partition("?")[0] + links(page)["write to Dione Captain: "])
    (text,) = commands(page)
    assert text == "write to Dione Captain: {words}"
    seat = day.seats.get(name="Dione Chief Engineer")
    posted = {"text": text, "words": "Come to the bridge"}
    client.post(reverse("days:command", args=[day.public_id, seat.place]), posted, headers={"Accept": "text/html"})
    assert day.entries.last().text == "write to Dione Captain: Come to the bridge"


def test_order_that_is_not_possible_any_more_leads_back(client, engineer):
    page = read(client, f"{engineer}&command=roll_morale&text=roll%20morale")
    assert "This order is no longer possible." in page


def test_orders_of_others_are_not_shown(client, day, engineer):
    address = reverse("days:orders", args=[day.public_id])
    assert client.get(f"{address}?seat=Lucas%20Captain").status_code == 404


# What a page without scripts says after an order.


def give_by_form(client, day, name, text, **fields):
    seat = day.seats.get(name=name)
    address = reverse("days:command", args=[day.public_id, seat.place])
    return client.post(address, {"text": text, **fields}, headers={"Accept": "text/html"}, follow=True)


def read_status(answer):
    """Return the texts of the visible notices with role=status."""
    page = answer.content.decode()
    found = re.findall(r'<div\s+class="notice [^"]*"\s+role="status">(.*?)</div>', page, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", each)).split()) for each in found]


def test_page_after_an_order_says_what_was_taken(client, day, engineer):
    answer = give_by_form(client, day, "Dione Chief Engineer", "use Water Plant")
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == reverse(
        "days:seat", args=[day.public_id, day.seats.get(name="Dione Chief Engineer").place]
    )
    (said,) = read_status(answer)
    assert said.startswith("Taken: use Water Plant. Dione Chief Engineer uses")
    assert read_status(client.get(answer.request["PATH_INFO"])) == []


def test_page_after_a_refused_order_says_the_rule_and_keeps_the_text(client, day, engineer):
    give_by_form(client, day, "Dione Chief Engineer", "use Water Plant")
    answer = give_by_form(client, day, "Dione Chief Engineer", "use Water Plant")
    assert answer.status_code == 422
    (said,) = read_status(answer)
    assert said.startswith("Refused: use Water Plant . ")
    assert "W11.2" in said
    page = answer.content.decode()
    assert 'id="part-panel"' in page
    assert 'value="use Water Plant"' in page
    assert day.entries.count() == 3


def test_refused_order_of_a_further_page_stays_on_that_page(client, day, engineer):
    enter(client, day, "News Media Reporter")
    answer = give_by_form(client, day, "News Media Reporter", "leave for the close: {words}", words=" ", page="news")
    assert answer.status_code == 400
    assert read_status(answer) == ["Refused: leave for the close: {words} . Fill in the field words."]
    assert "<h1>News desk</h1>" in answer.content.decode()
    answer = give_by_form(client, day, "News Media Reporter", "fly", page="desk")
    assert "<h1>News Media Reporter</h1>" in answer.content.decode()


def test_order_for_a_seat_of_others_is_refused_without_its_page(client, day, engineer):
    answer = give_by_form(client, day, "Lucas Captain", "use Water Plant")
    assert answer.status_code == 404
    assert "part-panel" not in answer.content.decode()


def test_long_confirmation_is_cut():
    words = write_confirmation(["start the event", "begin action"], Outcome(2, ("The event begins.", "x" * 900), 3))
    assert words.startswith("Taken: start the event; begin action. The event begins. xxx")
    assert len(words) == LONGEST_ANSWER + 1
