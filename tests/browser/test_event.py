"""A small event from its plan to its patches: an organizer, a judge, two players and a projector, in real browsers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE

NAME = "The Smallest Event"
MATCH_MINUTES = "1"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def plan_it(page: Page) -> str:
    """One round of Swiss of a minute, which begins when it is published; where its desk is."""
    page.get_by_role("link", name="Swiss and top 8", exact=True).click()
    page.get_by_label("Name", exact=True).fill(NAME)
    press(page, "Remove phase 2")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_text("Times", exact=True).click()
    page.get_by_label("From pairings to the start of the round").fill("0")
    page.get_by_label("Length of a match").fill(MATCH_MINUTES)
    press(page, "Create the tournament")
    expect(page.get_by_role("heading", name="Next")).to_be_visible()
    return page.url


@pytest.mark.long
def test_small_event_is_run_to_its_patches(visit, hold):
    elsewhere = [hold(name=f"Elsewhere {number}") for number in (1, 2)]
    organizer = visit("/tournaments/new", session=elsewhere[0]["owner"])
    desk = plan_it(organizer)
    organizer.goto(f"{desk}staff")
    organizer.get_by_label("Name of the account").fill(elsewhere[1]["organizer"])
    press(organizer, "Appoint")
    expect(organizer.get_by_text("judge now")).to_be_visible()
    organizer.goto(desk)
    press(organizer, "Announce it")
    event = desk.removesuffix("desk/")

    players = [visit(), visit(viewport=PHONE)]
    for page in players:
        page.goto(event)
        page.get_by_label("Your deck").select_option(index=1)
        press(page, "Enter")
        expect(page.locator("#live")).to_contain_text("You have a place.")
    wall = visit()
    wall.goto(f"{event}projector")
    organizer.goto(desk)
    press(organizer, "Start now")

    expect(wall.locator("#wall tbody tr")).to_have_count(2)
    for page in players:
        page.get_by_role("link", name="Go to the table").first.click()
        expect(page.locator("#chart")).to_be_visible()
    judge = visit(session=elsewhere[1]["owner"])
    judge.goto(f"{desk}rounds/1/tables/1")
    judge.get_by_label("Minutes").fill("1")
    judge.locator("#reason-extend").fill("The line broke.")
    press(judge, "Give the time")
    expect(judge.get_by_text("+1 min")).to_be_visible()
    judge.get_by_label("Result", exact=True).select_option(index=1)
    judge.locator("#reason-rule").fill("Both said so.")
    press(judge, "Rule")
    expect(judge.locator(".tag", has_text="won")).to_be_visible()
    assert judge.goto(f"{desk}cancel").status == 403

    expect(wall.get_by_role("heading", level=1)).to_have_text(NAME)
    expect(wall.get_by_role("columnheader", name="Place").first).to_be_visible()
    assert violations(wall) == []
    for page in players:
        page.goto(event)
        expect(page.get_by_role("heading", name="Final places")).to_be_visible()
        assert violations(page) == []
