"""A station's player marks what is for him as read: on a phone, on a wide screen, and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.instance import PHONE
from tests.browser.lay_day import make_day
from tests.browser.page_checks import assert_fits

ORDERS = ("start the event", "set food of Dione to 9 because it was miscounted")


@pytest.fixture
def station(visit) -> str:
    """The address of the station of Dione's captain, after Control has changed the food of Dione."""
    page: Page = visit("/days/")
    make_day(page, "Trial of reading")
    row = page.locator("tr").filter(has=page.get_by_text("Dione Captain", exact=True))
    link = row.locator("a[href*='/days/enter/'], input[value*='/days/enter/']").first
    address = link.get_attribute("href") or link.get_attribute("value")
    page.goto(page.url.replace("/seats", "/desk"))
    for order in ORDERS:
        page.get_by_label("Order in words").fill(order)
        page.get_by_role("button", name="Give", exact=True).first.click()
        expect(page.locator("#day-orders .is-taken").first).to_contain_text(order)
    return "/days/enter/" + address.partition("/days/enter/")[2]


def test_lines_are_read_on_one_device_and_go_from_another(visit, station):
    phone, wide = visit(station, viewport=PHONE), visit(station, viewport={"width": 1440, "height": 900})
    tab = phone.locator("#tab-log")
    expect(tab).to_contain_text("1 for you")
    tab.click()
    wide.locator("#tab-log").click()
    expect(wide.locator("#part-log")).to_contain_text("For you")
    assert wide.locator("#part-map").is_hidden()
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("button", name="I have read this").click()
    expect(phone.locator(".for-you")).to_have_count(0)
    expect(wide.locator(".for-you")).to_have_count(0)
    expect(phone.locator("#happened")).to_be_focused()
    expect(phone.locator("#part-log")).to_contain_text("food of Dione to 9")
    assert phone.locator("#part-log").bounding_box()["width"] > PHONE["width"] * 0.9


def test_lines_are_read_without_scripts(visit, station):
    plain = visit(station, viewport=PHONE, java_script_enabled=False)
    plain.locator("#tab-log").click()
    plain.get_by_role("button", name="I have read this").click()
    expect(plain.locator("#part-log")).to_be_visible()
    expect(plain.locator(".for-you")).to_have_count(0)
