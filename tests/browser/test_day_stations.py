"""A station of a day on a phone: entered by its link, worked by taps, left, and come back to; also without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.instance import PHONE
from tests.browser.lay_day import find_link, make_day, start_event
from tests.browser.page_checks import assert_fits, assert_sound


@pytest.fixture
def captain(visit):
    """The path of the link of Dione's captain on a day that has started."""
    desk = visit("/days/")
    make_day(desk, "Trial of stations")
    link = find_link(desk, "Dione Captain")
    start_event(desk)
    return link


@pytest.mark.main_path
def test_station_is_worked_on_a_phone_and_come_back_to(visit, captain):
    phone = visit(captain, viewport=PHONE, has_touch=True)
    panel = phone.locator("#part-panel")
    plant = panel.locator(".station").filter(has_text="Water Plant")
    plant.get_by_role("button", name="Use").tap()
    expect(plant).to_contain_text("has been used this turn")
    expect(panel.locator(".hold .water dd")).to_have_text("14")
    food = panel.get_by_role("region", name="Supply of food")
    food.get_by_role("button", name="low").press("Enter")
    expect(food.locator("[aria-current]")).to_contain_text("low")
    expect(phone.locator("#food-low")).to_be_focused()
    expect(panel.locator(".hold .food dd")).to_have_text("7")
    # A tab is a link; what is there is another part of the same page.
    phone.get_by_role("link", name="Log", exact=True).tap()
    expect(phone.locator("#part-log")).to_contain_text("Dione Captain uses Water Plant")
    phone.get_by_role("navigation", name="Station").get_by_role("link", name="Mail").tap()
    expect(panel).to_be_hidden()
    mail = phone.locator("#part-mail")
    mail.get_by_label("To").select_option("Lucas Captain")
    mail.get_by_label("Note").fill("bring engineers")
    mail.get_by_role("button", name="Write").tap()
    expect(mail.locator(".notes")).to_contain_text("bring engineers")
    assert_sound(phone)
    tabs = phone.get_by_role("navigation", name="Station")
    for tab in ("Mail", "Log", "Orders", "Map", "Hand", "Briefing", "Panel"):
        tabs.get_by_role("link", name=tab).tap()
        assert_accessible(phone)
    assert_fits(phone)
    phone.goto("about:blank")
    back = visit(captain, viewport=PHONE)
    expect(back.locator("#part-panel .hold .water dd")).to_have_text("14")
    expect(
        back.locator("#part-panel").get_by_role("region", name="Supply of food").locator("[aria-current]")
    ).to_contain_text("low")


def test_station_is_worked_without_scripts(visit, captain):
    phone = visit(captain, viewport=PHONE, java_script_enabled=False)
    panel = phone.locator("#part-panel")
    panel.locator(".station").filter(has_text="Water Plant").get_by_role("button", name="Use").click()
    expect(panel.locator(".hold .water dd")).to_have_text("14")
    phone.get_by_role("link", name="Orders").click()
    expect(panel).to_be_hidden()
    orders = phone.locator("#part-orders")
    crew = orders.get_by_role("region", name="Crew")
    crew.get_by_label("Crew").select_option("engineer, Grand Theatre")
    crew.locator("select").last.select_option("Water Plant")
    crew.get_by_role("button", name="Move").click()
    expect(orders).to_be_visible()
    expect(phone.get_by_text("Taken: move engineer from Grand Theatre to Water Plant")).to_be_in_viewport()
    plant = panel.locator(".station").filter(has_text="Water Plant")
    expect(plant.locator(".token")).to_have_count(2)


def test_second_tap_on_an_order_counts_for_nothing(visit, captain):
    phone = visit(captain, viewport=PHONE)
    plant = phone.locator(".station").filter(has_text="Water Plant")
    plant.get_by_role("button", name="Use").evaluate("button => { button.click(); button.click(); }")
    expect(phone.locator("#day-orders .is-taken")).to_contain_text("use Water Plant")
    expect(phone.locator("#day-orders .day-order")).to_have_count(1)


def test_second_tap_on_the_same_spot_gives_nothing_though_another_button_is_there(visit, captain):
    phone = visit(captain, viewport=PHONE)
    phone.locator("#tab-orders").click()
    phone.evaluate(
        """() => {
          const tap = (id) => document.getElementById(id).dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 90, clientY: 400 }));
          tap("vessel-1");
          tap("vessel-2");
        }"""
    )
    expect(phone.locator("#day-orders .is-taken")).to_contain_text("close docking")
    expect(phone.locator("#day-orders .day-order")).to_have_count(1)


def test_focus_goes_to_the_title_of_a_part_when_its_button_is_gone(visit, captain):
    phone = visit(captain, viewport=PHONE)
    phone.locator("#tab-hand").click()
    hand = phone.locator("#part-hand")
    card = hand.locator(".hand-card").filter(has_text="Passengers Lend a Hand")
    card.get_by_role("button", name="Play").press("Enter")
    expect(hand.get_by_text("Passengers Lend a Hand")).to_have_count(0)
    expect(hand.get_by_role("heading", name="Hand", exact=True)).to_be_focused()


def test_typing_goes_on_where_it_was_when_its_part_is_shown_anew(visit, captain):
    phone, other = visit(captain, viewport=PHONE), visit(captain, viewport=PHONE)
    for each in (phone, other):
        each.locator("#tab-orders").click()
    digits = phone.get_by_label("Coordinates")
    digits.fill("4163")
    digits.evaluate("field => field.setSelectionRange(2, 2)")
    other.get_by_role("button", name="Hide the panel").click()
    expect(phone.get_by_role("button", name="Show the panel")).to_be_visible()
    phone.keyboard.type("7")
    expect(digits).to_have_value("41763")


def test_what_is_in_sight_stays_when_lines_come_above_it(visit):
    desk = visit("/days/")
    make_day(desk, "Day of shuttles")
    link = find_link(desk, "Dione First Officer")
    start_event(desk)
    phone, other = visit(link, viewport={"width": 390, "height": 300}), visit(link, viewport=PHONE)
    phone.locator("#tab-orders").click()
    button = phone.get_by_role("button", name="Hide the panel")
    button.evaluate("button => window.scrollBy(0, button.getBoundingClientRect().top - 80)")
    before = button.evaluate("button => button.getBoundingClientRect().top")
    other.get_by_label("Order in words").fill("load 1 fuel into Dione Tender")
    other.get_by_role("button", name="Give", exact=True).click()
    expect(phone.locator("#part-orders").get_by_label("Unload all")).to_have_count(1)
    assert abs(button.evaluate("button => button.getBoundingClientRect().top") - before) < 1


def test_reporter_sees_one_tab_at_a_time(visit):
    desk = visit("/days/")
    make_day(desk, "Day of reporters")
    phone = visit(find_link(desk, "News Media Reporter"), viewport=PHONE)
    expect(phone.locator("#part-panel")).to_be_visible()
    expect(phone.locator("#part-news")).to_be_hidden()
    phone.locator("#tab-news").click()
    expect(phone.locator("#part-news")).to_be_visible()
    expect(phone.locator("#part-panel")).to_be_hidden()
