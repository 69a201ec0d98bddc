"""Sealed play in a browser: packs turned over, a deck built from them by keys and by a thumb, and without scripts."""

import re
from contextlib import nullcontext

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE
from tests.browser.network import blank_pictures
from tests.browser.page_checks import assert_fits, assert_sound
from tests.sampling import is_long, sample

LONG = 1800
A_MOMENT = 10
SAVED = re.compile("^Draft saved")


def pool(laid: dict[str, str], path: str = "") -> str:
    return f"{laid['path']}pool{path}"


def at_the_builder(page: Page) -> Page:
    page.locator("#edit > button").wait_for(state="attached")  # before its scripts run, forms are plain
    return page


def test_packs_are_opened_and_a_deck_is_built_changed_and_registered(visit, lay_sealed):
    laid = lay_sealed(LONG)
    page = visit(pool(laid), session=laid["session"])
    with nullcontext() if is_long() else blank_pictures(page):
        page.get_by_role("button", name="Open the starter pack").press("Enter")
        expect(page.locator(".faces > li")).to_have_count(5)
        page.wait_for_load_state()  # then the pack of the address has the focus, which would take the key away
        page.get_by_role("button", name="Open booster 1").press("Enter")
        expect(page.locator(".faces > li")).to_have_count(13)
        assert_sound(page)
        assert_fits(page)
        assert violations(page) == []
    page.get_by_role("button", name="Open all at once").click()
    expect(page.locator(".pool-table").first).to_be_visible()
    assert_sound(page)
    assert violations(page) == []
    page.get_by_role("link", name="Build your deck").click()
    at_the_builder(page)
    assert_sound(page)
    assert_fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("/")
    page.keyboard.type("kind:ship")
    expect(page.locator("#results .result")).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    expect(page.locator("#announce")).to_contain_text("is the ship")
    page.keyboard.press("u")
    expect(page.locator("#deck").get_by_text("a ship")).to_be_visible()
    page.get_by_role("button", name="Fill for me").click()
    expect(page.locator("#deck-state").get_by_text("Legal")).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("The deck is legal now.")
    assert violations(page) == []
    page.reload()  # the checker has opened every menu
    at_the_builder(page)
    page.locator('#deck [data-change="-1"]').first.click()
    expect(page.locator("#deck-state").get_by_text("1 problem")).to_be_visible()
    page.get_by_role("button", name="Register this deck").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be registered")
    page.go_back()
    at_the_builder(page)
    page.locator("#undo").click()
    expect(page.locator("#deck-state").get_by_text("Legal")).to_be_visible()
    page.get_by_role("button", name="Register this deck").click()
    expect(page.get_by_text("Your deck is registered")).to_be_visible()
    page.get_by_role("button", name="Change it").click()
    at_the_builder(page)


def test_a_thumb_builds_on_a_phone(visit, lay_sealed):
    laid = lay_sealed(LONG)
    page = at_the_builder(visit(pool(laid, "/build"), session=laid["session"], viewport=PHONE, has_touch=True))
    ship = page.locator("#find .pool-row button", has_text="Take as ship").first
    ship.tap()
    expect(page.locator("#find").get_by_role("button", name="Your ship")).to_have_count(1)
    page.locator('#find .stepper [data-change="1"]').first.tap()
    page.get_by_role("link", name="Deck 1").tap()
    expect(page.locator("#deck .edit-line")).to_have_count(1)
    expect(page.locator(".saved")).to_have_text(SAVED)
    assert violations(page, on_a_phone=True) == []
    page.get_by_role("link", name="Hexpile").tap()
    expect(page.locator("#hexes .problem").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_pools_are_opened_and_built_from_without_scripts(visit, lay_sealed):
    laid = lay_sealed(LONG)
    page = visit(pool(laid), session=laid["session"], java_script_enabled=False)
    page.get_by_role("button", name="Open all at once").click()
    page.get_by_role("link", name="Build your deck").click()
    page.locator("#find .stepper button[value]", has_text="+").first.click()
    expect(page.locator("#deck .edit-line, #hexes .edit-tile")).to_have_count(1)
    page.get_by_role("button", name="Fill for me").click()
    page.get_by_role("button", name="Register this deck").click()
    expect(page.get_by_text("Your deck is registered")).to_be_visible()


def test_when_the_time_is_over_the_builder_gives_way_and_what_was_built_is_played(visit, lay_sealed, end_building):
    laid = lay_sealed(LONG)
    # A context with options that no other test uses, because its clock stays installed.
    page = visit(pool(laid), session=laid["session"], timezone_id="UTC")
    page.clock.install()
    page.get_by_role("button", name="Open all at once").click()
    page.get_by_role("link", name="Build your deck").click()
    at_the_builder(page)
    page.get_by_role("button", name="Fill for me").click()
    expect(page.locator("#deck-state").get_by_text("Legal")).to_be_visible()
    end_building(laid["path"])
    page.clock.fast_forward(1000 * (LONG + A_MOMENT))
    expect(page.get_by_text("Decks are locked")).to_be_visible()
    other = visit(pool(laid, "s"), session=laid["other"])
    assert violations(other) == []


def test_pages_of_pools_hold_the_checkers_up_to_nothing(visit, lay_sealed):
    laid = lay_sealed(LONG)
    page = visit("/boosters/odds", session=laid["owner"])
    for path in sample(["/boosters/odds", pool(laid, "/odds"), pool(laid, "s"), pool(laid, "s/1")], 2):
        page.goto("/".join(page.url.split("/")[:3]) + path)
        assert_sound(page)
        assert_fits(page)
        assert [*violations(page), *violations(page, on_a_phone=True)] == []
