"""The editor of a deck in a browser: by keys alone, by quick clicks, by a thumb, and without a network."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.instance import PHONE
from tests.browser.page_checks import assert_fits, assert_sound

SAVED = re.compile("^Draft saved")


@pytest.fixture
def editor(visit):
    """A new deck of a guest's, from a starter deck, in its editor."""

    def open_editor(**options) -> Page:
        page = visit("/decks/new/", **options)
        page.get_by_label("Name").fill("Haven Patrol")
        page.get_by_label("Sol Against the Sky").check()
        page.get_by_role("button", name="Make the deck").click()
        expect(page.locator("h1")).to_have_text("Editing Haven Patrol")
        page.locator("#edit > button").wait_for(state="attached")  # before its scripts run, forms are plain
        return page

    return open_editor


def copies(page: Page, side: str, title: str):
    return page.locator(f'#{side} [data-title="{title}"] .stepper b')


@pytest.mark.main_path
def test_keys_find_a_card_set_its_copies_and_take_them_back(editor):
    page = editor()
    assert_sound(page)
    assert_fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("/")
    page.keyboard.type("title=sabotage")
    expect(page.locator("#results .result")).to_have_text(["Sabotage"])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#results .result")).to_be_focused()
    page.keyboard.press("3")
    expect(copies(page, "find", "Sabotage")).to_have_text("3 copies of Sabotage")
    expect(copies(page, "deck", "Sabotage")).to_have_text("3 copies of Sabotage")
    expect(page.get_by_role("status")).to_have_text("Saved. 3 copies of Sabotage in the deck; 31 cards.")
    expect(page.locator("#results .result")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("u")
    expect(page.locator("#redo")).not_to_have_attribute("aria-disabled", "true")
    expect(copies(page, "deck", "Sabotage")).to_have_text("3 copies of Sabotage")
    page.keyboard.press("3")
    expect(page.locator(".saved")).to_have_text(SAVED)  # there was nothing to do
    page.keyboard.press("0")
    expect(copies(page, "deck", "Sabotage")).to_have_count(0)
    page.keyboard.press("]")
    expect(page.locator("#deck .edit-line .result").first).to_be_focused()


def test_quick_clicks_are_counted_and_wait_for_the_network(editor):
    page = editor()
    page.goto(page.url.split("?")[0] + "?q=nature:attack")
    rows = page.locator("#results .pool-row:not(.is-in)")
    titles = [row.get_attribute("data-title") for row in rows.all()[:5]]
    for title in titles:
        for _ in range(4):
            page.locator(f'#find [data-title="{title}"] [data-change="1"]').click(no_wait_after=True)
    for title in titles:
        expect(copies(page, "deck", title)).to_have_text(f"4 copies of {title}")
    expect(page.locator(".saved")).to_have_text(SAVED)
    page.context.set_offline(True)
    less = page.locator(f'#find [data-title="{titles[0]}"] [data-change="-1"]')
    less.click()
    less.click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved: no connection.")
    expect(page.locator(".saved")).to_have_text("Not saved")
    page.context.set_offline(False)
    expect(copies(page, "deck", titles[0])).to_have_text(f"2 copies of {titles[0]}")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.context.set_offline(True)
    page.locator("#q").fill("title=sabotage")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was searched: no connection.")
    page.context.set_offline(False)
    expect(page.locator("#results .result")).to_have_text(["Sabotage"])


def test_what_was_typed_and_clicked_outlives_a_failure_a_new_session_and_leaving(editor):
    page = editor()
    statuses = [429]

    def answer(route):
        fails = route.request.method == "POST" and statuses
        route.fulfill(status=statuses.pop(), body="<main><h1>Too many.</h1></main>") if fails else route.continue_()

    page.route("**/edit/**", answer)
    less = page.locator("#deck .edit-line [data-change='-1']").first
    less.click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved: Too many.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#deck h2")).to_have_text("Deck 27 cards")
    page.context.clear_cookies(name="csrftoken")  # as when somebody signs in elsewhere
    page.request.get(page.url)
    less.click()
    expect(page.locator("#deck h2")).to_have_text("Deck 26 cards")
    session = [cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    page.context.clear_cookies(name="sessionid")
    less.click()
    expect(page.get_by_role("alert")).to_contain_text("You are not signed in.")
    page.context.add_cookies(session)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#deck h2")).to_have_text("Deck 25 cards")
    page.get_by_label("Name of the deck").fill("Night Patrol")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("h1")).to_have_text("Night Patrol")


def test_a_thumb_takes_cards_and_turns_the_sheets(editor):
    page = editor(viewport=PHONE, has_touch=True, is_mobile=True)
    more = page.locator("#results [data-change='1']:not([aria-disabled])").first
    box = more.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    more.tap()
    expect(page.get_by_role("status")).to_contain_text("29 cards.")
    expect(page.locator("#sheet-tabs a").nth(1)).to_have_text("Deck 29")
    page.locator("#sheet-tabs a").nth(1).tap()
    expect(page.locator("#find")).not_to_be_visible()
    page.locator("#deck").get_by_role("link", name="Change the ship").tap()
    expect(page.locator("#results")).to_be_visible()
    page.get_by_role("button", name="Take as ship: Bulwark").tap()
    expect(page.get_by_role("button", name="Your ship")).to_have_count(1)
    page.locator("#sheet-tabs a").nth(1).tap()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("]")
    expect(page.locator("#deck .edit-line .result").first).to_be_focused()
