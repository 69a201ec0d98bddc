"""How a posted move is answered: fragments for htmx, a redirect or page for a plain form, JSON for anything else."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import read_page
from tournaments.matches.table_rows import table_for

HINTS = ["#hint-chart", "#hint-hand", "#hint-options", "#hint-ships"]
REGIONS = ["#bar", "#panel-1", "#panel-0", "#chart", "#moment", "#strip", *HINTS]
REGIONS += ["#notes", "#absences", "#prompt", "#log", "#facts"]


def asked_of(match):
    return table_for(match, None).game.decision.seat


@pytest.fixture
def post(lay, people):
    match = lay()
    seat = asked_of(match)

    def send(text, version=0, key="one", **headers):
        client = Client(**headers)
        client.force_login(people[seat])
        path = reverse("tables:actions", args=[match.public_id])
        return match, client.post(path, {"text": text, "version": version, "key": key})

    return send


def targets(response):
    return re.findall(r'<hx-partial hx-target="([^"]+)"', read_page(response))


def test_htmx_gets_every_region_and_nothing_loose(post):
    _, response = post("decline", HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    assert targets(response) == REGIONS
    assert re.sub(r"<hx-partial.*?</hx-partial>", "", read_page(response), flags=re.DOTALL).strip() == ""


def test_htmx_refusal_carries_its_status_rule_and_the_table(post):
    match, response = post("warp to 5,5", HTTP_HX_REQUEST="true")
    assert response.status_code == 422
    assert targets(response) == REGIONS
    notice = re.search(r'<div class="notice bad" id="notice".*?</div>', read_page(response), re.DOTALL)[0]
    assert 'href="/rules/' in notice
    match.refresh_from_db()
    assert match.version == 0


def test_htmx_late_move_is_told_kindly(post):
    _, response = post("decline", version=7, HTTP_HX_REQUEST="true")
    assert response.status_code == 409
    assert '<div class="notice" id="notice"' in read_page(response)


def test_plain_form_is_led_back_to_the_table(post):
    match, response = post("decline", HTTP_ACCEPT="text/html")
    assert (response.status_code, response.url) == (303, match.get_absolute_url())


def test_plain_form_refused_shows_the_table_with_the_reason(post):
    _, response = post("fire photons", HTTP_ACCEPT="text/html")
    page = read_page(response)
    assert response.status_code == 422
    assert 'role="alert"' in page
    assert 'name="text" value="decline"' in page


def test_other_clients_get_json(post):
    _, response = post("decline")
    assert response.json() == {"code": "applied", "message": "", "rule": "", "version": 1}


def test_form_carries_a_new_key_each_time(lay, people, browser_of):
    match = lay()
    browser = browser_of(people[asked_of(match)])
    keys = {
        re.search(r'name="key" value="([^"]+)"', read_page(browser.get(match.get_absolute_url())))[1] for _ in range(3)
    }
    assert len(keys) == 3
