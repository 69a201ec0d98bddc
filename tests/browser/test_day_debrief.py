"""The debrief of a day: Control reveals the secrets, and the slider shows any moment by keys and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.instance import PHONE
from tests.browser.lay_day import make_day
from tests.browser.page_checks import assert_fits, assert_sound

ORDERS = ("start the event", "set loyalty of Dione Captain to Ember Circle because of a test", "end the event")


@pytest.fixture
def desk(visit) -> Page:
    """The debrief of a short day, in the browser of its host."""
    page: Page = visit("/days/")
    make_day(page, "Trial of the debrief")
    page.goto(page.url.replace("/seats", "/desk"))
    for order in ORDERS:
        page.get_by_label("Order in words").fill(order)
        page.get_by_role("button", name="Give", exact=True).first.click()
        expect(page.locator("#day-orders .is-taken").first).to_contain_text(order)
    page.get_by_role("link", name="Go to the debrief").click()
    return page


def test_secrets_are_revealed_and_the_slider_is_moved(visit, desk):
    assert_accessible(desk)
    desk.get_by_role("link", name="Secrets").click()
    expect(desk.locator("main")).not_to_contain_text("Ember Circle")
    desk.get_by_role("button", name="Reveal the secrets").click()
    expect(desk.locator("main")).to_contain_text("Ember Circle")
    assert_accessible(desk)
    desk.get_by_role("link", name="Any moment").click()
    slider = desk.get_by_role("slider", name="Moment")
    expect(slider).to_have_value("3")
    slider.press("ArrowLeft")
    expect(desk.locator("#moment")).to_contain_text("set loyalty of Dione Captain")
    expect(desk).to_have_url(re.compile("entry=2$"))
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^2 of 3, .+[0-9:]{8}$"))
    desk.get_by_role("link", name="Earlier").press("Enter")
    expect(desk.locator("#moment")).to_contain_text("The event starts.")
    expect(desk.get_by_role("link", name="Earlier")).to_be_focused()
    desk.get_by_label("As seen by").select_option("Dione Captain")
    expect(desk.locator("#moment")).to_contain_text("What Dione Captain knew")
    assert_accessible(desk)
    assert_sound(desk)
    phone = visit("/days/" + desk.url.partition("/days/")[2], viewport=PHONE)
    assert_fits(phone)


def test_open_pages_show_the_secrets_when_control_reveals_them(visit, desk):
    path = "/days/" + desk.url.partition("/days/")[2]
    board, slider = visit(f"{path}/secrets", viewport=PHONE), visit(f"{path}/moment", viewport=PHONE)
    plain = visit(path, viewport=PHONE, java_script_enabled=False)
    expect(board.locator("main")).to_contain_text("Still hidden")
    expect(board.locator("main")).not_to_contain_text("Load it again")
    expect(plain.locator("main")).to_contain_text("Load it again when Control has revealed the secrets.")
    desk.get_by_role("link", name="Secrets").click()
    desk.get_by_role("button", name="Reveal the secrets").click()
    expect(board.locator("main")).to_contain_text("Ember Circle")
    expect(slider.get_by_label("As seen by")).to_be_visible()
    plain.reload()
    expect(plain.locator("main")).to_contain_text("Morale and damage")
    expect(plain.locator("main")).not_to_contain_text("Load it again")


def test_slider_works_without_scripts(visit, desk):
    path = "/days/" + desk.url.partition("/days/")[2].replace("/debrief", "/debrief/moment")
    plain = visit(path, viewport=PHONE, java_script_enabled=False)
    expect(plain.locator("#moment")).to_contain_text("The event is over.")
    plain.get_by_label("Entry").fill("1")
    plain.get_by_role("button", name="Show").click()
    expect(plain.locator("#moment")).to_contain_text("The event starts.")
    plain.get_by_role("link", name="Later").click()
    expect(plain.locator("#moment")).to_contain_text("The event is over.")
