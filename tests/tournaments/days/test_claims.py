"""Claims of Control: lines, vessels and the clock are taken, released and taken over, and all desks see it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from incursions.games.megagames import Claim
from incursions.kit.refusals import DomainError
from tests.tournaments.days.seated_client import enter
from tournaments.days.claims import read_claims, release_subject, take_subject
from tournaments.days.day_page import draw_page, find_day
from tournaments.days.models import DayClaim

LINE = "proposal 1"


@pytest.fixture
def asked(day, give):
    """The day with a proposal of Dione's captain; Ann sits at the second seat of Control."""
    give("Control", "start the event")
    give("Dione Captain", "propose: we sing", 5)
    day.seats.filter(name="Control 2").update(player="Ann")
    return day


def take(day, name, subject):
    take_subject(day.public_id, day.seats.get(name=name), subject)


def draw(day, seat):
    parts = draw_page(find_day(day.public_id), "desk", seat).parts
    return {name: " ".join(part.split()) for name, part in parts.items()}


def test_line_is_taken_and_all_desks_show_who_has_it(asked):
    before = find_day(asked.public_id).revision
    take(asked, "Control 2", LINE)
    assert read_claims(asked) == {LINE: Claim("Control 2", "Ann")}
    assert find_day(asked.public_id).revision == before + 1
    assert "<bdi>Ann</bdi> has it" in draw(asked, "Control")["inbox"]
    assert "Yours" in draw(asked, "Control 2")["inbox"]


def test_line_is_taken_over_with_one_tap_and_released(asked):
    take(asked, "Control 2", LINE)
    take(asked, "Control", LINE)
    assert read_claims(asked) == {LINE: Claim("Control", "Control")}
    release_subject(asked.public_id, asked.seats.get(name="Control"), LINE)
    assert read_claims(asked) == {}
    release_subject(asked.public_id, asked.seats.get(name="Control"), LINE)


def test_line_of_another_is_not_released(asked):
    take(asked, "Control 2", LINE)
    with pytest.raises(DomainError, match="Ann has it") as refused:
        release_subject(asked.public_id, asked.seats.get(name="Control"), LINE)
    assert refused.value.code == "not_yours"
    assert LINE in read_claims(asked)


def test_claim_goes_with_its_line_and_others_stay(asked, give):
    for subject in (LINE, "vessel Dione", "clock"):
        take(asked, "Control 2", subject)
    give("Control", "answer proposal 1: yes", 10)
    assert set(read_claims(asked)) == {"vessel Dione", "clock"}


@pytest.mark.parametrize("subject", ["proposal 2", "vessel Nothing", "plan 1", "", " clock"])
def test_nothing_that_is_not_on_the_desk_is_taken(asked, subject):
    with pytest.raises(DomainError, match="gone from the desk"):
        take(asked, "Control", subject)
    assert not DayClaim.objects.exists()


def test_own_vessels_come_first_and_what_concerns_them_is_marked(asked):
    take(asked, "Control 2", "vessel Vulcan")
    take(asked, "Control 2", "vessel Dione")
    own, other = draw(asked, "Control 2"), draw(asked, "Control")
    assert own["vessels"].index('id="vessel-vulcan"') < own["vessels"].index('id="vessel-aegis"')
    assert other["vessels"].index('id="vessel-aegis"') < other["vessels"].index('id="vessel-vulcan"')
    assert "Dione: <bdi>Ann</bdi>" in other["inbox"]
    assert "Dione: yours" in own["inbox"]


def test_holder_of_the_clock_alone_has_its_buttons_but_nobody_is_refused(asked, give):
    take(asked, "Control 2", "clock")
    own, other = draw(asked, "Control 2")["next"], draw(asked, "Control")["next"]
    assert 'data-holder="Ann"' in other
    assert "disabled" in other
    assert "disabled" not in own
    assert "data-holder" not in own
    give("Control", "pause the clock", 20)
    take(asked, "Control", "clock")
    assert "disabled" not in draw(asked, "Control")["next"]


def act(client, day, fields, as_page=False):
    kind = {} if as_page else {"content_type": "application/json"}
    accept = {"Accept": "text/html" if as_page else "application/json"}
    return client.post(reverse("days:desk_act", args=[day.public_id]), fields, headers=accept, **kind)


def test_desk_takes_and_releases_by_form_and_by_script(client, asked):
    enter(client, asked, "Control 2")
    desk = reverse("days:desk", args=[asked.public_id])
    page = client.get(desk).content.decode()
    assert f'<form id="desk-act" method="post" action="{desk}/act">' in page
    assert f'form="desk-act" id="claim-proposal-1" name="take" value="{LINE}"' in page
    assert act(client, asked, {"take": LINE}, as_page=True).url == desk
    assert read_claims(asked) == {LINE: Claim("Control 2", "Ann")}
    assert act(client, asked, {"release": LINE}).status_code == 200
    assert read_claims(asked) == {}


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"take": "proposal 7"}, 404),
        ({"take": ""}, 400),
        ({"take": 7}, 400),
        ({"take": "x" * 201}, 400),
        ({"take": "a\nb"}, 400),
        ({"seize": LINE}, 400),
        ({}, 400),
        ({"take": LINE, "release": LINE}, 400),
        ({"dismiss": LINE}, 404),
        ({"dismiss": "plan ²"}, 404),
        ({"dismiss": "plan 77"}, 404),
        ({"dismiss": "plan 99999999999999999999"}, 404),
    ],
)
def test_bad_act_on_the_desk_is_refused(client, asked, fields, status):
    enter(client, asked, "Control 2")
    assert act(client, asked, fields).status_code == status
    assert read_claims(asked) == {}


def test_players_and_strangers_take_nothing(client, asked):
    assert act(client, asked, {"take": LINE}).status_code == 404
    enter(client, asked, "Dione Captain")
    assert act(client, asked, {"take": LINE}).status_code == 404
    assert read_claims(asked) == {}


def test_line_for_control_is_ticked_off_for_all_desks_and_comes_back(client, asked, give):
    give("Control", "deal 40 damage to Vulcan because it burns", 30)
    enter(client, asked, "Control 2")
    desk = reverse("days:desk", args=[asked.public_id])
    assert act(client, asked, {"done": "line 1"}, as_page=True).url == desk
    inbox = draw(asked, "Control")["inbox"]
    assert "For you" not in inbox
    assert "Done <span" in inbox
    assert '<bdi>survivors Vulcan</bdi> <span class="soft">by <bdi>Ann</bdi>' in inbox
    assert act(client, asked, {"take": "line 1"}).status_code == 200
    assert "For you" in draw(asked, "Control")["inbox"]


def test_tick_goes_with_its_line_when_that_is_undone(asked, give):
    give("Control", "deal 40 damage to Vulcan because it burns", 30)
    take_subject(asked.public_id, asked.seats.get(name="Control"), "line 1", is_done=True)
    give("Control", "undo to entry 2 because it did not burn", 40)
    give("Control", "deal 40 damage to Lucas because it burns", 50)
    assert "For you</span> <bdi>survivors Lucas" in draw(asked, "Control")["inbox"]
