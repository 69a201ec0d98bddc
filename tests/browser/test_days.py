"""A day of a megagame in real browsers: made, started, stopped, attacked, and a command overruled."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations


def make_day(page: Page) -> None:
    page.get_by_label("Name of the day").fill("A day in the hall")
    page.get_by_role("button", name="Make the day").click()
    page.get_by_role("link", name="Desk").click()
    expect(page.get_by_role("heading", name="Next")).to_be_visible()
    page.wait_for_load_state()  # keys do nothing before the scripts are there


@pytest.mark.main_path
def test_control_leads_a_day_by_keys(visit):
    page = visit("/days/")
    make_day(page)
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="End muster")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    board = page.get_by_role("region", name="Wolf attack: Fleet round 1")
    expect(board).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Play the Wolf round")).to_be_visible()
    assert violations(page) == []
    # A key that is typed gives no command.
    page.get_by_label("Order in words").press_sequentially("begin team")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your orders")).to_contain_text("The Team phase waits for the end of the attack (W2.6)")
    page.get_by_label("Overrule, because").fill("the hall closes")
    page.get_by_role("button", name="Overrule").click()
    expect(page.get_by_role("button", name="Play the Wolf round")).to_be_visible()
    expect(page.locator(".day-phase")).to_have_text("Turn 1, Team phase")


def test_undo_shows_what_falls_without_a_script(visit):
    page = visit("/days/", java_script_enabled=False)
    make_day(page)
    page.get_by_role("button", name="Start the event").click()
    page.get_by_role("button", name="End muster").click()
    page.get_by_role("link", name=re.compile("Undo to here.*entry 1$")).click()
    expect(page.get_by_role("region", name="These entries fall")).to_contain_text("begin action")
    expect(page.get_by_role("region", name="These players see a change")).to_contain_text("Dione Captain")
    page.get_by_label("Why").fill("it was too early")
    page.get_by_role("button", name="Undo to entry 1").click()
    expect(page).to_have_url(re.compile(r"/desk$"))
    expect(page.get_by_role("button", name="End muster")).to_be_visible()
    expect(page.locator(".is-struck")).to_contain_text("begin action")


def test_projector_fits_the_wall(visit):
    page = visit("/days/", viewport={"width": 1920, "height": 1080})
    make_day(page)
    page.get_by_role("button", name="Start the event").click()
    expect(page.get_by_role("button", name="End muster")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Wolf attack: Fleet round 1")).to_be_visible()
    page.goto(page.url.replace("/desk", "/projector"))
    expect(page.get_by_text("Wolf attack")).to_be_visible()
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    assert violations(page) == []
