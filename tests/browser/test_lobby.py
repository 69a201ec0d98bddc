"""Finding a match, and agreeing on a table, in real browsers."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE


def look_for_a_match(page: Page) -> None:
    page.get_by_role("link", name="Find a player").press("Enter")
    page.get_by_label("Mode").select_option("full")
    page.get_by_label("Clocks").select_option("quick")
    page.get_by_role("button", name="Look for a match").press("Enter")


@pytest.mark.long
def test_two_find_each_other_though_one_reads_elsewhere_meanwhile(visit):
    first, second = visit("/"), visit("/", viewport=PHONE, java_script_enabled=False)
    look_for_a_match(first)
    expect(first.get_by_role("heading", name="Looking for a match")).to_be_visible()
    first.get_by_role("link", name="Rulebook").click()
    bar = first.get_by_role("complementary", name="Your tables")
    expect(bar).to_contain_text("Looking for a match of Incursions: Full")
    first.goto(first.url.split("/rules")[0] + "/quick/")
    assert violations(first) == []
    first.go_back()
    look_for_a_match(second)
    # Who is found at once is at the table with the answer; else the page without scripts looks again by itself.
    second.wait_for_url(re.compile(r"/matches/\w+$"))
    expect(bar).to_contain_text("Full against Guest")  # as that of the others does
    bar.get_by_role("link").click()
    first.wait_for_url(second.url)
    expect(first.locator("#log-lines")).to_be_visible()
    # In another tab, because a table without scripts loads itself again and again.
    third = second.context.new_page()
    # Without scripts every picture of the page is drawn and loaded, which nobody here waits for.
    third.goto(second.url.split("/matches")[0] + "/cards/", wait_until="domcontentloaded")
    expect(third.get_by_role("complementary", name="Your tables").get_by_role("link")).to_be_visible()


def test_table_is_agreed_on_live(visit):
    host = visit("/tables/new")
    host.get_by_label("Seats").select_option("3")
    host.get_by_label("By invitation only").check()
    host.get_by_role("button", name="Create the table").click()
    link = host.get_by_label("Send this link").input_value()
    friend = visit(link.removeprefix(host.url.split("/matches")[0]))
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator("#seat-1")).to_contain_text("Guest")

    assert [*violations(host), *violations(host, on_a_phone=True), *violations(friend)] == []

    host.get_by_role("link", name="Change the settings").click()
    host.get_by_label("Mode").select_option("full")
    host.get_by_role("button", name="Quick").press("Enter")
    expect(host.get_by_label("Minutes of the match")).to_have_value("20")
    host.get_by_role("button", name="Change the settings").click()
    expect(friend.locator("#lobby")).to_contain_text("Quick: 20 minutes")
    expect(friend.get_by_label("Play another deck")).to_be_visible()
    friend.get_by_role("button", name="Agree to the settings").press("Enter")
    expect(host.locator("#waits-for")).to_have_text("Waiting for 1 more player.")

    host.get_by_label("Bot for seat 2").select_option("ensign")
    host.get_by_role("button", name="Seat the bot").press("Enter")
    for page in (host, friend):
        expect(page.locator("#prompt")).to_be_visible()


def test_guest_keeps_the_seat_though_the_match_begins_before_the_answer(visit, lay):
    """The answer holds the session of whoever sat down; a push that is quicker must not have the page leave it."""
    table = lay(9)
    host, friend = visit(table.path, session=table.session), visit(table.path)

    def answer_late(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        # The session comes with the answer, and the answer after the push.
        [session] = [cookie for cookie in friend.context.cookies() if cookie["name"] == "sessionid"]
        friend.context.clear_cookies(name="sessionid")
        host.locator("#prompt").wait_for()
        host.wait_for_timeout(500)  # no page can be asked anything that waits for an answer: the friend's has it by now
        friend.context.add_cookies([session])
        route.fulfill(response=answer)

    friend.route("**/join", answer_late)
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator("#lobby")).to_have_count(0)
    assert json.loads(friend.locator("#facts").get_attribute("data-facts"))["own"] == 1
