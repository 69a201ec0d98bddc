"""A tournament in real browsers: a player comes, plays, and is told of everything; others look on at the wall."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE
from tests.sampling import sample


def enter(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).click()
    page.get_by_label("Your deck").select_option(index=1)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("#live")).to_contain_text("You have a place.")


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.main_path
def test_player_is_led_from_the_list_to_the_table(visit, hold, start_held):
    held = hold(name="Harbour Lights", bots=4, starts_in_s=3600)
    desk, phone = visit("/"), visit("/", viewport=PHONE)
    for page in (desk, phone):
        page.locator("header").get_by_role("link", name="Tournaments").click()
        enter(page, "Harbour Lights")
        page.get_by_role("button", name="Check in").click()
        expect(page.locator("#live")).to_contain_text("You have checked in.")
        assert fits(page)
    wall = visit(f"{held['path']}projector")
    expect(wall.locator("#live")).to_contain_text("Open for players")
    start_held(held["path"])
    for page in (desk, phone):  # both learn of it as they are
        expect(page.locator("#going")).to_contain_text(re.compile(r"Round 1 of 3: (you play at )?table \d against"))
        expect(page.get_by_role("link", name="Go to the table")).to_be_visible()
        page.get_by_role("navigation", name="Pages of the tournament").get_by_role("link", name="Pairings").click()
        expect(page.locator("tr.me")).to_have_count(1)
        assert fits(page)
        bar = page.get_by_role("complementary", name="Your tables")
        expect(bar).to_contain_text(re.compile(r"Harbour Lights: table \d against"))
    expect(wall.get_by_role("heading", level=1)).to_have_text("Round 1 of 3")
    expect(wall.locator("#wall tbody tr")).to_have_count(6)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.long
def test_long_list_turns_its_pages_on_the_wall(visit, hold):
    held = hold(name="The Long Wall", bots=40, rounds=2, played=0, opens=False)
    wall = visit(f"{held['path']}projector")
    first = wall.locator("#wall tbody tr").first
    expect(wall.locator("#wall-page")).to_have_text(", page 1 of 2")
    name = first.inner_text()
    expect(wall.locator("#wall-page")).to_have_text(", page 2 of 2")
    assert first.inner_text() != name


@pytest.mark.long
def test_numbers_of_standings_open_and_lists_are_narrowed(visit, hold):
    held = hold(name="Add It Up", bots=6, rounds=3, played=2, cut=4, opens=False)
    page = visit(f"{held['path']}standings/")
    page.locator(".standings td.num a").nth(1).press("Enter")
    expect(page.locator(".account-row")).to_contain_text("Opponents’ match wins")
    expect(page.locator(".account-row")).to_contain_text("÷ 2 =")
    page.locator(".account-row").evaluate("row => row.classList.add('before')")
    page.evaluate("document.getElementById('live').dispatchEvent(new CustomEvent('look'))")
    expect(page.locator(".account-row:not(.before)")).to_contain_text("÷ 2 =")  # open still, and drawn anew
    page.get_by_label("Find").fill("bot 3")
    expect(page.locator("#rows tbody > tr:not(.account-row, .cut):visible")).to_have_count(1)


@pytest.mark.long
def test_bracket_is_made_larger_on_a_phone(visit, hold):
    held = hold(name="Knock-Out", people=1, bots=10, played=1, form="double elimination", opens=False)
    page = visit(f"{held['path']}bracket/", session=held["players"][0], viewport=PHONE)
    drawing = page.locator(".bracket")
    before = drawing.bounding_box()["width"]
    page.get_by_role("button", name="Larger").click()
    assert drawing.bounding_box()["width"] > before
    page.get_by_role("button", name="Fit").click()
    assert drawing.bounding_box()["width"] <= 390
    assert fits(page)


@pytest.mark.long
def test_pages_of_a_tournament_are_accessible(visit, hold):
    running = hold(name="For Everybody", people=1, bots=5, rounds=3, played=2, cut=4)
    over = hold(name="All Over", people=1, bots=3, rounds=2, played=0, finish=True)
    coming = hold(name="Soon", people=1, bots=2, starts_in_s=3600)
    page = visit("/tournaments/")
    found = violations(page)
    for held, parts in (
        (running, ("", "players/", "pairings/", "pairings/1/?by=name", "standings/", "standings/1/", "bracket/")),
        (running, ("projector", "decks/")),
        (over, ("", "decks/", "decks/1/", "places/")),
        (coming, ("", "deck", "drop")),
    ):
        page = visit("/tournaments/", session=held["players"][0])
        for part in sample(parts, 2):
            page.goto(page.url.split("/tournaments/")[0] + held["path"] + part)
            found += violations(page)
            found += violations(page, on_a_phone=True) if part in ("", "pairings/", "standings/", "bracket/") else []
    assert not found, "\n".join(found)


@pytest.mark.long
def test_files_hooks_patches_and_what_is_shown_over_a_stream_are_accessible(visit, hold):
    over = hold(name="Done and Dusted", people=1, bots=3, rounds=1, played=0, finish=True)
    page = visit(f"{over['path']}places/", session=over["owner"])
    page.get_by_role("link", name="Winner").click()
    expect(page.get_by_role("heading", name="Winner")).to_be_visible()
    found = [*violations(page), *violations(page, on_a_phone=True)]
    for part in sample(["files/", "webhooks/", "overlay"], 1):
        page.goto(page.url.split("/tournaments/")[0].split("/patches/")[0] + over["path"] + part)
        found += [*violations(page), *violations(page, on_a_phone=True)]
    assert not found, "\n".join(found)
