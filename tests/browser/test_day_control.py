"""Several of Control at one day in real browsers: claims, the clock, seats and plans; also without scripts."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE
from tests.browser.lay_day import find_link, make_day
from tests.browser.page_checks import assert_fits


def order(page: Page, text: str) -> None:
    """Give a command in words at a desk or a station."""
    page.get_by_label("Order in words").fill(text)
    page.get_by_role("button", name="Give", exact=True).first.click()
    expect(page.locator("#day-orders li").first).to_have_class(re.compile("is-taken"))
    page.locator("#day-text").blur()


@pytest.fixture
def desks(visit):
    """Two desks of a day that has started with a proposal, the second one Ann's, and the captain's page."""
    first = visit("/days/")
    make_day(first, "Trial of control")
    links = [find_link(first, seat) for seat in ("Control 2", "Dione Captain")]
    first.locator("#player-1").fill("Ann")
    first.get_by_role("button", name="Set the player of Control 2").click()
    expect(first.locator("#player-1")).to_have_value("Ann")
    first.goto(first.url.replace("/seats", "/desk"))
    order(first, "start the event")
    captain = visit(links[1], viewport=PHONE)
    order(captain, "propose: we sing")
    return first, visit(links[0]), captain


def test_what_one_takes_all_see_at_once(desks):
    first, ann, _ = desks
    ann.get_by_role("button", name="Take proposal 1").click()
    line = first.locator(".inbox li").filter(has_text="we sing")
    expect(line).to_contain_text("Ann has it")
    line.get_by_role("button", name="Take over proposal 1").click()
    expect(ann.locator(".inbox li").filter(has_text="we sing")).to_contain_text("Control has it")
    line.get_by_role("button", name="Release proposal 1").click()
    expect(ann.get_by_role("button", name="Take proposal 1")).to_be_visible()
    ann.get_by_role("button", name="Look after Vulcan").click()
    expect(ann.locator(".vessel h3").first).to_have_text("Vulcan")
    expect(first.locator(".vessel").filter(has=first.locator("#vessel-vulcan"))).to_contain_text("Ann looks after it")
    ann.get_by_label("Mine only").check()
    expect(ann.locator(".vessel:visible")).to_have_count(1)
    ann.reload()
    expect(ann.locator(".vessel:visible")).to_have_count(1)
    for desk in (first, ann):
        assert violations(desk) == []


def test_keys_ask_for_the_clock_of_another(desks):
    first, ann, _ = desks
    ann.get_by_role("button", name="Hold the clock").click()
    expect(first.locator("#clock-holder")).to_contain_text("Ann holds the clock")
    expect(first.get_by_role("button", name="End muster")).to_be_disabled()
    first.keyboard.press("n")
    expect(first.locator("#announce")).to_have_text("Ann holds the clock. Press Enter to take it over.")
    expect(first.locator(".day-phase")).to_have_text("Turn 1, muster")
    assert violations(first) == []
    first.keyboard.press("Enter")
    expect(first.get_by_role("button", name="End muster")).to_be_enabled()
    expect(ann.get_by_role("button", name="End muster")).to_be_disabled()
    first.locator("#claim-clock").blur()
    first.keyboard.press("n")
    expect(first.locator(".day-phase")).to_have_text("Turn 1, Action phase")
    # What is said in words is never refused for it.
    order(ann, "begin team")
    expect(first.locator(".day-phase")).to_have_text("Turn 1, Team phase")


def test_desk_counts_the_turns_that_fit_after_this_one(visit):
    desk = visit("/days/")
    make_day(desk, "Trial of the hall's end")
    desk.goto(desk.url.replace("/seats", "/desk"))
    closing = desk.evaluate("new Date(Date.now() + 120 * 60000).toTimeString().slice(0, 5)")
    desk.get_by_label("The hall closes at").fill(closing)
    words = desk.locator("#desk-turns")
    expect(words).to_have_text("3 whole turns fit, with 20 minutes for the debrief")
    order(desk, "start the event")
    expect(words).to_have_text("2 whole turns fit after this one, with 20 minutes for the debrief")


def test_team_moves_to_another_vessel_with_one_press(desks):
    first, _, _ = desks
    panel = first.locator(".vessel").filter(has=first.locator("#vessel-dione"))
    panel.get_by_role("link", name="Change Dione").click()
    expect(first.locator("#change-of")).to_have_value("Dione")
    form = first.locator("#change form").filter(has_text="lives aboard")
    form.get_by_label("lives aboard").select_option("Lucas")
    form.get_by_label("because").fill("Dione is lost")
    form.get_by_role("button", name="Move all").click()
    expect(first.locator("#day-orders .is-taken").first).to_contain_text("set place of Dione Captain to Lucas")
    expect(first.locator(".log-lines > li").first).to_contain_text("set place of Dione Council Member to Lucas")


def test_new_link_takes_the_page_from_the_old_device(desks):
    first, _, captain = desks
    first.goto(first.url.replace("/desk", "/seats"))
    row = first.locator("tr").filter(has=first.get_by_text("Dione Captain", exact=True))
    row.get_by_text("Change Dione Captain").click()
    row.get_by_label("New player").fill("Grace")
    row.get_by_role("button", name="Give a new link").click()
    expect(row.get_by_label("Player of Dione Captain")).to_have_value("Grace")
    expect(captain.locator("#day-line")).to_have_text("This page is no longer yours. Load it again.")


def test_control_works_together_without_scripts(visit):
    page = visit("/days/", viewport=PHONE, java_script_enabled=False)
    make_day(page, "Trial of control")
    seats = page.url
    row = page.locator("tr").filter(has=page.get_by_text("Dione First Officer", exact=True))
    row.get_by_text("Change Dione First Officer").click()
    row.get_by_label("Also played by").fill("Dione Captain")
    row.get_by_role("button", name="Play both with one link").click()
    expect(row).to_contain_text("with Dione Captain")
    assert_fits(page)
    page.get_by_role("link", name="Plans").click()
    page.get_by_label("Order in words").fill("close the Fleet round")
    page.get_by_role("button", name="Write the plan").click()
    expect(page.get_by_role("region", name="Plans", exact=True)).to_contain_text("waits")
    assert_fits(page)
    page.goto(seats.replace("/seats", "/desk"))
    page.get_by_role("button", name="Start the event").click()
    expect(page.locator(".inbox")).to_contain_text("There is no attack (W15.7)")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".inbox")).not_to_contain_text("There is no attack")
    page.get_by_role("button", name="Look after Dione").click()
    expect(page.locator(".vessel h3").first).to_have_text("Dione")
    page.get_by_role("button", name="Hold the clock").click()
    expect(page.locator("#clock-holder")).to_contain_text("You hold the clock")
    page.get_by_role("button", name="Let go of the clock").click()
    expect(page.get_by_role("button", name="Hold the clock")).to_be_visible()
    assert_fits(page)


def test_log_tells_times_in_the_zone_of_the_hall(visit):
    page = visit("/days/", timezone_id="Asia/Kolkata")
    make_day(page, "Trial of control")
    page.goto(page.url.replace("/seats", "/desk"))
    for text in ("start the event", "begin action"):
        order(page, text)
        shown = page.locator(".log-lines time").first
        moment = datetime.strptime(shown.get_attribute("datetime"), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        expect(shown).to_have_text(f"{moment + timedelta(hours=5, minutes=30):%H:%M:%S}")


def test_keys_alone_lead_to_the_order_in_words_and_back(visit):
    page = visit("/days/")
    make_day(page, "Trial of control")
    page.goto(page.url.replace("/seats", "/desk"))
    page.keyboard.press("o")
    expect(page.locator("#day-text")).to_be_focused()
    page.keyboard.type("start the event no")
    expect(page.locator("#day-text")).to_have_value("start the event no")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator(".day-phase")).to_have_text("Turn 1, muster")
