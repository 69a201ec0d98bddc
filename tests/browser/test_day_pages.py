"""The further pages of a day in real browsers: board, council, news desk, fleet map, orders, and signs of tables."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.instance import PHONE
from tests.browser.lay_day import make_day
from tests.browser.page_checks import assert_fits, assert_sound


def find_link(desk: Page, seat: str) -> str:
    """Return the path of the personal link of a seat."""
    row = desk.locator("tr, li").filter(has=desk.get_by_text(seat, exact=True)).first
    found: str = row.evaluate(
        """row => [...row.querySelectorAll('input, a')].map(each => each.value || each.href)
          .find(words => words?.includes('/days/enter/'))"""
    )
    return "/days/" + found.partition("/days/")[2]


def give(desk: Page, *orders: str) -> None:
    """Give orders at the desk."""
    for order in orders:
        desk.get_by_label("Order in words").fill(order)
        desk.get_by_role("button", name="Give", exact=True).first.click()
        expect(desk.locator("#day-orders .is-taken").first).to_contain_text(order)


@pytest.fixture
def desk(visit):
    """The desk of a day in its Action phase; `links` of seats are read from its page of seats."""
    page = visit("/days/")
    make_day(page, "Trial of pages")
    names = ("Aegis XO", "Dione Captain", "Star Alpha President", "News Media Reporter")
    page.links = {name: find_link(page, name) for name in names}
    page.goto(page.url.replace("/seats", "/desk"))
    give(page, "start the event", "begin action")
    return page


def check(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)
    assert_sound(page)


def test_attack_is_led_on_the_board_while_phones_freeze(visit, desk):
    phone = visit(desk.links["Dione Captain"], viewport=PHONE)
    phone.get_by_role("link", name="Orders").click()
    phone.get_by_label("Coordinates").fill("417")
    give(desk, "declare an attack")
    expect(phone.locator("#part-head .alarm")).to_contain_text("Wolf attack")
    expect(phone.locator("#announce")).to_contain_text("Wolf attack")
    expect(phone.get_by_label("Coordinates")).to_have_value("417")
    phone.reload()
    expect(phone.get_by_label("Coordinates")).to_have_value("417")

    desk.get_by_role("link", name="Attack board").click()
    expect(desk.get_by_role("heading", name="Fleet round 1")).to_be_visible()
    party = visit(desk.links["Aegis XO"], viewport=PHONE)
    party.get_by_role("button", name="Report to the map").click()
    expect(party.locator(".where")).to_contain_text("at the map")
    party.get_by_role("link", name="Attack board").first.click()
    expect(party.get_by_role("region", name="Your units")).to_contain_text("Batteries")
    check(party)
    desk.get_by_role("button", name="Close the Fleet round").click()
    expect(party.get_by_role("heading", name="Wolf round 1")).to_be_visible()
    check(desk)
    phone.goto(phone.url.replace("/seat/", "/board?from="))
    expect(phone.get_by_role("region", name="Dione")).to_contain_text("Counted damage")
    check(phone)


def test_council_and_news_have_pages_of_their_own(visit, desk):
    president = visit(desk.links["Star Alpha President"], viewport=PHONE)
    president.get_by_role("link", name="Council chamber").first.click()
    president.get_by_label("Law", exact=True).fill("Rations are equal")
    president.get_by_role("button", name="Open the motion").click()
    expect(president.locator(".motion-text")).to_have_text("Rations are equal")
    president.get_by_role("button", name=re.compile("Nay.*CPA")).click()
    expect(president.locator(".member").filter(has_text="CPA")).to_contain_text("has voted")
    check(president)
    president.get_by_role("button", name="Close the vote").click()
    expect(president.locator(".tally")).to_contain_text("1 nay")
    expect(president.locator(".minutes")).to_contain_text("failed Rations are equal CPA nay")

    reporter = visit(desk.links["News Media Reporter"], viewport=PHONE)
    reporter.get_by_role("link", name="News desk").first.click()
    reporter.get_by_label(re.compile("^Draft")).fill("Water runs short.")
    give(desk, "announce to the room: Tea is served")
    expect(reporter.locator(".news-said")).to_contain_text("Tea is served")
    expect(reporter.get_by_label(re.compile("^Draft"))).to_have_value("Water runs short.")
    reporter.reload()
    expect(reporter.get_by_label(re.compile("^Draft"))).to_have_value("Water runs short.")
    reporter.get_by_role("button", name="Send at the close").click()
    expect(reporter.locator(".scheduled")).to_contain_text("Water runs short.")
    expect(reporter.get_by_label(re.compile("^Draft"))).to_have_value("")
    check(reporter)
    give(desk, "begin team", "begin close")
    expect(desk.get_by_role("button", name="+3", exact=True)).to_be_visible()
    expect(reporter.locator(".news-said")).to_contain_text("Water runs short.")
    reporter.goto(reporter.url.partition("/news")[0] + "/map")
    expect(reporter.get_by_role("region", name="Quadrant 1")).to_be_visible()
    check(reporter)


def test_sign_of_a_table_and_all_orders_work_without_scripts(visit, desk):
    phone = visit(desk.links["Dione Captain"], viewport=PHONE, java_script_enabled=False)
    station = phone.url
    desk.goto(desk.url.replace("/desk", "/links"))
    sign = desk.get_by_label("Sign of Lucas").locator(".day-link").last.inner_text()
    phone.goto(sign)
    assert_fits(phone)
    phone.get_by_role("button", name="I am here").click()
    expect(phone.locator(".where")).to_have_text("You are aboard Lucas.")
    expect(phone.get_by_role("region", name="Panel of Lucas")).to_be_visible()
    phone.goto(station + "#part-orders")
    phone.get_by_role("link", name="All I may order").click()
    assert_fits(phone)
    phone.get_by_role("link", name="go to …").click()
    phone.get_by_role("button", name="Dione", exact=True).click()
    expect(phone.locator(".where")).to_have_text("You are aboard Dione.")
