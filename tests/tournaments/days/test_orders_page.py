"""All orders of a seat, completed step by step by links, and given by the last button."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse


@pytest.fixture
def engineer(client, day, give):
    """The address of the orders of Dione's Chief Engineer in the Action phase."""
    give("Control", "start the event")
    give("Control", "begin action", 1)
    seat = day.seats.get(name="Dione Chief Engineer")
    client.get(reverse("days:enter", args=[seat.key]))
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
