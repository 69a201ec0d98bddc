"""One person tries a day against bots on a phone, without an account, with and without a script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE

NARROW = {"width": 320, "height": 700}


@pytest.mark.parametrize("script", [True, False])
def test_guest_tries_a_captain_against_bots(visit, script):
    page = visit("/days/", viewport=PHONE, java_script_enabled=script)
    page.get_by_label("Your seat").select_option("Dione Captain")
    page.get_by_role("button", name="Try it alone").click()
    expect(page).to_have_url(re.compile(r"/seat/\d+$"))
    expect(page.locator(".day-phase")).to_have_text("Turn 1, muster")
    page.get_by_text("Bots play 41 of 42 seats").click()
    expect(page.get_by_text("Dione: bots: First Officer, Chief Engineer, Council Member")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Crew at muster")).click()
    expect(page.get_by_role("heading", name="Dione Captain")).to_be_visible()
    if script:
        expect(page.get_by_label("Your orders")).to_contain_text("crews the Jump Drive")
        assert violations(page) == []
        page.set_viewport_size(NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_control_gives_a_team_to_bots_and_takes_it_back(visit):
    page = visit("/days/", viewport=PHONE)
    page.get_by_label("Name of the day").fill("A day in the hall")
    page.get_by_role("button", name="Make the day").click()
    page.get_by_role("button", name=re.compile("^Give to a bot ?: Lucas$")).click()
    team = page.get_by_role("listitem").filter(has_text="Lucas")
    expect(team).to_contain_text("all bots")
    assert violations(page) == []
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    team.get_by_role("button", name=re.compile("^Take back")).click()
    expect(team).to_contain_text("no bots")
