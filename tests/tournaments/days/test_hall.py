"""What differs between halls: one device for a whole team, and strict places."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments.days.seated_client import enter, order
from tournaments.days.models import Day
from tournaments.days.seats import make_day

TEAM = ("Dione Captain", "Dione First Officer", "Dione Chief Engineer", "Dione Council Member")
ROLES = re.compile(r'<nav class="day-roles".*?</nav>', re.DOTALL)


def read_roles(client, day, seat):
    """Return the seats to which a station's page leads by a tap, the one shown first."""
    page = client.get(reverse("days:seat", args=[day.public_id, seat.place])).content.decode()
    links = re.findall(r'<a href="([^"]*)"( aria-current="page")?>([^<]*)</a>', "".join(ROLES.findall(page)))
    return sorted(links, key=lambda link: not link[1])


def test_device_of_a_team_switches_role_by_a_tap(client, day, give):
    give("Control", "start the event")
    seats = [enter(client, day, name)[0] for name in TEAM]
    for seat in seats:
        links = read_roles(client, day, seat)
        assert links[0][2] == seat.name
        assert {name for _, _, name in links} == set(TEAM)
        assert all(client.get(address).status_code == 200 for address, _, _ in links)
        assert order(client, day, seat, "propose: a toast", request=f"of {seat.name}").status_code == 200
    assert list(day.entries.values_list("seat", flat=True))[1:] == list(TEAM)


def test_device_of_one_seat_has_nothing_to_switch(client, day):
    seat, _ = enter(client, day, "Dione Captain")
    enter(client, day, "Lucas Captain")
    assert read_roles(client, day, seat) == []


@pytest.fixture
def strict_day(host) -> Day:
    return make_day(host, "wolves", "Strict places", 41, is_strict=True)


@pytest.mark.rule("W23.3")
@pytest.mark.parametrize("is_strict", [True, False])
def test_order_away_from_the_panel_is_refused_where_places_are_strict(client, day, strict_day, is_strict):
    held = strict_day if is_strict else day
    control, *team = (enter(client, held, name)[0] for name in ("Control", *TEAM))
    seat = team[-1]
    for number, text in enumerate(("start the event", "begin action")):
        assert order(client, held, control, text, request=str(number)).status_code == 200
    assert order(client, held, seat, "supply food at low", request="phone").status_code == 200  # a teammate is aboard
    for each in team:
        assert order(client, held, each, "go to Lucas", request="there").status_code == 200
    answer = order(client, held, seat, "supply food at low", request="away")
    page = client.get(reverse("days:seat", args=[held.public_id, seat.place])).content.decode()
    if not is_strict:
        assert answer.status_code == 200
        return
    assert (answer.status_code, answer.json()["rule"]) == (422, "W23.3")
    assert "W23.3" in page
    assert order(client, held, seat, "go to Dione", request="back").status_code == 200
    assert order(client, held, seat, "supply food at low", request="at home").status_code == 200
